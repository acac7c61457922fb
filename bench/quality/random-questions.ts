/**
 * Random questions for every tool about the content of a project, as an agent would ask them, mostly with defaults. The
 * same seed gives the same questions.
 */
import type { Engine } from '../../src/engine/types.ts';
import { pick, type Random } from '../../test/faults/random.ts';

export interface Known {
  /** Ids, `path#Qualified.name`. */
  symbols: string[];
  /** Pairs of symbols with a path from the first to the second. */
  ways: [from: string, to: string][];
  files: string[];
  /** Folders with files, including the root. */
  folders: string[];
  chunkIds: string[];
  /** Parts of names. */
  words: string[];
  languages: string[];
  /** Git revisions; empty without a history. */
  revisions: string[];
}

/** The number of places in the list of symbols from which symbols are taken, and how many from each. */
const pages = 20;
const ofPage = 20;
/** The number of files from which a chunk is taken. */
const ofFiles = 50;

export async function knownOf(engine: Engine, random: Random, revisions: string[]): Promise<Known> {
  const { files } = await engine.listFiles({ limit: 100_000 });
  const paths = files.map(({ path }) => path);
  const symbols: string[] = [];
  const { total } = await engine.graph.search({ pattern: '*', offset: 0, limit: 1 });
  for (let at = 0; at < pages; at++) {
    const offset = random(Math.max(1, total - ofPage));
    const answer = await engine.graph.search({ pattern: '*', offset, limit: ofPage });
    symbols.push(...answer.symbols.map(({ id }) => id));
  }
  const ways: [string, string][] = [];
  for (const id of Array.from({ length: pages * 2 }, () => pick(symbols, random))) {
    const { nodes } = await engine.graph.neighbours({ symbol: id, maxDepth: 3, direction: 'out' });
    if (nodes.length > 0) ways.push([id, pick(nodes, random).node.id]);
  }
  const chunkIds: string[] = [];
  for (let at = 0; at < ofFiles; at++) {
    const { chunks } = await engine.chunks.file(pick(paths, random));
    if (chunks.length > 0) chunkIds.push(pick(chunks, random).id);
  }
  const names = symbols.map((id) => id.slice(id.lastIndexOf('#') + 1));
  return {
    symbols,
    ways,
    files: paths,
    folders: [
      '.',
      ...new Set(paths.flatMap((path) => (path.includes('/') ? [path.slice(0, path.lastIndexOf('/'))] : []))),
    ],
    chunkIds,
    words: [...new Set(names.flatMap((name) => name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/)))].filter(
      (word) => word.length > 2,
    ),
    languages: [...new Set(files.map(({ language }) => language))],
    revisions,
  };
}

export type Ask = () => Record<string, unknown>;

/** A generator of arguments for each tool. */
export function questionsAbout(known: Known, random: Random): Record<string, Ask> {
  const one = (list: readonly string[]): string => pick(list, random);
  const some = (list: readonly string[], most: number): string[] => [
    ...new Set(Array.from({ length: 1 + random(most) }, () => one(list))),
  ];
  const words = (most: number): string => some(known.words, most).join(' ');
  /** The id, or the name alone, which may be ambiguous. */
  const symbol = (): string => {
    const id = one(known.symbols);
    return random(3) === 0 ? id.slice(id.lastIndexOf('#') + 1) : id;
  };
  const sometimes = <T>(value: T, name: string): Record<string, T> => (random(3) === 0 ? { [name]: value } : {});
  const walk: Ask = () => ({ symbol: symbol(), ...sometimes(1 + random(4), 'maxDepth') });
  const path: Ask = () => ({ file_path: one(known.files) });
  const asks: Record<string, Ask> = {
    changes: () => (known.revisions.length === 0 ? {} : { revision: one(known.revisions) }),
    chunk_file: path,
    chunk_files: () => ({ file_paths: some(known.files, 5) }),
    'code-scout_index': () => ({ background: false }),
    'code-scout_search': () => ({ tags: some(known.words, 5) }),
    'code-scout_status': () => ({}),
    explain_usage: () => ({ symbol: symbol(), ...sometimes('write', 'access') }),
    explore: () => ({ query: words(8) }),
    find_path: () => {
      const [from, to] = random(4) === 0 ? [symbol(), symbol()] : pick(known.ways, random);
      return { from, to, ...sometimes(20, 'maxPaths') };
    },
    get_callees: walk,
    get_callers: walk,
    get_chunk: () => ({ chunkId: one(known.chunkIds) }),
    get_context: () => ({ filePath: one(known.files) }),
    get_definition: () => ({ file: one(known.files), line: 1 + random(40), column: 1 + random(30) }),
    get_impact: walk,
    get_implementers: () => ({ symbol: symbol(), ...sometimes('implements', 'direction') }),
    get_neighbors: () => ({ ...walk(), ...sometimes('mermaid', 'format') }),
    get_outline: () => ({ symbol: random(2) === 0 ? one(known.files) : symbol() }),
    list_directory: () => ({ path: one(known.folders) }),
    list_indexed_files: () => sometimes(one(known.languages), 'language'),
    read_file: path,
    search: () => ({ pattern: `*${one(known.words)}*`, ...sometimes(1000, 'limit') }),
    search_by_embedding: () => ({ query: words(6), ...sometimes(100, 'max_results') }),
    search_code: () => ({ query: one(known.words), ...sometimes(3, 'context'), ...sometimes(1000, 'max_results') }),
    search_repo: () => ({ query: words(6), ...sometimes(50, 'limit') }),
  };
  return asks;
}
