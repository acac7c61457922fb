/** Questions whose work grows with the project let other work have its turn in between. The clock runs fast, so that each step uses up its time. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { openEngine } from '../engine.ts';
import { filesOnDisk } from '../files/files-on-disk.ts';
import { filesNaming } from './named-files.ts';
import type { Engine } from '../types.ts';
import { openStore } from '../../store/registry.ts';
import { SqliteStore } from '../../store/sqlite/sqlite-store.ts';
import type { Store } from '../../store/store.ts';
import { turnsDuring } from '../../util/testing/turns-during.ts';

const clock = vi.hoisted(() => ({ isFast: false, now: 0 }));
vi.mock(import('../../util/clock.ts'), async (original) => {
  const { clockMs } = await original();
  return { clockMs: () => clockMs() + (clock.isFast ? (clock.now += 20) : clock.now) };
});

const files = 100;
let root: string;
let engine: Engine;
let store: Store;

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'graph-turns-')));
  writeFileSync(join(root, 'shared.ts'), 'export function shared() {}\n');
  for (let at = 0; at < files; at++) {
    writeFileSync(
      join(root, `use${at}.ts`),
      `import { shared } from './shared.ts';\nexport const use${at} = shared;\n`,
    );
  }
  const names = Array.from({ length: 1100 }, (_, at) => `export const one${at} = ${at};\n`);
  writeFileSync(join(root, 'names.ts'), names.join(''));
  const { config } = loadConfig({ root, env: new Map(), userConfigDir: null });
  engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
  store = await openStore(engine.location, { readOnly: true });
  // The first question waits for other things too.
  await engine.graph.cycles({ level: 'folders', limit: 1 });
});
afterAll(async () => {
  await store.close();
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

/** The same, where the clock goes so fast that each step uses up a turn. */
async function fastTurnsDuring(work: () => Promise<unknown>): Promise<number> {
  clock.isFast = true;
  const turns = await turnsDuring(work);
  clock.isFast = false;
  return turns;
}

it.each<[string, () => Promise<unknown>, number]>([
  [
    'files whose text has a word',
    async () =>
      filesNaming({ disk: filesOnDisk(root), store, documents: (await store.state()).documents }, 'shared', () => true),
    files,
  ],
  ['circles of imports', () => engine.graph.cycles({ level: 'files', limit: 1 }), 5],
])('%s', async (_, ask, least) => {
  expect(await fastTurnsDuring(ask)).toBeGreaterThanOrEqual(least);
});

it('few searches that hold much memory are under way at once', async () => {
  let [running, most] = [0, 0];
  const together = Promise.withResolvers<void>();
  const real = SqliteStore.prototype.definitionsNamed;
  const counted = vi.spyOn(SqliteStore.prototype, 'definitionsNamed').mockImplementation(async function (
    this: SqliteStore,
    names: readonly string[],
  ) {
    most = Math.max(most, ++running);
    // The first waits for a second one, and each long enough for a third one that should not come.
    if (running === 2) together.resolve();
    await together.promise;
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    const found = await real.call(this, names);
    running--;
    return found;
  });
  const asked = Array.from({ length: 6 }, (_, offset) => engine.graph.search({ pattern: 'one*', offset, limit: 1 }));
  const answers = await Promise.all(asked);
  counted.mockRestore();
  expect(answers.map(({ total, symbols }) => `${total} ${symbols[0]?.name}`)).toEqual(
    [0, 1, 2, 3, 4, 5].map((at) => `1100 one${at}`),
  );
  expect(most).toBe(2);
});
