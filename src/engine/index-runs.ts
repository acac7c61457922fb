/**
 * The work that keeps an index true: whole runs, updates of single files, and what follows them.
 * Invariants: one of them at a time, over all processes; a question never waits for a run longer than `firstAnswerMs`, for updates as `freshWaitMs` says.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { toAppError, AppError } from '../model/error.ts';
import type { CompilerAnswers } from '../graph/compiler/second-tier.ts';
import type { RunReport } from '../indexer/index-run.ts';
import { openWriterLock } from '../store/registry.ts';
import type { Statistics, Store } from '../store/store.ts';
import type { WriterLock } from '../store/writer-lock.ts';
import { BackgroundWork } from './background-work.ts';
import { aborted } from './cancellation.ts';
import { askAndKeep } from './compiling.ts';
import type { EmbeddingWork } from './embedding-work.ts';
import { indexJob, indexReport, runJob, runJobInThread, type IndexJob } from './indexing.ts';
import type { Run, RunHooks } from './indexing-run.ts';
import type { OpenIndex } from './open-index.ts';
import type { EngineConfig, IndexProgress, IndexReport, IndexRequest } from './types.ts';
import { UpdateThread, type Update, type UpdatedFile } from './update-thread.ts';

export interface RunsHost {
  root: string;
  config: EngineConfig;
  index: OpenIndex;
  /** Work is done in threads; the process is a server. */
  inThread: boolean;
  embedding: EmbeddingWork;
  /** Hears of each run that ended well. */
  onReport: (report: RunReport, statistics: Statistics) => void;
}

/** A first question on a tree without an index waits so long for the index before it answers from what is there (ms). */
const firstAnswerMs = 3000;
/** How often it is asked whether another process has ended its turn (ms)… */
const busyPollMs = 20;
/** … and for how long: one that is stopped must not hold up the others for ever. */
const busyPatienceMs = 300_000;

export class IndexRuns {
  readonly #host: RunsHost;
  readonly #abort = new AbortController();
  readonly #background: BackgroundWork | null;
  readonly #updates: UpdateThread | null;
  #turn: Promise<unknown> = Promise.resolve();
  #lock: WriterLock | null = null;
  run: Run | null = null;
  /** Of the last run; null where it did not fail. */
  failure: string | null = null;
  /** When the last run began that ended well (`performance.now()`): what changed before it is in the index. */
  comparedFrom = -Infinity;
  lastEnded = 0;
  lastMs = 0;

  constructor(host: RunsHost) {
    this.#host = host;
    this.#background = host.inThread ? this.#backgroundWork() : null;
    this.#updates = host.inThread ? new UpdateThread(() => this.#job(false)) : null;
  }

  /** A run has files to write: answers say so. While it only compares, questions look at their files themselves. */
  readonly isWriting = (): boolean => (this.run?.progress.total ?? 0) > 0;

  get progress(): IndexProgress | null {
    return this.run?.progress ?? null;
  }

  async index(request: IndexRequest = {}): Promise<IndexReport> {
    const running = this.run;
    if (running !== null && (request.force !== true || running.force)) return this.#join(running, request);
    if (running !== null) await running.promise.catch(() => {});
    return this.#start(request).promise;
  }

  indexInBackground(request: IndexRequest = {}): void {
    if (this.run !== null && request.force !== true) return;
    this.index(request).catch(() => {
      // Kept in `failure`, which `status` shows.
    });
  }

  /** Before a question: makes sure that an index is there or on its way. */
  async begun(store: Store): Promise<boolean> {
    if ((await store.getMeta('lastIndexedMs')) !== null) return true;
    this.indexInBackground();
    await Promise.race([
      this.run?.promise.catch(() => {}),
      new Promise((done) => setTimeout(done, firstAnswerMs).unref()),
    ]);
    return false;
  }

  /** Whether updates are as fast as their work. */
  get isWarm(): boolean {
    return this.#updates?.isWarm === true;
  }

  /** Brings files up to date behind what is under way. Null where there is no thread for it. */
  update(files: readonly UpdatedFile[]): Update | null {
    const updates = this.#updates;
    if (updates === null) return null;
    const written = Promise.withResolvers<RunReport>();
    const linked = this.#inTurn(async () => {
      const { indexed, removed } = await this.#alone(this.#abort.signal, async () => {
        const update = updates.update(files);
        update.written.then(written.resolve, written.reject);
        await update.linked;
        return update.written;
      });
      if (indexed + removed === 0) return;
      this.#background?.wakeLater();
      this.#host.embedding.wake();
    });
    linked.catch(written.reject);
    written.promise.catch(() => {});
    return { written: written.promise, linked };
  }

  /** In the order in which they were asked for. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  /** No other process writes meanwhile: two that link at once would each take the other's work for broken off, and do all of it again. */
  async #alone<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const { index } = this.#host;
    // Makes the folder in which the lock lies.
    await index.open();
    const lock = (this.#lock ??= openWriterLock(index.path));
    const since = performance.now();
    while (lock.tryAcquire() === 'busy' && !signal.aborted && performance.now() - since < busyPatienceMs)
      await sleep(busyPollMs);
    try {
      return await work();
    } finally {
      lock.release();
    }
  }

  /** Waits for the run under way; the caller's cancellation ends its waiting, and the run only if nobody else asked for it. */
  async #join(run: Run, request: IndexRequest): Promise<IndexReport> {
    request.onProgress?.(run.progress);
    const timer = setInterval(() => request.onProgress?.(run.progress), 500);
    timer.unref();
    try {
      return await Promise.race([run.promise, aborted(request.signal)]);
    } finally {
      clearInterval(timer);
    }
  }

  #start(request: IndexRequest, answers?: CompilerAnswers): Run {
    const started = Date.now();
    const signals = [this.#abort.signal, ...(request.signal === undefined ? [] : [request.signal])];
    const run: Run = {
      force: request.force ?? false,
      progress: { phase: 'walking', done: 0, total: 0, path: null },
      promise: Promise.resolve(null as never),
    };
    const hooks: RunHooks = {
      signal: AbortSignal.any(signals),
      onProgress: (progress: IndexProgress): void => {
        run.progress = progress;
        request.onProgress?.(progress);
      },
    };
    run.promise = this.#inTurn(async () => {
      let from = performance.now();
      try {
        const report = await this.#alone(hooks.signal, () => {
          from = performance.now();
          return this.#work(run, { request, hooks, answers, started });
        });
        this.comparedFrom = from;
        return report;
      } catch (error) {
        const wrapped = toAppError(error);
        this.failure = wrapped.code === 'CancelledError' ? null : wrapped.message;
        throw wrapped;
      } finally {
        this.run = null;
        this.lastEnded = Date.now();
        this.lastMs = this.lastEnded - started;
        void this.#background?.wake(this.failure !== null);
        if (this.#host.inThread && this.failure === null) this.#host.embedding.wake();
      }
    });
    run.promise.catch(() => {});
    this.run = run;
    return run;
  }

  async #work(
    run: Run,
    parts: { request: IndexRequest; hooks: RunHooks; answers: CompilerAnswers | undefined; started: number },
  ): Promise<IndexReport> {
    const { request, hooks, answers, started } = parts;
    const { root, index, embedding: work, onReport } = this.#host;
    const job = { ...this.#job(run.force), ...(answers === undefined ? {} : { answers }) };
    const report = await this.#runJob(job, hooks);
    const compiler = request.compiler === true ? await this.#askNow(run.force, hooks) : null;
    const embedding = request.embeddings === true ? await work.runOrSay(hooks) : null;
    this.failure = null;
    const statistics = await (await index.open()).statistics();
    onReport(report, statistics);
    const ended = indexReport(root, { run: report, statistics, durationMs: Date.now() - started });
    return {
      ...ended,
      ...(compiler === null ? {} : { compiler: compiler.report }),
      ...(embedding === null ? {} : { embedding }),
    };
  }

  readonly #job = (force: boolean): IndexJob => {
    const { root, config, index } = this.#host;
    return indexJob(root, index.path, config, force);
  };

  /** What runs of a server are followed by. */
  #backgroundWork(): BackgroundWork {
    return new BackgroundWork({
      job: () => this.#job(false),
      open: this.#host.index.open,
      keep: async (answers) => {
        while (this.run !== null) await this.run.promise.catch(() => {});
        await this.#start({}, answers).promise;
      },
      asksCompiler: this.#host.config.linking.compiler,
    });
  }

  /** The second tier of a run that is to wait for it. */
  async #askNow(force: boolean, { signal, onProgress }: RunHooks): Promise<CompilerAnswers | null> {
    const { root, config, index } = this.#host;
    if (!config.linking.compiler) return null;
    const told = (done: number, total: number): void => onProgress({ phase: 'compiling', done, total, path: null });
    return askAndKeep(root, await index.open(), { force, signal, onProgress: told });
  }

  async #runJob(job: IndexJob, hooks: RunHooks): Promise<RunReport> {
    const { index, inThread } = this.#host;
    // Opened here first: a database that must be put aside is put aside once, and this connection knows its notice.
    const store = await index.open();
    try {
      return await (inThread ? runJobInThread(job, hooks) : runJob(job, store, hooks));
    } catch (error) {
      const isDamaged = error instanceof AppError && error.code === 'DatabaseError';
      if (!job.force || !isDamaged || index.path === ':memory:') throw error;
      // A damaged index cannot be emptied: a forced run puts it aside and begins a new one.
      const fresh = await index.openAnew();
      return inThread ? runJobInThread(job, hooks) : runJob(job, fresh, hooks);
    }
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#background?.close();
    this.#updates?.close();
    await this.#turn;
  }
}
