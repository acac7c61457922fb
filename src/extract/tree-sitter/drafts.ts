/**
 * The captures of a query before they become definitions and references, and the data about the file that both need.
 */
import type { SyntaxNode, TreeSitterGrammar } from '../../languages/language.ts';
import type { DefinitionKind } from '../../model/definition.ts';
import type { ReferenceKind } from '../../model/reference.ts';
import type { CommentBlocks, PlacedComment } from '../text.ts';

export interface DefinitionDraft {
  /** Index of the pattern in the query. Of several patterns with the same node and name the lower index wins. */
  pattern: number;
  kind: DefinitionKind;
  node: SyntaxNode;
  name: SyntaxNode;
  body: SyntaxNode | null;
  params: SyntaxNode | null;
}

export interface ReferenceDraft {
  pattern: number;
  /** Null where the query says that the name is not a reference. */
  kind: ReferenceKind | null;
  /** `NOTE` of `@reference.KIND.NOTE`; null without one. A capture with a note is passed to the language's hook. */
  note: string | null;
  name: SyntaxNode;
  receiver: SyntaxNode | null;
}

/**
 * The captures of the query, or the results of the language's own parser. References, comments and imports are in order of place, with one for
 * each place. Definitions are in any order, with one for each node and name.
 */
export interface Drafts {
  definitions: readonly DefinitionDraft[];
  references: readonly ReferenceDraft[];
  comments: readonly SyntaxNode[];
  imports: readonly SyntaxNode[];
  /** Names that do not refer to a defined type inside their scope: type parameters. */
  hidden: { name: SyntaxNode; scope: SyntaxNode }[];
  /** Whether the query was stopped before its end. */
  stopped: boolean;
  /** Whether the query dropped matches, because too many were unfinished. */
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

/** The offsets of a definition, and its index in the file. */
export interface Span {
  start: number;
  end: number;
  index: number;
}

export const typeLike: ReadonlySet<DefinitionKind> = new Set<DefinitionKind>(['class', 'interface', 'enum', 'module']);

/** Maximum length of a name. Longer texts are not names, but runs of letters in a broken file. */
const maxName = 300;

/** A name and its place (1-based). */
export interface Name {
  text: string;
  line: number;
  column: number;
}

/** The name in a captured node; null when there is no usable one. */
export function nameOf(grammar: TreeSitterGrammar, node: SyntaxNode, text: string): Name | null {
  const { row, column } = node.startPosition;
  const raw = text.slice(node.startIndex, node.endIndex);
  const name = grammar.nameText ? grammar.nameText(node, raw) : raw;
  if (name === '' || name.length > maxName) return null;
  // For a part of the node's text (`:code`) the place of that part is used.
  const offset = name.length === raw.length ? 0 : offsetIn(raw, name);
  const newline = offset === 0 ? -1 : raw.lastIndexOf('\n', offset - 1);
  if (newline === -1) return { text: name, line: row + 1, column: column + offset + 1 };
  return { text: name, line: row + 1 + countNewlines(raw, offset), column: offset - newline };
}

/** The offset of a name in a path (`Shop.Carts.Cart`): that of the last part. */
function offsetIn(raw: string, name: string): number {
  return raw.endsWith(name) ? raw.length - name.length : Math.max(0, raw.indexOf(name));
}

function countNewlines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Nodes in order of place; returns the same array if it is sorted already. */
export function sortedByStart(nodes: readonly SyntaxNode[]): readonly SyntaxNode[] {
  for (let at = 1; at < nodes.length; at++)
    if (nodes[at]!.startIndex < nodes[at - 1]!.startIndex) return nodes.toSorted((a, b) => a.startIndex - b.startIndex);
  return nodes;
}
