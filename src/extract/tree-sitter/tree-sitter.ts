/**
 * Extraction by tree-sitter: one query a language, hooks for what a query cannot say.
 * Invariant: never throws for a file's content; a broken file gives what its tree still holds, and an issue.
 */
import { readFileSync } from 'node:fs';
import type { Language as WasmLanguage, Node, Parser, Query, QueryMatch } from 'web-tree-sitter';
import type { Language, OwnTree, SyntaxNode, TreeSitterGrammar } from '../../languages/language.ts';
import { definitionKinds, type DefinitionKind } from '../../model/definition.ts';
import { emptyExtraction, type Extraction, type FileIssue } from '../../model/extraction.ts';
import { referenceKinds, type ReferenceKind } from '../../model/reference.ts';
import { startTreeSitter } from './start.ts';
import { byStart, type DefinitionDraft, type Drafts, type ReferenceDraft } from './drafts.ts';
import { parseBest } from './readings.ts';
import { buildExtraction } from './extraction.ts';
import { clockMs } from '../../util/clock.ts';
import { threadCpuMs } from '../../util/cpu-time.ts';
import { keepGrammarsPlain } from '../../runtime/v8-settings.ts';

/** Parsing and querying that take more processor time are stopped (ms); a file whose parse was stopped is read by its words alone. */
const defaultLimitMs = 10_000;

/**
 * A tree takes up to eighty bytes a character, and the parsers' memory never shrinks: what is longer (UTF-16 units) is some
 * program's output, read by its words alone.
 */
const maxLength = 5_000_000;

/**
 * Unfinished matches a query may hold at once. Each level of nesting holds a few, and every node is checked against all of
 * them, so without a limit 50,000 nested calls cost minutes; real code stays below a hundred.
 */
const matchLimit = 1_000;

/** How much of a file is asked at once (UTF-16 units), and how much before it again. */
const windowSize = 500_000;
const windowOverlap = 20_000;

const plainRoles = ['name', 'body', 'params', 'receiver', 'scope', 'comment', 'import', 'predicate'] as const;

/** What a capture's name says. */
type Role =
  | { is: 'definition'; kind: DefinitionKind }
  | { is: 'reference'; kind: ReferenceKind | null; note: string | null }
  | { is: (typeof plainRoles)[number] };

interface Loaded {
  parser: Parser;
  query: Query;
  /** Finds what could not be parsed. */
  errors: Query;
  roles: ReadonlyMap<string, Role>;
}

/**
 * The grammars of this thread, by address, for as long as it lives: V8 of Node 24 can end the process when compiled WebAssembly is freed
 * again and again (`jit_page.has_value()`, nodejs/node issue 64500), which an extractor made for each run would bring about.
 */
const grammars = new Map<string, Promise<WasmLanguage>>();

function loadGrammar(url: URL): Promise<WasmLanguage> {
  let grammar = grammars.get(url.href);
  if (grammar === undefined) {
    grammar = startTreeSitter().then((treeSitter) => treeSitter.Language.load(readFileSync(url)));
    grammars.set(url.href, grammar);
    // A file that is put in its place can be read then.
    grammar.catch(() => grammars.delete(url.href));
  }
  return grammar;
}

/** Owns the parsers and compiled queries of one thread. */
export class TreeSitterExtractor {
  readonly #grammarUrl: (wasm: string) => URL;
  readonly #loaded = new Map<TreeSitterGrammar, Promise<Loaded>>();

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
    // From here on and for all grammars: what is compiled in any thread is compiled by the flags of the process.
    if (grammar.isHuge === true) keepGrammarsPlain();
    const language = await loadGrammar(this.#grammarUrl(grammar.wasm));
    const treeSitter = await startTreeSitter();
    const parser = new treeSitter.Parser();
    parser.setLanguage(language);
    const query = new treeSitter.Query(language, grammar.query);
    const errors = new treeSitter.Query(language, '[(ERROR) (MISSING)] @error');
    return { parser, query, errors, roles: new Map(query.captureNames.map((label) => [label, roleOf(label)])) };
  }

  async extract(
    language: Language,
    grammar: TreeSitterGrammar,
    { path, text }: { path: string; text: string },
    limitMs: number = defaultLimitMs,
  ): Promise<Extraction> {
    if (text.length > maxLength)
      return withIssue('tooLong', `longer than ${maxLength} characters: read by its words alone`);
    const own = grammar.parse?.(text) ?? null;
    if (own !== null) return extractOwn(language, grammar, { path, text, own });
    const loaded = await this.load(grammar);
    const late = stopwatch(limitMs);
    const { tree, leftOutAt } = parseBest(loaded, grammar, text, late);
    if (tree === null) return withIssue('timeout', `parsing took longer than ${limitMs} ms: read by its words alone`);
    try {
      const root = tree.rootNode;
      const drafts = readMatches(loaded, root, late);
      const result = buildExtraction(language, grammar, { root, text, drafts });
      if (grammar.summary !== undefined && !drafts.stopped)
        result.summary = grammar.summary({ path, text, root, definitions: result.definitions });
      if (drafts.stopped) {
        result.issues.push({
          code: 'timeout',
          message: `reading the tree took longer than ${limitMs} ms: the rest is left out`,
          line: null,
        });
      }
      if (drafts.tooDeep) {
        result.issues.push({ code: 'tooDeep', message: 'nested too deeply: some names are left out', line: null });
      }
      if (root.hasError) {
        result.issues.push({
          code: 'syntax',
          message: 'parts of the file could not be parsed',
          line: firstError(root),
        });
      } else if (leftOutAt !== null) {
        result.issues.push({
          code: 'syntax',
          message: 'branches of conditions are left out, with which the file could not be parsed',
          line: leftOutAt,
        });
      }
      return result;
    } finally {
      tree.delete();
    }
  }

  close(): void {
    for (const entry of this.#loaded.values()) {
      void entry.then(
        ({ parser, query, errors }) => {
          parser.delete();
          query.delete();
          errors.delete();
        },
        // A grammar that did not load has told its caller so and holds nothing.
        () => undefined,
      );
    }
    this.#loaded.clear();
  }
}

/** From the tree of the language's own parser, in the same way. */
function extractOwn(
  language: Language,
  grammar: TreeSitterGrammar,
  { path, text, own }: { path: string; text: string; own: OwnTree },
): Extraction {
  const { root, comments, imports, definitions } = own;
  const drafts: Drafts = {
    definitions,
    references: [],
    comments: byStart(comments),
    imports: byStart(imports),
    hidden: [],
    stopped: false,
    tooDeep: false,
  };
  const result = buildExtraction(language, grammar, { root, text, drafts });
  if (grammar.summary !== undefined)
    result.summary = grammar.summary({ path, text, root, definitions: result.definitions });
  return result;
}

function withIssue(code: FileIssue['code'], message: string): Extraction {
  const result = emptyExtraction();
  result.issues.push({ code, message, line: null });
  return result;
}

/** Whether more than `limitMs` of processor time are used up. The clock comes first only because it is cheap to ask: no thread works longer. */
function stopwatch(limitMs: number): () => boolean {
  const start = clockMs();
  const startCpu = threadCpuMs();
  return () => clockMs() - start > limitMs && threadCpuMs() - startCpu > limitMs;
}

function roleOf(label: string): Role {
  const [is, kind, note] = label.split('.');
  if (is === 'definition') {
    const known = definitionKinds.find((one) => one === kind);
    if (known !== undefined) return { is, kind: known };
  }
  if (is === 'reference') {
    const known = referenceKinds.find((one) => one === kind);
    if (known !== undefined || kind === 'none') return { is, kind: known ?? null, note: note ?? null };
  }
  const plain = plainRoles.find((one) => one === label);
  if (plain !== undefined) return { is: plain };
  // Captures that only serve a predicate of their own pattern start with `_`.
  if (label.startsWith('_')) return { is: 'predicate' };
  throw new Error(`unknown capture @${label}`);
}

/**
 * The query's captures by what they say. A large file is asked in windows, since each match is an object of some hundred bytes;
 * what lies across two of them is found in either, as long as its own parts are not further apart than the overlap.
 */
function readMatches(loaded: Loaded, root: Node, late: () => boolean): Drafts {
  const drafts: Captured = {
    definitions: new Map(),
    references: new Map(),
    comments: new Map(),
    imports: new Map(),
    hidden: [],
    stopped: false,
    tooDeep: false,
  };
  const { query } = loaded;
  const progressCallback = (): boolean => (drafts.stopped = drafts.stopped || late());
  const end = root.endIndex;
  for (let from = root.startIndex; from === root.startIndex || (from < end && !drafts.stopped); from += windowSize) {
    // The options count bytes of UTF-16, everything else its units.
    const range =
      end > windowSize ? { startIndex: 2 * Math.max(0, from - windowOverlap), endIndex: 2 * (from + windowSize) } : {};
    for (const match of query.matches(root, { matchLimit, progressCallback, ...range }))
      addMatch(drafts, match, loaded.roles);
    drafts.tooDeep ||= query.didExceedMatchLimit();
  }
  return {
    ...drafts,
    definitions: [...drafts.definitions.values()],
    references: inOrder(drafts.references),
    comments: inOrder(drafts.comments),
    imports: inOrder(drafts.imports),
  };
}

/** The values in order of their offsets. */
function inOrder<T>(entries: ReadonlyMap<number, T>): T[] {
  return [...entries].sort((a, b) => a[0] - b[0]).map(([, value]) => value);
}

/** By start offsets (a definition's: its node and name), since several patterns may capture the same. */
interface Captured extends Omit<Drafts, 'definitions' | 'references' | 'comments' | 'imports'> {
  definitions: Map<string, DefinitionDraft>;
  references: Map<number, ReferenceDraft>;
  comments: Map<number, SyntaxNode>;
  imports: Map<number, SyntaxNode>;
}

/** There are many matches, so no node is asked anything here. */
function addMatch(drafts: Captured, { patternIndex: pattern, captures }: QueryMatch, roles: Loaded['roles']): void {
  let name: SyntaxNode | null = null;
  let body: SyntaxNode | null = null;
  let params: SyntaxNode | null = null;
  let receiver: SyntaxNode | null = null;
  let scope: SyntaxNode | null = null;
  for (const { name: label, node } of captures) {
    const role = roles.get(label)!;
    if (role.is === 'name') name ??= node;
    else if (role.is === 'receiver') receiver ??= node;
    else if (role.is === 'params') params ??= node;
    else if (role.is === 'body') body ??= node;
    else if (role.is === 'scope') scope ??= node;
  }
  for (const { name: label, node } of captures) {
    const role = roles.get(label)!;
    if (role.is === 'reference') {
      if (role.kind === null && scope !== null) drafts.hidden.push({ name: node, scope });
      const known = drafts.references.get(node.startIndex);
      if (known !== undefined && known.pattern <= pattern) continue;
      drafts.references.set(node.startIndex, { pattern, kind: role.kind, note: role.note, name: node, receiver });
    } else if (role.is === 'definition') {
      if (name !== null) addDefinition(drafts, { pattern, kind: role.kind, node, name, body, params });
    } else if (role.is === 'comment') {
      drafts.comments.set(node.startIndex, node);
    } else if (role.is === 'import') {
      drafts.imports.set(node.startIndex, node);
    }
  }
}

function addDefinition({ definitions }: Captured, draft: DefinitionDraft): void {
  // Several names in one declaration (`var a, b int`) share the outer node: the name is part of the key.
  const key = `${draft.node.id}:${draft.name.startIndex}`;
  const known = definitions.get(key);
  if (known === undefined || known.pattern > draft.pattern) definitions.set(key, draft);
}

/** Line of the first error node, found by descending only into nodes that have one. */
function firstError(root: Node): number | null {
  let node: Node = root;
  for (;;) {
    const cursor = node.walk();
    let next: Node | null = null;
    try {
      for (let more = cursor.gotoFirstChild(); more && next === null; more = cursor.gotoNextSibling()) {
        const child = cursor.currentNode;
        if (child.isError || child.isMissing) return child.startPosition.row + 1;
        if (child.hasError) next = child;
      }
    } finally {
      cursor.delete();
    }
    if (next === null) return node.startPosition.row + 1;
    node = next;
  }
}
