/**
 * Builds definitions from a query's captures: nesting, kinds, spans, signatures, doc comments.
 */
import type { DefinitionContext, SyntaxNode, TreeSitterGrammar } from '../../languages/language.ts';
import type { Definition, DefinitionKind } from '../../model/definition.ts';
import { fold, maxDocstring, maxSignature, startsLine, withoutComments } from '../text.ts';
import { nameOf, typeLike, type DefinitionDraft, type FileContext, type Name, type Span } from './drafts.ts';

/** Maximum length of a container (characters). A longer one is cut to its innermost part. */
const maxContainer = 300;

const memberParents = new Set<DefinitionKind>(['class', 'interface', 'enum', 'component']);
const functionLike = new Set<DefinitionKind>(['function', 'method', 'component', 'macro']);

/** A draft with its span. */
interface PlacedDraft {
  draft: DefinitionDraft;
  /** The nodes where the span starts and ends. */
  first: SyntaxNode;
  last: SyntaxNode;
  start: number;
  end: number;
}

/** Determines the span of each draft, in the order of their starts. Leaves out drafts that the grammar gives no name node. */
function placeDrafts(grammar: TreeSitterGrammar, drafts: Iterable<DefinitionDraft>): PlacedDraft[] {
  const placed: PlacedDraft[] = [];
  for (const draft of drafts) {
    if (grammar.nameNode) {
      const name = grammar.nameNode(draft.name);
      if (name === null) continue;
      draft.name = name;
    }
    const whole = grammar.span?.(draft.node) ?? draft.node;
    const first = grammar.spanStart?.(whole) ?? whole;
    const last = grammar.spanEnd?.(whole) ?? whole;
    placed.push({ draft, first, last, start: first.startIndex, end: last.endIndex });
  }
  return isInOrder(placed) ? placed : placed.sort(compare);
}

function compare(a: PlacedDraft, b: PlacedDraft): number {
  return a.start - b.start || b.end - a.end || a.draft.name.startIndex - b.draft.name.startIndex;
}

function isInOrder(placed: readonly PlacedDraft[]): boolean {
  for (let at = 1; at < placed.length; at++) if (compare(placed[at - 1]!, placed[at]!) > 0) return false;
  return true;
}

/** Adds the definitions of a file to `definitions`, in order of start. @returns their spans, for locating references */
export function buildDefinitions(file: FileContext, definitions: Definition[]): Span[] {
  const { grammar } = file;
  const spans: Span[] = [];
  const open: { start: number; end: number; definition: Definition; inFunction: boolean }[] = [];
  const seenNames = new Set<number>();
  for (const placed of placeDrafts(grammar, file.drafts.definitions)) {
    const { draft, start, end } = placed;
    const isOutside = (top: { start: number; end: number }): boolean =>
      start >= top.end || (start === top.start && end === top.end);
    while (open.length > 0 && isOutside(open[open.length - 1]!)) open.pop();
    if (seenNames.has(draft.name.startIndex)) continue;
    const parent = open[open.length - 1] ?? null;
    const parentKind = parent?.definition.kind ?? null;
    const name = nameOf(grammar, draft.name, file.text);
    if (name === null) continue;
    const context: DefinitionContext = {
      node: draft.node,
      nameNode: draft.name,
      root: file.root,
      source: file.text,
      name: name.text,
      kind: draft.kind,
      parentKind,
    };
    const declaredContainer = grammar.container?.(context) ?? null;
    const isMember = parentKind !== null && memberParents.has(parentKind);
    if (context.kind === 'function' && (isMember || declaredContainer !== null)) context.kind = 'method';
    if (context.kind === 'variable' && isMember) context.kind = 'property';
    const kind = grammar.refineKind ? grammar.refineKind(context) : context.kind;
    if (kind === null || (kind === 'variable' && parent?.inFunction === true)) continue;
    context.kind = kind;
    seenNames.add(draft.name.startIndex);
    const definition = define(grammar, placed, context, name);
    const around = parent === null ? null : join(parent.definition.container, parent.definition.name);
    const isWithin = around !== null && parentKind === 'module' && grammar.declaresWithinModules === true;
    definition.container =
      declaredContainer === null ? around : isWithin ? joinPaths(around, declaredContainer) : declaredContainer;
    definition.docstring = docstringOf(file, placed, context);
    const written = grammar.signature?.(context) ?? null;
    definition.signature = written === null ? signatureOf(draft, kind, file) : fold(written, maxSignature).trim();
    spans.push({ start, end, index: definitions.length });
    definitions.push(definition);
    open.push({
      start,
      end,
      definition,
      inFunction: (parent?.inFunction ?? false) || functionLike.has(kind) || functionLike.has(draft.kind),
    });
  }
  return spans;
}

/** A definition with its place and the results of the grammar's hooks. The caller adds container, doc comment and signature. */
function define(
  grammar: TreeSitterGrammar,
  { first, last }: PlacedDraft,
  context: DefinitionContext,
  name: Name,
): Definition {
  const start = first.startPosition;
  const end = last.endPosition;
  return {
    name: name.text,
    kind: context.kind,
    container: null,
    line: name.line,
    column: name.column,
    startLine: start.row + 1,
    startColumn: start.column + 1,
    endLine: end.row + 1,
    endColumn: end.column + 1,
    exported: grammar.exported?.(context) ?? true,
    docstring: null,
    decorators: grammar.decorators?.(context) ?? [],
    signature: null,
  };
}

/**
 * The doc comment: the text of the grammar's hook; otherwise the comment above. A definition that does not start its line has no comment above:
 * that comment belongs to the definition that starts the line.
 */
function docstringOf(
  { grammar, blocks, text }: FileContext,
  placed: PlacedDraft,
  context: DefinitionContext,
): string | null {
  const fromGrammar = grammar.docstring?.(context) ?? null;
  if (fromGrammar !== null) return clip(fromGrammar);
  if (!startsLine(text, placed.start)) return null;
  return blocks.above(placed.first.startPosition.row + 1) ?? blocks.above(context.node.startPosition.row + 1);
}

/** A path that is declared inside of a container, and may begin with the container's last names. */
function joinPaths(container: string, declared: string): string {
  const names = container.split('.');
  const same = names.findIndex((_, at) => `${declared}.`.startsWith(`${names.slice(at).join('.')}.`));
  const outer = names.slice(0, same === -1 ? names.length : same).join('.');
  return outer === '' ? declared : join(outer, declared);
}

function join(container: string | null, name: string): string {
  if (container === null) return name;
  const joined = `${container}.${name}`;
  if (joined.length <= maxContainer) return joined;
  const tail = joined.slice(-maxContainer);
  return `…${tail.slice(Math.max(0, tail.indexOf('.')))}`;
}

/** A doc comment without white space at its ends, cut to the maximum length; null for an empty one. */
function clip(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed.slice(0, maxDocstring);
}

function signatureOf(draft: DefinitionDraft, kind: DefinitionKind, file: FileContext): string | null {
  const isCallable = functionLike.has(kind);
  const params = draft.params ?? (isCallable ? draft.node.childForFieldName('parameters') : null);
  // What an enum's member contains (Rust: `Circle { radius: f64 }`) is part of its signature, so its `body` field does not end the signature.
  const body =
    draft.body ??
    file.grammar.bodyNode?.(draft.node) ??
    (kind === 'enumMember' ? null : draft.node.childForFieldName('body'));
  const nameEnd = draft.name.endIndex;
  const start = params !== null && params.startIndex >= nameEnd ? params.startIndex : nameEnd;
  const end = body !== null && body.startIndex >= start ? body.startIndex : draft.node.endIndex;
  if (end <= start) return null;
  let source = withoutComments(file, start, Math.min(end, start + maxSignature * 8));
  if (typeLike.has(kind) && end !== body?.startIndex) source = source.split('{', 1)[0]!;
  let signature = fold(source, maxSignature);
  // In `class A < B; end` and `def f(a) end` a body without statements has no node.
  if (signature.endsWith('end') && (isCallable || typeLike.has(kind)))
    signature = signature.replace(/(^|[ ;)])end$/, '$1').trimEnd();
  if (isCallable && (signature.startsWith('<') || signature.startsWith('['))) {
    const paren = signature.indexOf('(');
    if (paren > 0) signature = signature.slice(paren);
  }
  signature = withoutEdges(signature);
  return signature === '' ? null : signature;
}

/** The last characters of `=>`, `{`, `:`, `;`, `=`, `,`, `\` and `do`, which do not belong to a signature when they end it. */
const edgeCharacters = new Set([...'>{:;=,\\o']);

/**
 * A signature without blanks inside brackets, and without signs at its end that do not belong to it. Each regular expression runs only where it can
 * match, which is rare.
 */
function withoutEdges(folded: string): string {
  let signature = folded;
  // Multi-line parameters leave blanks and a last comma.
  if (signature.includes('( ') || signature.includes('[ ')) signature = signature.replace(/([([]) /g, '$1');
  if (signature.includes(' )') || signature.includes(' ]')) signature = signature.replace(/,? ([)\]])/g, '$1');
  if (edgeCharacters.has(signature[signature.length - 1] ?? ''))
    signature = signature.replace(/ ?(=>|[{:;=,\\]|\bdo)$/, '');
  // `void (*name)(int)`: the name has parentheses of its own.
  if (signature.startsWith(')')) signature = signature.replace(/^\)+ ?(?=\()/, '');
  return signature.trim();
}
