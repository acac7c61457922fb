/** The engines of repositories, with their indexes where they are, and what to ask them. */
import { join } from 'node:path';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine, type Engine, type NamedEngine } from '../../src/engine/engine.ts';
import { workerData } from '../../src/engine/indexing/indexing.ts';
import { indexTexts } from '../../src/engine/live/text-index.ts';
import { indexLocationOf } from '../../src/engine/project-place.ts';
import { openStore } from '../../src/store/registry.ts';
import { identifierTerms } from '../../src/util/words/words.ts';
import { indexOfCopy, repositoryName } from './copied-repositories.ts';

export interface EngineFlags {
  database?: string;
  embeddings?: boolean;
  /** `never`: as a query node has it, over an index that does not change. */
  indexing?: 'inline' | 'never';
}

/** An engine of this thread, as commands have it. */
export async function openAt(
  root: string,
  { database, embeddings = false, indexing = 'inline' }: EngineFlags = {},
): Promise<Engine> {
  const flags = {
    'embedding.provider': embeddings ? 'static' : 'off',
    'search.cacheSize': '0',
    'metrics.enabled': 'false',
    ...(database === undefined ? {} : { 'database.path': database }),
  };
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  return openEngine({ root, config, indexing });
}

/** Makes the trigrams of texts that an index of the command line lacks: snapshots have them, and servers make them behind their first run. */
export async function addTrigrams(roots: readonly string[]): Promise<void> {
  for (const root of roots) {
    const { config } = loadConfig({ root, flags: {}, env: new Map(), userConfigDir: null });
    const store = await openStore(indexLocationOf(root, config));
    await indexTexts(store, workerData(root, config));
    await store.close();
  }
}

/** An engine for each repository, by its name. */
export async function openMany(roots: readonly string[], flags: EngineFlags): Promise<NamedEngine[]> {
  const engines: NamedEngine[] = [];
  for (const root of roots)
    engines.push({ name: repositoryName(root), engine: await openAt(root, { ...flags, ...indexOfCopy(root) }) });
  return engines;
}

/** Names of definitions, evenly from all repositories. */
export async function namesOf(engines: readonly NamedEngine[], most: number): Promise<string[]> {
  const each = Math.max(4, Math.ceil((4 * most) / engines.length));
  const lists: string[][] = [];
  for (const { engine } of engines) {
    const { values } = await engine.completion.symbols('', 1_000_000);
    const long = values.filter((name) => /^[A-Za-z]{6,30}$/.test(name));
    lists.push(long.filter((_, at) => at % Math.max(1, Math.floor(long.length / each)) === 0));
  }
  const names = new Set<string>();
  for (let at = 0; names.size < most && at < each * 2; at++)
    for (const list of lists) if (at < list.length && names.size < most) names.add(list[at]!);
  return [...names];
}

/** Words of names, each once. */
export function wordsOf(names: readonly string[]): string[] {
  const words = names.flatMap((name) => identifierTerms(name).parts);
  return [...new Set(words)].filter((word) => word.length >= 4);
}

/** Questions of three words each. `again`: the same words in other questions. */
export function wordQuestions(words: readonly string[], count: number): { fresh: string[]; again: string[] } {
  const at = (index: number): string => words[index % words.length]!;
  const numbers = Array.from({ length: count }, (_, one) => one);
  return {
    fresh: numbers.map((one) => `${at(3 * one)} ${at(3 * one + 1)} ${at(3 * one + 2)}`),
    again: numbers.map((one) => `${at(3 * one + 2)} ${at(3 * one + 4)} ${at(3 * one + 6)}`),
  };
}

export function indexPath(work: string, name: string): string {
  return join(work, 'indexes', `${name.replaceAll('/', '+')}.db`);
}
