import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleFile } from '../../testing/conformance-samples.ts';
import { openStore } from '../../registry.ts';
import { Database } from './driver.ts';
import { allMigrations, applicationId, newestVersion, oldestVersion } from '../migrations/migrate.ts';
import type { Migration } from '../migrations/migration.ts';
import { openDatabase } from './open-database.ts';

let directory = '';
let path = '';

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'code-scout-open-'));
  path = join(directory, '.code-scout', 'database.db');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** A closed store with one file in it. */
async function makeStore(at = path): Promise<void> {
  const store = await openStore({ file: at });
  await store.write({ files: [sampleFile({ path: 'a', terms: { word: { path: 1 } } })], touched: [], removed: [] });
  await store.close();
}

function withDatabase(at: string, work: (database: Database) => void): void {
  const database = new Database(at);
  try {
    work(database);
  } finally {
    database.close();
  }
}

function asideNames(at = path): string[] {
  return readdirSync(dirname(at)).filter((name) => name.startsWith(`${basename(at)}.unusable-`));
}

describe('the folder', () => {
  it('is created, with a `.gitignore` for itself', async () => {
    await makeStore();
    expect(readFileSync(join(directory, '.code-scout', '.gitignore'), 'utf8')).toBe('*\n');
    expect(readdirSync(join(directory, '.code-scout')).sort()).toEqual(['.gitignore', 'database.db']);
  });

  it('keeps an existing `.gitignore`, and gets none if it is not ours', async () => {
    mkdirSync(dirname(path));
    writeFileSync(join(dirname(path), '.gitignore'), 'mine');
    await makeStore();
    expect(readFileSync(join(dirname(path), '.gitignore'), 'utf8')).toBe('mine');
    await makeStore(join(directory, 'elsewhere.db'));
    expect(existsSync(join(directory, '.gitignore'))).toBe(false);
  });

  it('gives a clear error if it cannot be created', async () => {
    writeFileSync(join(directory, '.code-scout'), 'a file');
    await expect(openStore({ file: path })).rejects.toMatchObject({ code: 'DatabaseError', hint: expect.any(String) });
    await expect(openStore({ file: directory })).rejects.toMatchObject({ code: 'DatabaseError' });
  });
});

describe('an unusable database', () => {
  const faults: [string, RegExp, (at: string) => void][] = [
    ['is not a database', /is not a database/, (at) => writeFileSync(at, 'This is plain text. '.repeat(600))],
    ['is a few bytes', /is not a database/, (at) => writeFileSync(at, 'x')],
    ['has lost its header', /is not a database/, (at) => overwrite(at, 0, 64)],
    ['has lost its schema', /is damaged/, (at) => overwrite(at, 100, 8_000)],
    ['is truncated', /is damaged/, (at) => truncateSync(at, 3 * 8_192)],
    ['is newer', /newer version/, (at) => withDatabase(at, (database) => database.exec('PRAGMA user_version = 9999'))],
    [
      'is too old',
      /too old \(schema 1;/,
      (at) => withDatabase(at, (database) => database.exec('PRAGMA user_version = 1')),
    ],
    ['lacks a table', /incomplete/, (at) => withDatabase(at, (database) => database.exec('DROP TABLE meta'))],
    [
      'is another program’s',
      /another program/,
      (at) => withDatabase(at, (database) => database.exec('PRAGMA application_id = 5')),
    ],
  ];

  it.each(faults)('that %s is set aside completely, and a new one is created', async (_, reason, spoil) => {
    await makeStore();
    spoil(path);
    const content = readFileSync(path);
    const store = await openStore({ file: path });
    const [aside = ''] = asideNames();
    expect(store.notice).toMatch(reason);
    expect(store.notice).toContain(aside);
    expect(aside).toMatch(/^database\.db\.unusable-\d{8}T\d{6}Z$/);
    expect(readFileSync(join(dirname(path), aside)).equals(content)).toBe(true);
    expect((await store.state()).documents.count).toBe(0);
    expect(await store.check()).toEqual([]);
    await store.close();
    await makeStore();
    const again = await openStore({ file: path });
    expect(again.notice).toBeNull();
    expect((await again.state()).documents.paths).toEqual(['a']);
    await again.close();
  });

  it('is moved with its log, and never replaces an older one', async () => {
    await makeStore();
    for (let n = 0; n < 3; n++) {
      writeFileSync(path, `broken ${n}`.repeat(100));
      writeFileSync(`${path}-wal`, `log ${n}`);
      writeFileSync(`${path}-shm`, `shm ${n}`);
      await (await openStore({ file: path })).close();
    }
    const names = asideNames();
    expect(names).toHaveLength(9);
    const logs = names
      .filter((name) => name.endsWith('-wal'))
      .map((name) => readFileSync(join(dirname(path), name), 'utf8'));
    expect(logs.sort()).toEqual(['log 0', 'log 1', 'log 2']);
  });

  it('of another program is left alone outside our folder', async () => {
    const foreign = join(directory, 'shop.db');
    withDatabase(foreign, (database) => database.exec('CREATE TABLE customers (name TEXT)'));
    const before = readFileSync(foreign);
    await expect(openStore({ file: foreign })).rejects.toMatchObject({
      code: 'DatabaseError',
      hint: expect.stringContaining('--db'),
    });
    expect(readFileSync(foreign).equals(before)).toBe(true);
    expect(readdirSync(directory)).toEqual(['shop.db']);
  });

  it.each([
    ['text', Buffer.from('# Notes\nmine\n')],
    ['a long text', Buffer.from('notes '.repeat(5000))],
    ['a damaged database of another program', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(8000, 7)])],
  ])('that is %s is left alone outside our folder', async (_, content) => {
    const foreign = join(directory, 'notes.txt');
    writeFileSync(foreign, content);
    await expect(openStore({ file: foreign })).rejects.toMatchObject({
      code: 'DatabaseError',
      hint: expect.stringContaining('--db'),
    });
    await expect(openStore({ file: foreign }, { setAside: true })).rejects.toMatchObject({ code: 'DatabaseError' });
    expect(readFileSync(foreign).equals(content)).toBe(true);
    expect(readdirSync(directory)).toEqual(['notes.txt']);
  });

  it('is recognised as ours by its header outside our folder', async () => {
    const own = join(directory, 'own.db');
    await makeStore(own);
    overwrite(own, 100, 8_000);
    const store = await openStore({ file: own });
    expect(store.notice).toMatch(/is damaged/);
    await store.close();
    expect(asideNames(own)).not.toEqual([]);
  });

  it('may be a sound one that is no longer wanted', async () => {
    await makeStore();
    const store = await openStore({ file: path }, { setAside: true });
    expect(store.notice).toContain(asideNames()[0]);
    expect((await store.state()).documents.count).toBe(0);
    await store.close();
    const old = await openStore({ file: join(dirname(path), asideNames()[0] ?? '') });
    expect((await old.state()).documents.paths).toEqual(['a']);
    await old.close();
    await (await openStore({ file: join(directory, 'none.db') }, { setAside: true })).close();
  });

  it('does not include an empty file', async () => {
    mkdirSync(dirname(path));
    writeFileSync(path, '');
    const store = await openStore({ file: path });
    expect(store.notice).toBeNull();
    await store.close();
    expect(asideNames()).toEqual([]);
  });
});

function overwrite(at: string, from: number, to: number): void {
  const content = readFileSync(at);
  content.fill(0x5a, from, to);
  writeFileSync(at, content);
}

describe('migrations', () => {
  const newest = newestVersion(allMigrations);
  const next: Migration = {
    version: newest + 1,
    sql: "ALTER TABLE files ADD COLUMN owner TEXT NOT NULL DEFAULT 'nobody';",
  };

  it('are numbered without a gap', () => {
    expect(allMigrations.map((migration) => migration.version)).toEqual(
      allMigrations.map((_, n) => n + oldestVersion(allMigrations)),
    );
  });

  it('mark a new database as ours', async () => {
    await makeStore();
    withDatabase(path, (database) => {
      expect(database.get('PRAGMA application_id')).toEqual([applicationId]);
      expect(database.get('PRAGMA user_version')).toEqual([newest]);
    });
  });

  it('upgrade an old database and keep a copy of it', async () => {
    await makeStore();
    const { database, notice } = await openDatabase({ path, migrations: [...allMigrations, next] });
    expect(notice).toBeNull();
    expect(database.all('SELECT path, owner FROM files')).toEqual([['a', 'nobody']]);
    database.close();
    const backup = await openStore({ file: `${path}.backup-v${newest}` });
    expect((await backup.state()).documents.paths).toEqual(['a']);
    expect((await backup.postings(['word'])).postings[0]?.rows).toHaveLength(1);
    await backup.close();
  });

  it('remove copies that a killed upgrade left long ago, and nothing else', async () => {
    await makeStore();
    const [old, recent, other] = ['.backup-v3.17', '.backup-v3.18', '.backup-v3.copy'].map((end) => `${path}${end}`);
    for (const file of [old!, recent!, other!]) writeFileSync(file, 'half');
    for (const file of [old!, other!]) utimesSync(file, 1_000_000, 1_000_000);
    (await openDatabase({ path, migrations: [...allMigrations, next] })).database.close();
    expect([old!, recent!, other!, `${path}.backup-v${newest}`].map((file) => existsSync(file))).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  it('change nothing if they fail', async () => {
    await makeStore();
    const broken = { ...next, sql: `${next.sql} CREATE TABLE files (id);` };
    await expect(openDatabase({ path, migrations: [...allMigrations, broken] })).rejects.toMatchObject({
      code: 'DatabaseError',
    });
    const store = await openStore({ file: path });
    expect(store.notice).toBeNull();
    expect((await store.state()).documents.paths).toEqual(['a']);
    await store.close();
  });

  it('finish a database whose creation was interrupted', async () => {
    mkdirSync(dirname(path));
    withDatabase(path, (database) =>
      database.exec(`PRAGMA journal_mode = WAL; PRAGMA application_id = ${applicationId}`),
    );
    await makeStore();
    expect(asideNames()).toEqual([]);
  });

  it('roll back a transaction that was interrupted without a log', async () => {
    mkdirSync(dirname(path));
    const whole = join(directory, 'whole.db');
    withDatabase(whole, (database) => {
      database.exec(
        'PRAGMA cache_size = 1; BEGIN; CREATE TABLE half (x); INSERT INTO half VALUES (zeroblob(100000)); COMMIT',
      );
      database.exec(
        'BEGIN; UPDATE half SET x = zeroblob(200000); CREATE TABLE more (x); INSERT INTO more SELECT * FROM half',
      );
      copyFileSync(whole, path);
      copyFileSync(`${whole}-journal`, `${path}-journal`);
    });
    const store = await openStore({ file: path });
    expect(store.notice).toMatch(/another program/);
    await store.close();
    withDatabase(join(dirname(path), asideNames()[0] ?? ''), (database) => {
      expect(database.all('SELECT name FROM sqlite_schema')).toEqual([['half']]);
    });
  });

  it('are not reverted: an older program sets the newer database aside', async () => {
    (await openDatabase({ path, migrations: [...allMigrations, next] })).database.close();
    const store = await openStore({ file: path });
    expect(store.notice).toMatch(/newer version/);
    await store.close();
  });
});

describe('opening for reading', () => {
  it('reads during another process’s writes, and refuses to write', async () => {
    await makeStore();
    const writer = await openStore({ file: path });
    const reader = await openStore({ file: path }, { readOnly: true });
    await writer.write({ files: [sampleFile({ path: 'b' })], touched: [], removed: [] });
    expect((await reader.state()).documents.paths).toEqual(['a', 'b']);
    await expect(reader.write({ files: [], touched: [], removed: ['a'] })).rejects.toMatchObject({
      code: 'DatabaseError',
    });
    await writer.close();
    expect(await reader.check()).toEqual([]);
    await reader.close();
  });

  it('needs an existing, sound index with the newest schema', async () => {
    await expect(openStore({ file: path }, { readOnly: true })).rejects.toMatchObject({ code: 'NotFoundError' });
    expect(existsSync(dirname(path))).toBe(false);
    await makeStore();
    const newer = [...allMigrations, { version: newestVersion(allMigrations) + 1, sql: 'CREATE TABLE more (id);' }];
    await expect(openDatabase({ path, readOnly: true, migrations: newer })).rejects.toMatchObject({
      message: /older version/,
    });
    writeFileSync(path, 'no database');
    await expect(openStore({ file: path }, { readOnly: true })).rejects.toMatchObject({
      code: 'DatabaseError',
      message: /not a database/,
    });
    expect(statSync(path).size).toBe(11);
    expect(asideNames()).toEqual([]);
  });

  it('refuses to write in memory too', async () => {
    const store = await openStore({ memory: true }, { readOnly: true });
    expect((await store.state()).documents.count).toBe(0);
    await expect(store.setMeta('root', 'x')).rejects.toMatchObject({ code: 'DatabaseError' });
    await store.close();
  });
});

it.each(['BEGIN IMMEDIATE', 'BEGIN EXCLUSIVE'])('opens while another program is writing (%s)', async (begin) => {
  await makeStore();
  const other = new Database(path);
  other.exec(begin);
  const store = await openStore({ file: path });
  expect((await store.state()).documents.paths).toEqual(['a']);
  await store.close();
  other.exec('ROLLBACK');
  other.close();
});
