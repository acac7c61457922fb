/**
 * The file of the index: a project whose index has changed bytes is asked two questions. The contract: an answer that is right, an answer that says
 * that it may not be, or an `AppError`.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultConfig } from '../../src/config/load.ts';
import { openEngine } from '../../src/engine/engine.ts';
import type { Engine } from '../../src/engine/types.ts';
import type { Input, Target } from '../lib/target.ts';
import { rejecting } from './allowed.ts';
import { ownFolder, writeProject } from './own-folder.ts';

const path = '.code-scout/database.db';

function open(root: string): Promise<Engine> {
  const { config } = defaultConfig(root);
  return openEngine({
    root,
    config: { ...config, database: { path: join(root, path) }, linking: { compiler: false } },
    indexing: 'inline',
  });
}

async function withEngine<Result>(root: string, use: (engine: Engine) => Promise<Result>): Promise<Result> {
  const engine = await open(root);
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}

/** Who calls `moor`, and where its word stands; null where an answer says that it may be out of date. */
async function answers(engine: Engine): Promise<string | null> {
  const { reached, state } = await engine.graph.callers({ symbol: 'moor', maxDepth: 1 });
  const found = await engine.searchTags({ tags: ['moor'] });
  if (state.freshness.note !== null || found.freshness.note !== null) return null;
  const callers = reached.map(({ node }) => `${node.path} ${node.name}`).toSorted();
  return JSON.stringify({ callers, files: found.hits.map((hit) => hit.path).toSorted() });
}

async function seed(): Promise<Input> {
  const folder = ownFolder();
  try {
    writeProject(folder.path);
    await withEngine(folder.path, (engine) => engine.index());
    return { name: 'database.db', bytes: readFileSync(join(folder.path, path)) };
  } finally {
    folder.remove();
  }
}

export const database: Target = {
  seeds: async () => [await seed()],
  testRuns: 4,
  form: 'bytes',
  largest: 500_000,
  open: async () => {
    const folder = ownFolder();
    writeProject(folder.path);
    await withEngine(folder.path, (engine) => engine.index());
    const right = await withEngine(folder.path, answers);
    return {
      run: async ({ bytes }) => {
        const own = join(folder.path, '.code-scout');
        rmSync(own, { recursive: true, force: true });
        mkdirSync(own);
        writeFileSync(join(folder.path, path), bytes);
        await rejecting(async () => {
          const given = await withEngine(folder.path, answers);
          if (given !== null && given !== right) throw new Error(`wrong and without a word: ${given}`);
        });
      },
    };
  },
};
