/**
 * What a query captured, before it is made into definitions and references, and what both need to know of the file.
 */
import type { SyntaxNode, TreeSitterGrammar } from '../../languages/language.ts';
import type { DefinitionKind } from '../../model/definition.ts';
import type { ReferenceKind } from '../../model/reference.ts';
import type { CommentBlocks, PlacedComment } from '../text.ts';

export interface DefinitionDraft {
  /** Place of its pattern in the query: the lower wins. */
  pattern: number;
  kind: DefinitionKind;
  node: SyntaxNode;
  name: SyntaxNode;
  body: SyntaxNode | null;
  params: SyntaxNode | null;
}

export interface ReferenceDraft {
  pattern: number;
  /** Null where the query says that the name is no reference. */
  kind: ReferenceKind | null;
  /** `NOTE` of `@reference.KIND.NOTE`: such a capture is shown to the language's hook. */
  note: string | null;
  name: SyntaxNode;
  receiver: SyntaxNode | null;
}

/** What the query captured, or the language's own parser found: of each place one, in order of place but for definitions. */
export interface Drafts {
  definitions: readonly DefinitionDraft[];
  references: readonly ReferenceDraft[];
  comments: readonly SyntaxNode[];
  imports: readonly SyntaxNode[];
  /** Type parameters: inside the scope, the name is no type that anybody defines. */
  hidden: { name: SyntaxNode; scope: SyntaxNode }[];
  /** The query was stopped before its end. */
  stopped: boolean;
  /** The query gave up matches. */
  tooDeep: boolean;
}

/** A parsed file. */
export interface Source {
  root: SyntaxNode;
  text: string;
  drafts: Drafts;
}

export interface SourceComment extends PlacedComment {
  start: number;
  end: number;
}

export interface FileContext extends Source {
  grammar: TreeSitterGrammar;
  /** In order of place. */
  comments: readonly SourceComment[];
  blocks: CommentBlocks;
}

/** The offsets of a definition, and its place among the file's. */
export interface Span {
  start: number;
  end: number;
  index: number;
}

export const typeLike: ReadonlySet<DefinitionKind> = new Set<DefinitionKind>(['class', 'interface', 'enum', 'module']);

/** Names beyond this are no names (a broken file's run of letters). */
const maxName = 300;

export interface Name {
  text: string;
  line: number;
  column: number;
}

/** The name in a captured node; null when there is none to speak of. */
export function nameOf(grammar: TreeSitterGrammar, node: SyntaxNode, text: string): Name | null {
  const { row, column } = node.startPosition;
  const raw = text.slice(node.startIndex, node.endIndex);
  const name = grammar.nameText ? grammar.nameText(node) : raw;
  if (name === '' || name.length > maxName) return null;
  // A part of the node (`:code`) stands where it stands in it, as long as that is on the node's first line.
  const offset = name.length === raw.length ? 0 : offsetIn(raw, name);
  const newline = offset === 0 ? -1 : raw.lastIndexOf('\n', offset - 1);
  if (newline === -1) return { text: name, line: row + 1, column: column + offset + 1 };
  return { text: name, line: row + 1 + countNewlines(raw, offset), column: offset - newline };
}

/** Of the last part of a path (`Shop.Carts.Cart`) that part's. */
function offsetIn(raw: string, name: string): number {
  return raw.endsWith(name) ? raw.length - name.length : Math.max(0, raw.indexOf(name));
}

function countNewlines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Nodes in order of place: the same array where they are. */
export function byStart(nodes: readonly SyntaxNode[]): readonly SyntaxNode[] {
  for (let at = 1; at < nodes.length; at++)
    if (nodes[at]!.startIndex < nodes[at - 1]!.startIndex) return nodes.toSorted((a, b) => a.startIndex - b.startIndex);
  return nodes;
}
