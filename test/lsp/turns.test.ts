/** Answers about a symbol that is used in many files let other work have its turn between the files. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine } from '../../src/engine/engine.ts';
import type { Engine } from '../../src/engine/types.ts';
import { turnsDuring } from '../../src/util/testing/turns-during.ts';

const users = 60;
let root: string;
let engine: Engine;

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'turns-')));
  writeFileSync(join(root, 'shared.py'), 'def shared():\n    pass\n');
  const source = ['from shared import shared\n', 'def use():\n', '    shared()\n'];
  for (let at = 0; at < users; at++) {
    const cells = [{ cell_type: 'code', metadata: {}, outputs: [], source }];
    writeFileSync(join(root, `use${at}.ipynb`), JSON.stringify({ cells, metadata: {}, nbformat: 4 }, null, 1));
  }
  const { config } = loadConfig({ root, env: new Map(), userConfigDir: null });
  engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
  // The first question opens the index, which has turns of its own.
  await (await engine.editor.graph()).uses({ symbols: ['use0.ipynb#use'] });
});
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

it.each<[string, (graph: Awaited<ReturnType<Engine['editor']['graph']>>) => Promise<{ length: number }>, number]>([
  ['the uses of a symbol', async (graph) => (await graph.uses({ symbols: ['shared.py#shared'] })).uses, users],
  [
    'its callers, whose cells are named',
    async (graph) => (await graph.callers({ symbol: 'shared.py#shared', maxDepth: 1, account: false })).reached,
    users,
  ],
  [
    'where many symbols are declared',
    (graph) => graph.declarations(Array.from({ length: users }, (_, at) => `use${at}.ipynb#use`)),
    2,
  ],
  ['symbols by a part of their names', (graph) => graph.symbolsLike('us', users), users / 2],
])('%s', async (_, ask, leastTurns) => {
  const graph = await engine.editor.graph();
  let found = 0;
  const turns = await turnsDuring(async () => (found = (await ask(graph)).length));
  expect(found).toBeGreaterThanOrEqual(users);
  expect(turns).toBeGreaterThanOrEqual(leastTurns);
});
