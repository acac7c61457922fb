/** Faults while a store is open. */
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleFile } from '../../testing/conformance-samples.ts';
import { openStore } from '../../registry.ts';
import type { Store } from '../../store.ts';
import { isBusy } from './database-error.ts';
import { Database } from './driver.ts';
import { isDamageNoted, noteDamage } from './noted-damage.ts';
import { openDatabase } from './open-database.ts';
import { inodeOf, setAside } from './set-aside.ts';
import { SqliteStore } from '../sqlite-store.ts';

let directory = '';
let path = '';

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'code-scout-faults-'));
  path = join(directory, 'database.db');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function writeMany(store: Store, count: number, from = 0): Promise<void> {
  const definitions = Array.from({ length: 30 }, (_, n) => ({ name: `name${n}`, docstring: 'words '.repeat(30) }));
  const files = Array.from({ length: count }, (_, n) => {
    const terms = new Map([
      ['shared', { symbols: 1 }],
      [`own${from + n}`, { comments: 1 }],
    ]);
    return sampleFile({ path: `f${from + n}`, definitions, terms, imports: [{ module: 'm' }] });
  });
  await store.write({ files, touched: [], removed: [] });
}

describe('a full disk', () => {
  it('makes a write fail with a clear error, and keeps the existing data', async () => {
    const opened = await openDatabase({ path });
    const store = new SqliteStore(opened);
    await writeMany(store, 3);
    opened.database.exec('PRAGMA max_page_count = 40');
    await expect(writeMany(store, 2_000, 3)).rejects.toMatchObject({
      code: 'DatabaseError',
      hint: expect.stringMatching(/disk is full/),
    });
    expect((await store.state()).documents.count).toBe(3);
    expect(await store.check()).toEqual([]);
    opened.database.exec('PRAGMA max_page_count = 4000000000');
    await writeMany(store, 20, 3);
    expect((await store.state()).documents.count).toBe(23);
    await store.close();
  });
});

describe('another writing process', () => {
  it('is waited for without blocking anything else', async () => {
    const store = await openStore({ file: path });
    const other = new Database(path);
    other.exec('BEGIN IMMEDIATE');
    // A write that blocked the thread while it waits would have ended before the first question is answered.
    let isOver = false;
    const write = writeMany(store, 1).finally(() => (isOver = true));
    for (let n = 0; n < 10; n++) {
      await sleep(10);
      expect((await store.state()).documents.count).toBe(0);
    }
    expect(isOver).toBe(false);
    other.exec('COMMIT');
    await write;
    expect((await store.state()).documents.count).toBe(1);
    other.close();
    await store.close();
  });
});

describe('damaged pages', () => {
  const reads: [string, (store: Store, ids: number[]) => Promise<unknown>][] = [
    ['state', (store) => store.state()],
    ['postings', (store) => store.postings(['shared'])],
    ['termsWithPrefix', (store) => store.termsWithPrefix('own', 5)],
    ['definitions', (store, ids) => store.definitions(ids)],
    ['imports', (store, ids) => store.imports(ids)],
    ['fileStates', (store) => store.fileStates()],
    ['statistics', (store) => store.statistics()],
    ['write', (store) => writeMany(store, 5)],
  ];

  it.each(reads)('show in %s as an error with a hint', async (_, read) => {
    const store = await openStore({ file: path });
    await writeMany(store, 150);
    const ids = [...(await store.state()).documents.ids];
    await store.close();
    const content = readFileSync(path);
    // After the schema and the tables' first pages.
    for (let page = 24; page * 8_192 < content.length; page++) content.fill(0xa5, page * 8_192, page * 8_192 + 4_000);
    writeFileSync(path, content);
    const damaged = await openStore({ file: path });
    expect(damaged.notice).toBeNull();
    const error: unknown = await read(damaged, ids).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: 'DatabaseError', hint: expect.stringMatching(/index --force/) });
    expect((await damaged.check()).length).toBeGreaterThan(0);
    await damaged.close();
    const fresh = await openStore({ file: path });
    expect(fresh.notice).toMatch(/is damaged; it was moved to .*database\.db\.unusable-/);
    await writeMany(fresh, 1);
    expect((await fresh.state()).documents.count).toBe(1);
    // What is found within an hour of that may be a defect of this program: the file stays.
    noteDamage(path);
    await fresh.close();
    const kept = await openStore({ file: path });
    expect([kept.notice, (await kept.state()).documents.count]).toEqual([null, 1]);
    await kept.close();
  });

  it('are noted of the file that has them, and of no other', async () => {
    await (await openStore({ file: path })).close();
    noteDamage(path);
    expect(isDamageNoted(path)).toBe(true);
    rmSync(path);
    await (await openStore({ file: path })).close();
    writeFileSync(`${path}.other`, '');
    expect(isDamageNoted(path)).toBe(false);
  });

  it('are not noted through a link', async () => {
    await (await openStore({ file: path })).close();
    const victim = join(directory, 'victim');
    writeFileSync(victim, 'mine');
    symlinkSync(victim, `${path}.damaged`);
    noteDamage(path);
    expect(readFileSync(victim, 'utf8')).toBe('mine');
  });
});

describe('an index that another process has open on Windows', () => {
  it('is busy, and the error says whom to end', async () => {
    await (await openStore({ file: path })).close();
    const rename = (): never => {
      throw Object.assign(new Error('EBUSY: resource busy or locked, rename'), { code: 'EBUSY' });
    };
    let error: unknown = null;
    try {
      setAside(path, inodeOf(path), rename);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code: 'DatabaseError', hint: expect.stringMatching(/server of another version/) });
    expect(isBusy(error)).toBe(true);
  });
});

describe('check', () => {
  const faults: [string, string, RegExp][] = [
    ['a missing definition', 'UPDATE files SET definition_count = 31', /f0 has 30 definitions instead of 31/],
    [
      'a missing import',
      'UPDATE contents SET imports = NULL',
      /imports of f0 cannot be read: .*imports of a file are missing/,
    ],
    ['missing contents', 'DELETE FROM contents', /definitions of a file are missing[^]*imports of a file are missing/],
    [
      'truncated definitions',
      'UPDATE contents SET definitions = substr(definitions, 1, length(definitions) - 1)',
      /definitions of f0 cannot be read/,
    ],
    ['unreadable imports', "UPDATE contents SET imports = x'0104'", /imports of f0 cannot be read/],
    ['unreadable references', "UPDATE contents SET refs = x'00'", /references of f1 cannot be read/],
    ['a name too many', 'UPDATE files SET term_count = term_count - 1', /f0 has 30 names of definitions instead of 31/],
    [
      'contents of no file',
      'PRAGMA foreign_keys = OFF; INSERT INTO contents (file_id) VALUES (900)',
      /refers to a missing row of files/,
    ],
    ['missing references', 'UPDATE files SET reference_count = 3', /f0 has 0 references instead of 3/],
    ['unreadable field lengths', "UPDATE files SET field_lengths = x'80'", /field lengths of f0/],
    ['a missing segment', 'UPDATE segments SET state = 2', /f0 has 0 terms and names instead of 32/],
    ['terms of no segment', 'DELETE FROM segments', /the missing segment 1/],
    [
      'a wrong number of postings',
      'UPDATE segments SET postings = postings + 1, dead_postings = 1',
      /64 postings instead of 65/,
    ],
    ['a wrong number of dead postings', 'UPDATE segments SET dead_postings = 1', /64 live postings instead of 63/],
    ['truncated blocks', 'UPDATE terms SET data = substr(data, 1, length(data) - 1)', /a checksum is wrong/],
    ['blocks out of order', "INSERT INTO terms SELECT segment, x'7a', data FROM terms", /out of order/],
    ['an older list of skipped files', "UPDATE left_out SET detail = 'older'", /list of skipped files/],
    ['overlapping segments', 'INSERT INTO segments VALUES (9, 1, 1, 2, 0, 0, 0)', /Segment 9 overlaps/],
  ];

  it.each(faults)('finds %s', async (_, sql, problem) => {
    const opened = await openDatabase({ path: ':memory:' });
    const store = new SqliteStore(opened);
    await writeMany(store, 2);
    await store.writeLeftOut([
      { path: 'b', reason: 'tooLarge', detail: 'x', seen: { size: 9, mtimeMs: 1.5 } },
      { path: 'a', reason: 'binary', detail: null },
    ]);
    expect(await store.check()).toEqual([]);
    opened.database.exec(sql);
    const problems = await store.check();
    expect(problems.map(({ what }) => what).join('\n')).toMatch(problem);
    for (const { hint } of problems) expect(hint).toMatch(/code-scout/);
    await store.close();
  });
});
