/** The writer's lock: within one process, among many, and with unusable files. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LockAttempt, WriterLock } from '../../processes/writer-lock.ts';
import { Database } from '../file/driver.ts';
import { openWriterLock } from './writer-lock.ts';

let directory = '';
let folder = '';
let databasePath = '';
let lockFile = '';
const locks: WriterLock[] = [];
const children: ChildProcess[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'code-scout-lock-'));
  folder = join(directory, '.code-scout');
  mkdirSync(folder);
  databasePath = join(folder, 'database.db');
  lockFile = join(folder, 'writer.lock');
});
afterEach(() => {
  for (const lock of locks.splice(0)) lock.release();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  chmodSync(folder, 0o755);
  rmSync(directory, { recursive: true, force: true });
});

function lockOn(path = databasePath): WriterLock {
  const lock = openWriterLock(path);
  locks.push(lock);
  return lock;
}

/** Starts a process with `openWriterLock` and `databasePath` in scope. */
function run(body: string, options: { uid?: number } = {}): ChildProcess {
  const script = `
    import { openWriterLock } from ${JSON.stringify(new URL('writer-lock.ts', import.meta.url).href)};
    const databasePath = ${JSON.stringify(databasePath)};
    ${body}`;
  const arguments_ = ['--input-type=module', '-e', script];
  const child = spawn(process.execPath, arguments_, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

async function outputOf(child: ChildProcess): Promise<string> {
  const [output, [code]] = await Promise.all([text(child.stdout!), once(child, 'exit')]);
  expect(code).toBe(0);
  return output;
}

/** The result of an attempt in a new process, which then ends. */
async function attemptElsewhere(options: { uid?: number } = {}): Promise<LockAttempt> {
  const child = run('console.log(JSON.stringify(openWriterLock(databasePath).tryAcquire()))', options);
  return JSON.parse(await outputOf(child)) as LockAttempt;
}

describe('within one process', () => {
  it('is held by one of two, and by the other one afterwards', () => {
    const [a, b] = [lockOn(), lockOn()];
    expect([a.isHeld, a.isTaken(), existsSync(lockFile)]).toEqual([false, false, false]);
    expect([a.tryAcquire(), a.tryAcquire(), b.tryAcquire(), b.tryAcquire()]).toEqual(['held', 'held', 'busy', 'busy']);
    expect([a.isHeld, b.isHeld, b.isTaken(), lockOn().isTaken()]).toEqual([true, false, true, true]);
    a.release();
    expect([a.isHeld, b.isTaken()]).toEqual([false, false]);
    expect([b.tryAcquire(), a.tryAcquire()]).toEqual(['held', 'busy']);
    b.release();
    b.release();
    expect(a.tryAcquire()).toBe('held');
  });

  it('creates one empty file that no other user can open', () => {
    lockOn().tryAcquire();
    expect(readdirSync(folder)).toEqual(['writer.lock']);
    expect(statSync(lockFile).size).toBe(0);
    if (process.platform !== 'win32') expect(statSync(lockFile).mode & 0o777).toBe(0o600);
    lockOn().tryAcquire();
    locks[0]?.release();
    expect(readdirSync(folder)).toEqual(['writer.lock']);
  });

  it('is next to an index that the user placed, with its name', () => {
    const path = join(directory, 'my.db');
    expect(lockOn(path).tryAcquire()).toBe('held');
    expect(readdirSync(directory).filter((name) => name !== '.code-scout')).toEqual(['my.db.writer-lock.sqlite']);
    expect(lockOn(join(directory, 'other.db')).tryAcquire()).toBe('held');
  });

  it('is the same for all paths to the index', () => {
    writeFileSync(databasePath, '');
    symlinkSync(directory, `${directory}-link`);
    symlinkSync(databasePath, join(directory, 'link.db'));
    try {
      expect(lockOn().tryAcquire()).toBe('held');
      expect(lockOn(join(`${directory}-link`, '.code-scout', 'database.db')).tryAcquire()).toBe('busy');
      expect(lockOn(join(directory, 'link.db')).tryAcquire()).toBe('busy');
    } finally {
      rmSync(`${directory}-link`);
    }
  });

  it('is always free in memory', () => {
    const [a, b] = [lockOn(':memory:'), lockOn(':memory:')];
    expect([a.isHeld, a.tryAcquire(), b.tryAcquire(), a.isHeld]).toEqual([false, 'held', 'held', true]);
    a.release();
    expect(a.isHeld).toBe(false);
  });

  it('does not disturb the index, and is not disturbed by it', () => {
    const index = new Database(databasePath);
    index.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (x); BEGIN IMMEDIATE; INSERT INTO t VALUES (1)');
    const lock = lockOn();
    expect(lock.tryAcquire()).toBe('held');
    const reader = new Database(databasePath, { readOnly: true });
    expect(reader.all('SELECT * FROM t')).toEqual([]);
    index.exec('COMMIT');
    expect(reader.all('SELECT * FROM t')).toEqual([[1]]);
    reader.close();
    index.close();
    expect(lock.isHeld).toBe(true);
  });

  it.each([
    ['removed', () => rmSync(lockFile)],
    ['renamed', () => renameSync(lockFile, `${lockFile}.old`)],
    [
      'replaced',
      () => {
        renameSync(lockFile, `${lockFile}.old`);
        writeFileSync(lockFile, '');
      },
    ],
    ['moved away with its folder', () => renameSync(folder, `${folder}.old`)],
  ])('is no longer held if its file was %s', (_, change) => {
    const [a, b] = [lockOn(), lockOn()];
    expect([a.tryAcquire(), b.tryAcquire()]).toEqual(['held', 'busy']);
    change();
    expect(a.isHeld).toBe(false);
    mkdirSync(folder, { recursive: true });
    expect([b.tryAcquire(), a.tryAcquire(), a.isHeld, b.isHeld]).toEqual(['held', 'busy', false, true]);
  });
});

describe('among processes', () => {
  it('is held by one of eight at any time', async () => {
    const log = join(directory, 'log');
    const child = (): ChildProcess =>
      run(`
        import { appendFileSync } from 'node:fs';
        import { setTimeout as sleep } from 'node:timers/promises';
        const lock = openWriterLock(databasePath);
        for (let held = 0, tries = 0; held < 15 && tries < 4000; tries++) {
          if (lock.tryAcquire() === 'held') {
            held++;
            appendFileSync(${JSON.stringify(log)}, '+' + process.pid + '\\n');
            await sleep(Math.random() * 6);
            appendFileSync(${JSON.stringify(log)}, '-' + process.pid + '\\n');
            lock.release();
          }
          await sleep(Math.random() * 6);
        }`);
    await Promise.all(Array.from({ length: 8 }, () => outputOf(child())));
    const lines = readFileSync(log, 'utf8').trim().split('\n');
    expect(lines).toHaveLength(8 * 15 * 2);
    // "+" is written after taking the lock and "-" before releasing it: without an overlap they come in pairs.
    const wrong = lines.filter((line, n) =>
      n % 2 === 0 ? !line.startsWith('+') : line !== `-${lines[n - 1]?.slice(1)}`,
    );
    expect(wrong).toEqual([]);
    expect(new Set(lines).size).toBe(16);
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)('ends with its holder (%s)', async (signal) => {
    // An unreferenced lock could be garbage-collected, which would close its connection.
    const child = run(
      'const lock = openWriterLock(databasePath); console.log(lock.tryAcquire()); setInterval(() => lock.isHeld, 1000)',
    );
    await once(child.stdout!, 'data');
    const lock = lockOn();
    expect([lock.tryAcquire(), lock.isTaken()]).toEqual(['busy', true]);
    child.kill(signal);
    await once(child, 'exit');
    expect([lock.isTaken(), lock.tryAcquire()]).toEqual([false, 'held']);
  });

  it('is not inherited by children of its holder, and not lost through them', async () => {
    const lock = lockOn();
    lock.tryAcquire();
    expect(await attemptElsewhere()).toBe('busy');
    expect(lockOn().tryAcquire()).toBe('busy');
    const child = run('console.log("up"); setInterval(() => {}, 1000)');
    await once(child.stdout!, 'data');
    lock.release();
    expect(await attemptElsewhere()).toBe('held');
  });
});

describe('an unusable lock file', () => {
  const odd: [what: string, make: () => void, says: RegExp][] = [
    ['a folder', () => mkdirSync(lockFile), /not a plain file/],
    ['a link to a file', () => makeLink(), /is a link/],
    ['a link to nothing', () => symlinkSync(join(directory, 'absent'), lockFile), /is a link/],
    ['text', () => writeFileSync(lockFile, 'pid 1234\n'), /not empty/],
    ['a database', () => writeFileSync(lockFile, 'SQLite format 3\0'.padEnd(4096, 'x')), /not empty/],
    ['without a folder', () => rmSync(folder, { recursive: true }), /unable to open/],
  ];
  function makeLink(): void {
    writeFileSync(join(directory, 'target'), '');
    symlinkSync(join(directory, 'target'), lockFile);
  }

  it.each(odd)('is left alone: %s', (_, make, says) => {
    make();
    const before = existsSync(folder) ? readdirSync(folder, { recursive: true }) : [];
    const lock = lockOn();
    const attempt = lock.tryAcquire();
    expect(attempt).toEqual({ unavailable: expect.stringMatching(says), hint: expect.stringMatching(/\.$/) });
    expect([lock.isHeld, lock.isTaken()]).toEqual([false, false]);
    expect(existsSync(folder) ? readdirSync(folder, { recursive: true }) : []).toEqual(before);
    expect(existsSync(join(directory, 'absent'))).toBe(false);
    mkdirSync(folder, { recursive: true });
    rmSync(lockFile, { recursive: true, force: true });
    expect(lock.tryAcquire()).toBe('held');
  });

  it('may be one file with two names', () => {
    expect(lockOn().tryAcquire()).toBe('held');
    mkdirSync(join(directory, 'b', '.code-scout'), { recursive: true });
    linkSync(lockFile, join(directory, 'b', '.code-scout', 'writer.lock'));
    expect(lockOn(join(directory, 'b', '.code-scout', 'database.db')).tryAcquire()).toBe('busy');
  });

  /** Root can write all files. */
  const unprivileged = process.getuid?.() === 0 ? { uid: 65_534 } : {};

  it.skipIf(process.platform === 'win32')('may be read-only, or impossible to create', async () => {
    const refused = { unavailable: expect.stringContaining(lockFile), hint: expect.stringMatching(/permissions/) };
    chmodSync(directory, 0o755);
    chmodSync(folder, 0o555);
    expect(await attemptElsewhere(unprivileged)).toEqual(refused);
    chmodSync(folder, 0o755);
    writeFileSync(lockFile, '');
    chmodSync(lockFile, 0o444);
    chmodSync(folder, 0o555);
    expect(await attemptElsewhere(unprivileged)).toEqual(refused);
  });
});
