/** One question of each kind to an engine, and its answer as data that two engines can be compared by. */
import { toAppError } from '../../../model/error.ts';
import type { Engine } from '../../types.ts';

export interface EngineQuestion {
  /** The kind, and what is asked. */
  name: string;
  ask: (engine: Engine) => Promise<unknown>;
}

/** What questions are about. */
export interface Material {
  /** Words of the code. */
  words: readonly string[];
  /** Names of symbols. */
  names: readonly string[];
  /** Ids of symbols (`path#name`). */
  symbols: readonly string[];
  /** Whole paths of files. */
  files: readonly string[];
}

const walk = { maxDepth: 3 };

function wordQuestions(word: string, other: string): EngineQuestion[] {
  const both = `${word} ${other}`;
  const page = { limit: 20 };
  return [
    { name: `tags ${both}`, ask: (engine) => engine.searchTags({ tags: [word, other], ...page }) },
    { name: `tags ${word}, no tests`, ask: (engine) => engine.searchTags({ tags: [word], filters: { hasTests: false }, ...page }) }, // prettier-ignore
    { name: `tag frequencies ${both}`, ask: (engine) => engine.tagFrequencies([word, other]) },
    { name: `search_repo ${both}`, ask: (engine) => engine.searchRepo({ query: both, ...page }) },
    { name: `search_repo how ${both}`, ask: (engine) => engine.searchRepo({ query: `how does the ${both} work`, ...page }) }, // prettier-ignore
    {
      name: `search_repo "${word}"`,
      ask: (engine) => engine.searchRepo({ query: `"${word}" kind:function`, ...page }),
    },
    { name: `search_by_embedding ${both}`, ask: (engine) => engine.semantic.search({ query: both, k: 10 }) },
    { name: `explore ${both}`, ask: (engine) => engine.explore({ query: both, files: 6, chosen: 4, seen: new Set() }) },
    { name: `search_code ${word}`, ask: (engine) => engine.text.search({ query: word, limit: 15, context: 1 }) },
    { name: `search_code \\b${word}`, ask: (engine) => engine.text.search({ query: `\\b${word}\\w*`, isRegex: true, limit: 15 }) }, // prettier-ignore
    { name: `search_code files ${word}`, ask: (engine) => engine.text.files({ query: word, limit: 15 }) },
  ];
}

function nameQuestions(name: string): EngineQuestion[] {
  return [
    { name: `resolve ${name}`, ask: (engine) => engine.graph.resolve({ symbol: name }) },
    {
      name: `find_symbol ${name}*`,
      ask: (engine) => engine.graph.search({ pattern: `${name}*`, offset: 0, limit: 20 }),
    },
    { name: `callers ${name}`, ask: (engine) => engine.graph.callers({ symbol: name, ...walk }) },
    { name: `misspelt ${name}`, ask: (engine) => engine.graph.resolve({ symbol: `${name}x` }) },
    { name: `search_repo ${name}`, ask: (engine) => engine.searchRepo({ query: name, limit: 10 }) },
    { name: `like ${name}`, ask: (engine) => engine.graph.likeNamed(name.slice(0, 3), 10) },
    { name: `complete ${name}`, ask: (engine) => engine.completion.symbols(name.slice(0, 3), 10) },
  ];
}

function symbolQuestions(symbol: string, other: string): EngineQuestion[] {
  const asked = { symbol };
  return [
    { name: `callers ${symbol}`, ask: (engine) => engine.graph.callers({ ...asked, ...walk }) },
    { name: `callees ${symbol}`, ask: (engine) => engine.graph.callees({ ...asked, ...walk }) },
    { name: `impact ${symbol}`, ask: (engine) => engine.graph.impact({ ...asked, ...walk }) },
    { name: `usage ${symbol}`, ask: (engine) => engine.graph.usage({ ...asked, limit: 30 }) },
    { name: `neighbours ${symbol}`, ask: (engine) => engine.graph.neighbours({ ...asked, maxDepth: 2, direction: 'both' }) }, // prettier-ignore
    {
      name: `implementers ${symbol}`,
      ask: (engine) => engine.graph.implementers({ ...asked, direction: 'implementers' }),
    },
    { name: `outline ${symbol}`, ask: (engine) => engine.graph.outline(asked) },
    { name: `paths ${symbol} ${other}`, ask: (engine) => engine.graph.paths({ from: asked, to: { symbol: other }, maxDepth: 6, maxPaths: 3 }) }, // prettier-ignore
  ];
}

function fileQuestions(path: string): EngineQuestion[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return [
    { name: `chunks of ${path}`, ask: (engine) => engine.chunks.file(path) },
    { name: `first chunk of ${path}`, ask: async (engine) => engine.chunks.chunk((await engine.chunks.file(path)).chunks[0]!.id) }, // prettier-ignore
    { name: `outline ${path}`, ask: (engine) => engine.graph.outline({ symbol: path }) },
    { name: `links of ${path}`, ask: (engine) => engine.graph.fileLinks(path) },
    { name: `code of ${path}`, ask: (engine) => engine.code({ file: path, startLine: 1, endLine: 40 }) },
    { name: `definition in ${path}`, ask: (engine) => engine.graph.definitionAt({ file: path, line: 3, column: 20 }) },
    { name: `files below ${folder}`, ask: (engine) => engine.listFiles({ pathPrefix: folder, limit: 50 }) },
    { name: `files after ${path}`, ask: (engine) => engine.listFiles({ afterPath: path, limit: 5 }) },
    {
      name: `chunks below ${folder}`,
      ask: (engine) => engine.chunks.list({ pathPrefix: folder, offset: 0, limit: 20 }),
    },
    { name: `read ${path}`, ask: (engine) => engine.files.read({ path, startLine: 1, startColumn: 1, endLine: 20, maxChars: 2000 }) }, // prettier-ignore
    { name: `complete ${path}`, ask: (engine) => engine.completion.paths(folder, 10) },
    { name: `search_repo in ${folder}`, ask: (engine) => engine.searchRepo({ query: 'value of items', pathPrefix: folder, limit: 10 }) }, // prettier-ignore
  ];
}

const wholeQuestions: readonly EngineQuestion[] = [
  { name: 'list files', ask: (engine) => engine.listFiles({ limit: 1000 }) },
  { name: 'unused', ask: (engine) => engine.graph.unused({ limit: 50 }) },
  { name: 'unused, exported', ask: (engine) => engine.graph.unused({ exported: true, limit: 50 }) },
  { name: 'circles of files', ask: (engine) => engine.graph.cycles({ level: 'files', limit: 20 }) },
  { name: 'circles of folders', ask: (engine) => engine.graph.cycles({ level: 'folders', limit: 20 }) },
  { name: 'circles of packages', ask: (engine) => engine.graph.cycles({ level: 'packages', limit: 20 }) },
  { name: 'graph of files', ask: (engine) => engine.graph.fileGraph() },
  { name: 'dump of symbols', ask: (engine) => engine.graph.dump({ level: 'symbols', maxNodes: 200 }) },
  { name: 'dump of files', ask: (engine) => engine.graph.dump({ level: 'files', maxNodes: 200 }) },
  { name: 'chunks', ask: (engine) => engine.chunks.list({ offset: 0, limit: 1000 }) },
  { name: 'all symbols', ask: (engine) => engine.graph.search({ pattern: '*', offset: 0, limit: 200 }) },
];

/** Questions of all kinds. */
export function questionsAbout({ words, names, symbols, files }: Material): EngineQuestion[] {
  const after = <T>(list: readonly T[], at: number): T => list[(at + 1) % list.length]!;
  return [
    ...wholeQuestions,
    ...words.flatMap((word, at) => wordQuestions(word, after(words, at))),
    ...names.flatMap(nameQuestions),
    ...symbols.flatMap((symbol, at) => symbolQuestions(symbol, after(symbols, at))),
    ...files.flatMap(fileQuestions),
  ];
}

/** What says how an answer came about, or numbers something inside of one index, and not what was found. */
const ofTheMoment: ReadonlySet<string> = new Set(['executionTimeMs', 'cached', 'generation', 'fileId', 'freshness']);

/** An answer, or the error instead of one, without what differs between two engines. @param leftOut further properties that do not count */
export async function answerOf(
  engine: Engine,
  { ask }: EngineQuestion,
  leftOut: ReadonlySet<string> = new Set(),
): Promise<unknown> {
  try {
    return plain(await ask(engine), ofTheMoment.union(leftOut));
  } catch (error) {
    const { code, message, hint } = toAppError(error);
    return { code, message, hint };
  }
}

function plain(answer: unknown, leftOut: ReadonlySet<string>): unknown {
  const text = JSON.stringify(answer, (key, value: unknown) => {
    if (leftOut.has(key)) return undefined;
    return value instanceof Map || value instanceof Set ? [...value] : value;
  });
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}
