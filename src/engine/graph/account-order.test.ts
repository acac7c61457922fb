/** The account of a name does not depend on what was asked before. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { openEngine } from '../engine.ts';
import type { Engine } from '../types.ts';

const files = {
  'a.ts': 'export interface Box { size: number }\n',
  'b.ts': 'export interface Jar { size: number }\n',
  // Each of these places leads to both.
  'c.ts':
    "import type { Box } from './a.ts';\nimport type { Jar } from './b.ts';\nexport const twice = (one: Box | Jar): number => one.size + one.size;\n",
  'd.ts': 'export class Shelf {\n  size = 1;\n  grow(): void {\n    this.size += 1;\n  }\n}\n',
};

it('counts a place that leads to several symbols for the same one, whatever was asked before', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-account-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  const { config } = loadConfig({ root, flags: { 'embedding.provider': 'off' }, env: new Map(), userConfigDir: null });
  const opened = async (): Promise<Engine> => {
    const engine = await openEngine({ root, config, indexing: 'inline' });
    onTestFinished(() => engine.close());
    return engine;
  };
  await (await opened()).index();
  const accounts: unknown[] = [];
  for (const before of [null, 'a.ts#Box.size', 'b.ts#Jar.size']) {
    const engine = await opened();
    if (before !== null) await engine.graph.callers({ symbol: before, account: false });
    const { account } = await engine.graph.usage({ symbol: 'd.ts#Shelf.size', limit: 9 });
    accounts.push(account?.others);
  }
  expect(accounts[0]).toHaveLength(2);
  expect(accounts[1]).toEqual(accounts[0]);
  expect(accounts[2]).toEqual(accounts[0]);
});
