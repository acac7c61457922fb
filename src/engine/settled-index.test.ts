import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '../config/load.ts';
import { writtenSettings } from '../config/written-settings.ts';
import { openEngine } from './engine.ts';
import { keepSettled, lastLook, settledAsWritten, settledReport } from './settled-index.ts';
import type { EngineConfig, IndexReport } from './types.ts';

const past = new Date(Date.UTC(2020, 0));
let root: string;
let config: EngineConfig;
let place: string;
let report: IndexReport;
let looks: string;
let written: string;

const none = { settings: new Map<string, string>(), userConfigDirectory: null };
const asWritten = (text = written): Promise<IndexReport | null> => settledAsWritten(root, text, process.env);

/** One run by itself, as a command has it. */
async function index(): Promise<{ report: IndexReport; looks: string | null }> {
  const engine = await openEngine({ root, config, indexing: 'inline' });
  try {
    return { report: await engine.index({ embeddings: true }), looks: await engine.settledLooks() };
  } finally {
    await engine.close();
  }
}

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'settled-index-')));
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src/a.ts'), 'export const lamp = 1;\n');
  execFileSync('git', ['init', '-q'], { cwd: root });
  written = writtenSettings(root, none)!;
  ({ config } = loadConfig({ root, env: none.settings, userConfigDir: null }));
  place = join(root, '.code-scout', 'database.db');
  await index();
  await sleep(2100);
  // One reads anew what was written just before the first, one finds nothing to do, and one notes the tree.
  await index();
  await index();
  const last = await index();
  report = last.report;
  looks = last.looks!;
});
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => {
  rmSync(`${place}.settled`, { force: true });
  keepSettled({ config, written, report, looks });
});

test('tells what the last run told, while nothing has changed', async () => {
  expect(looks).toMatch(/^\["/);
  const told = await settledReport(root, config);
  expect(told).toEqual({ ...report, durationMs: told!.durationMs });
  expect(told).toMatchObject({ totalFiles: 1, indexedFiles: 0 });
  expect(await asWritten()).toEqual({ ...told, durationMs: expect.any(Number) as number });
});

test('stays what it is when a run opens the index and finds nothing to do', async () => {
  const { ino, size, mtimeMs, ctimeMs } = statSync(place);
  utimesSync(`${place}.settled`, past, past);
  expect((await index()).report).toMatchObject({ indexedFiles: 0 });
  expect(statSync(place)).toMatchObject({ ino, size, mtimeMs, ctimeMs });
  expect(lastLook(place, 1)).toBeGreaterThan(past.getTime());
  expect(await settledReport(root, config)).not.toBeNull();
});

test('tells when it was told last', async () => {
  utimesSync(`${place}.settled`, past, past);
  expect(lastLook(place, 1)).toBe(past.getTime());
  await settledReport(root, config);
  expect(lastLook(place, 1)).toBeGreaterThan(past.getTime());
  expect(lastLook(place, null)).toBeNull();
  expect(lastLook(place, Date.UTC(2100, 0))).toBe(Date.UTC(2100, 0));
});

test('tells nothing by other settings as they are written, nor of a run with flags', async () => {
  const settings = new Map([['CODE_SCOUT_INDEXING_MAX_FILE_SIZE', '5']]);
  expect(await asWritten(writtenSettings(root, { ...none, settings })!)).toBeNull();
  keepSettled({ config, written: null, report, looks });
  expect(await asWritten()).toBeNull();
  expect(await settledReport(root, config)).not.toBeNull();
});

test('tells nothing as it is written where the index is elsewhere', async () => {
  const elsewhere = `${root}.db`;
  copyFileSync(place, elsewhere);
  keepSettled({ config: { ...config, database: { ...config.database, path: elsewhere } }, written, report, looks });
  renameSync(`${elsewhere}.settled`, `${place}.settled`);
  expect(await asWritten()).toBeNull();
  rmSync(elsewhere);
});

test.each<[what: string, change: () => (() => void) | void]>([
  [
    'another file in the tree',
    () => {
      writeFileSync(join(root, 'src/b.ts'), '');
      return () => rmSync(join(root, 'src/b.ts'));
    },
  ],
  ['commits in the log of the index', () => writeFileSync(`${place}-wal`, 'x')],
  ['another index', () => writeFileSync(place, 'x')],
  ['no index', () => rmSync(place)],
  [
    'a note of another build',
    () =>
      writeFileSync(`${place}.settled`, readFileSync(`${place}.settled`, 'utf8').replace(/"program":"[^"]*/, '$&0')),
  ],
  ['a note that nobody can read', () => writeFileSync(`${place}.settled`, '{"key": 1')],
])('tells nothing with %s', async (_, change) => {
  const before = readFileSync(place);
  const undo = change();
  expect([await settledReport(root, config), await asWritten()]).toEqual([null, null]);
  undo?.();
  rmSync(`${place}-wal`, { force: true });
  writeFileSync(place, before);
  // Written again it is another file.
  expect([await settledReport(root, config), await asWritten()]).toEqual([null, null]);
});

test('tells nothing by other settings', async () => {
  const indexing = { ...config.indexing, maxFileSize: 5 };
  expect(await settledReport(root, { ...config, indexing })).toBeNull();
  expect(await settledReport(root, { ...config, plugins: ['./x.mjs'] })).toBeNull();
  expect(await settledReport(root, { ...config, linking: { ...config.linking, compiler: false } })).toBeNull();
});

test.each<[what: string, more: Partial<IndexReport>]>([
  ['read a file', { indexedFiles: 1 }],
  ['removed one', { removedFiles: 1 }],
  ['put an index aside', { notice: 'moved' }],
  ['could not make vectors', { embedding: { files: 0, vectors: 0, note: 'no model' } }],
])('is not kept of a run that %s', (_, more) => {
  rmSync(`${place}.settled`);
  keepSettled({ config, written, report: { ...report, ...more }, looks });
  expect(existsSync(`${place}.settled`)).toBe(false);
});

test('is not kept where the tree was not noted, or the index waits in its log', () => {
  rmSync(`${place}.settled`);
  keepSettled({ config, written, report, looks: null });
  writeFileSync(`${place}-wal`, 'x');
  keepSettled({ config, written, report, looks });
  rmSync(`${place}-wal`);
  expect(existsSync(`${place}.settled`)).toBe(false);
});

test('tells nothing as it is written where a link leads to the index', async () => {
  const folder = join(root, '.code-scout');
  const elsewhere = `${root}.elsewhere`;
  renameSync(folder, elsewhere);
  symlinkSync(elsewhere, folder);
  await sleep(2100);
  await index();
  const last = await index();
  keepSettled({ ...last, config, written });
  expect(await settledReport(root, config)).not.toBeNull();
  expect(await asWritten()).toBeNull();
  rmSync(elsewhere, { recursive: true });
});
