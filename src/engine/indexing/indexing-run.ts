/** An indexing run that is under way, and its waiting callers. */
import { aborted } from '../cancellation.ts';
import type { IndexProgress, IndexReport, IndexRequest } from '../types.ts';

export interface RunHooks {
  signal: AbortSignal;
  onProgress: (progress: IndexProgress) => void;
}

type Asked = Pick<IndexRequest, 'force' | 'compiler' | 'embeddings'>;

export class Run {
  readonly asked: Required<Asked>;
  readonly startedMs = Date.now();
  progress: IndexProgress = { phase: 'walking', done: 0, total: 0, path: null };
  /** A run that finds the tree unchanged reports nothing until it is done. */
  #hasBegun = false;
  #promise: Promise<IndexReport> = Promise.resolve(null as never);
  readonly #abort = new AbortController();
  readonly #listeners = new Set<(progress: IndexProgress) => void>();
  #waiting = 0;

  constructor({ force = false, compiler = false, embeddings = false }: Asked) {
    this.asked = { force, compiler, embeddings };
  }

  /** Fires when all callers have cancelled. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Whether this run does all that a new request asks for. */
  covers({ force, compiler, embeddings }: Asked): boolean {
    if (this.signal.aborted) return false;
    const { asked } = this;
    return (
      (asked.force || force !== true) &&
      (asked.compiler || compiler !== true) &&
      (asked.embeddings || embeddings !== true)
    );
  }

  begin(work: Promise<IndexReport>): void {
    this.#promise = work;
    work.catch(() => {});
  }

  readonly report = (progress: IndexProgress): void => {
    this.progress = progress;
    this.#hasBegun = true;
    for (const listener of this.#listeners) listener(progress);
  };

  /** Resolves when the run has ended, also if it failed. */
  async ended(): Promise<void> {
    await this.#promise.catch(() => {});
  }

  /** Waits for the run. A cancelled caller rejects at once; the last one cancels the run, and waits until it has ended. */
  async wait({ signal, onProgress }: Pick<IndexRequest, 'signal' | 'onProgress'>): Promise<IndexReport> {
    this.#waiting++;
    if (onProgress !== undefined) {
      this.#listeners.add(onProgress);
      if (this.#hasBegun) onProgress(this.progress);
    }
    try {
      return await Promise.race([this.#promise, aborted(signal)]);
    } catch (error) {
      if (signal?.aborted !== true || this.#waiting > 1) throw error;
      this.#abort.abort();
      return await this.#promise;
    } finally {
      this.#waiting--;
      if (onProgress !== undefined) this.#listeners.delete(onProgress);
    }
  }
}
