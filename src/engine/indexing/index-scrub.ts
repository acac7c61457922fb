/**
 * Looks once for damage that no question may meet: a row that is missing gives no error, only a shorter answer. A server does this beside its questions; the
 * whole index is read in a side process of low priority (index-check.ts), which notes what it finds. The next question then has the index made anew.
 * Invariant: no answer and no run waits for it, and it does not keep the process alive.
 */
import { toAppError } from '../../model/error.ts';
import type { HealthProblem, Store } from '../../store/store.ts';

export interface ScrubHost {
  open: () => Promise<Store>;
  check: (store: Store) => Promise<HealthProblem[]>;
  /** Whether the index is being written, so that the check waits. */
  isBusy: () => boolean;
}

/** How long after the first question the check begins, and how long it waits again while the index is written (ms). */
export const scrubPauseMs = 15_000;

export class IndexScrub {
  readonly #host: ScrubHost;
  #timer: NodeJS.Timeout | null = null;
  #hasBegun = false;
  #closed = false;
  /** What answers say as long as they come from an index in which damage was found. */
  note: string | null = null;

  constructor(host: ScrubHost) {
    this.#host = host;
  }

  /** To be called with each question; the first one begins. */
  begin(): void {
    if (this.#hasBegun || this.#closed) return;
    this.#hasBegun = true;
    this.#wait();
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      if (this.#host.isBusy()) this.#wait();
      else void this.#check();
    }, scrubPauseMs).unref();
  }

  async #check(): Promise<void> {
    try {
      const [problem] = await this.#host.check(await this.#host.open());
      if (problem !== undefined) this.#found(problem.what);
    } catch (error) {
      const { code, message } = toAppError(error);
      // Damage may be such that the index cannot be opened again. Other errors tell nothing: the check was stopped, say.
      if (code === 'DatabaseError') this.#found(message);
    }
  }

  #found(what: string): void {
    if (!this.#closed) this.note = `The index is damaged, and answers from it may be wrong: ${what}`;
  }

  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}
