/**
 * `npm run bench -- lsp DIR... [--count 50] [--seed 53] [--editors] [--write]`: the language server on trees of code. Of each tree `count` places are chosen,
 * the same in each run: definitions, references, implementations and symbols are asked by a client of the protocol and, with `--editors`, from within Neovim
 * and Emacs. An answer is right if it has the places that the engine gives the tools (`get_definition`, `explain_usage`, `get_implementers`, `get_outline`).
 * The same questions and those without an answer of a tool (hover, hierarchies, tokens, lenses, links) are timed, also about the symbols that most places
 * use and with short queries for symbols: the longest time for which the server's main thread works without a break, in CPU milliseconds, and the memory of
 * the server at its end.
 */
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine } from '../../src/engine/engine.ts';
import type { Engine } from '../../src/engine/types.ts';
import { randomFrom } from '../../src/source/testing/random.ts';
import { askEditor, editors, versionOf, type EditorQuestion } from '../../test/editors/editors.ts';
import { uriFor, type Location, type Position } from '../../test/lsp/lsp-client.ts';
import { recordResults } from '../lib/results.ts';
import { builtEntry } from '../lib/stdio-server.ts';
import { MeasuredServer, type Holds } from './measured-server.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '50' },
    seed: { type: 'string', default: '53' },
    editors: { type: 'boolean' },
    write: { type: 'boolean' },
  },
});
const count = Number(values.count);
const manyUses = 1_000_000;

interface Question extends EditorQuestion {
  /** What the engine answers: sorted places as `path:line:column`, the column in bytes; or names. */
  expected: string[];
}

type Random = ReturnType<typeof randomFrom>;

/** `path:line:column` with a column in bytes. */
class Shown {
  readonly #root: string;
  readonly #lines = new Map<string, string[]>();
  constructor(root: string) {
    this.#root = root;
  }
  line(path: string, line: number): string {
    let lines = this.#lines.get(path);
    if (lines === undefined)
      this.#lines.set(
        path,
        (lines = readFileSync(join(this.#root, path), 'utf8')
          .replace(/^\uFEFF/, '')
          .split('\n')),
      );
    return lines[line - 1] ?? '';
  }
  bytes(path: string, line: number, column: number): number {
    return Buffer.byteLength(this.line(path, line).slice(0, column - 1)) + 1;
  }
  place(path: string, line: number, column: number): string {
    return `${path}:${line}:${this.bytes(path, line, column)}`;
  }
}

interface Chooser {
  graph: Awaited<ReturnType<Engine['editor']['graph']>>;
  random: Random;
  shown: Shown;
  paths: readonly string[];
}

const pick = <T>(random: Random, all: readonly T[]): T | undefined =>
  all.length === 0 ? undefined : all[random(all.length)];

/** The places of symbols' names, by the ids that a tool's answer has. */
async function declared({ graph, shown }: Chooser, ids: readonly string[]): Promise<string[]> {
  const found = new Map<string, string>();
  for (const { node, path, line, column } of await graph.declarations(ids))
    if (!found.has(node.id)) found.set(node.id, shown.place(path, line, column));
  return [...found.values()].sort();
}

async function definitionQuestion(chooser: Chooser): Promise<Question | null> {
  const { graph, random, shown, paths } = chooser;
  const path = pick(random, paths)!;
  const name = pick(
    random,
    (await graph.nameKinds(path)).names.filter(({ isDeclaration }) => !isDeclaration),
  );
  if (name === undefined) return null;
  const answer = await graph.definitionAt({ file: path, line: name.line, column: name.column });
  const expected = await declared(
    chooser,
    answer.symbols.map(({ node }) => node.id),
  );
  if (answer.local !== null) expected.push(shown.place(path, answer.local.line, answer.local.column));
  const { line } = name;
  return {
    method: 'textDocument/definition',
    path,
    line,
    column: shown.bytes(path, line, name.column),
    expected: expected.sort(),
  };
}

async function declaredQuestion(chooser: Chooser, method: 'references' | 'implementation'): Promise<Question | null> {
  const { graph, random, shown, paths } = chooser;
  const path = pick(random, paths)!;
  const { definitions, ids } = await graph.fileContents(path);
  const kinds = method === 'references' ? null : new Set(['class', 'interface', 'method']);
  const at = pick(
    random,
    [...definitions.keys()].filter((one) => kinds === null || kinds.has(definitions[one]!.kind)),
  );
  if (at === undefined) return null;
  const { line, column } = definitions[at]!;
  const meant = await graph.definitionAt({ file: path, line, column });
  const symbols = meant.symbols.map(({ node }) => node.id);
  if (!symbols.includes(ids[at]!)) return null;
  const expected = new Set<string>();
  for (const symbol of symbols) {
    if (method === 'implementation') {
      const { found } = await graph.implementers({ symbol, direction: 'implementers' });
      for (const place of await declared(
        chooser,
        found.flatMap(({ node }) => (node === null ? [] : [node.id])),
      ))
        expected.add(place);
      for (const { node, path: other, line: at2 } of found) if (node === null) expected.add(shown.place(other, at2, 1));
    } else {
      const { uses } = await graph.usage({ symbol, limit: manyUses });
      for (const use of uses) if (use.kind !== 'overrides') expected.add(shown.place(use.path, use.line, use.column));
      // The tool leaves out imports, which an editor lists.
      for (const use of (await graph.uses({ symbols: [symbol] })).uses)
        if (use.kind === 'import') expected.add(shown.place(use.path, use.line, use.column));
    }
  }
  return {
    method: `textDocument/${method}`,
    path,
    line,
    column: shown.bytes(path, line, column),
    expected: [...expected].sort(),
  };
}

async function symbolsQuestion({ graph, random, paths }: Chooser): Promise<Question | null> {
  const path = pick(random, paths)!;
  const outline = await graph.outline({ symbol: path });
  return { method: 'textDocument/documentSymbol', path, expected: outline.symbols.map(({ name }) => name).sort() };
}

/** Of 50: 22 definitions, 16 references, 7 implementations, 5 outlines. */
async function chooseQuestions(chooser: Chooser): Promise<Question[]> {
  const questions: Question[] = [];
  for (let at = 0, tries = 0; questions.length < count && tries < count * 60; tries++) {
    const share = (at / count) * 50;
    const question =
      share < 22
        ? await definitionQuestion(chooser)
        : share < 38
          ? await declaredQuestion(chooser, 'references')
          : share < 45
            ? await declaredQuestion(chooser, 'implementation')
            : await symbolsQuestion(chooser);
    if (question === null || (question.expected.length === 0 && tries % 10 !== 0)) continue;
    questions.push(question);
    at++;
  }
  return questions;
}

/** The tools count columns of a notebook in its code, editors in the JSON around it: of those only the line is compared. */
function withoutCellColumn(place: string): string {
  return place.replace(/(?<=\.ipynb:\d+):\d+$/, '');
}

/** Sorted, each place once. */
function comparable(places: readonly string[]): string {
  return JSON.stringify([...new Set(places.map(withoutCellColumn))].sort());
}

function isRight({ expected }: Question, found: readonly string[] | undefined): boolean {
  return found !== undefined && comparable(found) === comparable(expected);
}

interface Symbol {
  name: string;
  children?: Symbol[];
}

const named = (symbols: readonly Symbol[]): string[] =>
  symbols.flatMap(({ name, children = [] }) => [name, ...named(children)]);

/** Asks by the protocol; the places of the answer. */
async function askDirectly(server: MeasuredServer, root: string, shown: Shown, question: Question): Promise<string[]> {
  const { method, path, line, column } = question;
  const textDocument = { uri: uriFor(join(root, path)) };
  if (line === undefined || column === undefined) return named(await server.ask<Symbol[]>(method, { textDocument }));
  const result = await server.ask<Location[]>(method, {
    textDocument,
    position: positionOf(shown, path, line, column),
    context: { includeDeclaration: false },
  });
  const prefix = `${uriFor(root)}/`;
  return result.map(({ uri, range }) => {
    const found = decodeURIComponent(uri.slice(prefix.length));
    return shown.place(found, range.start.line + 1, range.start.character + 1);
  });
}

function positionOf(shown: Shown, path: string, line: number, column: number): Position {
  const text = Buffer.from(shown.line(path, line))
    .subarray(0, column - 1)
    .toString('utf8');
  return { line: line - 1, character: text.length };
}

/** Requests about the place of a question that no tool answers in the same form: only their cost is measured. */
async function askOthers(
  server: MeasuredServer,
  root: string,
  shown: Shown,
  { path, line, column }: Question,
): Promise<void> {
  const textDocument = { uri: uriFor(join(root, path)) };
  for (const method of ['documentLink', 'semanticTokens/full', 'codeLens']) {
    const lenses = await server.ask<object[] | object>(`textDocument/${method}`, { textDocument });
    if (method === 'codeLens' && Array.isArray(lenses))
      for (const lens of lenses.slice(0, 5) as object[]) await server.ask('codeLens/resolve', lens);
  }
  if (line === undefined || column === undefined) return;
  const position = positionOf(shown, path, line, column);
  const at = { textDocument, position };
  await server.ask('textDocument/hover', at);
  await server.ask('textDocument/declaration', at);
  await server.ask('textDocument/typeDefinition', at);
  for (const item of (await server.ask<object[]>('textDocument/prepareCallHierarchy', at)).slice(0, 2)) {
    await server.ask('callHierarchy/incomingCalls', { item });
    await server.ask('callHierarchy/outgoingCalls', { item });
  }
  for (const item of (await server.ask<object[]>('textDocument/prepareTypeHierarchy', at)).slice(0, 1)) {
    await server.ask('typeHierarchy/supertypes', { item });
    await server.ask('typeHierarchy/subtypes', { item });
  }
  const name = /[\w$]+/.exec(shown.line(path, line).slice(position.character))?.[0] ?? 'a';
  await server.ask('workspace/symbol', { query: name.slice(0, 6) });
}

/** Queries for symbols that most names answer. */
const shortQueries = ['a', 'e', 'te', 'get', 'tion', 'set'];
/** Symbols with the most uses whose requests are timed. */
const widest = 12;

/** Places of the names of the symbols that most places use. */
async function widelyUsed({ graph, shown }: Chooser): Promise<Question[]> {
  const { edges } = await graph.dump({ level: 'symbols', maxNodes: 1_000_000 });
  const uses = new Map<string, number>();
  for (const { to, count: sites } of edges) uses.set(to, (uses.get(to) ?? 0) + sites);
  const most = [...uses].toSorted((a, b) => b[1] - a[1]).slice(0, widest * 4);
  const found = new Map<string, Question>();
  for (const { node, path, line, column } of await graph.declarations(most.map(([id]) => id))) {
    if (node.kind === 'file' || found.has(node.id) || path.endsWith('.ipynb')) continue;
    const place = { path, line, column: shown.bytes(path, line, column) };
    found.set(node.id, { method: 'textDocument/references', ...place, expected: [] });
  }
  return [...found.values()].slice(0, widest);
}

interface TreeResult {
  tree: string;
  language: string;
  lines: number;
  questions: number;
  right: Record<string, number>;
  holds: Holds;
  memory: { mb: number; peakMb: number };
}

/** Languages that a tree may be measured in. */
const code: ReadonlySet<string> = new Set([
  ...[
    'typescript',
    'javascript',
    'python',
    'go',
    'rust',
    'java',
    'c',
    'cpp',
    'csharp',
    'kotlin',
    'ruby',
    'php',
    'swift',
  ],
]);

async function measureTree(root: string): Promise<TreeResult> {
  const engine = await openEngine({
    root,
    config: loadConfig({ root, env: new Map(), userConfigDir: null }).config,
    indexing: 'inline',
  });
  try {
    await engine.index();
    const { languages } = await engine.status();
    const [language] = Object.entries(languages)
      .filter(([id]) => code.has(id))
      .toSorted((a, b) => b[1] - a[1])[0]!;
    const { files } = await engine.listFiles({ language, limit: 100_000 });
    const lines = (await engine.listFiles({ limit: 100_000 })).files.reduce((sum, file) => sum + file.lines, 0);
    const shown = new Shown(root);
    const graph = await engine.editor.graph();
    // The lines of a notebook are those of its cells, which editors show in another way.
    const paths = files.map(({ path }) => path).filter((path) => !path.endsWith('.ipynb'));
    const chooser = { graph, random: randomFrom(Number(values.seed)), shown, paths };
    const questions = await chooseQuestions(chooser);
    const server = await MeasuredServer.start(root, builtEntry);
    const right: Record<string, number> = { protocol: 0 };
    for (const question of questions) {
      const found = await askDirectly(server, root, shown, question);
      if (isRight(question, found)) right['protocol']!++;
      else
        console.log(
          `  protocol: ${JSON.stringify(question).slice(0, 400)} found ${JSON.stringify(found).slice(0, 300)}`,
        );
      await askOthers(server, root, shown, question);
    }
    for (const question of await widelyUsed(chooser)) {
      await askDirectly(server, root, shown, question);
      await askOthers(server, root, shown, question);
    }
    for (const query of shortQueries) await server.ask('workspace/symbol', { query });
    const memory = server.memory();
    const { holds } = server;
    await server.close();
    for (const editor of values.editors === true ? editors : []) {
      if (versionOf(editor) === null) continue;
      right[editor.name] = 0;
      const answers = await askEditor(editor, { root, command: [process.execPath, builtEntry, 'lsp'], questions });
      for (const [at, { found, error }] of answers.entries()) {
        const question = questions[at]!;
        // Emacs always asks for the declarations, too.
        const expected = new Set(question.expected.map(withoutCellColumn));
        const own = found?.filter(
          (place) =>
            editor.name !== 'Emacs' ||
            !question.method.endsWith('references') ||
            expected.has(withoutCellColumn(place)),
        );
        if (isRight(question, own)) right[editor.name]!++;
        else
          console.log(
            `  ${editor.name}: ${JSON.stringify(question).slice(0, 300)} found ${JSON.stringify(found ?? error).slice(0, 300)}`,
          );
      }
    }
    return { tree: basename(root), language, lines, questions: questions.length, right, holds, memory };
  } finally {
    await engine.close();
  }
}

const results: TreeResult[] = [];
for (const folder of positionals) {
  const result = await measureTree(resolve(folder));
  results.push(result);
  const right = Object.entries(result.right).map(([client, number]) => `${client} ${number}/${result.questions}`);
  console.log(
    `${result.tree} (${result.language}, ${result.lines} lines): equal ${right.join(', ')}; ${result.memory.mb} MB, peak ${result.memory.peakMb} MB`,
  );
  for (const [method, { p95, max, number }] of result.holds.table())
    console.log(
      `  ${method.padEnd(36)} ${String(number).padStart(4)} times, hold p95 ${p95.toFixed(1)} ms, max ${max.toFixed(1)} ms`,
    );
}

if (values.write === true) {
  const clients = ['protocol', ...editors.map(({ name }) => name)];
  const shownNumber = ({ right, questions }: TreeResult, client: string): string =>
    right[client] === undefined ? '' : `${right[client]}/${questions}`;
  const largest = results.toSorted((a, b) => b.lines - a.lines)[0]!;
  recordResults(
    'lsp',
    'The language server',
    `npm run bench -- lsp DIR... ${values.editors === true ? '--editors ' : ''}--write`,
    [
      `Answers equal to those of the tools, for ${count} places of each tree, by a client of the protocol and from within editors (${editors.map((one) => versionOf(one) ?? `${one.name} missing`).join('; ')}).`,
      '',
      `| tree | language | lines | ${clients.join(' | ')} | longest hold (ms) | memory (MB) | peak (MB) |`,
      `|---|---|--:|${clients.map(() => '--:|').join('')}--:|--:|--:|`,
      ...results.map(
        (one) =>
          `| ${one.tree} | ${one.language} | ${one.lines} | ${clients.map((client) => shownNumber(one, client)).join(' | ')} | ${one.holds.longest().toFixed(0)} | ${one.memory.mb} | ${one.memory.peakMb} |`,
      ),
      '',
      `How long one turn of the server's event loop works, in CPU milliseconds, on ${largest.tree}:`,
      '',
      '| request | times | p95 | longest |',
      '|---|--:|--:|--:|',
      ...largest.holds
        .table()
        .map(([method, { number, p95, max }]) => `| ${method} | ${number} | ${p95.toFixed(1)} | ${max.toFixed(1)} |`),
    ],
  );
}
