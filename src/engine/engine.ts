/**
 * The facade: every question about one project, and the only place where the parts are put together.
 * Invariants: opening costs nothing until the first question; a question never waits for indexing longer than `firstAnswerMs`;
 * methods reject with `AppError` only.
 */
import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { RunReport } from '../indexer/index-run.ts';
import type { CompilerAnswers } from '../graph/compiler/second-tier.ts';
import { languages } from '../languages/registry.ts';
import { AppError, toAppError } from '../model/error.ts';
import { tagFrequencies } from '../search/tag-search.ts';
import { openStore } from '../store/registry.ts';
import type { Store } from '../store/store.ts';
import { AnswerCache } from './answer-cache.ts';
import { CachedSemanticQueries, searchRepoCached } from './cached-search.ts';
import { aborted } from './cancellation.ts';
import { openCompletion } from './completion.ts';
import { ChunkAnswers } from './chunk-answers.ts';
import { doctorChecks } from './doctor.ts';
import { BackgroundWork } from './background-work.ts';
import { askAndKeep } from './compiling.ts';
import { EmbeddingWork } from './embedding-work.ts';
import { listIndexed, listLeftOut } from './file-listing.ts';
import { openFileAnswers } from './file-reading.ts';
import { graphFreshness, storeFreshness } from './freshness.ts';
import { indexJob, indexReport, runJob, runJobInThread, workerData, type IndexJob } from './indexing.ts';
import type { Run, RunHooks } from './indexing-run.ts';
import { GraphAnswers, type GraphHost } from './graph-answers.ts';
import { projectStatus } from './project-status.ts';
import { rankedFiles, type RepoSearchHost } from './repo-search.ts';
import { openScipExchange } from './scip-exchange.ts';
import { answerTagQuery, readAgain, type TagAnswerRequest } from './tag-answer.ts';
import { TextAnswers } from './text-search.ts';
import { UsageRecorder } from './usage-recorder.ts';
import { VectorSearch } from './vector-search.ts';
import type {
  ChunkQueries,
  DoctorCheck,
  Engine,
  EngineOptions,
  FileQueries,
  FileListing,
  Freshness,
  IndexProgress,
  IndexReport,
  IndexRequest,
  LeftOutListing,
  ProjectStatus,
  RepoQuery,
  RepoSearchResult,
  ScipExchange,
  SearchLimits,
  SemanticQueries,
  TagQuery,
  TagSearchResult,
  TextQueries,
} from './types.ts';

export { resolveRoot } from './resolve-root.ts';
export type * from './types.ts';

/** A first question on a tree without an index waits so long for the index before it answers from what is there (ms). */
const firstAnswerMs = 3000;
/** A server's index that was last compared with the disk longer ago is compared again behind a question (ms)… */
const staleAfterMs = 5000;
/** A comparison this long ago (ms) or less is of now. */
const comparedMs = 1000;
/** … after so long (ms), in which most questions are answered … */
const behindMs = 200;
/** … but comparing takes no more than this share of the time, however slow the disk or the machine. */
const comparingShare = 0.02;

export function openEngine(options: EngineOptions): Promise<Engine> {
  return Promise.resolve(new LocalEngine(options));
}

class LocalEngine implements Engine {
  readonly root: string;
  readonly databasePath: string;
  readonly #options: EngineOptions;
  #store: Promise<Store> | null = null;
  #run: Run | null = null;
  #failure: string | null = null;
  #lastRunEnded = 0;
  #lastRunMs = 0;
  #closed = false;
  readonly #background: BackgroundWork | null;
  readonly #embedding: EmbeddingWork;
  readonly #abort = new AbortController();
  readonly graph: GraphAnswers;
  readonly chunks: ChunkQueries;
  readonly files: FileQueries;
  readonly completion = openCompletion(() => this.#openIfThere());
  readonly limits: SearchLimits;
  readonly semantic: SemanticQueries;
  readonly text: TextQueries;
  readonly #vectors: VectorSearch;
  readonly #cache: AnswerCache;
  readonly scip: ScipExchange;
  readonly usage: UsageRecorder;
  readonly #ranking: RepoSearchHost;
  readonly #tags: Pick<TagAnswerRequest, 'root' | 'readAgain' | 'cache'>;
  #soon: NodeJS.Timeout | null = null;
  /** A run has files to write: answers say so. While it only compares, questions look at their files themselves. */
  readonly #isWriting = (): boolean => (this.#run?.progress.total ?? 0) > 0;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.root = options.root;
    const { search, database } = options.config;
    const { path } = database;
    this.limits = { usual: options.usualLimit ?? null, most: search.maxLimit };
    this.#cache = new AnswerCache(options.root, search.cacheSize ?? 0);
    this.databasePath = path === ':memory:' || isAbsolute(path) ? path : join(options.root, path);
    const inMemory = this.databasePath === ':memory:';
    const isServer = options.indexing === 'thread' || inMemory;
    const { metrics } = options.config;
    this.usage = new UsageRecorder({ databasePath: this.databasePath, metrics, isServer });
    const data = workerData(this.root, options.config);
    const host: Pick<GraphHost, 'prepare' | 'readAgain'> = {
      prepare: async () => {
        const store = await this.#open();
        await this.#prepare(store);
        return store;
      },
      readAgain: async (store, files) => {
        const reading = readAgain(store, files, { data, batchSize: options.config.indexing.batchSize });
        await reading.finally(() => this.graph.fallBehind());
      },
    };
    this.#tags = { root: this.root, readAgain: host.readAgain, cache: this.#cache };
    const note = async (store: Store): Promise<string | null> => (await this.#freshnessOf(store)).note;
    const chunks = new ChunkAnswers({ ...host, data, note, allowIgnored: options.config.files?.allowIgnored === true });
    this.chunks = chunks;
    this.files = openFileAnswers(data, options.config.files, () => this.#openIfThere());
    const files = rankedFiles(chunks, this.root);
    this.#ranking = { ...host, ...files, note, nearest: (request) => this.#vectors.nearestRows(request) };
    this.graph = new GraphAnswers({
      ...host,
      root: this.root,
      freshness: (store) => graphFreshness(store, this.#run?.progress ?? null, this.#failure),
      isIndexing: this.#isWriting,
      chunkedFiles: files.chunkedFiles,
      cache: this.#cache,
    });
    const inThread = options.indexing === 'thread' && !inMemory;
    this.#embedding = new EmbeddingWork({ job: this.#job(false), open: () => this.#open(), inThread });
    const asked = { ...host, root: this.root, work: this.#embedding, isIndexing: this.#isWriting, note };
    this.#vectors = new VectorSearch({ ...asked, chunkedFiles: files.chunkedFiles });
    this.semantic = new CachedSemanticQueries(this.#ranking, this.#cache, this.#vectors);
    const isCompared = (): boolean => Date.now() - this.#lastRunEnded < comparedMs;
    this.text = new TextAnswers({ open: () => this.#open(), wake: (store) => this.#prepare(store), data, isCompared });
    this.#background = this.#backgroundWork();
    this.scip = openScipExchange(data, () => this.#open());
  }

  async index(request: IndexRequest = {}): Promise<IndexReport> {
    const running = this.#run;
    if (running !== null && (request.force !== true || running.force)) return this.#join(running, request);
    if (running !== null) await running.promise.catch(() => {});
    return this.#start(request).promise;
  }

  indexInBackground(request: IndexRequest = {}): void {
    if (this.#run !== null && request.force !== true) return;
    this.index(request).catch(() => {
      // Kept in `#failure`, which `status` shows.
    });
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
    run.promise = (async () => {
      try {
        const job = { ...this.#job(run.force), ...(answers === undefined ? {} : { answers }) };
        const report = await this.#runJob(job, hooks);
        const compiler = request.compiler === true ? await this.#askNow(run.force, hooks) : null;
        const embedding = request.embeddings === true ? await this.#embedding.runOrSay(hooks) : null;
        this.#failure = null;
        const statistics = await (await this.#open()).statistics();
        this.usage.ranWith({ changed: report.indexed + report.removed > 0, ...statistics });
        const ended = indexReport(this.root, { run: report, statistics, durationMs: Date.now() - started });
        return {
          ...ended,
          ...(compiler === null ? {} : { compiler: compiler.report }),
          ...(embedding === null ? {} : { embedding }),
        };
      } catch (error) {
        const wrapped = toAppError(error);
        this.#failure = wrapped.code === 'CancelledError' ? null : wrapped.message;
        throw wrapped;
      } finally {
        this.#run = null;
        this.#lastRunEnded = Date.now();
        this.#lastRunMs = this.#lastRunEnded - started;
        void this.#background?.wake(this.#failure !== null);
        if (this.#options.indexing === 'thread' && this.#failure === null) this.#embedding.wake();
      }
    })();
    run.promise.catch(() => {});
    this.#run = run;
    return run;
  }

  readonly #job = (force: boolean): IndexJob => indexJob(this.root, this.databasePath, this.#options.config, force);

  /** What runs of a server are followed by; null elsewhere. */
  #backgroundWork(): BackgroundWork | null {
    const { config, indexing } = this.#options;
    if (indexing !== 'thread' || this.databasePath === ':memory:') return null;
    return new BackgroundWork({
      job: () => this.#job(false),
      open: () => this.#open(),
      keep: async (answers) => {
        while (this.#run !== null) await this.#run.promise.catch(() => {});
        await this.#start({}, answers).promise;
      },
      asksCompiler: config.linking.compiler,
    });
  }

  /** The second tier of a run that is to wait for it. */
  async #askNow(force: boolean, { signal, onProgress }: RunHooks): Promise<CompilerAnswers | null> {
    if (!this.#options.config.linking.compiler) return null;
    const told = (done: number, total: number): void => onProgress({ phase: 'compiling', done, total, path: null });
    return askAndKeep(this.root, await this.#open(), { force, signal, onProgress: told });
  }

  async #runJob(job: IndexJob, hooks: RunHooks): Promise<RunReport> {
    // Opened here first: a database that must be put aside is put aside once, and this connection knows its notice.
    const store = await this.#open();
    const inline = this.#options.indexing === 'inline' || this.databasePath === ':memory:';
    try {
      return await (inline ? runJob(job, store, hooks) : runJobInThread(job, hooks));
    } catch (error) {
      if (
        !job.force ||
        !(error instanceof AppError) ||
        error.code !== 'DatabaseError' ||
        this.databasePath === ':memory:'
      )
        throw error;
      // A damaged index cannot be emptied: a forced run puts it aside and begins a new one.
      await store.close();
      this.#store = openStore({ path: this.databasePath, setAside: true });
      const fresh = await this.#open();
      return inline ? runJob(job, fresh, hooks) : runJobInThread(job, hooks);
    }
  }

  async #open(): Promise<Store> {
    if (this.#closed) throw new AppError('InternalError', 'The engine is closed');
    this.#store ??= openStore({ path: this.databasePath });
    try {
      return await this.#store;
    } catch (error) {
      this.#store = null;
      throw toAppError(error);
    }
  }

  /** For what can be answered without an index, which is then not made; nor is it read where it is broken. */
  async #openIfThere(): Promise<Store | null> {
    if (this.#store === null && !existsSync(this.databasePath)) return null;
    return this.#open().catch(() => null);
  }

  async status(): Promise<ProjectStatus> {
    const store = await this.#open();
    const [statistics, embedding] = [await store.statistics(), await this.#embedding.status(store)];
    const { root, databasePath } = this;
    const run = { progress: this.#run?.progress ?? null, failure: this.#failure };
    const { notice } = store;
    return projectStatus({ root, databasePath, statistics, ...run, notice, embedding, cache: this.#cache.status() });
  }

  /** Before a question: makes sure that an index is there or on its way, and that a server's is compared with the disk now and then. */
  async #prepare(store: Store): Promise<void> {
    const lastIndexed = await store.getMeta('lastIndexedMs');
    if (lastIndexed === null) {
      this.indexInBackground();
      await Promise.race([
        this.#run?.promise.catch(() => {}),
        new Promise((done) => setTimeout(done, firstAnswerMs).unref()),
      ]);
    } else if (
      this.#options.indexing === 'thread' &&
      this.#run === null &&
      Date.now() - this.#lastRunEnded > Math.max(staleAfterMs, this.#lastRunMs / comparingShare)
    ) {
      this.#soon ??= setTimeout(() => {
        this.#soon = null;
        if (!this.#closed) this.indexInBackground();
      }, behindMs).unref();
    }
  }

  async searchTags(query: TagQuery): Promise<TagSearchResult> {
    try {
      const store = await this.#open();
      await this.#prepare(store);
      const { config } = this.#options;
      const answer = await answerTagQuery({ ...this.#tags, store, query, config, indexing: this.#isWriting() });
      const freshness = await this.#freshnessOf(store);
      if (this.#failure !== null && freshness.note === null)
        freshness.note = `The last indexing run failed: ${this.#failure}`;
      return { ...answer.result, freshness: { ...freshness, refreshed: answer.refreshed } };
    } catch (error) {
      throw toAppError(error);
    }
  }

  searchRepo(query: RepoQuery): Promise<RepoSearchResult> {
    return searchRepoCached(this.#ranking, this.#cache, query);
  }

  #freshnessOf(store: Store): Promise<Freshness> {
    return storeFreshness(store, this.#run?.progress ?? null);
  }

  async tagFrequencies(words: readonly string[]): Promise<{ files: number; named: number }[]> {
    return tagFrequencies(await this.#open(), words);
  }

  async listFiles(filter: Parameters<Engine['listFiles']>[0]): Promise<FileListing> {
    return listIndexed(await this.#open(), filter);
  }

  async listLeftOut(filter: Parameters<Engine['listLeftOut']>[0]): Promise<LeftOutListing> {
    return listLeftOut(await this.#open(), filter);
  }

  languages(): { id: string; name: string; extensions: readonly string[] }[] {
    return languages.map(({ id, name, extensions }) => ({ id, name, extensions }));
  }

  async doctor(): Promise<DoctorCheck[]> {
    const { root, databasePath } = this;
    const { embedding } = this.#options.config;
    return doctorChecks({ root, databasePath, embedding, open: () => this.#open() });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#soon !== null) clearTimeout(this.#soon);
    this.#abort.abort();
    // First: a server that ends gives it little time.
    const counted = this.usage.close();
    await this.#background?.close();
    await this.#embedding.close();
    this.#vectors.close();
    await this.#run?.promise.catch(() => {});
    const store = await this.#store?.catch(() => null);
    await store?.close();
    await counted;
  }
}
