/** The checks of files behind an answer by tags, on a real index. */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { openStore } from '../../store/registry.ts';
import { viewOf } from '../../store/store.ts';
import { filesOnDisk } from '../files/files-on-disk.ts';
import { AnswerCache } from './answer-cache.ts';
import { openEngine } from '../engine.ts';
import { workerData } from '../indexing/indexing.ts';
import { answerTagQuery, readAgain } from './tag-answer.ts';

const root = mkdtempSync(join(tmpdir(), 'code-scout-tag-answer-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('counts a file once that has changed in two rounds', async () => {
  for (const name of ['lamp', 'lens'])
    writeFileSync(join(root, `${name}.ts`), `export const lighthouse_${name} = 1;\n`);
  const flags = { 'embedding.provider': 'off' };
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
  await engine.close();
  for (const name of ['lamp', 'lens']) appendFileSync(join(root, `${name}.ts`), '// more\n');
  const store = await openStore({ path: config.database.path });
  const rounds: string[][] = [];
  const answer = await answerTagQuery({
    ...{
      view: await viewOf(store),
      config,
      disk: filesOnDisk(root),
      isIndexing: false,
      cache: new AnswerCache(filesOnDisk(root), 0),
    },
    query: { tags: ['lighthouse'] },
    readAgain: async (to, files) => {
      rounds.push(files.map(({ path }) => path).toSorted());
      // The first round reads only the first of them.
      const read = rounds.length === 1 ? files.filter(({ path }) => path === 'lamp.ts') : files;
      await readAgain(to, read, { data: workerData(root, config), batchSize: 10 });
    },
  });
  await store.close();
  expect(rounds).toEqual([['lamp.ts', 'lens.ts'], ['lens.ts']]);
  expect([answer.refreshed, answer.result.totalFiles]).toEqual([2, 2]);
});
