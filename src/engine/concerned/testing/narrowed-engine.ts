/** An engine over shares, as a node has one, over engines of this process. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadConfig } from '../../../config/load.ts';
import { openEngine, type NamedEngine, type UnionEngine } from '../../engine.ts';
import { engineOfShares, readQuestion, type ShareLink } from '../../phases/engine-of-shares.ts';
import { openTogether, type EngineOfSeveral } from '../../union/open-together.ts';

/** Writes repositories below a folder, and indexes each. @param all by name: texts by path */
export async function indexAll(
  base: string,
  all: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<NamedEngine[]> {
  const engines: NamedEngine[] = [];
  for (const [name, files] of Object.entries(all)) {
    const root = join(base, name);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const flags = { 'embedding.provider': 'off', 'database.path': ':memory:' };
    const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
    const engine = await openEngine({ root, config, indexing: 'inline' });
    await engine.index({ embeddings: false });
    engines.push({ name, engine });
  }
  return engines;
}

/** What a node sends and gets is JSON. */
export function overWire(union: UnionEngine): ShareLink {
  const copied = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
  return { send: async (question) => copied(await union.reply(readQuestion(copied(question)) as typeof question)) };
}

export interface Narrowed {
  engine: EngineOfSeveral;
  /** The repositories that were opened together, each time. */
  opened: string[][];
}

/** Engines over several, as a node keeps them for the next question. */
const keptFor = new WeakMap<readonly NamedEngine[], Map<string, Promise<EngineOfSeveral>>>();

/**
 * @param most how many repositories a question may open; absent: as usual; `together`: how many can be open at once
 * @param failing repositories that cannot be opened, with the reason
 */
export function narrowed(
  seen: readonly NamedEngine[],
  links: readonly ShareLink[],
  most?: number | { together: number },
  failing: ReadonlyMap<string, string> = new Map(),
): Narrowed {
  const opened: string[][] = [];
  const kept = keptFor.get(seen) ?? new Map<string, Promise<EngineOfSeveral>>();
  keptFor.set(seen, kept);
  const { config } = loadConfig({ root: '/', flags: {}, env: new Map(), userConfigDir: null });
  const engine = engineOfShares({
    ...{ names: seen.map(({ name }) => name), search: config.search, limits: seen[0]!.engine.limits },
    ...{ isOpen: () => false, asked: () => null },
    mostTogether: typeof most === 'object' ? most.together : Infinity,
    ask: (question) => question(links),
    several: (names) => {
      opened.push([...names]);
      const key = names.join('\n');
      const known = failing.size === 0 ? kept.get(key) : undefined;
      if (known !== undefined) return known;
      const parts = seen.filter(({ name }) => names.includes(name) && !failing.has(name));
      const notAsked = names.flatMap((project) => (failing.has(project) ? [{ project, reason: failing.get(project)! }] : [])); // prettier-ignore
      const together = openTogether(parts, () => notAsked);
      if (failing.size === 0) kept.set(key, together);
      return together;
    },
    whole: () => Promise.reject(new Error('All repositories are opened')),
    ...(typeof most === 'number' ? { most } : {}),
  });
  return { engine, opened };
}
