/**
 * Extraction by tree-sitter: one query a language, hooks for what a query cannot say.
 * Invariant: never throws for a file's content; a broken file gives what its tree still holds, and an issue.
 */
import { Language as WasmLanguage, Parser, Query, type Node, type QueryCapture } from 'web-tree-sitter';
import type { DefinitionContext, Language, SyntaxNode, TreeSitterGrammar } from '../languages/language.ts';
import type { Definition, DefinitionKind } from '../model/definition.ts';
import { emptyExtraction, type Extraction } from '../model/extraction.ts';
import type { Import } from '../model/import.ts';
import type { Reference, ReferenceKind } from '../model/reference.ts';
import { CommentBlocks, fold, maxDocstring, maxSignature, stripCommentMarkers, type PlacedComment } from './text.ts';

/** A parse that takes longer is stopped and the file read by its words alone (ms). */
const defaultParseLimitMs = 10_000;

interface Loaded {
  parser: Parser;
  query: Query;
}

interface DefinitionDraft {
  pattern: number;
  kind: DefinitionKind;
  node: SyntaxNode;
  name: SyntaxNode;
  body: SyntaxNode | null;
  params: SyntaxNode | null;
}

interface ReferenceDraft {
  pattern: number;
  kind: ReferenceKind;
  name: SyntaxNode;
  receiver: SyntaxNode | null;
}

const memberParents = new Set<DefinitionKind>(['class', 'interface', 'enum', 'component']);
const functionLike = new Set<DefinitionKind>(['function', 'method', 'component', 'macro']);
const scopes = new Set<DefinitionKind>(['function', 'method', 'component', 'macro']);

/** Owns the parsers and compiled queries of one thread. */
export class TreeSitterExtractor {
  readonly #grammarUrl: (wasm: string) => URL;
  readonly #loaded = new Map<TreeSitterGrammar, Promise<Loaded>>();
  #started: Promise<void> | null = null;

  /** @param grammarUrl where a grammar's `.wasm` is */
  constructor(grammarUrl: (wasm: string) => URL) {
    this.#grammarUrl = grammarUrl;
  }

  /** Loads the grammar and compiles its query, once. Rejects when the grammar file or the query is bad: a defect of ours, not of a file. */
  async load(grammar: TreeSitterGrammar): Promise<Loaded> {
    let loaded = this.#loaded.get(grammar);
    if (loaded === undefined) {
      loaded = this.#load(grammar);
      this.#loaded.set(grammar, loaded);
    }
    return loaded;
  }

  async #load(grammar: TreeSitterGrammar): Promise<Loaded> {
    this.#started ??= Parser.init();
    await this.#started;
    const { readFile } = await import('node:fs/promises');
    const language = await WasmLanguage.load(await readFile(this.#grammarUrl(grammar.wasm)));
    const parser = new Parser();
    parser.setLanguage(language);
    return { parser, query: new Query(language, grammar.query) };
  }

  async extract(
    language: Language,
    grammar: TreeSitterGrammar,
    text: string,
    limitMs: number = defaultParseLimitMs,
  ): Promise<Extraction> {
    const { parser, query } = await this.load(grammar);
    const deadline = performance.now() + limitMs;
    const tree = parser.parse(text, null, { progressCallback: () => performance.now() > deadline });
    const result = emptyExtraction();
    if (tree === null) {
      parser.reset();
      result.issues.push({ code: 'timeout', message: `parsing took longer than ${limitMs} ms`, line: null });
      return result;
    }
    try {
      const root = tree.rootNode;
      collect(language, grammar, query, root, text, result);
      if (root.hasError) result.issues.push({ code: 'syntax', message: 'parts of the file could not be parsed', line: firstError(root) });
      return result;
    } finally {
      tree.delete();
    }
  }

  close(): void {
    for (const entry of this.#loaded.values()) {
      void entry.then(({ parser, query }) => {
        parser.delete();
        query.delete();
      });
    }
    this.#loaded.clear();
  }
}

function collect(
  language: Language,
  grammar: TreeSitterGrammar,
  query: Query,
  root: Node,
  text: string,
  result: Extraction,
): void {
  const definitions = new Map<string, DefinitionDraft>();
  const references = new Map<number, ReferenceDraft>();
  const comments = new Map<number, PlacedComment>();
  const imports = new Map<number, SyntaxNode>();
  for (const match of query.matches(root)) {
    const first = match.captures[0];
    if (first === undefined) continue;
    const captures = match.captures;
    for (const capture of captures) {
      const label = capture.name;
      if (label.startsWith('definition.')) addDefinition(definitions, match.patternIndex, label, capture, captures);
      else if (label.startsWith('reference.')) addReference(references, match.patternIndex, label, capture, captures);
      else if (label === 'comment') addComment(comments, capture.node, text, grammar);
      else if (label === 'import') imports.set(capture.node.startIndex, capture.node);
    }
  }
  result.comments = [...comments.values()]
    .sort((a, b) => a.line - b.line || a.column - b.column)
    .map(({ text: words, line, endLine }) => ({ text: words, line, endLine }));
  const blocks = new CommentBlocks([...comments.values()].sort((a, b) => a.line - b.line || a.column - b.column));
  const spans = buildDefinitions(grammar, [...definitions.values()], text, blocks, result.definitions);
  result.references = buildReferences([...references.values()], spans);
  result.imports = buildImports(language, grammar, imports);
}

function addDefinition(
  into: Map<string, DefinitionDraft>,
  pattern: number,
  label: string,
  capture: QueryCapture,
  captures: QueryCapture[],
): void {
  const named = captures.find((c) => c.name === 'name');
  if (named === undefined || named.node.startIndex === named.node.endIndex) return;
  // Several names in one declaration (`var a, b int`) share the outer node: the name is part of the key.
  const key = `${capture.node.id}:${named.node.startIndex}`;
  const known = into.get(key);
  if (known !== undefined && known.pattern <= pattern) return;
  into.set(key, {
    pattern,
    kind: label.slice('definition.'.length) as DefinitionKind,
    node: capture.node,
    name: named.node,
    body: captures.find((c) => c.name === 'body')?.node ?? null,
    params: captures.find((c) => c.name === 'params')?.node ?? null,
  });
}

function addReference(
  into: Map<number, ReferenceDraft>,
  pattern: number,
  label: string,
  capture: QueryCapture,
  captures: QueryCapture[],
): void {
  const known = into.get(capture.node.startIndex);
  if (known !== undefined && known.pattern <= pattern) return;
  if (capture.node.startIndex === capture.node.endIndex) return;
  into.set(capture.node.startIndex, {
    pattern,
    kind: label.slice('reference.'.length) as ReferenceKind,
    name: capture.node,
    receiver: captures.find((c) => c.name === 'receiver')?.node ?? null,
  });
}

function addComment(into: Map<number, PlacedComment>, node: SyntaxNode, text: string, grammar: TreeSitterGrammar): void {
  const raw = node.text;
  const lineStart = text.lastIndexOf('\n', node.startIndex - 1) + 1;
  const trailingNewline = raw.endsWith('\n') ? 1 : 0;
  into.set(node.startIndex, {
    text: (grammar.stripComment ?? stripCommentMarkers)(raw),
    line: node.startPosition.row + 1,
    endLine: node.endPosition.row + 1 - trailingNewline,
    column: node.startPosition.column + 1,
    ownLine: text.slice(lineStart, node.startIndex).trim() === '',
  });
}

interface Span {
  start: number;
  end: number;
  index: number;
}

/** Fills `into` in order of start; gives the spans for placing references. */
function buildDefinitions(
  grammar: TreeSitterGrammar,
  drafts: DefinitionDraft[],
  text: string,
  blocks: CommentBlocks,
  into: Definition[],
): Span[] {
  const spanned = drafts.map((draft) => ({ draft, span: grammar.span?.(draft.node) ?? draft.node }));
  spanned.sort(
    (a, b) =>
      a.span.startIndex - b.span.startIndex ||
      b.span.endIndex - a.span.endIndex ||
      a.draft.name.startIndex - b.draft.name.startIndex,
  );
  const spans: Span[] = [];
  const open: { end: number; definition: Definition; inFunction: boolean }[] = [];
  const seenNames = new Set<number>();
  for (const { draft, span } of spanned) {
    while (open.length > 0 && span.startIndex >= open[open.length - 1]!.end) open.pop();
    if (seenNames.has(draft.name.startIndex)) continue;
    const parent = open[open.length - 1] ?? null;
    const name = draft.name.text;
    const context: DefinitionContext = {
      node: draft.node,
      name,
      kind: draft.kind,
      parentKind: parent?.definition.kind ?? null,
    };
    const declared = grammar.container?.(context) ?? null;
    let kind: DefinitionKind | null = draft.kind;
    const member = declared !== null || (parent !== null && memberParents.has(parent.definition.kind));
    if (kind === 'function' && member) kind = 'method';
    if (kind === 'variable' && parent !== null && memberParents.has(parent.definition.kind)) kind = 'property';
    context.kind = kind;
    if (grammar.refineKind) kind = grammar.refineKind(context);
    if (kind === null) continue;
    if (kind === 'variable' && parent?.inFunction === true) continue;
    context.kind = kind;
    seenNames.add(draft.name.startIndex);
    const enclosing = parent === null ? null : join(parent.definition.container, parent.definition.name);
    const startLine = span.startPosition.row + 1;
    const definition: Definition = {
      name,
      kind,
      container: declared ?? enclosing,
      line: draft.name.startPosition.row + 1,
      column: draft.name.startPosition.column + 1,
      startLine,
      startColumn: span.startPosition.column + 1,
      endLine: span.endPosition.row + 1,
      endColumn: span.endPosition.column + 1,
      exported: grammar.exported?.(context) ?? true,
      docstring: clip(grammar.docstring?.(context) ?? null) ?? blocks.above(startLine),
      decorators: grammar.decorators?.(context) ?? [],
      signature: signatureOf(draft, kind, text),
    };
    spans.push({ start: span.startIndex, end: span.endIndex, index: into.length });
    into.push(definition);
    open.push({ end: span.endIndex, definition, inFunction: (parent?.inFunction ?? false) || scopes.has(kind) });
  }
  return spans;
}

function join(container: string | null, name: string): string {
  return container === null ? name : `${container}.${name}`;
}

function clip(text: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed.slice(0, maxDocstring);
}

function signatureOf(draft: DefinitionDraft, kind: DefinitionKind, text: string): string | null {
  const callable = functionLike.has(kind);
  const params = draft.params ?? (callable ? draft.node.childForFieldName('parameters') : null);
  const body = draft.body ?? draft.node.childForFieldName('body');
  const start = params !== null && params.startIndex >= draft.name.endIndex ? params.startIndex : draft.name.endIndex;
  let end = draft.node.endIndex;
  if (body !== null && body.startIndex >= start) end = body.startIndex;
  else if (kind === 'class' || kind === 'interface' || kind === 'enum' || kind === 'module') {
    const brace = text.indexOf('{', start);
    if (brace !== -1 && brace < end) end = brace;
  }
  if (end <= start) return null;
  let signature = fold(text.slice(start, end), maxSignature);
  if (callable && params === null) {
    const paren = signature.indexOf('(');
    if (paren > 0 && /^[<[]/.test(signature)) signature = signature.slice(paren);
  }
  signature = signature.replace(/\s*(=>|[{:;=]|\bdo)\s*$/, '').trim();
  return signature === '' ? null : signature;
}

/** A dotted path from source text: calls and indexing become `?`. */
function receiverText(node: SyntaxNode | null): string | null {
  if (node === null) return null;
  const raw = node.text;
  if (raw === '') return null;
  if (/^[\w$@.:>?!-]+$/.test(raw)) return raw.length <= 80 ? raw : null;
  const last = /[.>:]([\w$]+)$/.exec(raw);
  return last === null ? '?' : `?.${last[1]}`.slice(0, 80);
}

function buildReferences(drafts: ReferenceDraft[], spans: readonly Span[]): Reference[] {
  drafts.sort((a, b) => a.name.startIndex - b.name.startIndex);
  const open: Span[] = [];
  let next = 0;
  return drafts.map((draft) => {
    const at = draft.name.startIndex;
    while (next < spans.length && spans[next]!.start <= at) {
      while (open.length > 0 && open[open.length - 1]!.end <= spans[next]!.start) open.pop();
      open.push(spans[next]!);
      next++;
    }
    while (open.length > 0 && open[open.length - 1]!.end <= at) open.pop();
    return {
      name: draft.name.text,
      kind: draft.kind,
      receiver: receiverText(draft.receiver),
      line: draft.name.startPosition.row + 1,
      column: draft.name.startPosition.column + 1,
      container: open[open.length - 1]?.index ?? -1,
    };
  });
}

function buildImports(language: Language, grammar: TreeSitterGrammar, nodes: Map<number, SyntaxNode>): Import[] {
  const result: Import[] = [];
  for (const [, node] of [...nodes].sort((a, b) => a[0] - b[0])) {
    for (const draft of grammar.imports?.(node) ?? []) {
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

/** Line of the first error node, found by descending only into nodes that have one. */
function firstError(root: Node): number | null {
  let node: Node = root;
  for (;;) {
    const child: Node | null | undefined = node.children.find((c) => c !== null && (c.hasError || c.isError || c.isMissing));
    if (child === null || child === undefined) return node.startPosition.row + 1;
    if (child.isError || child.isMissing) return child.startPosition.row + 1;
    node = child;
  }
}
