/** Requests to the writer: order, outcomes, expiry, and unusable files. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../model/error.ts';
import {
  askerPatienceMs,
  maxOutcomeAgeMs,
  mostPaths,
  mostRequests,
  type IndexRequests,
  type RequestedWork,
} from '../../processes/index-requests.ts';
import type { WriterNote } from '../../processes/index-requests.ts';
import { Database } from '../file/driver.ts';
import { openIndexRequests } from './index-requests.ts';
import { until } from '../../../util/testing/until.ts';

let directory = '';
let databasePath = '';
let file = '';
const opened: IndexRequests[] = [];
/** "CSrq". */
const applicationId: number = 0x43537271;
const note: WriterNote = { pid: 12, host: 'here', what: 'server', version: '1.2.3', startedAtMs: 5 };
const aRun: RequestedWork = { kind: 'run', force: false };
const files = (...paths: string[]): RequestedWork => ({ kind: 'files', paths });

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'code-scout-requests-'));
  mkdirSync(join(directory, '.code-scout'));
  databasePath = join(directory, '.code-scout', 'database.db');
  file = join(directory, '.code-scout', 'requests.db');
});
afterEach(() => {
  for (const requests of opened.splice(0)) requests.close();
  rmSync(directory, { recursive: true, force: true });
});

function open(path = databasePath): IndexRequests {
  const requests = openIndexRequests(path);
  opened.push(requests);
  return requests;
}

/** Changes the file directly. */
function change(sql: string): void {
  const database = new Database(file);
  database.exec(sql);
  database.close();
}

describe('requests', () => {
  it('are taken in order, once, and their outcomes are reported', async () => {
    const [asker, other, writer] = [open(), open(), open()];
    const odd = ['__proto__', 'a\nb', '\ud800', 'ä', ''];
    const tickets = [
      await asker.ask(aRun),
      await other.ask(files(...odd)),
      await asker.ask({ kind: 'run', force: true }),
    ];
    await writer.begin('w', note);
    expect(tickets.map((ticket) => asker.state(ticket))).toEqual(tickets.map(() => ({ is: 'waiting' })));
    const taken = await writer.take('w');
    expect(taken.map(({ work }) => work)).toEqual([aRun, files(...odd), { kind: 'run', force: true }]);
    expect(taken.map(({ id }) => id)).toEqual(tickets.map(({ id }) => id));
    expect(taken[0]?.askedAtMs).toBeGreaterThan(Date.UTC(2026, 0));
    expect(await writer.take('w')).toEqual([]);
    expect(other.state(tickets[1]!)).toEqual({ is: 'taken' });
    await writer.finish('w', [tickets[0]!.id], { report: '{"files":3}' });
    const error = new AppError('FileSystemError', 'It is full.', { hint: 'Make room.' });
    await writer.finish('w', [tickets[1]!.id], { error });
    expect(asker.state(tickets[0]!)).toEqual({ is: 'done', report: '{"files":3}' });
    const failed = other.state(tickets[1]!);
    expect(failed).toEqual({ is: 'failed', error: expect.any(AppError) });
    expect(failed).toMatchObject({ error: { code: 'FileSystemError', message: 'It is full.', hint: 'Make room.' } });
    expect(asker.state(tickets[2]!)).toEqual({ is: 'taken' });
    await asker.forget(tickets[0]!);
    expect(asker.state(tickets[0]!)).toEqual({ is: 'gone' });
  });

  it('that a writer did not finish are taken by the next one, and only the new outcome counts', async () => {
    const [asker, writer] = [open(), open()];
    const tickets = [await asker.ask(files('a')), await asker.ask(files('b'))];
    await writer.begin('first', note);
    await writer.take('first');
    await writer.finish('first', [tickets[0]!.id], { report: null });
    await writer.begin('second', note);
    await writer.finish('first', [tickets[1]!.id], { report: null });
    expect(tickets.map((ticket) => asker.state(ticket).is)).toEqual(['done', 'waiting']);
    expect((await writer.take('second')).map(({ work }) => work)).toEqual([files('b')]);
    await writer.giveBack('second', [tickets[1]!.id, tickets[0]!.id]);
    expect(tickets.map((ticket) => asker.state(ticket).is)).toEqual(['done', 'waiting']);
    expect(await writer.take('second')).toHaveLength(1);
  });

  it.each([
    ['a silent requester', `UPDATE requests SET seen_ms = seen_ms - ${askerPatienceMs + 1000}`, 'gone'],
    [
      'a silent requester, with a clock that was set back',
      `UPDATE requests SET seen_ms = seen_ms + ${askerPatienceMs + 9000}`,
      'gone',
    ],
    [
      'a requester with a recent sign of life',
      `UPDATE requests SET seen_ms = seen_ms - ${askerPatienceMs - 9000}`,
      'taken',
    ],
  ])('of %s', async (_, sql, is) => {
    const [asker, writer] = [open(), open()];
    const ticket = await asker.ask(aRun);
    change(sql);
    await writer.begin('w', note);
    expect(await writer.take('w')).toHaveLength(is === 'taken' ? 1 : 0);
    expect(asker.state(ticket)).toEqual({ is });
  });

  it('stay while their requester gives signs of life, and are dropped if nobody fetches the outcome', async () => {
    const [asker, writer] = [open(), open()];
    const [kept, other] = [await asker.ask(aRun), await asker.ask(aRun)];
    change(`UPDATE requests SET seen_ms = seen_ms - ${askerPatienceMs * 2}`);
    await asker.renew(kept);
    await writer.begin('w', note);
    const ids = (await writer.take('w')).map(({ id }) => id);
    expect(ids).toEqual([kept.id]);
    expect(asker.state(other)).toEqual({ is: 'gone' });
    await writer.finish('w', ids, { report: null });
    change(`UPDATE requests SET ended_ms = ended_ms - ${maxOutcomeAgeMs + 1000}`);
    await writer.finish('w', [], { report: null });
    expect(asker.state(kept)).toEqual({ is: 'gone' });
  });

  it.each<[string, RequestedWork, RequestedWork]>([
    ['too many', files(...Array.from({ length: mostPaths + 1 }, (_, n) => `f${n}`)), aRun],
    ['too long', files('x'.repeat(70_000)), aRun],
    ['none', files(), files()],
  ])('for files may become one for a run: %s', async (_, work, becomes) => {
    const requests = open();
    await requests.ask(work);
    await requests.begin('w', note);
    expect((await requests.take('w')).map((taken) => taken.work)).toEqual([becomes]);
  });

  it('are bounded in number, and rows may have any content', async () => {
    const requests = open();
    for (let n = 0; n < mostRequests; n++) await requests.ask(files(`f${n}`));
    await expect(requests.ask(aRun)).rejects.toMatchObject({
      code: 'DatabaseError',
      hint: expect.stringMatching(/status/),
    });
    change(
      `UPDATE requests SET work = CASE id WHEN 1 THEN '{' WHEN 2 THEN 'null' WHEN 3 THEN '{"kind":"files","paths":[1]}' ELSE work END`,
    );
    await requests.begin('w', note);
    const taken = await requests.take('w');
    expect(taken.map(({ work }) => work)).toEqual([
      aRun,
      aRun,
      aRun,
      ...Array.from({ length: mostRequests - 3 }, (_, n) => files(`f${n + 3}`)),
    ]);
    await requests.finish(
      'w',
      taken.map(({ id }) => id),
      { report: 'x'.repeat(1_000_000) },
    );
    change(`UPDATE requests SET failed = 1, outcome = '{"code":"Strange","message":1}'`);
    const state = requests.state({ id: 1, asker: await askerOf(requests) });
    expect(state).toMatchObject({ is: 'failed', error: { code: 'InternalError' } });
    expect(statSync(file).size + statSync(`${file}-wal`).size).toBeLessThan(40_000_000);
  });

  async function askerOf(requests: IndexRequests): Promise<string> {
    change('DELETE FROM requests WHERE id = 256');
    const { asker } = await requests.ask(aRun);
    return asker;
  }
});

it('notices changes, and is notified by the system', async () => {
  const [a, b] = [open(), open()];
  let notified = 0;
  b.watch(() => notified++);
  const [before, own] = [b.version(), a.version()];
  expect([b.version(), a.version()]).toEqual([before, own]);
  const ticket = await a.ask(aRun);
  expect(b.version()).not.toBe(before);
  expect(a.version()).not.toBe(own);
  if (process.platform === 'linux') {
    await until(() => notified > 0);
    expect(notified).toBeGreaterThan(0);
  }
  const later = b.version();
  expect(a.state(ticket)).toEqual({ is: 'waiting' });
  expect(b.version()).toBe(later);
});

it('shows the writer and its progress', async () => {
  const [writer, other] = [open(), open()];
  expect([other.writer(), existsSync(file)]).toEqual([null, false]);
  await writer.begin('w', note);
  expect(other.writer()).toEqual({ token: 'w', note, progress: null, beat: 0 });
  await writer.setProgress('w', { phase: 'indexing', done: 3, total: 9 }, 1);
  await writer.setProgress('another', { phase: 'linking', done: 1, total: 1 }, 7);
  expect(other.writer()).toMatchObject({ progress: { phase: 'indexing', done: 3, total: 9 }, beat: 1 });
  await writer.setProgress('w', null, 2);
  expect(other.writer()).toMatchObject({ progress: null, beat: 2 });
  writer.end('another');
  expect(other.writer()).not.toBeNull();
  writer.end('w');
  expect(other.writer()).toBeNull();
  change(`INSERT INTO writer VALUES (1, 'w', '{"pid":"1"}', 'x')`);
  expect(other.writer()).toBeNull();
});

it('does not touch the index', async () => {
  const index = new Database(databasePath);
  index.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (x)');
  const version = index.get('PRAGMA data_version');
  index.exec('BEGIN IMMEDIATE; INSERT INTO t VALUES (1)');
  const requests = open();
  const ticket = await requests.ask(aRun);
  await requests.begin('w', note);
  const [taken] = await requests.take('w');
  await requests.finish('w', [taken!.id], { report: null });
  expect(requests.state(ticket).is).toBe('done');
  index.exec('COMMIT');
  expect(index.get('PRAGMA data_version')).toEqual(version);
  index.close();
});

describe('the file', () => {
  it.each([
    ['it is removed', () => rmSync(file)],
    [
      'it is removed with its log',
      () => {
        for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
      },
    ],
  ])('is created again if %s; its requests are gone', async (_, remove) => {
    const requests = open();
    const ticket = await requests.ask(aRun);
    remove();
    // The file at the path is checked once a second.
    await sleep(1050);
    expect(requests.state(ticket)).toEqual({ is: 'gone' });
    expect(await requests.ask(aRun)).not.toEqual(ticket);
    await requests.begin('w', note);
    expect(await open().take('w')).toHaveLength(1);
  });

  it('can be read only by its user', async () => {
    await open().ask(aRun);
    const names = readdirSync(join(directory, '.code-scout')).toSorted();
    expect(names).toEqual(['requests.db', 'requests.db-shm', 'requests.db-wal']);
    if (process.platform === 'win32') return;
    for (const name of names) expect(statSync(join(directory, '.code-scout', name)).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['text', () => writeFileSync(file, 'something else altogether '.repeat(100))],
    [
      'a damaged database',
      () => writeFileSync(file, Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(8000, 7)])),
    ],
  ])('is set aside if it is %s', async (_, make) => {
    make();
    const content = readFileSync(file);
    const requests = open();
    await requests.ask(aRun);
    await requests.begin('w', note);
    expect(await requests.take('w')).toHaveLength(1);
    const aside = readdirSync(join(directory, '.code-scout')).filter((name) => name.includes('.unusable-'));
    expect(aside).toHaveLength(1);
    expect(readFileSync(join(directory, '.code-scout', aside[0]!))).toEqual(content);
  });

  const left: [string, () => void, RegExp][] = [
    ['another program’s', () => change('CREATE TABLE t (x); PRAGMA user_version = 1'), /another program/],
    ['newer', () => change(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = 2`), /newer/],
    [
      'with other tables',
      () => change(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = 1; CREATE TABLE t (x)`),
      /tables/,
    ],
    ['a folder', () => mkdirSync(file), /plain file/],
    ['a link', () => symlinkSync(join(directory, 'absent'), file), /link/],
    ['without a folder', () => rmSync(join(directory, '.code-scout'), { recursive: true }), /unable to open/],
  ];
  it.each(left)('is left alone if it is %s', async (_, make, says) => {
    make();
    const before = readdirSync(directory, { recursive: true }).toSorted();
    const requests = open();
    for (let n = 0; n < 2; n++) {
      await expect(requests.ask(aRun)).rejects.toMatchObject({
        code: 'DatabaseError',
        message: expect.stringMatching(says),
      });
      expect(() => requests.version()).toThrow(AppError);
    }
    expect(readdirSync(directory, { recursive: true }).toSorted()).toEqual(before);
    rmSync(file, { recursive: true, force: true });
    mkdirSync(join(directory, '.code-scout'), { recursive: true });
    await requests.ask(aRun);
  });

  it('may be in memory', async () => {
    const requests = open(':memory:');
    const ticket = await requests.ask(aRun);
    await requests.begin('w', note);
    expect(await requests.take('w')).toHaveLength(1);
    await requests.finish('w', [ticket.id], { report: 'r' });
    expect([requests.state(ticket), requests.writer()?.note]).toEqual([{ is: 'done', report: 'r' }, note]);
  });
});
