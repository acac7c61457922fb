/**
 * The embedder of an engine, and the background work of making files' vectors: one piece of work at a time. A server does large work in a worker
 * thread.
 * Invariant: only callers that ask for vectors wait for this work. A failure is reported, and calls after a pause try again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Embedder } from '../../embed/embedder.ts';
import { productVersion } from '../../config/product.ts';
import { embedderStamp, knownEmbedderId } from '../../embed/registry.ts';
import { AppError, toAppError } from '../../model/error.ts';
import { viewOf, type IndexView, type Store } from '../../store/store.ts';
import { Backoff } from '../../util/backoff.ts';
import { embedIndex, embeddingState, emptyReport, openConfiguredEmbedder } from './embedding.ts';
import type { EmbeddingReport, EmbeddingState } from './embedding.ts';
import type { ConcurrentEmbedding } from '../indexing/concurrent-embedding.ts';
import type { IndexJob } from '../indexing/index-job.ts';
import { embedInThread, type JobHooks } from '../indexing/indexing.ts';
import type { EmbeddingStatus, IndexReport } from '../types.ts';
import { clockMs } from '../../util/clock.ts';

/**
 * Up to this many files are embedded in this thread, because a new thread would have to load the model first. This holds only if the model is already
 * loaded here, or is the one in the package.
 */
const inlineFiles = 24;
/** Pauses before another try after a failure (ms): an endpoint may be down for a while, or for good. */
const pauses = { firstMs: 5000, mostMs: 300_000 };
/** How long a question waits for a model to be opened (ms). */
const openingTimeoutMs = 3000;
/** Interval of polling the work of another process (ms). */
const pollMs = 100;
/** The work of another process counts as stalled after this time without progress (ms). */
const stalledMs = 10_000;

export interface EmbeddingHost {
  /** Without `embedding`: search by words alone. */
  job: IndexJob;
  open: () => Promise<Store>;
  /** Whether large work runs in a worker thread. */
  inThread: boolean;
  /** Whether another process writes this index, and makes the vectors. */
  isReader: () => boolean;
}

interface Failure {
  error: AppError;
  /** Earliest time of the next try (ms since 1970). */
  untilMs: number;
}

function stillOpeningError(): AppError {
  return new AppError('ConfigurationError', 'The embedding model is still being opened', {
    hint: 'Ask again in a moment.',
  });
}

export class EmbeddingWork {
  readonly #host: EmbeddingHost;
  readonly #abort = new AbortController();
  readonly #backoff = new Backoff(pauses);
  #embedder: Promise<Embedder | null> | null = null;
  #isOpen = false;
  /** `Embedder.id`; null until it is known. */
  #id: string | null = null;
  #failure: Failure | null = null;
  #work: Promise<EmbeddingReport> | null = null;
  #waitingForWriter: Promise<void> | null = null;
  #runAgain = false;
  #cachedState: { store: Store; embedder: string | null; state: EmbeddingState } | null = null;

  constructor(host: EmbeddingHost) {
    this.#host = host;
  }

  get isOff(): boolean {
    return (this.#host.job.embedding?.provider ?? 'off') === 'off';
  }

  /**
   * The embedder for a question; null if search by meaning is off. After a failure it rejects with that `AppError` until the next try is due.
   * It also rejects if opening takes longer than `openingTimeoutMs`; opening goes on in that case.
   */
  async embedder(): Promise<Embedder | null> {
    if (this.isOff) return null;
    this.#throwRecentFailure();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(stillOpeningError()), openingTimeoutMs).unref();
    });
    try {
      return await Promise.race([this.#openEmbedder(), timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #openEmbedder(): Promise<Embedder | null> {
    this.#embedder ??= this.#openConfigured();
    try {
      const embedder = await this.#embedder;
      this.#isOpen = true;
      this.#id = embedder?.id ?? null;
      return embedder;
    } catch (error) {
      this.#embedder = null;
      throw this.#rememberFailure(error);
    }
  }

  async #openConfigured(): Promise<Embedder | null> {
    const { job, open, isReader } = this.#host;
    const stamp = this.#stamp();
    const store = stamp === null ? null : await open();
    const knownId = store === null ? null : await this.#storedId(store);
    const embedder = await openConfiguredEmbedder({ ...job, plugins: job.data.plugins, knownId }, this.#abort.signal);
    // The stored id saves the next process from reading the whole model file. That is optional, so a failure to write is ignored.
    if (embedder !== null && knownId === null && !isReader())
      await store?.setMeta('embedderSeen', `${stamp} ${embedder.id}`).catch(() => {});
    return embedder;
  }

  /**
   * A stamp of the model file; null for an embedder without one. The product's version is part of it, because the files of all package versions have the
   * same modification time.
   */
  #stamp(): string | null {
    const { embedding } = this.#host.job;
    const stamp = embedding === undefined ? null : embedderStamp(embedding);
    return stamp === null ? null : `${productVersion()} ${stamp}`;
  }

  /** The embedder's id as stored for this stamp; null if there is none. Without it, the whole model file has to be read to find the id. */
  async #storedId(store: Store): Promise<string | null> {
    const prefix = `${this.#stamp()} `;
    const stored = await store.getMeta('embedderSeen');
    return stored?.startsWith(prefix) === true ? stored.slice(prefix.length) : null;
  }

  #throwRecentFailure(): void {
    if (this.#failure !== null && Date.now() < this.#failure.untilMs) throw this.#failure.error;
  }

  /** Remembers a failure, unless it is a cancellation, and returns it as an `AppError`. */
  #rememberFailure(error: unknown): AppError {
    const wrapped = toAppError(error);
    if (wrapped.code !== 'CancelledError') {
      this.#failure = { error: wrapped, untilMs: Date.now() + this.#backoff.next() };
    }
    return wrapped;
  }

  /** Makes the missing vectors, or joins the work under way. */
  run(hooks: JobHooks = {}): Promise<EmbeddingReport> {
    this.#work ??= this.#runAll(hooks).finally(() => {
      this.#work = null;
    });
    return this.#work;
  }

  /** For a question: makes the missing vectors, or waits until the writer process has made them. */
  catchUp(): Promise<unknown> {
    if (!this.#host.isReader()) return this.run();
    return (this.#waitingForWriter ??= this.#waitForWriter().finally(() => {
      this.#waitingForWriter = null;
    }));
  }

  /** Waits for the vectors of the writer. The writer may make none, or with another model: if there is no progress, this process makes them. */
  async #waitForWriter(): Promise<void> {
    const store = await this.#host.open();
    let done = -1;
    let progressMs = clockMs();
    while (!this.#abort.signal.aborted) {
      const state = await this.state(await viewOf(store));
      if (state.missing.length === 0) return;
      const now = clockMs();
      if (state.done !== done) progressMs = now;
      done = state.done;
      if (!this.#host.isReader() || now - progressMs > stalledMs) {
        await this.run();
        return;
      }
      await sleep(pollMs, null, { ref: false });
    }
  }

  /**
   * Starts making vectors while this thread runs the indexing. Null if large work runs in a worker thread, if the model is not the static one (others
   * take longer than parsing and would slow the run down), or if memory is too short for parsers and model together. In these cases `runOrReport`
   * makes the vectors after the run.
   */
  async duringRun(store: Store, signal: AbortSignal): Promise<ConcurrentEmbedding | null> {
    const { job, inThread } = this.#host;
    if (inThread || job.embedding?.provider !== 'static' || job.memory.plainGrammars) return null;
    const signals = AbortSignal.any([this.#abort.signal, signal]);
    const { ConcurrentEmbedding } = await import('../indexing/concurrent-embedding.ts');
    return new ConcurrentEmbedding({
      store,
      data: job.data,
      embedder: () => this.#openEmbedder(),
      release: () => this.#releaseEmbedder(),
      signal: signals,
    });
  }

  /** Closes the embedder; it is opened again at the next use. */
  async #releaseEmbedder(): Promise<void> {
    const embedder = this.#embedder;
    this.#embedder = null;
    this.#isOpen = false;
    await (await embedder)?.close();
  }

  /**
   * As `run`, but if vectors cannot be made it resolves and says so in `note`.
   * @param made what the indexing run has made already
   */
  async runOrReport(hooks: JobHooks, made: EmbeddingReport): Promise<NonNullable<IndexReport['embedding']>> {
    if (this.isOff) return { files: 0, vectors: 0, note: null };
    try {
      const { files, vectors, left } = await this.run(hooks);
      const note = left === 0 ? null : `${left} files changed meanwhile and have no vectors yet: index again.`;
      return { files: made.files + files, vectors: made.vectors + vectors, note };
    } catch (error) {
      const { code, message, hint } = toAppError(error);
      if (code === 'CancelledError') throw error;
      return { files: made.files, vectors: made.vectors, note: hint === null ? message : `${message}. ${hint}` };
    }
  }

  /** Starts `run` in the background. If work is under way, another pass follows for files that were written meanwhile. */
  wake(): void {
    if (this.isOff || this.#abort.signal.aborted || this.#host.isReader()) return;
    this.#runAgain = this.#work !== null;
    this.run().catch(() => {
      // `#failure` has the error, and `status` shows it.
    });
  }

  async #runAll(hooks: JobHooks): Promise<EmbeddingReport> {
    const report = emptyReport(this.#id);
    if (this.isOff) return report;
    this.#throwRecentFailure();
    do {
      this.#runAgain = false;
      const { files, vectors, left, embedder } = await this.#runOnce(hooks);
      report.files += files;
      report.vectors += vectors;
      report.left = left;
      report.embedder = embedder;
    } while (this.#runAgain && !this.#abort.signal.aborted);
    return report;
  }

  async #runOnce({ signal, onProgress }: JobHooks): Promise<EmbeddingReport> {
    const signals = [this.#abort.signal, ...(signal === undefined ? [] : [signal])];
    const hooks = { signal: AbortSignal.any(signals), onProgress: onProgress ?? (() => {}) };
    try {
      const store = await this.#host.open();
      const mark = await this.#markOf(store);
      if (mark !== null && (await store.getMeta('vectorsSettled')) === mark) return emptyReport(this.#id);
      await this.#learnId(store);
      const missing = this.#id === null ? null : (await this.state(await viewOf(store))).missing.length;
      if (missing === 0) {
        // The mark lets the next run return at once. That is optional, so a failure to write is ignored.
        if (mark !== null) await store.setMeta('vectorsSettled', mark).catch(() => {});
        return emptyReport(this.#id);
      }
      const isLoaded = this.#isOpen || this.#host.job.embedding?.provider === 'static';
      const isSmall = isLoaded && missing !== null && missing <= inlineFiles;
      const done =
        this.#host.inThread && !isSmall
          ? await embedInThread(this.#host.job, hooks)
          : await this.#runHere(store, hooks);
      this.#id = done.embedder;
      this.#failure = null;
      this.#backoff.reset();
      return done;
    } catch (error) {
      throw this.#rememberFailure(error);
    }
  }

  /** Identifies the state of the index together with the embedder to be used; null if the embedder has no stamp. */
  async #markOf(store: Store): Promise<string | null> {
    const stamp = this.#stamp();
    return stamp === null ? null : `${stamp} ${await store.generation()}`;
  }

  /** Finds the embedder's id without opening the model, which most runs do not need, as no vectors are missing. */
  async #learnId(store: Store): Promise<void> {
    const { embedding } = this.#host.job;
    if (this.#id !== null || embedding === undefined) return;
    this.#id = (await this.#storedId(store)) ?? (await knownEmbedderId(embedding));
    if (this.#id !== null) await store.vectors.begin(this.#id);
  }

  async #runHere(
    store: Store,
    { signal, onProgress }: Required<Pick<JobHooks, 'signal' | 'onProgress'>>,
  ): Promise<EmbeddingReport> {
    const embedder = await this.#openEmbedder();
    if (embedder === null) return emptyReport(null);
    return embedIndex({
      store,
      data: this.#host.job.data,
      embedder,
      signal,
      onProgress: (done, total) => onProgress({ phase: 'embedding', done, total, path: null }),
    });
  }

  /** Which files have vectors. Cheap if nothing was written since the last call. */
  async state(view: IndexView): Promise<EmbeddingState> {
    const { store } = view;
    const embedder = this.#id;
    const cached = this.#cachedState;
    const previous = cached?.store === store && cached.embedder === embedder ? cached.state : null;
    const state = await embeddingState(view, embedder, previous);
    this.#cachedState = { store, embedder, state };
    return state;
  }

  async status(store: Store): Promise<EmbeddingStatus> {
    const provider = this.#host.job.embedding?.provider ?? 'off';
    const { embedder, done, missing } = await this.state(await viewOf(store));
    const error = this.#failure?.error ?? null;
    const note = error === null ? null : [error.message, error.hint].filter((text) => text !== null).join('. ');
    const state = this.isOff
      ? 'off'
      : this.#work !== null
        ? 'working'
        : error !== null
          ? 'unavailable'
          : missing.length > 0
            ? 'incomplete'
            : 'ready';
    return { provider, model: embedder, state, files: done, missing: this.isOff ? 0 : missing.length, note };
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#waitingForWriter?.catch(() => {});
    await this.#work?.catch(() => {});
    const embedder = await this.#embedder?.catch(() => null);
    await embedder?.close();
  }
}
