/** An indexing run that is under way, and its waiting callers. */
import { rejectOnAbort } from '../cancellation.ts';
import type { IndexProgress, IndexReport, IndexRequest } from '../types.ts';

export interface RunHooks {
  signal: AbortSignal;
  onProgress: (progress: IndexProgress) => void;
}

type RequestedStages = Pick<IndexRequest, 'force' | 'compiler' | 'embeddings'>;

export class Run {
  readonly asked: Required<RequestedStages>;
  readonly startedMs = Date.now();
  progress: IndexProgress = { phase: 'walking', done: 0, total: 0, path: null };
  /** Whether there was a report of progress. A run that finds the tree unchanged reports nothing until it is done. */
  #hasReported = false;
  #promise: Promise<IndexReport> = Promise.resolve(null as never);
  readonly #abort = new AbortController();
  readonly #listeners = new Set<(progress: IndexProgress) => void>();
  #waitingCallers = 0;

  constructor({ force = false, compiler = false, embeddings = false }: RequestedStages) {
    this.asked = { force, compiler, embeddings };
  }

  /** Fires when all callers have cancelled. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Whether this run does everything that a new request asks for. */
  covers({ force, compiler, embeddings }: RequestedStages): boolean {
    if (this.signal.aborted) return false;
    const { asked } = this;
    return (
      (asked.force || force !== true) &&
      (asked.compiler || compiler !== true) &&
      (asked.embeddings || embeddings !== true)
    );
  }

  /** @param work settles when the run has ended */
  begin(work: Promise<IndexReport>): void {
    this.#promise = work;
    work.catch(() => {});
  }

  readonly report = (progress: IndexProgress): void => {
    this.progress = progress;
    this.#hasReported = true;
    for (const listener of this.#listeners) listener(progress);
  };

  /** Resolves when the run has ended, also if it failed. */
  async ended(): Promise<void> {
    await this.#promise.catch(() => {});
  }

  /** Waits for the run. A caller that cancels is rejected at once while others wait; the last one cancels the run, and waits for its end. */
  async wait({ signal, onProgress }: Pick<IndexRequest, 'signal' | 'onProgress'>): Promise<IndexReport> {
    this.#waitingCallers++;
    if (onProgress !== undefined) {
      this.#listeners.add(onProgress);
      if (this.#hasReported) onProgress(this.progress);
    }
    try {
      return await Promise.race([this.#promise, rejectOnAbort(signal)]);
    } catch (error) {
      if (signal?.aborted !== true || this.#waitingCallers > 1) throw error;
      this.#abort.abort();
      return await this.#promise;
    } finally {
      this.#waitingCallers--;
      if (onProgress !== undefined) this.#listeners.delete(onProgress);
    }
  }
}
