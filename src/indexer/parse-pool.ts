/**
 * A pool of parse workers. Jobs are small batches of files; a worker that dies or hangs costs the one file that did it, never the run.
 * Invariant: every file of a submitted job comes back once, as an outcome.
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
  /** Extra endings by language id. */
  extensions: [string, readonly string[]][];
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

/** A worker says `ready` once, when it has loaded, and then answers each batch once; after a `last` answer it ends. */
export type ParseResponse = 'ready' | { job: number; last: boolean; sent: SentOutcomes };

interface Job {
  id: number;
  batch: ParseBatch;
  resolve: (outcomes: FileOutcome[]) => void;
  reject: (error: Error) => void;
}

interface Slot {
  worker: Worker;
  receiver: OutcomeReceiver;
  ready: boolean;
  /** What it has been sent, in order: it works on the first. */
  jobs: Job[];
  limit: WorkLimit;
}

/** What is said of a file that its worker was given up for. */
const excesses: Readonly<Record<Excess, (limitMs: number) => string>> = {
  work: (limitMs) => `parsing took more than ${limitMs} ms of processor time`,
  stuck: () => 'reading it never ended',
};

function isExcess(reason: string): reason is Excess {
  return Object.hasOwn(excesses, reason);
}

/**
 * Jobs that a worker is sent at the most: while this thread writes, the worker goes on with those behind the first (500 kB of source take it
 * 60 to 100 ms, and 24 small files 6; a batch of files is written in up to 300, three quarters of a small project in 30).
 */
export const jobsOfWorker = 4;

export interface ParsePoolOptions {
  entry: URL;
  data: ParseWorkerData;
  workers: number;
  /** A job of one file that takes more processor time ends its worker; a larger job gets this for each of its files (ms). */
  fileLimitMs: number;
  /** Heap of one worker, and its part for new objects; a file that needs more is given up (MB). */
  heapMb: number;
  youngMb: number;
  /** There is so little memory left that one worker has to do. */
  isTight: () => boolean;
}

/** Owns worker threads; `close` ends them at once. */
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

  /** Starts a first worker: there will be jobs. */
  begin(): void {
    if (this.#slots.length === 0 && !this.#closed) this.#spawn();
  }

  /** How many workers there may be from now on; those that there are go on. */
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
      if (slot.jobs.length === 1) this.#time(slot);
      slot.worker.postMessage({ job: job.id, ...job.batch } satisfies ParseRequest);
    }
  }

  /** One that is idle, else a new one, else the one with the fewest jobs that has room; null where none has. */
  #slotForJob(): Slot | null {
    let best: Slot | null = null;
    for (const slot of this.#slots) if (best === null || slot.jobs.length < best.jobs.length) best = slot;
    if (best?.jobs.length === 0) return best;
    if (this.#slots.length < this.#workers) return this.#spawn();
    return best !== null && best.jobs.length < jobsOfWorker ? best : null;
  }

  /** Of the job that the worker is at. */
  #time(slot: Slot): void {
    const [job] = slot.jobs;
    if (job === undefined) slot.limit.end();
    else slot.limit.begin(this.#options.fileLimitMs * job.batch.tasks.length, (why) => this.#fail(slot, why));
  }

  /** Gives the memory of workers that have nothing to do back. */
  #dropIdle(): void {
    for (const slot of this.#slots.filter(({ jobs, ready }) => jobs.length === 0 && ready)) {
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
    const slot: Slot = { worker, receiver: new OutcomeReceiver(), ready: false, jobs: [], limit };
    worker.on('message', (response: ParseResponse) => this.#finish(slot, response));
    let reason = 'the parse worker ended';
    worker.on('error', (error) => (reason = error instanceof Error ? error.message : String(error)));
    // Behind an error, and behind all messages: an error may overtake the word that the worker is ready.
    worker.on('exit', () => this.#fail(slot, reason));
    this.#slots.push(slot);
    return slot;
  }

  #finish(slot: Slot, response: ParseResponse): void {
    if (response === 'ready') {
      slot.ready = true;
      return;
    }
    const outcomes = slot.receiver.take(response.sent);
    const [job] = slot.jobs;
    if (job?.id !== response.job) return;
    slot.jobs.shift();
    if (response.last) this.#queue.unshift(...slot.jobs.splice(0));
    this.#time(slot);
    if (response.last) this.#slots.splice(this.#slots.indexOf(slot), 1);
    job.resolve(outcomes);
    this.#dispatch();
  }

  /** The worker is lost: the files of the job that it was at are tried one by one, and a single file that did it is given up. */
  #fail(slot: Slot, reason: string): void {
    const at = this.#slots.indexOf(slot);
    if (at === -1) return;
    this.#slots.splice(at, 1);
    slot.limit.end();
    void retire(slot);
    const [job, ...behind] = slot.jobs;
    this.#queue.unshift(...behind);
    if (!slot.ready && !isExcess(reason)) this.#giveUp(slot, reason);
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

  /** A worker that cannot even load says nothing about files: the run has to fail. */
  #giveUp(slot: Slot, reason: string): void {
    const isStarved = /EMFILE|ENFILE|EAGAIN|ENOMEM/.test(reason);
    const error = new AppError(
      isStarved ? 'FileSystemError' : 'InternalError',
      `A parse worker could not start: ${reason}`,
      {
        hint: isStarved
          ? 'The system gives this process too few files, threads or too little memory: raise its limits (`ulimit -n`), or set `indexing.maxWorkers` to 1.'
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

/** Ends a worker, of which nothing is heard any more. */
async function retire({ worker }: Slot): Promise<void> {
  worker.removeAllListeners();
  worker.on('error', () => {});
  await worker.terminate();
}
