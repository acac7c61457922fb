/** A candidate of the writer election: its role, requests in both directions, and its behaviour without a lock. */
import { closeSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../model/error.ts';
import type { TakenRequest } from './index-requests.ts';
import { openWriterElection, readWriter } from '../registry.ts';
import { openIndexRequests } from '../sqlite/processes/index-requests.ts';
import { openWriterLock } from '../sqlite/processes/writer-lock.ts';
import {
  databasePath,
  directory,
  isWriter,
  kill,
  location,
  run,
  elections,
  joinElection,
  staysAlive,
  useElections,
} from '../testing/elections.ts';
import { until } from '../../util/testing/until.ts';
import type { WriterRole, WriterElection } from './writer-election.ts';

useElections();

describe('a candidate', () => {
  it('reports its role once, in a later turn, and hands over at once when it is closed', async () => {
    const roles: WriterRole['is'][] = [];
    const first = joinElection({ onRole: ({ is }) => roles.push(is) });
    expect([first.role.is, roles]).toEqual(['writer', []]);
    const second = joinElection();
    await until(() => readWriter(location)?.note.what === 'command');
    expect([second.role.is, roles]).toEqual(['reader', ['writer']]);
    expect([first.writer(), second.writer()?.note.pid]).toEqual([null, process.pid]);
    first.close();
    first.close();
    expect([openWriterLock(databasePath).isTaken(), readWriter(location)]).toEqual([false, null]);
    await until(() => second.role.is === 'writer');
    second.close();
    expect(readdirSync(join(directory, '.code-scout')).toSorted()).toEqual(['requests.db', 'writer.lock']);
  });

  it('does its own requests from the time before it became the writer', async () => {
    const requests = openIndexRequests(databasePath);
    await requests.ask({ kind: 'files', paths: ['before'] });
    requests.close();
    const served: TakenRequest[] = [];
    const election = joinElection({
      serve: (taken) => {
        served.push(...taken);
        return Promise.resolve('report');
      },
    });
    expect(await election.ask({ kind: 'run', force: true })).toBe('report');
    expect(served.map(({ work }) => work)).toEqual([
      { kind: 'files', paths: ['before'] },
      { kind: 'run', force: true },
    ]);
  });

  it('passes errors on unchanged, and continues', async () => {
    let calls = 0;
    joinElection({
      serve: () => {
        if (++calls > 1) return Promise.resolve(null);
        return Promise.reject(new AppError('FileSystemError', 'It is full.', { hint: 'Make room.' }));
      },
    });
    const asker = joinElection();
    const asking = asker.ask({ kind: 'run', force: false });
    await expect(asking).rejects.toMatchObject({ code: 'FileSystemError', message: 'It is full.', hint: 'Make room.' });
    expect(await asker.ask({ kind: 'run', force: false })).toBeNull();
  });

  it('shows its progress to requesters and to other processes', async () => {
    let end = (): void => {};
    const writer = joinElection({ serve: () => new Promise((resolve) => (end = () => resolve(null))) });
    const asker = joinElection();
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
    expect(readWriter(location)?.progress).toEqual({ phase: 'indexing', done: 4, total: 9 });
    writer.setProgress(null);
    await until(() => asker.writer()?.progress === null);
    end();
    expect(await asked).toBeNull();
  });

  it('shows no progress any more when a requester gets the outcome', async () => {
    const shown: unknown[] = [];
    const writer: WriterElection = joinElection({
      serve: async () => {
        writer.setProgress({ phase: 'linking', done: 4, total: 4 });
        await until(() => readWriter(location)?.progress !== null);
        writer.setProgress({ phase: 'done', done: 4, total: 4 });
        writer.setProgress(null);
        return null;
      },
    });
    const other = joinElection();
    for (let round = 0; round < 3; round++) {
      await other.ask({ kind: 'run', force: false });
      shown.push(other.writer()?.progress);
    }
    expect(shown).toEqual([null, null, null]);
  });

  it('is waited for while it works, however long that takes', async () => {
    let end = (): void => {};
    joinElection({ serve: () => new Promise((resolve) => (end = () => resolve('long'))) });
    const asked = joinElection().ask({ kind: 'run', force: false }, { silenceMs: 3000 });
    await sleep(4500);
    end();
    expect(await asked).toBe('long');
  });

  it('stops waiting when it is cancelled or closed', async () => {
    let served = 0;
    joinElection({ serve: () => new Promise(() => served++) });
    const asker = joinElection();
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
    const again = joinElection().ask({ kind: 'run', force: false }, { signal: abort.signal });
    await expect(again).rejects.toMatchObject({ code: 'CancelledError' });
  });

  it('says why there is no lock, rejects requests meanwhile, and takes the lock when it becomes available', async () => {
    mkdirSync(join(directory, '.code-scout', 'writer.lock'));
    const roles: WriterRole[] = [];
    const election = joinElection({ onRole: (role) => roles.push(role) });
    await until(() => roles.length > 0);
    expect(roles[0]).toMatchObject({
      is: 'independent',
      reason: expect.stringMatching(/plain file/),
      hint: expect.any(String),
    });
    await expect(election.ask({ kind: 'run', force: false })).rejects.toMatchObject({ code: 'DatabaseError' });
    rmSync(join(directory, '.code-scout', 'writer.lock'), { recursive: true });
    await until(() => roles.length > 1);
    expect(roles.map(({ is }) => is)).toEqual(['independent', 'writer']);
  });

  it('is the writer even if the file of requests cannot be used', async () => {
    mkdirSync(join(directory, '.code-scout', 'requests.db'));
    const election = joinElection();
    const other = joinElection();
    expect([election.role.is, other.role.is, other.writer()]).toEqual(['writer', 'reader', null]);
    await expect(other.ask({ kind: 'run', force: false })).rejects.toMatchObject({ code: 'DatabaseError' });
    rmSync(join(directory, '.code-scout', 'requests.db'), { recursive: true });
    expect(await other.ask({ kind: 'run', force: false })).toBeNull();
  });

  it('continues if its folder is emptied', async () => {
    const election = joinElection();
    await until(() => readWriter(location) !== null);
    for (const name of readdirSync(join(directory, '.code-scout'))) rmSync(join(directory, '.code-scout', name));
    await until(() => readWriter(location)?.note.pid === process.pid);
    expect(election.role.is).toBe('writer');
    expect(await joinElection().ask({ kind: 'run', force: false })).toBeNull();
  });

  it('steps down if another process holds the lock too', async () => {
    const roles: WriterRole[] = [];
    const election = joinElection({ onRole: (role) => roles.push(role) });
    await until(() => readWriter(location) !== null);
    // Like a second holder on a file system without working locks. Its process is alive: that of the test runner.
    const requests = openIndexRequests(databasePath);
    const second = { pid: process.ppid, host: readWriter(location)!.note.host, version: '3', startedAtMs: 1 };
    await requests.begin('second', { ...second, what: 'server' });
    await until(() => election.role.is === 'independent');
    expect(roles.at(-1)).toMatchObject({ is: 'independent', reason: expect.stringContaining(String(process.ppid)) });
    expect(openWriterLock(databasePath).isTaken()).toBe(false);
    expect(requests.writer()?.token).toBe('second');
    // Once the other holder has gone, the lock can be trusted again.
    requests.end('second');
    requests.close();
    await until(() => election.role.is === 'writer');
  });

  it.skipIf(process.platform === 'win32')('gives way to the process that took the lock which it lost', async () => {
    const election = joinElection();
    await until(() => readWriter(location) !== null);
    // The system ends a process's locks on a file when the process closes any descriptor of it.
    closeSync(openSync(join(directory, '.code-scout', 'writer.lock'), 'r'));
    const other = run(staysAlive);
    await until(() => isWriter(other));
    await until(() => election.role.is === 'reader');
    expect(election.writer()?.note.pid).toBe(other.pid);
    expect(await election.ask({ kind: 'run', force: false })).toBe(String(other.pid));
    await kill(other);
    await until(() => election.role.is === 'writer');
  });

  it('is always the writer of an index in memory', async () => {
    const [a, b] = [0, 1].map(() => {
      const election = openWriterElection(
        { memory: true },
        {
          what: 'command',
          version: '1',
          serve: () => Promise.resolve('mine'),
        },
      );
      elections.push(election);
      return election;
    });
    expect([a?.role.is, b?.role.is]).toEqual(['writer', 'writer']);
    expect(await a?.ask({ kind: 'run', force: false })).toBe('mine');
  });
});
