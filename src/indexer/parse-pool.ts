/**
 * A pool of parse workers. Jobs are small batches of files. A worker that crashes or hangs costs only the file that caused it, never the run.
 * Invariant: every file of a submitted job gets exactly one outcome. Jobs are rejected only if the pool is closed, or a worker cannot load.
 */
import { Worker } from 'node:worker_threads';
import { AppError } from '../model/error.ts';
import type { FileOutcome } from './file-outcome.ts';
import type { AnalyseTask } from './read-file.ts';
import { WorkLimit, type Excess } from './work-limit.ts';
import { type SentOutcomes } from './sent-outcomes.ts';
import { protectThreads } from '../runtime/v8-settings.ts';
import { noParts, OutcomeReceiver, type OutcomeParts } from './sent-outcomes.ts';

export interface ParseWorkerData {
  root: string;
  maxFileSize: number;
  ignorePatterns: readonly string[];
  /** Extra extensions by language id. */
  extensions: [string, readonly string[]][];
  /** Ids of languages that are read as plain text. */
  disabled: string[];
  /** Absolute paths of plugins' modules; absent: none. */
  plugins?: readonly string[];
}

export interface ParseBatch extends OutcomeParts {
  tasks: AnalyseTask[];
}

export interface ParseRequest extends ParseBatch {
  job: number;
}

/** A worker sends `ready` once, when it has loaded, and then one answer for each batch. After an answer with `last` it ends. */
export type ParseResponse = 'ready' | { job: number; last: boolean; sent: SentOutcomes };

interface Job {
  id: number;
  batch: ParseBatch;
  resolve: (outcomes: FileOutcome[]) => void;
  reject: (error: Error) => void;
}

/** A running worker and its jobs. */
interface Slot {
  worker: Worker;
  receiver: OutcomeReceiver;
  /** Whether the worker has loaded. */
  isReady: boolean;
  /** Jobs that were sent to the worker, in order; the worker does the first one. */
  jobs: Job[];
  limit: WorkLimit;
}

/** What the list of skipped files says about a file whose worker was ended. */
const excesses: Readonly<Record<Excess, (limitMs: number) => string>> = {
  work: (limitMs) => `parsing took more than ${limitMs} ms of processor time`,
  stuck: () => 'reading it did not end',
};

function isExcess(reason: string): reason is Excess {
  return Object.hasOwn(excesses, reason);
}

/**
 * Limit on the number of jobs that a worker has at a time: the one that it does, and those that it continues with while this thread writes. (A worker takes 60
 * to 100 ms for 500 kB of source, and 6 ms for 24 small files; writing a batch takes up to 300 ms, and 30 ms for three quarters of a small project.)
 */
export const jobsOfWorker = 4;

export interface ParsePoolOptions {
  entry: URL;
  data: ParseWorkerData;
  workers: number;
  /** Limit on the processor time per file of a job (ms); a worker that takes more is ended. */
  fileLimitMs: number;
  /** Heap of one worker (MB); a file that needs more is skipped. */
  heapMb: number;
  /** Young generation in that heap (MB). */
  youngMb: number;
  /** Whether so little memory is left that only one worker may work at a time. */
  isTight: () => boolean;
}

/** Owns worker threads; `close` ends them immediately. */
export class ParsePool {
  readonly #options: ParsePoolOptions;
  #workers: number;
  readonly #slots: Slot[] = [];
  readonly #queue: Job[] = [];
  #nextJob = 1;
  #closed = false;

  constructor(options: ParsePoolOptions) {
    this.#options = options;
    this.#workers = options.workers;
  }

  /** Starts the first worker before there are jobs. */
  begin(): void {
    if (this.#slots.length === 0 && !this.#closed) this.#spawn();
  }

  /** Sets the largest number of workers; workers that are running continue. */
  allow(workers: number): void {
    this.#workers = workers;
  }

  analyse(tasks: AnalyseTask[], parts: OutcomeParts = noParts): Promise<FileOutcome[]> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ id: this.#nextJob++, batch: { tasks, ...parts }, resolve, reject });
      this.#dispatch();
    });
  }

  #dispatch(): void {
    while (!this.#closed && this.#queue.length > 0) {
      if (this.#slots.some(({ jobs }) => jobs.length > 0) && this.#options.isTight()) {
        this.#dropIdle();
        return;
      }
      const slot = this.#slotForJob();
      if (slot === null) return;
      const job = this.#queue.shift()!;
      slot.jobs.push(job);
      if (slot.jobs.length === 1) this.#startTimeLimit(slot);
      slot.worker.postMessage({ job: job.id, ...job.batch } satisfies ParseRequest);
    }
  }

  /** An idle worker, or else a new one, or else the one with the fewest jobs; null if all have enough jobs. */
  #slotForJob(): Slot | null {
    let best: Slot | null = null;
    for (const slot of this.#slots) if (best === null || slot.jobs.length < best.jobs.length) best = slot;
    if (best?.jobs.length === 0) return best;
    if (this.#slots.length < this.#workers) return this.#spawn();
    return best !== null && best.jobs.length < jobsOfWorker ? best : null;
  }

  /** Starts the time limit for the job that the worker is doing. */
  #startTimeLimit(slot: Slot): void {
    const [job] = slot.jobs;
    if (job === undefined) slot.limit.end();
    else slot.limit.begin(this.#options.fileLimitMs * job.batch.tasks.length, (why) => this.#fail(slot, why));
  }

  /** Ends idle workers to free their memory. */
  #dropIdle(): void {
    for (const slot of this.#slots.filter(({ jobs, isReady }) => jobs.length === 0 && isReady)) {
      this.#slots.splice(this.#slots.indexOf(slot), 1);
      void retire(slot);
    }
  }

  #start(): Worker {
    protectThreads();
    return new Worker(this.#options.entry, {
      workerData: this.#options.data,
      resourceLimits: {
        maxOldGenerationSizeMb: this.#options.heapMb,
        maxYoungGenerationSizeMb: this.#options.youngMb,
      },
      stderr: false,
    });
  }

  #spawn(): Slot {
    const worker = this.#start();
    const limit = new WorkLimit(worker, this.#options.workers + 1);
    const slot: Slot = { worker, receiver: new OutcomeReceiver(), isReady: false, jobs: [], limit };
    worker.on('message', (response: ParseResponse) => this.#finish(slot, response));
    let reason = 'the parse worker ended';
    worker.on('error', (error) => (reason = error instanceof Error ? error.message : String(error)));
    // `exit` comes after all messages, while `error` may overtake the message `ready`.
    worker.on('exit', () => this.#fail(slot, reason));
    this.#slots.push(slot);
    return slot;
  }

  #finish(slot: Slot, response: ParseResponse): void {
    if (response === 'ready') {
      slot.isReady = true;
      return;
    }
    const outcomes = slot.receiver.take(response.sent);
    const [job] = slot.jobs;
    if (job?.id !== response.job) return;
    slot.jobs.shift();
    if (response.last) this.#queue.unshift(...slot.jobs.splice(0));
    this.#startTimeLimit(slot);
    if (response.last) this.#slots.splice(this.#slots.indexOf(slot), 1);
    job.resolve(outcomes);
    this.#dispatch();
  }

  /**
   * Removes a worker that has ended or was ended. The files of its present job are tried one by one; if the job has a single file, that file is skipped as
   * failed. Exception: a worker that could not load fails the run.
   */
  #fail(slot: Slot, reason: string): void {
    const at = this.#slots.indexOf(slot);
    if (at === -1) return;
    this.#slots.splice(at, 1);
    slot.limit.end();
    void retire(slot);
    const [job, ...laterJobs] = slot.jobs;
    this.#queue.unshift(...laterJobs);
    if (!slot.isReady && !isExcess(reason)) this.#giveUp(slot, reason);
    else if (job !== undefined && !this.#closed) {
      const { tasks, ...parts } = job.batch;
      const [task, ...others] = tasks;
      if (task !== undefined && others.length === 0) {
        const detail = isExcess(reason) ? excesses[reason](this.#options.fileLimitMs) : reason.slice(0, 200);
        job.resolve([{ kind: 'leftOut', leftOut: { path: task.path, reason: 'failed', detail } }]);
      } else {
        Promise.all(tasks.map((single) => this.analyse([single], parts))).then(
          (outcomes) => job.resolve(outcomes.flat()),
          job.reject,
        );
      }
    }
    this.#dispatch();
  }

  /** Rejects all jobs if a worker cannot load: that is not the fault of a file, so the run fails. */
  #giveUp(slot: Slot, reason: string): void {
    const isStarved = /EMFILE|ENFILE|EAGAIN|ENOMEM/.test(reason);
    const error = new AppError(
      isStarved ? 'FileSystemError' : 'InternalError',
      `A parse worker could not start: ${reason}`,
      {
        hint: isStarved
          ? 'The process has reached a limit of the system for files, threads or memory: raise it (`ulimit -n`), or set `indexing.maxWorkers` to 1.'
          : 'Install the package again, or run `npm run build` in a checkout; `code-scout doctor` checks the parts.',
      },
    );
    slot.jobs[0]?.reject(error);
    for (const job of this.#queue.splice(0)) job.reject(error);
  }

  async close(): Promise<void> {
    this.#closed = true;
    const reason = new Error('the parse pool was closed');
    for (const job of this.#queue.splice(0)) job.reject(reason);
    const slots = this.#slots.splice(0);
    for (const slot of slots) {
      slot.limit.end();
      for (const job of slot.jobs) job.reject(reason);
    }
    await Promise.all(slots.map(retire));
  }
}

/** Ends a worker and ignores its events. */
async function retire({ worker }: Slot): Promise<void> {
  worker.removeAllListeners();
  worker.on('error', () => {});
  await worker.terminate();
}
