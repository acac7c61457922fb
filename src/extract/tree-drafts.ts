/**
 * From what a query captured to an `Extraction`: nesting, kinds, spans, signatures, doc comments, receivers.
 * Invariant: the cost is linear in the file but for sorting, however long its lines or deep its nesting.
 */
import type { DefinitionContext, Language, SyntaxNode, TreeSitterGrammar } from '../languages/language.ts';
import type { Definition, DefinitionKind } from '../model/definition.ts';
import { emptyExtraction, type Extraction } from '../model/extraction.ts';
import type { Import } from '../model/import.ts';
import type { Reference, ReferenceKind } from '../model/reference.ts';
import {
  CommentBlocks,
  fold,
  maxDocstring,
  maxSignature,
  receiverText,
  startsLine,
  stripCommentMarkers,
  type PlacedComment,
} from './text.ts';

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

/** What the query captured; keys are start offsets (a definition's: its node and name). */
export interface Drafts {
  definitions: Map<string, DefinitionDraft>;
  references: Map<number, ReferenceDraft>;
  comments: Map<number, SyntaxNode>;
  imports: Map<number, SyntaxNode>;
  /** Type parameters: inside the scope, the name is no type that anybody defines. */
  hidden: { name: SyntaxNode; scope: SyntaxNode }[];
  /** The query was stopped before its end. */
  stopped: boolean;
}

interface Source {
  root: SyntaxNode;
  text: string;
  drafts: Drafts;
}

interface SourceComment extends PlacedComment {
  start: number;
  end: number;
}

interface FileContext extends Source {
  grammar: TreeSitterGrammar;
  /** In order of place. */
  comments: readonly SourceComment[];
  blocks: CommentBlocks;
}

/** Names beyond this are no names (a broken file's run of letters). */
const maxName = 300;
/** A container of thousands of nested names is cut to its innermost part. */
const maxContainer = 300;

const memberParents = new Set<DefinitionKind>(['class', 'interface', 'enum', 'component']);
const functionLike = new Set<DefinitionKind>(['function', 'method', 'component', 'macro']);
const typeLike = new Set<DefinitionKind>(['class', 'interface', 'enum', 'module']);

export function buildExtraction(language: Language, grammar: TreeSitterGrammar, source: Source): Extraction {
  const result = emptyExtraction();
  const comments = buildComments(grammar, source);
  result.comments = comments.map(({ text, line, endLine }) => ({ text, line, endLine }));
  const file: FileContext = { ...source, grammar, comments, blocks: new CommentBlocks(comments) };
  const spans = buildDefinitions(file, result.definitions);
  result.references = buildReferences(file, spans, result.definitions);
  result.imports = buildImports(language, file);
  return result;
}

function byStart<T>(entries: Map<number, T>): T[] {
  return [...entries].sort((a, b) => a[0] - b[0]).map(([, value]) => value);
}

function buildComments(grammar: TreeSitterGrammar, { text, drafts }: Source): SourceComment[] {
  const strip = (raw: string): string => grammar.stripComment?.(raw, stripCommentMarkers) ?? stripCommentMarkers(raw);
  return byStart(drafts.comments).map((node) => {
    const end = node.endIndex;
    const raw = text.slice(node.startIndex, end);
    const trailingNewline = raw.endsWith('\n') ? 1 : 0;
    return {
      start: node.startIndex,
      end,
      text: strip(raw),
      line: node.startPosition.row + 1,
      endLine: Math.max(node.startPosition.row, node.endPosition.row - trailingNewline) + 1,
      column: node.startPosition.column + 1,
      ownLine: startsLine(text, node.startIndex),
    };
  });
}

interface Span {
  start: number;
  end: number;
  index: number;
}

interface PlacedDraft {
  draft: DefinitionDraft;
  /** Where the span starts, and where it ends. */
  first: SyntaxNode;
  last: SyntaxNode;
  start: number;
  end: number;
}

function place(grammar: TreeSitterGrammar, drafts: Iterable<DefinitionDraft>): PlacedDraft[] {
  const placed: PlacedDraft[] = [];
  for (const draft of drafts) {
    if (grammar.nameNode) {
      const name = grammar.nameNode(draft.name);
      if (name === null) continue;
      draft.name = name;
    }
    const last = grammar.span?.(draft.node) ?? draft.node;
    const first = grammar.spanStart?.(last) ?? last;
    placed.push({ draft, first, last, start: first.startIndex, end: last.endIndex });
  }
  return placed.sort((a, b) => a.start - b.start || b.end - a.end || a.draft.name.startIndex - b.draft.name.startIndex);
}

interface Name {
  text: string;
  line: number;
  column: number;
}

/** The name in a captured node; null when there is none to speak of. */
function nameOf(grammar: TreeSitterGrammar, node: SyntaxNode, text: string): Name | null {
  const { row, column } = node.startPosition;
  const raw = text.slice(node.startIndex, node.endIndex);
  const name = grammar.nameText ? grammar.nameText(node) : raw;
  if (name === '' || name.length > maxName) return null;
  // A part of the node (`:code`) stands where it stands in it, as long as that is on the node's first line.
  const offset = name.length === raw.length ? 0 : Math.max(0, raw.indexOf(name));
  const newline = offset === 0 ? -1 : raw.lastIndexOf('\n', offset - 1);
  if (newline === -1) return { text: name, line: row + 1, column: column + offset + 1 };
  return { text: name, line: row + 1 + countNewlines(raw, offset), column: offset - newline };
}

function countNewlines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Fills `into` in order of start; gives the spans for placing references. */
function buildDefinitions(file: FileContext, into: Definition[]): Span[] {
  const { grammar, blocks } = file;
  const spans: Span[] = [];
  const open: { start: number; end: number; definition: Definition; inFunction: boolean }[] = [];
  const seenNames = new Set<number>();
  for (const placed of place(grammar, file.drafts.definitions.values())) {
    const { draft, start, end } = placed;
    const outside = (top: { start: number; end: number }): boolean =>
      start >= top.end || (start === top.start && end === top.end);
    while (open.length > 0 && outside(open[open.length - 1]!)) open.pop();
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
    const declared = grammar.container?.(context) ?? null;
    const nested = parentKind !== null && memberParents.has(parentKind);
    if (context.kind === 'function' && (nested || declared !== null)) context.kind = 'method';
    if (context.kind === 'variable' && nested) context.kind = 'property';
    const kind = grammar.refineKind ? grammar.refineKind(context) : context.kind;
    if (kind === null || (kind === 'variable' && parent?.inFunction === true)) continue;
    context.kind = kind;
    seenNames.add(draft.name.startIndex);
    const definition = define(grammar, placed, context, name);
    definition.container =
      declared ?? (parent === null ? null : join(parent.definition.container, parent.definition.name));
    definition.docstring = docstringOf(file, placed, context);
    definition.signature = signatureOf(draft, kind, file);
    spans.push({ start, end, index: into.length });
    into.push(definition);
    open.push({ start, end, definition, inFunction: (parent?.inFunction ?? false) || functionLike.has(kind) });
  }
  return spans;
}

/** Positions and what the hooks say; container, doc text and signature are the caller's. */
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

/** What the language's hook says; else the comment above, unless something before it on the line has that one. */
function docstringOf(
  { grammar, blocks, text }: FileContext,
  placed: PlacedDraft,
  context: DefinitionContext,
): string | null {
  const own = grammar.docstring?.(context) ?? null;
  if (own !== null) return clip(own);
  if (!startsLine(text, placed.start)) return null;
  return blocks.above(placed.first.startPosition.row + 1) ?? blocks.above(context.node.startPosition.row + 1);
}

function join(container: string | null, name: string): string {
  if (container === null) return name;
  const joined = `${container}.${name}`;
  if (joined.length <= maxContainer) return joined;
  const tail = joined.slice(-maxContainer);
  return `…${tail.slice(Math.max(0, tail.indexOf('.')))}`;
}

function clip(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed.slice(0, maxDocstring);
}

function signatureOf(draft: DefinitionDraft, kind: DefinitionKind, file: FileContext): string | null {
  const callable = functionLike.has(kind);
  const params = draft.params ?? (callable ? draft.node.childForFieldName('parameters') : null);
  // What an enum's member carries is told by its body.
  const body = draft.body ?? (kind === 'enumMember' ? null : draft.node.childForFieldName('body'));
  const nameEnd = draft.name.endIndex;
  const start = params !== null && params.startIndex >= nameEnd ? params.startIndex : nameEnd;
  const end = body !== null && body.startIndex >= start ? body.startIndex : draft.node.endIndex;
  if (end <= start) return null;
  let source = withoutComments(file, start, Math.min(end, start + maxSignature * 8));
  if (typeLike.has(kind) && end !== body?.startIndex) source = source.split('{', 1)[0]!;
  let signature = fold(source, maxSignature);
  // `class A < B; end`, `def f(a) end`: a body without statements is no node.
  if (callable || typeLike.has(kind)) signature = signature.replace(/(^|[ ;)])end$/, '$1').trimEnd();
  if (callable && params === null) {
    const paren = signature.indexOf('(');
    if (paren > 0 && /^[<[]/.test(signature)) signature = signature.slice(paren);
  }
  // Parameters on lines of their own leave blanks and a last comma.
  signature = signature
    .replace(/([([]) /g, '$1')
    .replace(/,? ([)\]])/g, '$1')
    .replace(/ ?(=>|[{:;=,]|\bdo)$/, '')
    .trim();
  return signature === '' ? null : signature;
}

/** The source between two offsets with a blank for each comment in it. */
function withoutComments({ text, comments }: FileContext, start: number, end: number): string {
  let low = 0;
  let high = comments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comments[middle]!.end <= start) low = middle + 1;
    else high = middle;
  }
  let result = '';
  let from = start;
  for (let index = low; index < comments.length && comments[index]!.start < end; index++) {
    result += `${text.slice(from, Math.max(from, comments[index]!.start))} `;
    from = Math.max(from, comments[index]!.end);
  }
  return result + text.slice(from, Math.max(from, end));
}

function buildReferences(file: FileContext, spans: readonly Span[], definitions: readonly Definition[]): Reference[] {
  const { grammar, text, root, drafts } = file;
  const names = new Set<number>();
  for (const { name } of drafts.definitions.values()) names.add(name.startIndex);
  const owners = grammar.owner ? typesByName(definitions) : null;
  const hidden = hiddenNames(file);
  const open: Span[] = [];
  let next = 0;
  const references: Reference[] = [];
  for (const draft of byStart(drafts.references)) {
    const at = draft.name.startIndex;
    while (next < spans.length && spans[next]!.start <= at) {
      while (open.length > 0 && open[open.length - 1]!.end <= spans[next]!.start) open.pop();
      open.push(spans[next]!);
      next++;
    }
    while (open.length > 0 && open[open.length - 1]!.end <= at) open.pop();
    if (draft.kind === null || names.has(at)) continue;
    const name = nameOf(grammar, draft.name, text);
    if (name === null || isBuiltin(grammar, draft.kind, name.text)) continue;
    if (draft.kind === 'type' && covers(hidden.get(name.text), at)) continue;
    const kind =
      draft.note !== null && grammar.refineReference
        ? grammar.refineReference({ node: draft.name, name: name.text, kind: draft.kind, note: draft.note, root })
        : draft.kind;
    if (kind === null) continue;
    let container = open[open.length - 1]?.index ?? -1;
    if (owners !== null && (kind === 'implement' || kind === 'inherit')) {
      const owner = grammar.owner?.(draft.name) ?? null;
      if (owner !== null) container = owners.get(owner) ?? container;
    }
    const { receiver } = draft;
    references.push({
      name: name.text,
      kind,
      receiver: receiver === null ? null : receiverText(text, receiver.startIndex, receiver.endIndex),
      line: name.line,
      column: name.column,
      container,
    });
  }
  return references;
}

interface Range {
  start: number;
  end: number;
}

/** Where each type parameter's name hides a type's: disjoint ranges in order. */
function hiddenNames({ text, drafts }: FileContext): Map<string, Range[]> {
  const names = new Map<string, Range[]>();
  const ranges = drafts.hidden.map(({ name, scope }) => ({
    name: text.slice(name.startIndex, name.endIndex),
    start: scope.startIndex,
    end: scope.endIndex,
  }));
  for (const { name, start, end } of ranges.sort((a, b) => a.start - b.start)) {
    const known = names.get(name);
    const last = known?.[known.length - 1];
    if (known === undefined) names.set(name, [{ start, end }]);
    else if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else known.push({ start, end });
  }
  return names;
}

function covers(ranges: readonly Range[] | undefined, offset: number): boolean {
  if (ranges === undefined) return false;
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]!.end <= offset) low = middle + 1;
    else high = middle;
  }
  return low < ranges.length && ranges[low]!.start <= offset;
}

function isBuiltin({ builtinTypes }: TreeSitterGrammar, kind: ReferenceKind, name: string): boolean {
  return (kind === 'type' || kind === 'inherit') && builtinTypes?.has(name) === true;
}

function typesByName(definitions: readonly Definition[]): Map<string, number> {
  const types = new Map<string, number>();
  for (const [index, { name, kind }] of definitions.entries())
    if (typeLike.has(kind) && !types.has(name)) types.set(name, index);
  return types;
}

function buildImports(language: Language, { grammar, drafts, root }: FileContext): Import[] {
  const result: Import[] = [];
  for (const node of byStart(drafts.imports)) {
    for (const draft of grammar.imports?.(node, root) ?? []) {
      result.push({
        module: draft.module,
        type: draft.type ?? language.classifyImport?.(draft.module) ?? 'external',
        names: draft.names ?? [],
        alias: draft.alias ?? null,
        isDynamic: draft.isDynamic ?? false,
        isReexport: draft.isReexport ?? false,
        isTypeOnly: draft.isTypeOnly ?? false,
        line: draft.line ?? node.startPosition.row + 1,
        column: draft.column ?? node.startPosition.column + 1,
      });
    }
  }
  return result;
}
