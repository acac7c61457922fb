/** The writer election of several real processes: one writer, failover, and no lost requests. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readWriter } from '../registry.ts';
import { until } from '../../util/testing/until.ts';
import { Database } from '../sqlite/file/driver.ts';
import {
  children,
  location,
  directory,
  isWriter,
  kill,
  log,
  logged,
  run,
  joinElection,
  staysAlive,
  useElections,
  type Child,
} from '../testing/elections.ts';
import { UnreachableWriter } from './writer-election.ts';

useElections();

describe('the writer election of processes', () => {
  it('replaces a killed writer by one other, thirty times', async () => {
    for (let n = 0; n < 6; n++) run(staysAlive);
    let holder = await until(() => children.find(isWriter));
    await until(() => children.every(({ lines }) => lines.length > 0));
    for (let n = 0; n < 30; n++) {
      await kill(holder);
      if (n < 27) run(staysAlive);
      holder = await until(() => children.find(isWriter));
    }
    const lines = readFileSync(log, 'utf8').trim().split('\n');
    // A writer begins and is killed before the next one begins.
    expect(lines).toHaveLength(61);
    const wrong = lines.filter((line, n) =>
      n % 2 === 0 ? !line.startsWith('+ ') : line !== `x ${lines[n - 1]?.slice(2)}`,
    );
    expect(wrong).toEqual([]);
  });

  it('does each request once while no process is killed, and loses none when writers are', async () => {
    for (let n = 0; n < 3; n++) run(staysAlive);
    await until(() => children.find(isWriter));
    const asking = (name: string, count: number): string => `
      const ask = async (n) => {
        const by = await election.ask({ kind: 'files', paths: ['${name}' + n] });
        if (!/^\\d+$/.test(by)) throw new Error('an unexpected report: ' + by);
        console.log('done ${name}' + n);
      };
      for (let n = 0; n < ${count}; n += 4) await Promise.all([ask(n), ask(n + 1), ask(n + 2), ask(n + 3)]);
      console.log('all');
      ${staysAlive}`;
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
    // Only requests that a killed writer had taken were done again.
    expect(did.length).toBeLessThan(expected.length + asked.length + 4 * 12);
    const left = new Database(join(directory, '.code-scout', 'requests.db'));
    expect(left.all('SELECT * FROM requests WHERE ended_ms IS NULL')).toEqual([]);
    left.close();
  });

  it.skipIf(process.platform === 'win32')('keeps a suspended writer', async () => {
    const holder = run(staysAlive);
    await until(() => isWriter(holder));
    process.kill(holder.pid, 'SIGSTOP');
    const other = run(`console.log('by ' + await election.ask({ kind: 'run', force: true })); ${staysAlive}`);
    await until(() => other.lines.length > 0);
    await sleep(3000);
    expect(other.lines).toEqual(['reader']);
    expect(readWriter(location)?.note).toMatchObject({ pid: holder.pid, what: 'server', version: '1.0.0' });
    process.kill(holder.pid, 'SIGCONT');
    await until(() => other.lines.includes(`by ${holder.pid}`));
  });

  it.skipIf(process.platform === 'win32')('rejects a request to a suspended writer after the given time', async () => {
    const holder = run(staysAlive);
    await until(() => isWriter(holder));
    const asker = joinElection();
    expect(await asker.ask({ kind: 'run', force: false }, { silenceMs: 500 })).toBe(String(holder.pid));
    process.kill(holder.pid, 'SIGSTOP');
    const silence = asker.ask({ kind: 'run', force: false }, { silenceMs: 500 });
    await expect(silence).rejects.toBeInstanceOf(UnreachableWriter);
    await expect(silence).rejects.toMatchObject({ message: expect.stringContaining(String(holder.pid)) });
    process.kill(holder.pid, 'SIGCONT');
    expect(await asker.ask({ kind: 'run', force: false }, { silenceMs: 5000 })).toBe(String(holder.pid));
  });

  it('does not keep a process alive, as writer or as reader', async () => {
    const ends = 'await sleep(200);';
    let keeper: Child | null = null;
    for (const role of ['writer', 'reader']) {
      if (role === 'reader') await until(() => isWriter((keeper ??= run(staysAlive))));
      const child = run(ends);
      await once(child.process, 'close');
      expect([child.process.exitCode, child.lines]).toEqual([0, [role]]);
    }
  });
});
