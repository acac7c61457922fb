/**
 * What a server does behind the runs of its indexer, besides vectors: asks the compiler what linking left open, and gives files trigrams.
 * Invariant: nothing waits for it.
 */
import type { CompilerAnswers } from '../../graph/compiler/second-tier.ts';
import { compilerVersion } from '../../graph/compiler/compiler-version.ts';
import type { Store } from '../../store/store.ts';
import { BackgroundCompiler } from './compiler-tier.ts';
import type { IndexJob } from '../indexing/index-job.ts';
import { askApart, indexTextsApart } from '../indexing/indexing.ts';
import { BackgroundTexts, indexTexts } from './text-index.ts';

export interface BackgroundHost {
  job: () => IndexJob;
  open: () => Promise<Store>;
  /** Keeps the compiler's answers with a run of the indexer, when none is under way. */
  keep: (answers: CompilerAnswers) => Promise<void>;
  asksCompiler: boolean;
}

/** The compiler is asked about edits when there was none for so long (ms): it reads the whole project each time. */
const quietMs = 30_000;
/** Texts of up to so many files are indexed in this thread. */
const inlineTexts = 10;

const settledMark = (generation: number): string => `${compilerVersion} ${generation}`;

export class BackgroundWork {
  readonly #host: BackgroundHost;
  readonly #compiler: BackgroundCompiler | null;
  readonly #texts: BackgroundTexts;
  #quiet: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(host: BackgroundHost) {
    this.#host = host;
    this.#compiler = host.asksCompiler
      ? new BackgroundCompiler({
          ask: (signal) => askApart(host.job(), signal),
          keep: host.keep,
          settled: async (generation) => (await host.open()).setMeta('compilerSettled', settledMark(generation)),
        })
      : null;
    this.#texts = new BackgroundTexts({ run: (signal) => this.#indexTexts(signal) });
  }

  /** When a run has ended; the compiler is asked only behind one that did not fail. */
  async wake(failed: boolean): Promise<void> {
    if (this.#closed || failed) return;
    this.#texts.wake();
    await this.#wakeCompiler();
  }

  /** When single files were brought up to date. */
  wakeLater(): void {
    if (this.#closed) return;
    this.#texts.wake();
    if (this.#quiet !== null) clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => void this.#wakeCompiler(), quietMs).unref();
  }

  async #wakeCompiler(): Promise<void> {
    if (this.#compiler === null || this.#closed) return;
    try {
      const store = await this.#host.open();
      const { generation, paths } = await store.documents();
      // Of the same index nothing was open when it was asked last, by whichever process.
      if ((await store.getMeta('compilerSettled')) === settledMark(generation)) return;
      const { canAsk } = await import('../../graph/compiler/second-tier.ts');
      if (canAsk(paths)) this.#compiler.wake(generation);
    } catch {
      // The next run tries again.
    }
  }

  /** A thread is started only where there is much to do. */
  async #indexTexts(signal: AbortSignal): Promise<void> {
    const store = await this.#host.open();
    const { length } = await store.texts.missing();
    if (length === 0) return;
    const job = this.#host.job();
    if (length <= inlineTexts) await indexTexts(store, job.data, signal);
    else await indexTextsApart(job, signal);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#quiet !== null) clearTimeout(this.#quiet);
    await this.#compiler?.close();
    await this.#texts.close();
  }
}
