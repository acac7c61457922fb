/**
 * The embedder of an engine, and the work of giving files their vectors behind its answers: one piece of work at a time, a large one in a
 * thread of its own.
 * Invariant: nothing waits for this work but who asks for it; what fails is told, and tried again later.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Embedder } from '../../embed/embedder.ts';
import { productVersion } from '../../config/product.ts';
import { embedderStamp, knownEmbedderId } from '../../embed/registry.ts';
import { AppError, toAppError } from '../../model/error.ts';
import type { Store } from '../../store/store.ts';
import { Backoff } from '../../util/backoff.ts';
import { embedIndex, embeddingState, emptyReport, openConfiguredEmbedder } from './embedding.ts';
import type { EmbeddingReport, EmbeddingState } from './embedding.ts';
import type { EmbeddingBeside } from '../indexing/embedding-beside.ts';
import type { IndexJob } from '../indexing/index-job.ts';
import { embedApart, type JobHooks } from '../indexing/indexing.ts';
import type { EmbeddingStatus } from './embedding-types.ts';
import type { IndexReport } from '../types.ts';
import { clockMs } from '../../util/clock.ts';

/** Up to so many files are embedded in this thread where the model is loaded already, or is ours: a thread would load it once more. */
const inlineFiles = 24;
/** What failed is not tried again at once: a server may take its time to come back, or never (ms). */
const pauses = { firstMs: 5000, mostMs: 300_000 };
/** A question waits so long for a model to be opened. */
const patienceMs = 3000;
/** Another process's work is looked at so often, and seen as stalled when nothing was added for so long (ms). */
const lookMs = 100;
const stalledMs = 10_000;

export interface EmbeddingHost {
  /** Without `embedding`: search by words alone. */
  job: IndexJob;
  open: () => Promise<Store>;
  /** Whether there may be a thread for the work. */
  inThread: boolean;
  /** Another process writes this index, and makes the vectors. */
  isReader: () => boolean;
}

interface Failure {
  error: AppError;
  /** No other attempt before (ms since 1970). */
  untilMs: number;
}

function stillOpening(): AppError {
  return new AppError('ConfigurationError', 'The embedding model is still being opened', {
    hint: 'Ask again in a moment.',
  });
}

export class EmbeddingWork {
  readonly #host: EmbeddingHost;
  readonly #abort = new AbortController();
  readonly #backoff = new Backoff(pauses);
  #embedder: Promise<Embedder | null> | null = null;
  #opened = false;
  /** `Embedder.id`, once it is known from here or from a thread. */
  #id: string | null = null;
  #failure: Failure | null = null;
  #work: Promise<EmbeddingReport> | null = null;
  #watching: Promise<void> | null = null;
  #again = false;
  #state: { of: Store; embedder: string | null; state: EmbeddingState } | null = null;

  constructor(host: EmbeddingHost) {
    this.#host = host;
  }

  get isOff(): boolean {
    return (this.#host.job.embedding?.provider ?? 'off') === 'off';
  }

  /**
   * For a question: null when the user wants none. Rejects with the `AppError` of the last try, until it is time for another, and when
   * opening takes longer than a question waits; it goes on then.
   */
  async embedder(): Promise<Embedder | null> {
    if (this.isOff) return null;
    this.#throwRecent();
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise<never>((_, failed) => {
      timer = setTimeout(() => failed(stillOpening()), patienceMs).unref();
    });
    try {
      return await Promise.race([this.#openEmbedder(), waited]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #openEmbedder(): Promise<Embedder | null> {
    this.#embedder ??= this.#openConfigured();
    try {
      const embedder = await this.#embedder;
      this.#opened = true;
      this.#id = embedder?.id ?? null;
      return embedder;
    } catch (error) {
      this.#embedder = null;
      throw this.#failed(error);
    }
  }

  async #openConfigured(): Promise<Embedder | null> {
    const { job, open, isReader } = this.#host;
    const seen = this.#seen();
    const store = seen === null ? null : await open();
    const knownId = store === null ? null : await this.#seenId(store);
    const embedder = await openConfiguredEmbedder({ ...job, plugins: job.data.plugins, knownId }, this.#abort.signal);
    // A short cut for the next process, which an index that cannot be written does without.
    if (embedder !== null && knownId === null && !isReader())
      await store?.setMeta('embedderSeen', `${seen} ${embedder.id}`).catch(() => {});
    return embedder;
  }

  /** What the embedder's file looks like; packages of all versions bear the same time. */
  #seen(): string | null {
    const { embedding } = this.#host.job;
    const stamp = embedding === undefined ? null : embedderStamp(embedding);
    return stamp === null ? null : `${productVersion()} ${stamp}`;
  }

  /** Of a file that looks like this: to find the id anew all of it is read. */
  async #seenId(store: Store): Promise<string | null> {
    const prefix = `${this.#seen()} `;
    const known = await store.getMeta('embedderSeen');
    return known?.startsWith(prefix) === true ? known.slice(prefix.length) : null;
  }

  #throwRecent(): void {
    if (this.#failure !== null && Date.now() < this.#failure.untilMs) throw this.#failure.error;
  }

  /** Remembers what went wrong; being ended is nothing wrong. */
  #failed(error: unknown): AppError {
    const wrapped = toAppError(error);
    if (wrapped.code !== 'CancelledError') {
      this.#failure = { error: wrapped, untilMs: Date.now() + this.#backoff.next() };
    }
    return wrapped;
  }

  /** Gives files their vectors, or joins the work under way. */
  run(hooks: JobHooks = {}): Promise<EmbeddingReport> {
    this.#work ??= this.#all(hooks).finally(() => {
      this.#work = null;
    });
    return this.#work;
  }

  /** For a question: does what is missing, or sees it done by the process whose work it is. */
  catchUp(): Promise<unknown> {
    if (!this.#host.isReader()) return this.run();
    return (this.#watching ??= this.#seeDone().finally(() => {
      this.#watching = null;
    }));
  }

  /** That process may make none, or by another model: then nothing comes, and it is this one's work. */
  async #seeDone(): Promise<void> {
    const store = await this.#host.open();
    let done = -1;
    let gainedMs = clockMs();
    while (!this.#abort.signal.aborted) {
      const state = await this.state(store);
      if (state.missing.length === 0) return;
      const now = clockMs();
      if (state.done !== done) gainedMs = now;
      done = state.done;
      if (!this.#host.isReader() || now - gainedMs > stalledMs) {
        await this.run();
        return;
      }
      await sleep(lookMs, null, { ref: false });
    }
  }

  /**
   * For a run of this thread that is to have vectors: what makes them while it goes on. Null where that would hold the run up (other
   * models take longer than parsing does) or take memory that is short while there are parsers; `runOrSay` makes them then.
   */
  async beside(store: Store, signal: AbortSignal): Promise<EmbeddingBeside | null> {
    const { job, inThread } = this.#host;
    if (inThread || job.embedding?.provider !== 'static' || job.memory.plainGrammars) return null;
    const signals = AbortSignal.any([this.#abort.signal, signal]);
    const { EmbeddingBeside: Beside } = await import('../indexing/embedding-beside.ts');
    return new Beside({
      store,
      data: job.data,
      embedder: () => this.#openEmbedder(),
      release: () => this.#releaseEmbedder(),
      signal: signals,
    });
  }

  /** Whoever needs it opens it again. */
  async #releaseEmbedder(): Promise<void> {
    const embedder = this.#embedder;
    this.#embedder = null;
    this.#opened = false;
    await (await embedder)?.close();
  }

  /**
   * The same for a run that goes on without vectors where they cannot be made, and says so.
   * @param made what there is of this run already
   */
  async runOrSay(hooks: JobHooks, made: EmbeddingReport): Promise<NonNullable<IndexReport['embedding']>> {
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

  /** The same behind the caller's back; files that are written while work is under way are done after it. */
  wake(): void {
    if (this.isOff || this.#abort.signal.aborted || this.#host.isReader()) return;
    this.#again = this.#work !== null;
    this.run().catch(() => {
      // Kept in `#failure`, which `status` shows.
    });
  }

  async #all(hooks: JobHooks): Promise<EmbeddingReport> {
    const report = emptyReport(this.#id);
    if (this.isOff) return report;
    this.#throwRecent();
    do {
      this.#again = false;
      const { files, vectors, left, embedder } = await this.#once(hooks);
      report.files += files;
      report.vectors += vectors;
      report.left = left;
      report.embedder = embedder;
    } while (this.#again && !this.#abort.signal.aborted);
    return report;
  }

  async #once({ signal, onProgress }: JobHooks): Promise<EmbeddingReport> {
    const signals = [this.#abort.signal, ...(signal === undefined ? [] : [signal])];
    const hooks = { signal: AbortSignal.any(signals), onProgress: onProgress ?? (() => {}) };
    try {
      const store = await this.#host.open();
      const mark = await this.#markOf(store);
      if (mark !== null && (await store.getMeta('vectorsSettled')) === mark) return emptyReport(this.#id);
      await this.#learnId(store);
      const missing = this.#id === null ? null : (await this.state(store)).missing.length;
      if (missing === 0) {
        // A short cut for the next run, which an index that cannot be written does without.
        if (mark !== null) await store.setMeta('vectorsSettled', mark).catch(() => {});
        return emptyReport(this.#id);
      }
      const isAtHand = this.#opened || this.#host.job.embedding?.provider === 'static';
      const small = isAtHand && missing !== null && missing <= inlineFiles;
      const done =
        this.#host.inThread && !small ? await embedApart(this.#host.job, hooks) : await this.#here(store, hooks);
      this.#id = done.embedder;
      this.#failure = null;
      this.#backoff.reset();
      return done;
    } catch (error) {
      throw this.#failed(error);
    }
  }

  /** Of the state in which the index is and the embedder that is to be used. */
  async #markOf(store: Store): Promise<string | null> {
    const seen = this.#seen();
    return seen === null ? null : `${seen} ${(await store.vectors.state()).generation}`;
  }

  /** Most runs leave no file without vectors, so that the model need not even be opened. */
  async #learnId(store: Store): Promise<void> {
    const { embedding } = this.#host.job;
    if (this.#id !== null || embedding === undefined) return;
    this.#id = (await this.#seenId(store)) ?? (await knownEmbedderId(embedding));
    if (this.#id !== null) await store.vectors.begin(this.#id);
  }

  async #here(
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

  /** How far the work is. Cheap while nothing is written. */
  async state(store: Store): Promise<EmbeddingState> {
    const known = this.#state?.of === store && this.#state.embedder === this.#id ? this.#state.state : null;
    const embedder = this.#id;
    const state = await embeddingState(store, embedder, known);
    this.#state = { of: store, embedder, state };
    return state;
  }

  async status(store: Store): Promise<EmbeddingStatus> {
    const provider = this.#host.job.embedding?.provider ?? 'off';
    const { embedder, done, missing } = await this.state(store);
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
    await this.#watching?.catch(() => {});
    await this.#work?.catch(() => {});
    const embedder = await this.#embedder?.catch(() => null);
    await embedder?.close();
  }
}
