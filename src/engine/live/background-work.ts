/**
 * What a server does in the background after indexing runs, besides vectors: asks the compiler about unresolved sites, and indexes trigrams.
 * Invariant: no run and no answer waits for this work.
 */
import type { CompilerAnswers } from '../../graph/compiler/second-tier.ts';
import { compilerVersion } from '../../graph/compiler/compiler-version.ts';
import type { Store } from '../../store/store.ts';
import { BackgroundCompiler } from './compiler-tier.ts';
import type { IndexJob } from '../indexing/index-job.ts';
import { askInThread, indexTextsInThread } from '../indexing/indexing.ts';
import { BackgroundTexts, indexTexts } from './text-index.ts';

export interface BackgroundHost {
  job: () => IndexJob;
  open: () => Promise<Store>;
  /** Stores the compiler's answers in a run of the indexer, once no other run is under way. */
  storeAnswers: (answers: CompilerAnswers) => Promise<void>;
  asksCompiler: boolean;
}

/** After updates of single files, the compiler is asked once no file was updated for this time (ms): it reads the whole project each time. */
const quietMs = 30_000;
/** The trigrams of up to this many files are indexed in this thread. */
const inlineTexts = 10;

/** Key and value in the index, which say that at this generation there is nothing to ask the compiler. */
const nothingToAskKey = 'compilerSettled';
const nothingToAskMark = (generation: number): string => `${compilerVersion} ${generation}`;

export class BackgroundWork {
  readonly #host: BackgroundHost;
  readonly #compiler: BackgroundCompiler | null;
  readonly #texts: BackgroundTexts;
  #pauseTimer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(host: BackgroundHost) {
    this.#host = host;
    this.#compiler = host.asksCompiler
      ? new BackgroundCompiler({
          ask: (signal) => askInThread(host.job(), signal),
          storeAnswers: host.storeAnswers,
          nothingToAsk: async (generation) =>
            (await host.open()).setMeta(nothingToAskKey, nothingToAskMark(generation)),
        })
      : null;
    this.#texts = new BackgroundTexts({ run: (signal) => this.#indexTexts(signal) });
  }

  /** Call this when a run has ended. */
  async wake(hasFailed: boolean): Promise<void> {
    if (this.#closed || hasFailed) return;
    this.#texts.wake();
    await this.#wakeCompiler();
  }

  /** Call this when single files were updated. */
  wakeLater(): void {
    if (this.#closed) return;
    this.#texts.wake();
    if (this.#pauseTimer !== null) clearTimeout(this.#pauseTimer);
    this.#pauseTimer = setTimeout(() => void this.#wakeCompiler(), quietMs).unref();
  }

  async #wakeCompiler(): Promise<void> {
    if (this.#compiler === null || this.#closed) return;
    try {
      const store = await this.#host.open();
      const { generation, paths } = (await store.state()).documents;
      // Some process asked about this state of the index before, and no site was left to ask about.
      if ((await store.getMeta(nothingToAskKey)) === nothingToAskMark(generation)) return;
      const { canAsk } = await import('../../graph/compiler/second-tier.ts');
      if (canAsk(paths)) this.#compiler.wake(generation);
    } catch {
      // The next run tries again.
    }
  }

  /** Indexes the missing trigrams; in a thread only if many files lack them. */
  async #indexTexts(signal: AbortSignal): Promise<void> {
    const store = await this.#host.open();
    const { length } = await store.texts.missing();
    if (length === 0) return;
    const job = this.#host.job();
    if (length <= inlineTexts) await indexTexts(store, job.data, signal);
    else await indexTextsInThread(job, signal);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#pauseTimer !== null) clearTimeout(this.#pauseTimer);
    await this.#compiler?.close();
    await this.#texts.close();
  }
}
