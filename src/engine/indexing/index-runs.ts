/**
 * The work that keeps an index up to date: whole runs, updates of single files, and the background work after them. A process that is not the
 * writer asks the writer to do this work.
 * Invariants: one piece of work at a time in this process; no question waits for a run longer than `firstAnswerMs`.
 */
import { toAppError, AppError } from '../../model/error.ts';
import type { CompilerAnswers } from '../../graph/compiler/second-tier.ts';
import { emptyRunReport, type RunReport } from '../../indexer/batch-writer.ts';
import type { RequestedWork } from '../../store/processes/index-requests.ts';
import type { Statistics, Store } from '../../store/store.ts';
import { indexExists, isDamageNoted } from '../../store/registry.ts';
import { namesManyFiles } from '../../source/walk/many-files.ts';
import { rawPathOf } from '../../util/bytes/path-bytes.ts';
import { AdaptiveAnalysis } from './adaptive-analysis.ts';
import { BackgroundWork } from '../live/background-work.ts';
import { askAndStore } from '../live/compiler-tier.ts';
import type { ConcurrentEmbedding } from './concurrent-embedding.ts';
import { emptyReport } from '../embedding/embedding.ts';
import type { EmbeddingWork } from '../embedding/embedding-work.ts';
import { isWritingFiles } from '../live/freshness.ts';
import type { IndexJob } from './index-job.ts';
import { indexJob, indexReport, runIdleJob, runJob, runJobInThread, type JobHooks } from './indexing.ts';
import { Run, type RunHooks } from './indexing-run.ts';
import type { AnalyseFile } from '../files/unindexed-chunks.ts';
import { IndexWriterElection } from '../processes/writer-election.ts';
import type { OpenIndex } from '../open-index.ts';
import type { EngineConfig, FinishedRun, IndexProgress, IndexReport, IndexRequest } from '../types.ts';
import { UpdateThread, type Update, type UpdatedFile } from '../live/update-thread.ts';
import { clockMs } from '../../util/clock.ts';
import { apartFromQuestion } from '../../util/turns/question.ts';

export interface RunsHost {
  root: string;
  config: EngineConfig;
  index: OpenIndex;
  /** Whether work is done in threads, as in a server. */
  inThread: boolean;
  embedding: EmbeddingWork;
  /** Called when a run has ended, unless it was cancelled. `statistics`: those of the index after the run; null if the run failed. */
  onRun: (run: FinishedRun, statistics: Statistics | null) => void;
  /** Called when this process becomes the writer, because the former one has ended. */
  onWriter: () => void;
}

/** Up to this many files are compared with the disk in this thread: starting a thread takes five times as long as the comparison. */
const maxComparedHere = 8000;
/** How long a question waits for the first index of a tree (ms). After this time it is answered from the incomplete index. */
const firstAnswerMs = 3000;
const phases = ['walking', 'indexing', 'finishing', 'linking', 'compiling', 'embedding', 'done'] as const;

export class IndexRuns {
  readonly #host: RunsHost;
  readonly #abort = new AbortController();
  readonly #background: BackgroundWork | null;
  readonly #updates: UpdateThread | null;
  readonly #election: IndexWriterElection;
  /** Analyses a file in the update thread; null if there is none. */
  readonly analyseInThread: AnalyseFile | null;
  /** Extracts and links texts that an editor shows, in the update thread; null if there is none. */
  readonly showInThread: UpdateThread['show'] | null;
  #turn: Promise<unknown> = Promise.resolve();
  /** Whether the writer has already updated files for this process. */
  #wasServed = false;
  /** The run under way. */
  run: Run | null = null;
  /** Why the last run failed; null if it did not. */
  failure: string | null = null;
  /** Files that the last run could not read for a temporary reason. */
  unread = 0;
  /** When the last successful run began (`clockMs()`): all changes before that time are in the index. */
  comparedFrom = -Infinity;
  /** When the last run ended (ms since 1970); 0: none has ended. */
  lastEnded = 0;
  /** How long the last run took (ms). */
  lastMs = 0;

  constructor(host: RunsHost) {
    this.#host = host;
    this.#background = host.inThread ? this.#backgroundWork() : null;
    const updates = host.inThread ? new UpdateThread(() => this.#job(false)) : null;
    this.#updates = updates;
    this.analyseInThread = updates === null ? null : (task) => updates.analyse(task);
    this.showInThread = updates === null ? null : (texts) => updates.show(texts);
    this.#election = new IndexWriterElection({
      index: host.index,
      what: host.inThread ? 'server' : 'command',
      serve: (work) => this.#serve(work),
      onWriter: host.onWriter,
    });
  }

  /**
   * Whether a run has something to write: files, then their links and vectors. Answers then say so. While a run only compares files, each question checks
   * the files that it needs itself.
   */
  readonly isWriting = (): boolean => (this.progress?.total ?? 0) > 0;

  /** Whether a run still has files to write. False as soon as it only makes links or vectors. */
  get isWritingFiles(): boolean {
    return this.progress !== null && isWritingFiles(this.progress);
  }

  /** Progress of this process's run, or of the writer's. */
  get progress(): IndexProgress | null {
    return this.run?.progress ?? this.#writerProgress();
  }

  /** Starts the update thread before an update that will probably come soon. */
  warm(): void {
    if (!this.#election.isReader) this.#updates?.warm();
  }

  /** Whether another process writes this index, and does the work that this one asks for. */
  readonly isReader = (): boolean => this.#election.isReader;

  async index(request: IndexRequest = {}): Promise<IndexReport> {
    for (let run = this.run; run !== null && !run.covers(request); run = this.run) await run.ended();
    const run = this.run ?? this.#start(request);
    const report = await run.wait(request);
    const { index } = this.#host;
    const { beganWith = null, fault = null } = index.beginning ?? {};
    const notice = (await index.open()).notice ?? fault;
    return { ...report, ...(notice === null ? {} : { notice }), ...(beganWith === null ? {} : { beganWith }) };
  }

  indexInBackground(request: IndexRequest = {}): void {
    if (this.run !== null && request.force !== true) return;
    this.index(request).catch(() => {
      // `failure` has the error, and `status` shows it.
    });
  }

  /** For a question that finds no complete index: starts a run, and waits for it up to `firstAnswerMs`. */
  async beginFirst(): Promise<void> {
    this.indexInBackground();
    await Promise.race([this.run?.ended(), new Promise((done) => setTimeout(done, firstAnswerMs).unref())]);
  }

  /** Whether updates start without waiting for a thread. */
  get isWarm(): boolean {
    return this.#election.isReader ? this.#wasServed : this.#updates?.isWarm === true;
  }

  /** Updates files after the work under way. Null if there is neither a thread nor another process to do it. */
  update(files: readonly UpdatedFile[]): Update | null {
    const updates = this.#updates;
    if (updates === null && !this.#election.isReader) return null;
    const update = this.#election.join().then((): Update => {
      if (updates !== null && !this.#election.isReader) return this.#updateHere(files, updates);
      const done = this.#askForFiles(files);
      return { written: done.then(emptyRunReport), linked: done };
    });
    const written = update.then((begun) => begun.written);
    const linked = update.then((begun) => begun.linked);
    // The caller may use only one of these promises; the other must not become an unhandled rejection.
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
    // The writer watches the disk as well. If it has seen the change already, this request costs the writer only one check.
    const work: RequestedWork = { kind: 'files', paths: files.map(({ path }) => path) };
    const answer = await this.#election.ask(work, { signal: this.#abort.signal });
    if (answer === 'unreachable') await this.update(files)?.linked;
    else this.#wasServed = true;
  }

  /** Does pieces of work one after the other, in order. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  /** Does the work that other processes ask for. Resolves to the report of a run as JSON, or to null if files were only updated. */
  async #serve(work: readonly RequestedWork[]): Promise<string | null> {
    const paths = new Set(work.flatMap((one) => (one.kind === 'files' ? one.paths : [])));
    const runs = work.flatMap((one) => (one.kind === 'run' ? [one] : []));
    const files = [...paths].map((path) => ({ path, rawPath: rawPathOf(path) }));
    const update = files.length === 0 || runs.length > 0 ? null : this.update(files);
    if (update !== null) {
      await update.linked;
      return null;
    }
    // A run under way may have read those files before they changed.
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
    run.begin(apartFromQuestion(() => this.#perform(run, answers)));
    return run;
  }

  async #perform(run: Run, answers: CompilerAnswers | undefined): Promise<IndexReport> {
    const hooks: RunHooks = {
      signal: AbortSignal.any([this.#abort.signal, run.signal]),
      onProgress: (progress) => {
        run.report(progress);
        this.#election.setProgress(progress);
      },
    };
    const analysis = this.#startAnalysisEarly(run.asked);
    try {
      // Requests that come while this waits join this run.
      await this.#election.join();
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

  /** Asks the writer for the run. Null if the writer does not answer. */
  async #askForRun(run: Run, signal: AbortSignal): Promise<IndexReport | null> {
    const from = clockMs();
    const onProgress = (): void => run.report(this.#writerProgress() ?? run.progress);
    const answer = await this.#election.ask({ kind: 'run', ...run.asked }, { signal, onProgress });
    if (answer === 'unreachable') return null;
    this.comparedFrom = from;
    this.failure = null;
    const { root, index } = this.#host;
    const report = answer.report === null ? null : (JSON.parse(answer.report) as IndexReport);
    if (report?.root === root) return report;
    const statistics = await (await index.open()).statistics();
    return indexReport(root, { run: emptyRunReport(), statistics, durationMs: Date.now() - run.startedMs });
  }

  #writerProgress(): IndexProgress | null {
    const progress = this.#election.isReader ? this.#election.writer()?.progress : null;
    if (progress === null || progress === undefined) return null;
    const { phase, done, total } = progress;
    return { phase: phases.find((one) => one === phase) ?? 'indexing', done, total, path: null };
  }

  /** If this thread will have many files to read, starts the parsers during the walk. */
  #startAnalysisEarly({ force }: Run['asked']): AdaptiveAnalysis | null {
    const { root, index, inThread } = this.#host;
    const isNew = force || !indexExists(index.location);
    if (inThread || !isNew || !namesManyFiles(root)) return null;
    const analysis = new AdaptiveAnalysis(this.#job(force));
    analysis.begin();
    return analysis;
  }

  async #work(run: Run, hooks: RunHooks & JobHooks, answers: CompilerAnswers | undefined): Promise<IndexReport> {
    const { root, index, embedding: embeddingWork, onRun } = this.#host;
    const { force, compiler, embeddings } = run.asked;
    const from = clockMs();
    // The first run of a server leaves trigrams to the background work after it.
    const withTexts = this.#host.inThread && this.comparedFrom > -Infinity;
    const job = { ...this.#job(force), withTexts, ...(answers === undefined ? {} : { answers }) };
    const vectors = embeddings ? await embeddingWork.duringRun(await index.open(), hooks.signal) : null;
    const report = await this.#runWithVectors(job, hooks, vectors);
    const compiled = compiler ? await this.#askCompiler(force, hooks) : null;
    const embedding = embeddings
      ? await embeddingWork.runOrReport(hooks, (await vectors?.stop()) ?? emptyReport(null))
      : null;
    this.failure = null;
    this.unread = report.unread;
    this.comparedFrom = from;
    const statistics = await (await index.open()).statistics();
    const durationMs = Date.now() - run.startedMs;
    const { indexed, removed } = report;
    onRun({ root, durationMs, indexed, removed }, statistics);
    return {
      ...indexReport(root, { run: report, statistics, durationMs }),
      ...(compiled === null ? {} : { compiler: compiled.report }),
      ...(embedding === null ? {} : { embedding }),
    };
  }

  readonly #job = (force: boolean): IndexJob => {
    const { root, config, index } = this.#host;
    return indexJob(root, index.location, config, force);
  };

  /** The background work after a server's runs. */
  #backgroundWork(): BackgroundWork {
    return new BackgroundWork({
      job: () => this.#job(false),
      open: this.#host.index.open,
      storeAnswers: async (answers) => {
        while (this.run !== null) await this.run.ended();
        await this.#start({}, answers).wait({});
      },
      asksCompiler: this.#host.config.linking.compiler && this.#job(false).memory.compiler,
    });
  }

  /** Asks the compiler during a run whose caller waits for the compiler's answers. Null if the settings turn the compiler off. */
  async #askCompiler(force: boolean, { signal, onProgress }: RunHooks): Promise<CompilerAnswers | null> {
    const { root, config, index } = this.#host;
    if (!config.linking.compiler) return null;
    const report = (done: number, total: number): void => onProgress({ phase: 'compiling', done, total, path: null });
    const { mostBytes } = this.#job(force).memory;
    return askAndStore(root, await index.open(), { force, signal, onProgress: report, mostBytes });
  }

  /** Runs the job, and makes vectors meanwhile. When the returned promise resolves or rejects, no vectors are being written any more. */
  async #runWithVectors(
    job: IndexJob,
    hooks: RunHooks & JobHooks,
    vectors: ConcurrentEmbedding | null,
  ): Promise<RunReport> {
    try {
      return await this.#runJob(job, vectors === null ? hooks : { ...hooks, vectors });
    } finally {
      if (vectors !== null) await vectors.stop();
    }
  }

  async #runJob(job: IndexJob, hooks: RunHooks & JobHooks): Promise<RunReport> {
    const { index, inThread } = this.#host;
    // Opened here first: a damaged database is set aside only once, and this connection has the notice.
    const store = await index.open();
    try {
      if (!inThread) return await runJob(job, store, hooks);
      return (await this.#compareHere(job, store, hooks)) ?? (await runJobInThread(job, hooks));
    } catch (error) {
      const isUnusable = error instanceof AppError && error.code === 'DatabaseError';
      // A damaged index can be neither compared with nor emptied: it is set aside, and a new one is created. A forced run does that with any that fails.
      const isReplaced = isUnusable && (job.force || isDamageNoted(index.location));
      if (!isReplaced || 'memory' in index.location) throw error;
      const fresh = await index.openReplacement();
      return inThread ? runJobInThread(job, hooks) : runJob(job, fresh, hooks);
    }
  }

  /** Compares in this thread. Null if there is something to write, or too much to compare. */
  async #compareHere(job: IndexJob, store: Store, hooks: RunHooks): Promise<RunReport | null> {
    if (job.force || job.answers !== undefined) return null;
    const { count } = (await store.state()).documents;
    return count === 0 || count > maxComparedHere ? null : runIdleJob(job, store, hooks);
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
