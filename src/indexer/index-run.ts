/**
 * A whole or incremental run: walks the tree, compares it with the index, analyses what changed, and writes in batches.
 * Invariants: an incremental index answers like one made from scratch. What a killed run has committed stays, and so does what a cancelled or failed
 * run has read; the next run does the rest. Memory is bounded by the batch, not by the repository.
 */
import { AppError } from '../model/error.ts';
import type { FileState, LeftOut, SourceFile } from '../model/file.ts';
import { isTemporary } from '../source/read/read-source.ts';
import { planChanges } from '../source/fingerprint/change-detection.ts';
import type { WalkOptions } from '../source/source.ts';
import { walk } from '../source/walk/walk.ts';
import type { Store } from '../store/store.ts';
import type { FileOutcome } from './file-outcome.ts';
import type { AnalyseTask } from './read-file.ts';
import {
  batchBytes,
  BatchWriter,
  emptyRunReport,
  type AfterBatch,
  type BatchHooks,
  type BeforeBatch,
  type RunReport,
} from './batch-writer.ts';
import { readWithOutside, slicesOf, tasksWithOutside } from './outside-macros.ts';
import { StoredFingerprint } from './stored-fingerprint.ts';

export type { RunReport } from './batch-writer.ts';

export interface RunProgress {
  phase: 'walking' | 'indexing' | 'finishing' | 'linking' | 'done';
  done: number;
  total: number;
  path: string | null;
}

export interface RunOptions {
  root: string;
  store: Store;
  walkOptions: WalkOptions;
  /** Folder of the index; null for an index in memory. */
  indexFolder: string | null;
  /** At most this many files in one transaction. */
  batchSize: number;
  /** Version of extraction; files of an index with another version are read again. */
  extractionVersion: string;
  force: boolean;
  /** Called before files are written or removed, if there are any; an error that it throws ends the run. */
  onWork?: () => void;
  /** Called once before the first job, with the files to analyse. */
  onPlan?: (files: readonly SourceFile[]) => Promise<void> | void;
  analyse: (tasks: AnalyseTask[]) => Promise<FileOutcome[]>;
  /** Called when the last job has ended. */
  onAnalysed?: () => void;
  /** Not called if the index was empty, or if all files are read again. */
  beforeBatch?: BeforeBatch;
  afterBatch?: AfterBatch;
  /** Updates the links after the files are written. */
  link?: (hooks: LinkHooks) => Promise<void>;
  /** Number of jobs to keep under way. */
  concurrency: number;
  onProgress?: (progress: RunProgress) => void;
  signal?: AbortSignal;
}

export interface LinkHooks {
  onProgress: (done: number, total: number) => void;
  /** Throws if the run was cancelled. */
  check: () => void;
}

/** At this many files a worker's job is full: large enough to be worth a message, small enough to spread work evenly. */
const jobFiles = 24;
/** At this many bytes of source a worker's job is full. */
const jobBytes = 512 * 1024;

export async function runIndex(options: RunOptions): Promise<RunReport> {
  const { store, signal } = options;
  const report: RunReport = emptyRunReport();
  const progress = (phase: RunProgress['phase'], done: number, total: number, path: string | null): void =>
    options.onProgress?.({ phase, done, total, path });
  throwIfCancelled(signal);
  const readsAllFiles = async (): Promise<boolean> =>
    options.force || (await store.getMeta('extractionVersion')) !== options.extractionVersion;
  const tree = (await readsAllFiles()) ? null : await StoredFingerprint.compare(options);
  if (tree?.isSame === true) return endRun(options, report, 0);
  progress('walking', 0, 0, null);
  const walked = await walk(options.root, options.walkOptions, signal);
  throwIfCancelled(signal);
  const states = await store.fileStates();
  if ((await store.getMeta('root')) !== options.root) await store.setMeta('root', options.root);
  // The first run stores its version at once: if it is killed, the next run continues where it stopped.
  if (states.length === 0) await store.setMeta('extractionVersion', options.extractionVersion);
  const isRebuild = await readsAllFiles();
  const plan = planChanges(states, walked.files, Date.now());
  const leftOut: LeftOut[] = [...walked.leftOut];
  const suspects = isRebuild ? walked.files : await dropKnownLeftOut(store, plan.suspects, leftOut);
  const isIdle = !isRebuild && suspects.length + plan.removed.length === 0;
  if (!isIdle) options.onWork?.();
  const indexedHashes = new Map(
    suspects.length === 0 ? [] : states.map((state: FileState) => [state.path, state.hash]),
  );
  const hooks = hooksOf(options, { comparesBefore: !isRebuild && states.length > 0 });
  const writer = new BatchWriter(store, options.batchSize, report, hooks);
  writer.remove(plan.removed);
  report.removed = plan.removed.length;
  const total = suspects.length;
  progress('indexing', 0, total, null);
  await options.onPlan?.(suspects);
  let done = 0;
  const early = earlyWrite(suspects, options.batchSize);
  try {
    await forEachJob(jobsOf(suspects, isRebuild ? null : indexedHashes), options.concurrency, {
      work: async (job) => {
        throwIfCancelled(signal);
        return { job, outcomes: await options.analyse(job) };
      },
      take: async ({ job, outcomes }) => {
        throwIfCancelled(signal);
        for (const outcome of outcomes) await record(outcome, { writer, report, indexedHashes, leftOut, suspects });
        done += job.length;
        if (early.isPassed(done)) await writer.flush();
        progress('indexing', done, total, job[job.length - 1]?.path ?? null);
      },
    });
  } catch (error) {
    await writer.writeRest();
    throw error;
  }
  progress('finishing', done, total, null);
  // In a new index without macros nothing is read again, so that the analysis can end while the last files are written.
  const mayReadAgain = states.length > 0 || writer.hasMacros;
  if (!mayReadAgain) options.onAnalysed?.();
  await writer.flush();
  if (mayReadAgain) await readAgain(options, hooks, { isIdle });
  leftOut.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  await store.writeLeftOut(leftOut);
  await store.setMeta('extractionVersion', options.extractionVersion);
  if (report.indexed + report.removed > 0 || isRebuild) await store.optimise();
  if (isIdle) await tree?.store(walked);
  return endRun(options, report, total);
}

function hooksOf({ beforeBatch, afterBatch }: RunOptions, { comparesBefore }: { comparesBefore: boolean }): BatchHooks {
  return {
    ...(beforeBatch !== undefined && comparesBefore ? { beforeBatch } : {}),
    ...(afterBatch === undefined ? {} : { afterBatch }),
  };
}

/** Reads again the files that have to be read with other macros of other files (`outside-macros.ts`), and ends the analysis. */
async function readAgain(
  { store, batchSize, concurrency, analyse, onAnalysed, onWork, signal }: RunOptions,
  hooks: BatchHooks,
  { isIdle }: { isIdle: boolean },
): Promise<void> {
  await readWithOutside(store, async (readings) => {
    if (isIdle) onWork?.();
    const writer = new BatchWriter(store, batchSize, emptyRunReport(), hooks);
    await forEachJob(slicesOf(readings, jobFiles), concurrency, {
      work: async (slice) => {
        throwIfCancelled(signal);
        return analyse(await tasksWithOutside(store, slice));
      },
      take: async (outcomes) => {
        for (const outcome of outcomes) if (outcome.kind !== 'leftOut') await writer.add(outcome);
      },
    });
    await writer.flush();
  });
  onAnalysed?.();
}

interface RunResults {
  writer: BatchWriter;
  report: RunReport;
  /** Hashes of the files that the index has, by path. */
  indexedHashes: ReadonlyMap<string, string>;
  leftOut: LeftOut[];
  /** The files to analyse: new ones and those that may have changed, or all files. */
  suspects: SourceFile[];
}

/** Writes a file's outcome to the index, or adds it to the skipped files. */
async function record(
  outcome: FileOutcome,
  { writer, report, indexedHashes, leftOut, suspects }: RunResults,
): Promise<void> {
  if (outcome.kind !== 'leftOut') return writer.add(outcome);
  const isIndexed = indexedHashes.has(outcome.leftOut.path);
  if (isTemporary(outcome.leftOut)) {
    report.unread++;
    // The former content stays in the index: it is better than nothing.
    if (isIndexed) return;
  }
  leftOut.push(rememberFailure(outcome.leftOut, suspects));
  if (isIndexed) {
    writer.remove([outcome.leftOut.path]);
    report.removed++;
  }
}

/** @param total number of files that had to be read */
async function endRun(
  { store, link, onProgress, signal }: RunOptions,
  report: RunReport,
  total: number,
): Promise<RunReport> {
  await store.setMeta('lastIndexedMs', String(Date.now()));
  await link?.({
    onProgress: (done, files) => onProgress?.({ phase: 'linking', done, total: files, path: null }),
    check: () => throwIfCancelled(signal),
  });
  await store.emptyLog();
  onProgress?.({ phase: 'done', done: total, total, path: null });
  return report;
}

/** Returns `suspects` without unchanged files that an earlier run has read and skipped, and adds these to `leftOut`. */
export async function dropKnownLeftOut(
  store: Store,
  suspects: SourceFile[],
  leftOut: LeftOut[],
): Promise<SourceFile[]> {
  const before = await store.leftOut({ offset: 0, limit: Number.MAX_SAFE_INTEGER });
  const entries = new Map(
    before.leftOut.filter((entry) => entry.seen !== undefined).map((entry) => [entry.path, entry]),
  );
  if (entries.size === 0) return suspects;
  return suspects.filter((file) => {
    const entry = entries.get(file.path);
    if (entry?.seen?.size !== file.size || entry.seen.mtimeMs !== file.mtimeMs) return true;
    leftOut.push(entry);
    return false;
  });
}

/** Adds size and time to the entry of a file that crashed its worker or took too long, so that the file is not tried again until it changes. */
function rememberFailure(leftOut: LeftOut, files: readonly SourceFile[]): LeftOut {
  if (leftOut.reason !== 'failed') return leftOut;
  const file = files.find(({ path }) => path === leftOut.path);
  return file === undefined ? leftOut : { ...leftOut, seen: { size: file.size, mtimeMs: file.mtimeMs } };
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) {
    throw new AppError('CancelledError', 'Indexing was cancelled', {
      hint: 'The files indexed so far stay in the index; index again to continue.',
    });
  }
}

function* jobsOf(files: readonly SourceFile[], hashes: Map<string, string> | null): Generator<AnalyseTask[]> {
  let job: AnalyseTask[] = [];
  let bytes = 0;
  for (const file of files) {
    job.push({ path: file.path, rawPath: file.rawPath, knownHash: hashes?.get(file.path) ?? null });
    bytes += file.size;
    if (job.length >= jobFiles || bytes >= jobBytes) {
      yield job;
      job = [];
      bytes = 0;
    }
  }
  if (job.length > 0) yield job;
}

/** If all files fit one transaction, this share of them is written early, while the others are parsed and the writing thread is idle. */
const earlyShare = 0.75;
/** With fewer files a second transaction costs more than it saves. */
const leastEarly = 200;

/** `isPassed` is true once, when the early share is reached. It is never true for larger runs, which write in several transactions anyway. */
function earlyWrite(files: readonly SourceFile[], batchSize: number): { isPassed: (done: number) => boolean } {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const isOneTransaction = files.length >= leastEarly && files.length <= batchSize && bytes <= batchBytes;
  let threshold = isOneTransaction ? files.length * earlyShare : Infinity;
  return {
    isPassed: (done) => {
      if (done < threshold) return false;
      threshold = Infinity;
      return true;
    },
  };
}

/**
 * Works on a bounded number of jobs at a time, and takes their results one by one in the order of the jobs. File ids and transactions therefore do
 * not depend on the number of workers. The first failure stops new jobs, and is thrown when the jobs under way have ended. Their results are still
 * taken, unless `take` itself failed.
 */
async function forEachJob<T, R>(
  jobs: Iterable<T>,
  concurrency: number,
  { work, take }: { work: (job: T) => Promise<R>; take: (result: R) => Promise<void> },
): Promise<void> {
  const iterator = jobs[Symbol.iterator]();
  let failed = false;
  let taken = Promise.resolve();
  const lanes = Array.from({ length: Math.max(1, concurrency) }, async () => {
    while (!failed) {
      const next = iterator.next();
      if (next.done === true) return;
      const working = work(next.value);
      const ended = Promise.allSettled([working]);
      taken = taken.then(async () => {
        const [result] = await ended;
        if (result.status === 'fulfilled') await take(result.value);
      });
      try {
        await taken;
        await working;
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  });
  const results = await Promise.allSettled(lanes);
  const failure = results.find((result) => result.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
}
