/** Seats of several real processes at one index: one writer, take-over, and requests that are not lost. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../model/error.ts';
import type { TakenRequest } from './index-requests.ts';
import { openWriterSeat, readWriter } from './registry.ts';
import { Database } from './sqlite/driver.ts';
import { openIndexRequests } from './sqlite/index-requests.ts';
import { openWriterLock } from './sqlite/writer-lock.ts';
import { UnreachableWriter, type SeatOptions, type SeatRole, type WriterSeat } from './writer-seat.ts';

let directory = '';
let databasePath = '';
let log = '';
const seats: WriterSeat[] = [];
const children: Child[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'code-scout-seat-'));
  mkdirSync(join(directory, '.code-scout'));
  databasePath = join(directory, '.code-scout', 'database.db');
  log = join(directory, 'log');
});
afterEach(async () => {
  for (const seat of seats.splice(0)) seat.close();
  for (const child of children.splice(0)) await kill(child);
  rmSync(directory, { recursive: true, force: true });
});

interface Child {
  process: ChildProcess;
  pid: number;
  /** What it has said, by line. */
  lines: string[];
}

/** A process with a seat: it says its roles, and writes down when it becomes the writer and what it does for others. */
function run(body = ''): Child {
  const script = `
    import { appendFileSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { openWriterSeat } from ${JSON.stringify(new URL('registry.ts', import.meta.url).href)};
    const note = (text) => appendFileSync(${JSON.stringify(log)}, text + '\\n');
    const seat = openWriterSeat(${JSON.stringify(databasePath)}, {
      what: 'server',
      version: '1.0.0',
      serve: async (requests) => {
        await sleep(20);
        for (const { work } of requests) note('did ' + (work.kind === 'run' ? 'run' : work.paths.join()));
        return String(process.pid);
      },
      onRole: ({ is }) => {
        if (is === 'writer') note('+ ' + process.pid);
        console.log(is);
      },
    });
    ${body}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const made = { process: child, pid: child.pid!, lines };
  children.push(made);
  return made;
}

const stays = 'setInterval(() => {}, 1000);';

async function kill({ process: child, pid }: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  appendFileSync(log, `x ${pid}\n`);
  child.kill('SIGKILL');
  await gone;
}

async function until<T>(what: () => T | undefined | null | false, limitMs = 20_000): Promise<T> {
  for (const end = performance.now() + limitMs; ; await sleep(5)) {
    const found = what();
    if (found !== undefined && found !== null && found !== false) return found;
    if (performance.now() > end) throw new Error(`It did not come to pass: ${what.toString()}`);
  }
}

const roleOf = ({ lines }: Child): string | undefined =>
  lines.findLast((line) => ['writer', 'reader', 'independent'].includes(line));
const isWriter = (child: Child): boolean => child.process.signalCode === null && roleOf(child) === 'writer';
const logged = (mark: string): string[] =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(mark));

function sit(options: Partial<SeatOptions> = {}): WriterSeat {
  const seat = openWriterSeat(databasePath, { what: 'command', version: '2.0.0', serve: async () => null, ...options });
  seats.push(seat);
  return seat;
}

describe('seats of processes', () => {
  it('a killed writer is followed by one other, thirty times', async () => {
    for (let n = 0; n < 6; n++) run(stays);
    const waits: number[] = [];
    let holder = await until(() => children.find(isWriter));
    await until(() => children.every(({ lines }) => lines.length > 0));
    for (let n = 0; n < 30; n++) {
      await kill(holder);
      const began = performance.now();
      if (n < 27) run(stays);
      holder = await until(() => children.find(isWriter));
      waits.push(performance.now() - began);
    }
    const lines = readFileSync(log, 'utf8').trim().split('\n');
    // One begins, is killed, and only then another begins.
    expect(lines).toHaveLength(61);
    const wrong = lines.filter((line, n) =>
      n % 2 === 0 ? !line.startsWith('+ ') : line !== `x ${lines[n - 1]?.slice(2)}`,
    );
    expect(wrong).toEqual([]);
    // A machine with other work may hold one of them up.
    expect(waits.toSorted((a, b) => a - b)[28]).toBeLessThan(3000);
  });

  it('requests are done, each once while nobody is killed, and none is lost when writers are', async () => {
    for (let n = 0; n < 3; n++) run(stays);
    await until(() => children.find(isWriter));
    const asking = (name: string, count: number): string => `
      const ask = async (n) => {
        const by = await seat.ask({ kind: 'files', paths: ['${name}' + n] });
        if (!/^\\d+$/.test(by)) throw new Error('a strange report: ' + by);
        console.log('done ${name}' + n);
      };
      for (let n = 0; n < ${count}; n += 4) await Promise.all([ask(n), ask(n + 1), ask(n + 2), ask(n + 3)]);
      console.log('all');
      ${stays}`;
    const done = (asker: Child): boolean => asker.lines.includes('all');

    const calm = ['a', 'b', 'c'].map((name) => run(asking(name, 20)));
    await until(() => calm.every(done));
    const expected = ['a', 'b', 'c'].flatMap((name) => Array.from({ length: 20 }, (_, n) => `did ${name}${n}`));
    expect(logged('did').toSorted()).toEqual(expected.toSorted());

    const askers = ['d', 'e', 'f'].map((name) => run(asking(name, 60)));
    for (let n = 0; n < 4; n++) {
      await until(() => askers.some(({ lines }) => lines.filter((line) => line.startsWith('done')).length > n * 8));
      const holder = await until(() => children.find(isWriter));
      if (!askers.includes(holder)) await kill(holder);
    }
    await until(() => askers.every(done));
    const asked = ['d', 'e', 'f'].flatMap((name) => Array.from({ length: 60 }, (_, n) => `did ${name}${n}`));
    const did = logged('did');
    expect(asked.filter((line) => !did.includes(line))).toEqual([]);
    // Only what a killed writer had taken was done again.
    expect(did.length).toBeLessThan(expected.length + asked.length + 4 * 12);
    const left = new Database(join(directory, '.code-scout', 'requests.db'));
    expect(left.all('SELECT * FROM requests WHERE ended_ms IS NULL')).toEqual([]);
    left.close();
  });

  it.skipIf(process.platform === 'win32')('a writer that is stopped stays the writer', async () => {
    const holder = run(stays);
    await until(() => isWriter(holder));
    process.kill(holder.pid, 'SIGSTOP');
    const other = run(`console.log('by ' + await seat.ask({ kind: 'run', force: true })); ${stays}`);
    await until(() => other.lines.length > 0);
    await sleep(3000);
    expect(other.lines).toEqual(['reader']);
    expect(readWriter(databasePath)?.note).toMatchObject({ pid: holder.pid, what: 'server', version: '1.0.0' });
    process.kill(holder.pid, 'SIGCONT');
    await until(() => other.lines.includes(`by ${holder.pid}`));
  });

  it.skipIf(process.platform === 'win32')(
    'a writer that is stopped is given up by who does not want to wait',
    async () => {
      const holder = run(stays);
      await until(() => isWriter(holder));
      const asker = sit();
      expect(await asker.ask({ kind: 'run', force: false }, { silenceMs: 500 })).toBe(String(holder.pid));
      process.kill(holder.pid, 'SIGSTOP');
      const silence = asker.ask({ kind: 'run', force: false }, { silenceMs: 500 });
      await expect(silence).rejects.toBeInstanceOf(UnreachableWriter);
      await expect(silence).rejects.toMatchObject({ message: expect.stringContaining(String(holder.pid)) });
      process.kill(holder.pid, 'SIGCONT');
      expect(await asker.ask({ kind: 'run', force: false }, { silenceMs: 5000 })).toBe(String(holder.pid));
    },
  );

  it('does not keep its process alive, as writer or as reader', async () => {
    const ends = 'await sleep(200);';
    let keeper: Child | null = null;
    for (const role of ['writer', 'reader']) {
      if (role === 'reader') await until(() => isWriter((keeper ??= run(stays))));
      const child = run(ends);
      await once(child.process, 'close');
      expect([child.process.exitCode, child.lines]).toEqual([0, [role]]);
    }
  });
});

describe('a seat', () => {
  it('tells its role in a later turn, once, and hands over at once when it is closed', async () => {
    const roles: SeatRole['is'][] = [];
    const first = sit({ onRole: ({ is }) => roles.push(is) });
    expect([first.role.is, roles]).toEqual(['writer', []]);
    const second = sit();
    await until(() => readWriter(databasePath)?.note.what === 'command');
    expect([second.role.is, roles]).toEqual(['reader', ['writer']]);
    expect([first.writer(), second.writer()?.note.pid]).toEqual([null, process.pid]);
    first.close();
    first.close();
    expect([openWriterLock(databasePath).isTaken(), readWriter(databasePath)]).toEqual([false, null]);
    await until(() => second.role.is === 'writer', 5000);
    second.close();
    expect(readdirSync(join(directory, '.code-scout')).toSorted()).toEqual(['requests.db', 'writer.lock']);
  });

  it('asks itself too, for what was asked before it became the writer', async () => {
    const requests = openIndexRequests(databasePath);
    await requests.ask({ kind: 'files', paths: ['before'] });
    requests.close();
    const served: TakenRequest[] = [];
    const seat = sit({
      serve: (taken) => {
        served.push(...taken);
        return Promise.resolve('report');
      },
    });
    expect(await seat.ask({ kind: 'run', force: true })).toBe('report');
    expect(served.map(({ work }) => work)).toEqual([
      { kind: 'files', paths: ['before'] },
      { kind: 'run', force: true },
    ]);
  });

  it('passes errors on as they are, and goes on', async () => {
    let calls = 0;
    sit({
      serve: () => {
        if (++calls > 1) return Promise.resolve(null);
        return Promise.reject(new AppError('FileSystemError', 'It is full.', { hint: 'Make room.' }));
      },
    });
    const asker = sit();
    const asking = asker.ask({ kind: 'run', force: false });
    await expect(asking).rejects.toMatchObject({ code: 'FileSystemError', message: 'It is full.', hint: 'Make room.' });
    expect(await asker.ask({ kind: 'run', force: false })).toBeNull();
  });

  it('shows its progress to who asks and to who looks', async () => {
    let end = (): void => {};
    const writer = sit({ serve: () => new Promise((resolve) => (end = () => resolve(null))) });
    const asker = sit();
    const seen: string[] = [];
    const asked = asker.ask(
      { kind: 'run', force: false },
      { onProgress: ({ phase, done }) => seen.push(phase + done) },
    );
    await until(() => asker.writer() !== null);
    writer.setProgress({ phase: 'indexing', done: 0, total: 9 });
    writer.setProgress({ phase: 'indexing', done: 4, total: 9 });
    await until(() => seen.includes('indexing4'));
    expect(seen).not.toContain('indexing0');
    expect(readWriter(databasePath)?.progress).toEqual({ phase: 'indexing', done: 4, total: 9 });
    writer.setProgress(null);
    await until(() => asker.writer()?.progress === null);
    end();
    expect(await asked).toBeNull();
  });

  it('shows no progress any more when the asker is told of the end', async () => {
    const shown: unknown[] = [];
    const writer: WriterSeat = sit({
      serve: async () => {
        writer.setProgress({ phase: 'linking', done: 4, total: 4 });
        await until(() => readWriter(databasePath)?.progress !== null);
        writer.setProgress({ phase: 'done', done: 4, total: 4 });
        writer.setProgress(null);
        return null;
      },
    });
    const other = sit();
    for (let round = 0; round < 3; round++) {
      await other.ask({ kind: 'run', force: false });
      shown.push(other.writer()?.progress);
    }
    expect(shown).toEqual([null, null, null]);
  });

  it('is waited for while it works, however long', async () => {
    let end = (): void => {};
    sit({ serve: () => new Promise((resolve) => (end = () => resolve('long'))) });
    const asked = sit().ask({ kind: 'run', force: false }, { silenceMs: 3000 });
    await sleep(4500);
    end();
    expect(await asked).toBe('long');
  });

  it('ends its waiting when it is cancelled or closed', async () => {
    let served = 0;
    sit({ serve: () => new Promise(() => served++) });
    const asker = sit();
    const abort = new AbortController();
    const cancelled = asker.ask({ kind: 'run', force: false }, { signal: abort.signal });
    const closed = asker.ask({ kind: 'run', force: false });
    const ends = Promise.allSettled([cancelled, closed]);
    await until(() => served > 0);
    abort.abort();
    await expect(cancelled).rejects.toMatchObject({ code: 'CancelledError' });
    asker.close();
    await expect(closed).rejects.toMatchObject({ code: 'CancelledError' });
    await ends;
    await expect(asker.ask({ kind: 'run', force: false })).rejects.toMatchObject({ code: 'CancelledError' });
    const again = sit().ask({ kind: 'run', force: false }, { signal: abort.signal });
    await expect(again).rejects.toMatchObject({ code: 'CancelledError' });
  });

  it('says why there is no lock, refuses to ask then, and takes it when it can be had', async () => {
    mkdirSync(join(directory, '.code-scout', 'writer.lock'));
    const roles: SeatRole[] = [];
    const seat = sit({ onRole: (role) => roles.push(role) });
    await until(() => roles.length > 0);
    expect(roles[0]).toMatchObject({
      is: 'independent',
      reason: expect.stringMatching(/plain file/),
      hint: expect.any(String),
    });
    await expect(seat.ask({ kind: 'run', force: false })).rejects.toMatchObject({ code: 'DatabaseError' });
    rmSync(join(directory, '.code-scout', 'writer.lock'), { recursive: true });
    await until(() => roles.length > 1);
    expect(roles.map(({ is }) => is)).toEqual(['independent', 'writer']);
  });

  it('is the writer also where nothing can be asked', async () => {
    mkdirSync(join(directory, '.code-scout', 'requests.db'));
    const seat = sit();
    const other = sit();
    expect([seat.role.is, other.role.is, other.writer()]).toEqual(['writer', 'reader', null]);
    await expect(other.ask({ kind: 'run', force: false })).rejects.toMatchObject({ code: 'DatabaseError' });
    rmSync(join(directory, '.code-scout', 'requests.db'), { recursive: true });
    expect(await other.ask({ kind: 'run', force: false })).toBeNull();
  });

  it('goes on when the folder is emptied under it', async () => {
    const seat = sit();
    await until(() => readWriter(databasePath) !== null);
    for (const name of readdirSync(join(directory, '.code-scout'))) rmSync(join(directory, '.code-scout', name));
    await until(() => readWriter(databasePath)?.note.pid === process.pid);
    expect(seat.role.is).toBe('writer');
    expect(await sit().ask({ kind: 'run', force: false })).toBeNull();
  });

  it('steps down when another one turns out to hold the lock too', async () => {
    const roles: SeatRole[] = [];
    const seat = sit({ onRole: (role) => roles.push(role) });
    await until(() => readWriter(databasePath) !== null);
    // As a second holder on a file system that pretends to lock would do: its process lives, it is that of the tests' runner.
    const requests = openIndexRequests(databasePath);
    const second = { pid: process.ppid, host: readWriter(databasePath)!.note.host, version: '3', startedAtMs: 1 };
    await requests.begin('second', { ...second, what: 'server' });
    await until(() => seat.role.is === 'independent');
    expect(roles.at(-1)).toMatchObject({ is: 'independent', reason: expect.stringContaining(String(process.ppid)) });
    expect(openWriterLock(databasePath).isTaken()).toBe(false);
    expect(requests.writer()?.token).toBe('second');
    // Once it has gone, the lock is worth something again.
    requests.end('second');
    requests.close();
    await until(() => seat.role.is === 'writer');
  });

  it.skipIf(process.platform === 'win32')('leaves the place to who took the lock that it lost', async () => {
    const seat = sit();
    await until(() => readWriter(databasePath) !== null);
    // The system takes a process's locks on a file away when the process closes it, however it came to be open.
    closeSync(openSync(join(directory, '.code-scout', 'writer.lock'), 'r'));
    const other = run(stays);
    await until(() => isWriter(other));
    await until(() => seat.role.is === 'reader');
    expect(seat.writer()?.note.pid).toBe(other.pid);
    expect(await seat.ask({ kind: 'run', force: false })).toBe(String(other.pid));
    await kill(other);
    await until(() => seat.role.is === 'writer');
  });

  it('is alone with an index in memory', async () => {
    const [a, b] = [':memory:', ':memory:'].map((path) => {
      const seat = openWriterSeat(path, { what: 'command', version: '1', serve: () => Promise.resolve('mine') });
      seats.push(seat);
      return seat;
    });
    expect([a?.role.is, b?.role.is]).toEqual(['writer', 'writer']);
    expect(await a?.ask({ kind: 'run', force: false })).toBe('mine');
  });
});
