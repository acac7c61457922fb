/** The pool with real worker threads that end, hang, throw and run out of memory. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { FileOutcome } from './file-outcome.ts';
import type { AnalyseTask } from './read-file.ts';
import { ParsePool } from './parse-pool.ts';

const work = mkdtempSync(join(tmpdir(), 'code-scout-pool-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const entry = join(work, 'worker.mjs');
writeFileSync(
  entry,
  `import { parentPort } from 'node:worker_threads';
parentPort.postMessage('ready');
parentPort.on('message', ({ job, tasks }) => {
  for (const { path } of tasks) {
    if (path === 'exit') process.exit(3);
    if (path === 'throw') throw new Error('thrown by the worker');
    if (path === 'hang') for (;;);
    // Does nothing for a while, like a thread that gets no processor time.
    if (path.startsWith('wait')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(path.slice(4)));
    if (path === 'memory') { const kept = []; for (;;) kept.push(new Array(1e6).fill(kept.length)); }
  }
  const outcomes = tasks.map(({ path }) => ({ kind: 'touched', path, size: 1, mtimeMs: 1, verifiedAtMs: 1 }));
  const last = tasks.some(({ path }) => path === 'last');
  parentPort.postMessage({ job, sent: { outcomes, memory: new ArrayBuffer(0), bytesAt: 0 }, last });
  if (last) process.exit(1);
});`,
);

const task = (path: string): AnalyseTask => ({ path, rawPath: null, knownHash: null });

const memory = { heapMb: 384, youngMb: 64, isTight: () => false };

function pool(workers = 2, fileLimitMs = 2000): ParsePool {
  const data = { root: work, maxFileSize: 1, ignorePatterns: [], extensions: [], disabled: [] };
  return new ParsePool({ entry: pathToFileURL(entry), data, workers, fileLimitMs, ...memory });
}

function summary(outcomes: FileOutcome[]): string[] {
  return outcomes.map((outcome) =>
    outcome.kind === 'leftOut'
      ? `${outcome.leftOut.path}: ${outcome.leftOut.reason}`
      : 'path' in outcome
        ? outcome.path
        : outcome.file.path,
  );
}

describe('ParsePool', () => {
  it('returns every file of every job in order, with fewer workers than jobs', async () => {
    const parses = pool();
    const jobs = Array.from({ length: 20 }, (_, i) => [task(`a${i}`), task(`b${i}`)]);
    const results = await Promise.all(jobs.map((job) => parses.analyse(job)));
    expect(results.map(summary)).toEqual(jobs.map((job) => job.map(({ path }) => path)));
    await parses.close();
  });

  it.each(['exit', 'throw', 'hang', 'memory'])('gives up only the file that makes its worker %s', async (fault) => {
    const parses = pool(1, fault === 'memory' ? 30_000 : 300);
    const outcomes = await parses.analyse([task('before'), task(fault), task('after')]);
    expect(summary(outcomes)).toEqual(['before', `${fault}: failed`, 'after']);
    expect(summary(await parses.analyse([task('next')]))).toEqual(['next']);
    await parses.close();
  });

  it.each(['exit', 'throw', 'hang'])(
    'loses no job that was sent to a worker after one that makes it %s',
    async (fault) => {
      const parses = pool(1, 300);
      const jobs = [['a'], ['b', fault, 'c'], ['d'], ['e', 'f'], [fault], ['g'], ['h']];
      const results = await Promise.all(jobs.map((paths) => parses.analyse(paths.map(task))));
      const outcome = (path: string): string => (path === fault ? `${path}: failed` : path);
      expect(results.map(summary)).toEqual(jobs.map((paths) => paths.map(outcome)));
      await parses.close();
    },
  );

  it('does not skip a file whose worker waits for processor time, but skips one that works longer than the limit meanwhile', async () => {
    const parses = pool(2, 300);
    const [waited, hung] = await Promise.all([parses.analyse([task('wait1500')]), parses.analyse([task('hang')])]);
    expect([...summary(waited), ...summary(hung)]).toEqual(['wait1500', 'hang: failed']);
    expect(hung).toMatchObject([{ leftOut: { detail: 'parsing took more than 300 ms of processor time' } }]);
    await parses.close();
  });

  it('skips a file whose worker is stuck', async () => {
    const parses = pool(1, 200);
    const stuck = await parses.analyse([task('waitInfinity')]);
    expect(stuck).toMatchObject([{ leftOut: { path: 'waitInfinity', detail: 'reading it did not end' } }]);
    expect(summary(await parses.analyse([task('next')]))).toEqual(['next']);
    await parses.close();
  });

  it('continues with one worker while memory is short', async () => {
    let tight = false;
    const data = { root: work, maxFileSize: 1, ignorePatterns: [], extensions: [], disabled: [] };
    const limits = { ...memory, isTight: () => tight };
    const parses = new ParsePool({ entry: pathToFileURL(entry), data, workers: 3, fileLimitMs: 2000, ...limits });
    await Promise.all(['a', 'b', 'c'].map((path) => parses.analyse([task(path)])));
    tight = true;
    const jobs = Array.from({ length: 9 }, (_, n) => parses.analyse([task(`t${n}`)]));
    expect((await Promise.all(jobs)).flatMap(summary)).toEqual(jobs.map((_, n) => `t${n}`));
    await parses.close();
  });

  it('keeps the answer of a worker that ends after it', async () => {
    const parses = pool(1);
    expect(summary(await parses.analyse([task('one'), task('last')]))).toEqual(['one', 'last']);
    expect(summary(await parses.analyse([task('two')]))).toEqual(['two']);
    const jobs = ['three', 'last', 'four', 'five'].map((path) => parses.analyse([task(path)]));
    expect((await Promise.all(jobs)).flatMap(summary)).toEqual(['three', 'last', 'four', 'five']);
    await parses.close();
  });

  it('uses the worker that was started early, and no more than are allowed', async () => {
    const parses = pool(3);
    parses.begin();
    parses.begin();
    parses.allow(1);
    const jobs = ['a', 'b', 'exit', 'c'].map((path) => parses.analyse([task(path)]));
    expect((await Promise.all(jobs)).flatMap(summary)).toEqual(['a', 'b', 'exit: failed', 'c']);
    await parses.close();
    parses.begin();
    await parses.close();
  });

  it('fails the run if a worker cannot start, instead of skipping files', async () => {
    const broken = join(work, 'broken.mjs');
    writeFileSync(broken, "import './not-there.mjs';");
    const data = { root: work, maxFileSize: 1, ignorePatterns: [], extensions: [], disabled: [] };
    const parses = new ParsePool({ entry: pathToFileURL(broken), data, workers: 1, fileLimitMs: 5000, ...memory });
    await expect(parses.analyse([task('a'), task('b')])).rejects.toMatchObject({ code: 'InternalError' });
    parses.begin();
    const jobs = Array.from({ length: 5 }, (_, n) => parses.analyse([task(`a${n}`)]));
    const ended = await Promise.allSettled(jobs);
    expect(ended.map(({ status }) => status)).toEqual(jobs.map(() => 'rejected'));
    await parses.close();
  });

  it('rejects jobs under way when it is closed, and ends its workers', async () => {
    const parses = pool(1, 60_000);
    const hanging = parses.analyse([task('hang')]);
    const queued = parses.analyse([task('queued')]);
    const ended = Promise.allSettled([hanging, queued]);
    await parses.close();
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
