/** The engines of repositories, with their indexes where they are, and what to ask them. */
import { join } from 'node:path';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine, type Engine, type NamedEngine } from '../../src/engine/engine.ts';
import { identifierTerms } from '../../src/util/words/words.ts';

export interface EngineFlags {
  database?: string;
  embeddings?: boolean;
}

/** An engine of this thread, as commands have it. */
export async function openAt(root: string, { database, embeddings = false }: EngineFlags = {}): Promise<Engine> {
  const flags = {
    'embedding.provider': embeddings ? 'static' : 'off',
    'search.cacheSize': '0',
    'metrics.enabled': 'false',
    ...(database === undefined ? {} : { 'database.path': database }),
  };
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  return openEngine({ root, config, indexing: 'inline' });
}

/** The repositories, and again under other names until there are so many. */
export async function openMany(roots: readonly string[], count: number, embeddings: boolean): Promise<NamedEngine[]> {
  const engines: NamedEngine[] = [];
  for (let at = 0; at < count; at++) {
    const root = roots[at % roots.length]!;
    const copy = Math.floor(at / roots.length);
    const own = root.split('/').at(-1)!.replace('+', '/');
    engines.push({ name: copy === 0 ? own : `copy${copy}/${own}`, engine: await openAt(root, { embeddings }) });
  }
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

export function indexPath(work: string, name: string): string {
  return join(work, 'indexes', `${name.replaceAll('/', '+')}.db`);
}
