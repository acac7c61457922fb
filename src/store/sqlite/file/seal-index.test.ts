/** What a sealed index has, what it has not, and which of them become the index of another machine. */
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../registry.ts';
import type { FileRecord, Store } from '../../store.ts';
import { sampleFile } from '../../testing/conformance-samples.ts';
import { adoptIndex } from './adopt-index.ts';
import { Database } from './driver.ts';
import { scrubPages } from './scrub-pages.ts';
import { sealIndex } from './seal-index.ts';

const top = mkdtempSync(join(tmpdir(), 'code-scout-seal-'));
afterAll(() => rmSync(top, { recursive: true, force: true }));

const flavour = { extractionVersion: '["1"]', linkingVersion: '2', embedder: 'model' };
const secret = 'SecretNameThatIsNotInTheCommit';
let made = 0;
let [from, to, sealed] = ['', '', ''];

beforeEach(async () => {
  const folder = join(top, String(++made));
  mkdirSync(folder);
  [from, to, sealed] = ['from.db', 'to.db', 'sealed.db'].map((name) => join(folder, name)) as [string, string, string];
  const store = await openStore({ file: from });
  const files = Array.from({ length: 60 }, (_, at) => sampleFile({ path: `src/file${at}.ts` }));
  await store.write({ files: [...files, sampleFile({ path: `${secret}.ts` })], touched: [], removed: [] });
  const states = await store.fileStates();
  const touched = states.map(({ path, size }) => ({ path, size, mtimeMs: 1.6e12 + 0.5, verifiedAtMs: 1.61e12 }));
  await store.write({ files: [], touched, removed: [] });
  await store.write({ files: [], touched: [], removed: [`${secret}.ts`] });
  await store.writeLeftOut([{ path: `${secret}.env`, reason: 'secret', detail: null }]);
  await store.vectors.begin('other model');
  await store.vectors.begin('model');
  await store.setMeta('extractionVersion', flavour.extractionVersion);
  await store.setMeta('linkingVersion', flavour.linkingVersion);
  await store.setMeta('root', folder);
  await store.setMeta('treeFingerprint', `1 ${folder}`);
  await store.setMeta('lastIndexedMs', '5');
  await store.optimise();
  await store.close();
});

const seal = (): Promise<void> => sealIndex({ from, to: sealed, ...flavour });
const adopt = (): string | null => adoptIndex({ from: sealed, to, ...flavour });

function change(path: string, ...statements: string[]): void {
  const database = new Database(path);
  for (const statement of statements) database.exec(statement);
  database.close();
}

it('has neither a path of this machine nor anything that was deleted or is not in the commit', async () => {
  await seal();
  const bytes = readFileSync(sealed);
  for (const text of [top, tmpdir(), secret, 'other model']) expect(bytes.indexOf(text), text).toBe(-1);
  // The same search finds it where it is.
  expect(readFileSync(from).includes(secret)).toBe(true);
  expect([existsSync(`${sealed}-wal`), existsSync(`${sealed}-journal`)]).toEqual([false, false]);
});

it('has the same pages each time, whenever and wherever the index was made', async () => {
  await seal();
  const once = readFileSync(sealed);
  const store = await openStore({ file: from });
  await store.setMeta('lastIndexedMs', '77');
  await store.setMeta('root', '/somewhere/else');
  const states = await store.fileStates();
  const touched = states.map(({ path, size }) => ({ path, size, mtimeMs: 1.7e12 + 0.25, verifiedAtMs: 1.71e12 }));
  await store.write({ files: [], touched, removed: [] });
  await store.close();
  await seal();
  const again = readFileSync(sealed);
  const differing = Array.from({ length: again.length / 8192 }, (_, at) => at * 8192).filter(
    (at) => !again.subarray(at, at + 8192).equals(once.subarray(at, at + 8192)),
  );
  // Each write counts the generation of the index up.
  expect(again.length).toBe(once.length);
  expect(differing.length).toBe(1);
});

it('becomes an index with the same content', async () => {
  await seal();
  expect(adopt()).toBeNull();
  const [one, other] = [await openStore({ file: from }), await openStore({ file: to })];
  try {
    expect([other.notice, await other.check(), await other.getMeta('lastIndexedMs')]).toEqual([null, [], null]);
    const filesOf = async (store: Store): Promise<FileRecord[]> =>
      (await store.listFiles({ offset: 0, limit: 1000 })).files;
    const files = await filesOf(one);
    const ids = files.map(({ id }) => id);
    expect((await filesOf(other)).map(({ id, path }) => [id, path])).toEqual(files.map(({ id, path }) => [id, path]));
    expect(await other.definitions(ids)).toEqual(await one.definitions(ids));
  } finally {
    await one.close();
    await other.close();
  }
  const database = new Database(to, { readOnly: true });
  expect(database.all('SELECT name FROM embedders')).toEqual([['model']]);
  database.close();
});

it('is not made of an index that is incomplete, of another version, or damaged', async () => {
  await expect(sealIndex({ from, to: sealed, ...flavour, linkingVersion: '3' })).rejects.toThrow('is not linked');
  await expect(sealIndex({ from, to: sealed, ...flavour, extractionVersion: 'x' })).rejects.toThrow('another version');
  change(from, 'UPDATE files SET definition_count = 77 WHERE id = 3');
  await expect(seal()).rejects.toThrow('is damaged');
  change(from, "DELETE FROM meta WHERE key = 'user.lastIndexedMs'");
  await expect(seal()).rejects.toThrow('is not complete');
});

it.each([
  ['a trigger', ['CREATE TRIGGER t AFTER INSERT ON files BEGIN DELETE FROM meta; END'], 'does not make'],
  ['a view in place of a table', ['DROP TABLE macros', 'CREATE VIEW macros AS SELECT 1'], 'does not make'],
  ['a table more', ['CREATE TABLE more (a)'], 'does not make'],
  ['another schema', ['PRAGMA user_version = 99'], 'another schema'],
  ['another program', ['PRAGMA application_id = 7'], 'no index'],
  ['another linker', ["UPDATE meta SET value = 'x' WHERE key = 'user.linkingVersion'"], 'linked by another version'],
  ['another model', ["UPDATE embedders SET name = 'x'"], 'another model'],
])('is refused where it has %s', async (_, statements, reason) => {
  await seal();
  change(sealed, ...statements);
  expect(adopt()).toContain(reason);
  expect(existsSync(to)).toBe(false);
});

it('is refused where it is no database, or its pages are damaged', async () => {
  await seal();
  const file = openSync(sealed, 'r+');
  writeSync(file, Buffer.alloc(8192, 0xff), 0, 8192, 8192 * 4);
  closeSync(file);
  expect(adopt()).not.toBeNull();
  const other = openSync(sealed, 'r+');
  writeSync(other, 'no database at all', 0);
  closeSync(other);
  expect(adopt()).toContain('cannot be read');
  expect(existsSync(to)).toBe(false);
});

it('never replaces an index, nor gets the log of one', async () => {
  await seal();
  expect(adoptIndex({ from: sealed, to: from, ...flavour })).toContain('that is there');
  const log = openSync(`${to}-wal`, 'w');
  writeSync(log, 'x');
  closeSync(log);
  expect(adopt()).toContain('that is there');
  rmSync(`${to}-wal`);
  // A journal beside the verified file would be written into it.
  const journal = openSync(`${sealed}-journal`, 'w');
  writeSync(journal, 'x');
  closeSync(journal);
  expect(adopt()).toContain('not its own');
});

it('scrubs databases of every form of page without changing a row', () => {
  const path = join(top, 'forms.db');
  const database = new Database(path);
  database.exec('PRAGMA page_size = 512; PRAGMA auto_vacuum = INCREMENTAL');
  database.exec('CREATE TABLE t (a INTEGER PRIMARY KEY, b, c); CREATE INDEX i ON t (b, c); CREATE TABLE w (a PRIMARY KEY, b) WITHOUT ROWID'); // prettier-ignore
  database.exec('BEGIN');
  for (let at = 0; at < 400; at++) {
    const long = `${secret}${'x'.repeat((at * 37) % 3000)}`;
    database.run('INSERT INTO t VALUES (?, ?, ?)', at, at % 3 === 0 ? long : `kept${at}`, 'y'.repeat((at * 11) % 700));
    database.run('INSERT INTO w VALUES (?, ?)', `${at}`, at % 5 === 0 ? long : null);
  }
  database.run('DELETE FROM t WHERE b LIKE ?', `${secret}%`);
  database.run('DELETE FROM w WHERE b IS NOT NULL');
  database.exec('COMMIT');
  const rows = (one: Database): unknown => [one.all('SELECT * FROM t'), one.all('SELECT * FROM w'), one.all('PRAGMA integrity_check')]; // prettier-ignore
  const before = rows(database);
  const roots = database.all('SELECT rootpage FROM sqlite_schema').map(([root]) => Number(root));
  database.close();
  expect(readFileSync(path).includes(secret)).toBe(true);
  scrubPages(path, [1, ...roots]);
  expect(readFileSync(path).includes(secret)).toBe(false);
  const after = new Database(path);
  expect(rows(after)).toEqual(before);
  expect(after.all('PRAGMA integrity_check')).toEqual([['ok']]);
  after.close();
});
