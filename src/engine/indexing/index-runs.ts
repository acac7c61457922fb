/**
 * The work that keeps an index true: whole runs, updates of single files, and what follows them. A process that is not the index's writer
 * asks the writer for it.
 * Invariants: one of them at a time in this process; a question never waits for a run longer than `firstAnswerMs`, for updates as `freshWaitMs` says.
 */
import { existsSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { toAppError, AppError } from '../../model/error.ts';
import type { CompilerAnswers } from '../../graph/compiler/second-tier.ts';
import { emptyRunReport, type RunReport } from '../../indexer/batch-writer.ts';
import type { RequestedWork } from '../../store/processes/index-requests.ts';
import type { Statistics, Store } from '../../store/store.ts';
import { namesManyFiles } from '../../source/walk/many-files.ts';
import { rawPathOf } from '../../util/bytes/path-bytes.ts';
import { AdaptiveAnalysis } from './adaptive-analysis.ts';
import { BackgroundWork } from '../live/background-work.ts';
import { askAndKeep } from '../live/compiler-tier.ts';
import type { EmbeddingBeside } from './embedding-beside.ts';
import { emptyReport } from '../embedding/embedding.ts';
import type { EmbeddingWork } from '../embedding/embedding-work.ts';
import { isWritingFiles } from '../live/freshness.ts';
import type { IndexJob } from './index-job.ts';
import { indexJob, indexReport, runIdleJob, runJob, runJobApart, type JobHooks } from './indexing.ts';
import { Run, type RunHooks } from './indexing-run.ts';
import type { AnalyseFile } from '../files/unindexed-chunks.ts';
import { IndexWriterElection } from '../processes/writer-election.ts';
import type { OpenIndex } from '../open-index.ts';
import type { EngineConfig, FinishedRun, IndexProgress, IndexReport, IndexRequest } from '../types.ts';
import { UpdateThread, type Update, type UpdatedFile } from '../live/update-thread.ts';
import { clockMs } from '../../util/clock.ts';

export interface RunsHost {
  root: string;
  config: EngineConfig;
  index: OpenIndex;
  /** Work is done in threads; the process is a server. */
  inThread: boolean;
  embedding: EmbeddingWork;
  /** Hears of each run when it has ended, unless it was called off; with what the index holds, where this process did it. */
  onRun: (run: FinishedRun, statistics: Statistics | null) => void;
  /** This process has to see to the index from now on: the writer has gone. */
  onWriter: () => void;
}

/** Up to so many files are compared in this thread: a thread for it takes five times as long to be there as that takes. */
const comparedHere = 8000;
/** A first question on a tree without an index waits so long for the index before it answers from what is there (ms). */
const firstAnswerMs = 3000;
const phases = ['walking', 'indexing', 'finishing', 'linking', 'compiling', 'embedding', 'done'] as const;

export class IndexRuns {
  readonly #host: RunsHost;
  readonly #abort = new AbortController();
  readonly #background: BackgroundWork | null;
  readonly #updates: UpdateThread | null;
  readonly #election: IndexWriterElection;
  /** Analyses a file in another thread; null where there is none. */
  readonly aside: AnalyseFile | null;
  #turn: Promise<unknown> = Promise.resolve();
  /** The writer has brought files up to date for this process. */
  #wasServed = false;
  run: Run | null = null;
  /** Of the last run; null where it did not fail. */
  failure: string | null = null;
  /** Files that could not be read the last time, for a reason that passes. */
  unread = 0;
  /** When the last run began that ended well (`clockMs()`): what changed before it is in the index. */
  comparedFrom = -Infinity;
  lastEnded = 0;
  lastMs = 0;

  constructor(host: RunsHost) {
    this.#host = host;
    this.#background = host.inThread ? this.#backgroundWork() : null;
    const updates = host.inThread ? new UpdateThread(() => this.#job(false)) : null;
    this.#updates = updates;
    this.aside = updates === null ? null : (task) => updates.analyse(task);
    this.#election = new IndexWriterElection({
      index: host.index,
      what: host.inThread ? 'server' : 'command',
      serve: (work) => this.#serve(work),
      onWriter: host.onWriter,
    });
  }

  /** A run has files to write: answers say so. While it only compares, questions look at their files themselves. */
  readonly isWriting = (): boolean => (this.progress?.total ?? 0) > 0;

  /** The same as long as there are files to write: what follows are links and vectors. */
  get isWritingFiles(): boolean {
    return this.progress !== null && isWritingFiles(this.progress);
  }

  /** Of this process's run, or of the writer's. */
  get progress(): IndexProgress | null {
    return this.run?.progress ?? this.#writerProgress();
  }

  /** There will most likely be an update soon. */
  warm(): void {
    if (!this.#election.isReader) this.#updates?.warm();
  }

  /** Another process writes this index, and does what this one asks for. */
  readonly isReader = (): boolean => this.#election.isReader;

  async index(request: IndexRequest = {}): Promise<IndexReport> {
    for (let run = this.run; run !== null && !run.covers(request); run = this.run) await run.ended();
    const run = this.run ?? this.#start(request);
    const report = await run.wait(request);
    const { notice } = await this.#host.index.open();
    return notice === null ? report : { ...report, notice };
  }

  indexInBackground(request: IndexRequest = {}): void {
    if (this.run !== null && request.force !== true) return;
    this.index(request).catch(() => {
      // Kept in `failure`, which `status` shows.
    });
  }

  /** Before a question: makes sure that an index is there or on its way. */
  async begun(store: Store): Promise<boolean> {
    if ((await store.getMeta('lastIndexedMs')) !== null) {
      // Who asks again and again would otherwise leave a run, and what it hears of its threads, no turn of this one.
      await nextTurn();
      return true;
    }
    this.indexInBackground();
    await Promise.race([this.run?.ended(), new Promise((done) => setTimeout(done, firstAnswerMs).unref())]);
    return false;
  }

  /** Whether updates are as fast as their work. */
  get isWarm(): boolean {
    return this.#election.isReader ? this.#wasServed : this.#updates?.isWarm === true;
  }

  /** Brings files up to date behind what is under way. Null where there is neither a thread nor another process for it. */
  update(files: readonly UpdatedFile[]): Update | null {
    const updates = this.#updates;
    if (updates === null && !this.#election.isReader) return null;
    const begun = this.#election.take().then((): Update => {
      if (updates !== null && !this.#election.isReader) return this.#updateHere(files, updates);
      const done = this.#askForFiles(files);
      return { written: done.then(emptyRunReport), linked: done };
    });
    const [written, linked] = [begun.then((update) => update.written), begun.then((update) => update.linked)];
    // Who asked may look at one of them only.
    written.catch(() => {});
    linked.catch(() => {});
    return { written, linked };
  }

  #updateHere(files: readonly UpdatedFile[], updates: UpdateThread): Update {
    const written = Promise.withResolvers<RunReport>();
    const linked = this.#inTurn(async () => {
      const update = updates.update(files);
      update.written.then(written.resolve, written.reject);
      await update.linked;
      const { indexed, removed, unread } = await update.written;
      this.unread = unread;
      if (indexed + removed === 0) return;
      this.#background?.wakeLater();
      this.#host.embedding.wake();
    });
    linked.catch(written.reject);
    return { written: written.promise, linked };
  }

  async #askForFiles(files: readonly UpdatedFile[]): Promise<void> {
    // The writer follows the disk too, and has most likely seen it: then this costs it a look.
    const work: RequestedWork = { kind: 'files', paths: files.map(({ path }) => path) };
    const told = await this.#election.ask(work, { signal: this.#abort.signal });
    if (told === 'unreachable') await this.update(files)?.linked;
    else this.#wasServed = true;
  }

  /** In the order in which they were asked for. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  /** What other processes want. */
  async #serve(work: readonly RequestedWork[]): Promise<string | null> {
    const paths = new Set(work.flatMap((one) => (one.kind === 'files' ? one.paths : [])));
    const runs = work.flatMap((one) => (one.kind === 'run' ? [one] : []));
    const files = [...paths].map((path) => ({ path, rawPath: rawPathOf(path) }));
    const update = files.length === 0 || runs.length > 0 ? null : this.update(files);
    if (update !== null) {
      await update.linked;
      return null;
    }
    // One that is under way may have passed what they are about.
    await this.run?.ended();
    const report = await this.index({
      force: runs.some(({ force }) => force),
      compiler: runs.some(({ compiler }) => compiler === true),
      embeddings: runs.some(({ embeddings }) => embeddings === true),
    });
    return JSON.stringify(report);
  }

  #start(request: IndexRequest, answers?: CompilerAnswers): Run {
    const run = new Run(request);
    this.run = run;
    run.begin(this.#perform(run, answers));
    return run;
  }

  async #perform(run: Run, answers: CompilerAnswers | undefined): Promise<IndexReport> {
    const hooks: RunHooks = {
      signal: AbortSignal.any([this.#abort.signal, run.signal]),
      onProgress: (progress) => {
        run.tell(progress);
        this.#election.setProgress(progress);
      },
    };
    const analysis = this.#analyseEarly(run.asked);
    try {
      // Whoever asks meanwhile joins it.
      await this.#election.take();
      const report = this.#election.isReader && answers === undefined ? await this.#askForRun(run, hooks.signal) : null;
      return (
        report ??
        (await this.#inTurn(() => this.#work(run, analysis === null ? hooks : { ...hooks, analysis }, answers)))
      );
    } catch (error) {
      const wrapped = toAppError(error);
      this.failure = wrapped.code === 'CancelledError' ? null : wrapped.message;
      const { root, onRun } = this.#host;
      if (this.failure !== null) onRun({ root, durationMs: Date.now() - run.startedMs, error: wrapped }, null);
      throw wrapped;
    } finally {
      if (analysis !== null) await analysis.close();
      this.#election.setProgress(null);
      this.run = null;
      this.lastEnded = Date.now();
      this.lastMs = this.lastEnded - run.startedMs;
      if (!this.#election.isReader) {
        void this.#background?.wake(this.failure !== null);
        if (this.#host.inThread && this.failure === null) this.#host.embedding.wake();
      }
    }
  }

  /** Null where the writer does not answer. */
  async #askForRun(run: Run, signal: AbortSignal): Promise<IndexReport | null> {
    const from = clockMs();
    const onProgress = (): void => run.tell(this.#writerProgress() ?? run.progress);
    const told = await this.#election.ask({ kind: 'run', ...run.asked }, { signal, onProgress });
    if (told === 'unreachable') return null;
    this.comparedFrom = from;
    this.failure = null;
    const { root, index } = this.#host;
    const report = told.report === null ? null : (JSON.parse(told.report) as IndexReport);
    if (report?.root === root) return report;
    const statistics = await (await index.open()).statistics();
    return indexReport(root, { run: emptyRunReport(), statistics, durationMs: Date.now() - run.startedMs });
  }

  #writerProgress(): IndexProgress | null {
    const progress = this.#election.isReader ? this.#election.writer()?.progress : null;
    if (progress === null || progress === undefined) return null;
    const { phase, done, total } = progress;
    return { phase: phases.find((known) => known === phase) ?? 'indexing', done, total, path: null };
  }

  /** Where this thread will have many files to read: the index and the files are looked for meanwhile. */
  #analyseEarly({ force }: Run['asked']): AdaptiveAnalysis | null {
    const { root, index, inThread } = this.#host;
    const isAnew = force || !existsSync(index.path);
    if (inThread || !isAnew || !namesManyFiles(root)) return null;
    const analysis = new AdaptiveAnalysis(this.#job(force));
    analysis.begin();
    return analysis;
  }

  async #work(run: Run, hooks: RunHooks & JobHooks, answers: CompilerAnswers | undefined): Promise<IndexReport> {
    const { root, index, embedding: work, onRun } = this.#host;
    const { force, compiler, embeddings } = run.asked;
    const from = clockMs();
    const withTexts = this.#host.inThread && this.comparedFrom > -Infinity;
    const job = { ...this.#job(force), withTexts, ...(answers === undefined ? {} : { answers }) };
    const beside = embeddings ? await work.beside(await index.open(), hooks.signal) : null;
    const report = await this.#runBeside(job, hooks, beside);
    const asked = compiler ? await this.#askNow(force, hooks) : null;
    const embedding = embeddings ? await work.runOrSay(hooks, (await beside?.stop()) ?? emptyReport(null)) : null;
    this.failure = null;
    this.unread = report.unread;
    this.comparedFrom = from;
    const statistics = await (await index.open()).statistics();
    const durationMs = Date.now() - run.startedMs;
    const { indexed, removed } = report;
    onRun({ root, durationMs, indexed, removed }, statistics);
    const ended = indexReport(root, { run: report, statistics, durationMs });
    return {
      ...ended,
      ...(asked === null ? {} : { compiler: asked.report }),
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
        while (this.run !== null) await this.run.ended();
        await this.#start({}, answers).wait({});
      },
      asksCompiler: this.#host.config.linking.compiler && this.#job(false).memory.compiler,
    });
  }

  /** The second tier of a run that is to wait for it. */
  async #askNow(force: boolean, { signal, onProgress }: RunHooks): Promise<CompilerAnswers | null> {
    const { root, config, index } = this.#host;
    if (!config.linking.compiler) return null;
    const told = (done: number, total: number): void => onProgress({ phase: 'compiling', done, total, path: null });
    const { mostBytes } = this.#job(force).memory;
    return askAndKeep(root, await index.open(), { force, signal, onProgress: told, mostBytes });
  }

  /** Nothing is under way on the index when the run has ended, however it did. */
  async #runBeside(job: IndexJob, hooks: RunHooks & JobHooks, beside: EmbeddingBeside | null): Promise<RunReport> {
    try {
      return await this.#runJob(job, beside === null ? hooks : { ...hooks, beside });
    } finally {
      if (beside !== null) await beside.stop();
    }
  }

  async #runJob(job: IndexJob, hooks: RunHooks & JobHooks): Promise<RunReport> {
    const { index, inThread } = this.#host;
    // Opened here first: a database that must be put aside is put aside once, and this connection knows its notice.
    const store = await index.open();
    try {
      if (!inThread) return await runJob(job, store, hooks);
      return (await this.#compareHere(job, store, hooks)) ?? (await runJobApart(job, hooks));
    } catch (error) {
      const isDamaged = error instanceof AppError && error.code === 'DatabaseError';
      if (!job.force || !isDamaged || index.path === ':memory:') throw error;
      // A damaged index cannot be emptied: a forced run puts it aside and begins a new one.
      const fresh = await index.openAnew();
      return inThread ? runJobApart(job, hooks) : runJob(job, fresh, hooks);
    }
  }

  /** Null where there is something to write, or too much to look at. */
  async #compareHere(job: IndexJob, store: Store, hooks: RunHooks): Promise<RunReport | null> {
    if (job.force || job.answers !== undefined) return null;
    const { count } = await store.documents();
    return count === 0 || count > comparedHere ? null : runIdleJob(job, store, hooks);
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#background?.close();
    this.#updates?.close();
    await this.run?.ended();
    await this.#turn;
    this.#election.close();
  }
}
