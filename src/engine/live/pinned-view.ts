/**
 * Which state of the index questions see while many files are written: the one before, held. What is kept of it between questions stays of
 * use, so that they cost what they cost at rest, and no answer is made of two states.
 * Invariant: an answer of a state that was held says so.
 */
import type { Store } from '../../store/store.ts';
import { clockMs } from '../../util/clock.ts';

/** A state is held so long at the most: what was written meanwhile is seen then, and the log of the database can be taken in (ms). */
const heldMs = 10_000;
/** An answer that was begun on a held state is given within this (ms). */
const answerMs = 300;

export class PinnedView {
  #store: Store | null = null;
  #timer: NodeJS.Timeout | null = null;
  #releasedAt = -Infinity;

  /** To be called when a question begins. @param behind so much is being written that the answer is not of the newest state */
  async choose(store: Store, behind: boolean): Promise<void> {
    if (!behind || this.#store !== store) await this.#release();
    if (!behind || store.isHeld) return;
    store.hold();
    this.#store = store;
    if (this.#timer !== null) clearTimeout(this.#timer);
    // Also where nobody asks any more.
    this.#timer = setTimeout(() => {
      this.#release().catch(() => {
        // The store was closed, and holds nothing.
      });
    }, heldMs).unref();
  }

  async #release(): Promise<void> {
    const store = this.#store;
    if (store?.isHeld !== true) return;
    const { generation } = await store.documents();
    if (!store.isHeld) return;
    const before = this.#releasedAt;
    this.#releasedAt = clockMs();
    store.release();
    // Where nothing was written meanwhile, it is the newest.
    if ((await store.documents()).generation === generation) this.#releasedAt = before;
  }

  /** What the reader of an answer has to know; null when it is of the newest state. */
  get note(): string | null {
    const isOld = this.#store?.isHeld === true || clockMs() - this.#releasedAt < answerMs;
    return isOld ? 'Many files have just changed; this answer is of before. Ask again.' : null;
  }
}
