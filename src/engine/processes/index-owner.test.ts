/** One index path for two projects: one after the other, and both at once. */
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { openEngine } from '../engine.ts';
import type { Engine } from '../types.ts';

let base = '';
let engines: Engine[] = [];

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-owner-')));
  engines = [];
  for (const name of ['one', 'two']) {
    mkdirSync(join(base, name));
    writeFileSync(join(base, name, 'package.json'), '{}');
    writeFileSync(join(base, name, 'a.ts'), `export function in_${name}() {}\n`);
  }
});
afterEach(async () => {
  for (const engine of engines) await engine.close();
  rmSync(base, { recursive: true });
});

async function opened(name: string, indexing: 'inline' | 'thread', path = join(base, 'shared.db')): Promise<Engine> {
  const flags = { 'database.path': path, 'embedding.provider': 'off' };
  const root = join(base, name);
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing });
  engines.push(engine);
  return engine;
}

async function names(engine: Engine): Promise<string[]> {
  const { symbols } = await engine.graph.search({ pattern: 'in_*', offset: 0, limit: 9 });
  return symbols.map(({ name }) => name);
}

it.each(['inline', 'thread'] as const)(
  'the next project takes the index over if it is not in use (%s)',
  async (indexing) => {
    const one = await opened('one', 'inline');
    await one.index();
    expect(await names(one)).toEqual(['in_one']);
    await one.close();
    const two = await opened('two', indexing);
    // Before its own first run.
    expect(await names(two)).not.toContain('in_one');
    await two.index();
    expect(await names(two)).toEqual(['in_two']);
    expect((await two.status()).filesIndexed).toBe(2);
  },
);

it.each(['inline', 'thread'] as const)(
  'another project is refused while the index is in use (%s)',
  async (indexing) => {
    const one = await opened('one', 'thread');
    await one.index();
    const two = await opened('two', indexing);
    const refused = { code: 'ConfigurationError', message: expect.stringContaining(join(base, 'one')) as string };
    await expect(names(two)).rejects.toMatchObject(refused);
    await expect(two.status()).rejects.toMatchObject(refused);
    await expect(two.index()).rejects.toMatchObject(refused);
    await expect(two.text.search({ query: 'in_', limit: 5 })).rejects.toMatchObject(refused);
    await expect(two.searchTags({ tags: ['one'] })).rejects.toMatchObject(refused);
    expect(await names(one)).toEqual(['in_one']);
    await one.close();
    await two.index();
    expect(await names(two)).toEqual(['in_two']);
  },
);

it('the same project by another path, and a project that was moved with its index, keep the index', async () => {
  const one = await opened('one', 'inline');
  await one.index();
  await one.close();
  symlinkSync(join(base, 'one'), join(base, 'link'));
  const link = await opened('link', 'inline');
  expect(await names(link)).toEqual(['in_one']);
  await link.close();
  const two = await opened('two', 'inline', '.code-scout/database.db');
  await two.index();
  await two.close();
  renameSync(join(base, 'two'), join(base, 'moved'));
  const moved = await opened('moved', 'inline', '.code-scout/database.db');
  expect(await names(moved)).toEqual(['in_two']);
  expect((await moved.index()).indexedFiles).toBe(0);
});
