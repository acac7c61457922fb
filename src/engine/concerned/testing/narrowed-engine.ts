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

/**
 * @param most how many repositories a question may open; absent: as usual
 * @param failing repositories that cannot be opened, with the reason
 */
export function narrowed(
  seen: readonly NamedEngine[],
  links: readonly ShareLink[],
  most?: number,
  failing: ReadonlyMap<string, string> = new Map(),
): Narrowed {
  const opened: string[][] = [];
  const { config } = loadConfig({ root: '/', flags: {}, env: new Map(), userConfigDir: null });
  const engine = engineOfShares({
    ...{ names: seen.map(({ name }) => name), search: config.search, limits: seen[0]!.engine.limits },
    ...{ isOpen: () => false, asked: () => null },
    ask: (question) => question(links),
    several: (names) => {
      opened.push([...names]);
      const parts = seen.filter(({ name }) => names.includes(name) && !failing.has(name));
      return openTogether(parts, () => names.flatMap((project) => (failing.has(project) ? [{ project, reason: failing.get(project)! }] : []))); // prettier-ignore
    },
    whole: () => Promise.reject(new Error('All repositories are opened')),
    ...(most === undefined ? {} : { most }),
  });
  return { engine, opened };
}
