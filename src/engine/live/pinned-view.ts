/**
 * Answers questions from a pinned snapshot of the index while many files are written. Caches of the pinned state stay valid, so questions cost no
 * more than when nothing is written, and no answer mixes two states.
 * Invariant: an answer from a pinned snapshot says so.
 */
import type { Store } from '../../store/store.ts';
import { clockMs } from '../../util/clock.ts';

/** A snapshot is pinned for at most this time (ms). After it questions see what was written meanwhile, and the database can empty its log. */
const pinnedMs = 10_000;
/** An answer that began on a pinned snapshot is given within this time (ms). For so long after unpinning, `note` still warns. */
const answerMs = 300;

export class PinnedView {
  #store: Store | null = null;
  #timer: NodeJS.Timeout | null = null;
  #unpinnedAt = -Infinity;

  /**
   * Call this when a question begins.
   * @param hasManyWrites whether so much is being written that the question gets the state before it
   * @returns whether the store was pinned or unpinned, so that its state may be another one now
   */
  async choose(store: Store, hasManyWrites: boolean): Promise<boolean> {
    const hasUnpinned = (!hasManyWrites || this.#store !== store) && (await this.#unpin());
    if (!hasManyWrites || store.isPinned) return hasUnpinned;
    store.pin();
    this.#store = store;
    if (this.#timer !== null) clearTimeout(this.#timer);
    // Unpins even if no further question comes.
    this.#timer = setTimeout(() => {
      this.#unpin().catch(() => {
        // The store was closed, which also ends the pinning.
      });
    }, pinnedMs).unref();
    return true;
  }

  /** @returns whether the store was pinned */
  async #unpin(): Promise<boolean> {
    const store = this.#store;
    if (store?.isPinned !== true) return false;
    const generation = await store.generation();
    if (!store.isPinned) return true;
    const before = this.#unpinnedAt;
    this.#unpinnedAt = clockMs();
    store.unpin();
    // If nothing was written meanwhile, the pinned state is the newest.
    if ((await store.generation()) === generation) this.#unpinnedAt = before;
    return true;
  }

  /** What the reader of an answer has to know; null if it comes from the newest state. */
  get note(): string | null {
    const isOld = this.#store?.isPinned === true || clockMs() - this.#unpinnedAt < answerMs;
    return isOld ? 'Many files have just changed; this answer is from before the changes. Ask again.' : null;
  }
}
