/** The report of `doctor` on an index that another process writes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it, vi } from 'vitest';
import { loadConfig } from '../config/load.ts';
import { openWriterElection } from '../store/registry.ts';
import { SqliteStore } from '../store/sqlite/sqlite-store.ts';
import type { WriterRole } from '../store/processes/writer-election.ts';
import { openEngine } from './engine.ts';
import type { DoctorCheck } from './types.ts';

const root = mkdtempSync(join(tmpdir(), 'code-scout-doctor-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('names the writer and the progress of its run', async () => {
  writeFileSync(join(root, 'lamp.ts'), 'export const lamp = 1;\n');
  const flags = { 'embedding.provider': 'off' };
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
  await engine.close();
  const writerOf = async (): Promise<DoctorCheck[]> => {
    const other = await openEngine({ root, config, indexing: 'inline' });
    const checks = await other.doctor();
    await other.close();
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    return checks.filter(({ name }) => name === 'writer');
  };
  expect(await writerOf()).toEqual([]);

  const roles: WriterRole[] = [];
  const election = openWriterElection(
    { file: config.database.path },
    {
      ...{ what: 'server', version: '1.2.3', serve: () => Promise.resolve(null) },
      onRole: (role) => roles.push(role),
    },
  );
  await expect.poll(() => roles.at(-1)).toEqual({ is: 'writer' });
  const who = `a server (process ${process.pid}, version 1.2.3, since 2`;
  await expect.poll(async () => (await writerOf())[0]?.detail).toMatch(/ writes the index; no run is under way$/);
  expect((await writerOf())[0]?.detail).toContain(who);
  election.setProgress({ phase: 'linking', done: 4, total: 9 });
  await expect.poll(async () => (await writerOf())[0]?.detail).toMatch(/; its run is linking \(4 of 9\)$/);
  election.setProgress({ phase: 'walking', done: 0, total: 0 });
  await expect.poll(async () => (await writerOf())[0]?.detail).toMatch(/; its run is walking$/);
  election.close();
  expect(await writerOf()).toEqual([]);
});

it('looks for damage of the index outside of the thread of a server that answers', async () => {
  const { config } = loadConfig({ root, flags: { 'embedding.provider': 'off' }, env: new Map(), userConfigDir: null });
  const inOwnThread = vi.spyOn(SqliteStore.prototype, 'check');
  const server = await openEngine({ root, config, indexing: 'thread' });
  await server.index();
  const indexChecks = async (): Promise<DoctorCheck[]> =>
    (await server.doctor()).filter(({ name, ok }) => name === 'index' && !ok);
  expect(await indexChecks()).toEqual([]);
  const database = new DatabaseSync(config.database.path);
  database.exec('UPDATE files SET definition_count = 99');
  database.close();
  const [one, other] = await Promise.all([indexChecks(), indexChecks()]);
  await server.close();
  expect(one).toMatchObject([{ detail: 'lamp.ts has 1 definitions instead of 99.' }]);
  expect(other).toEqual(one);
  expect(inOwnThread).not.toHaveBeenCalled();
  inOwnThread.mockRestore();
});

it('says that the native parts of packages can be used', async () => {
  const { config } = loadConfig({ root, flags: { 'embedding.provider': 'off' }, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  const check = (await engine.doctor()).find(({ name }) => name === 'native parts');
  await engine.close();
  expect(check).toEqual({ name: 'native parts', ok: true, detail: 'parser, text search', hint: null });
});

it('says which native part is missing, and what to do', async () => {
  vi.doMock('@vscode/ripgrep', () => {
    throw new Error('Could not find @vscode/ripgrep-linux-x64');
  });
  vi.resetModules();
  const { ripgrepFault } = await import('../text/ripgrep.ts');
  const { checkNativeParts } = await import('./doctor.ts');
  expect(await ripgrepFault()).toMatchObject({ code: 'ConfigurationError' });
  expect(await checkNativeParts()).toMatchObject({
    ok: false,
    detail: expect.stringContaining('ripgrep cannot be run: ') as unknown,
    hint: expect.stringContaining('npm install --include=optional') as unknown,
  });
});
