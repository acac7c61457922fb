/**
 * Spreads work that comes all at once over rounds of the event loop. A round begins whatever its sockets have brought, so hundreds of short requests that come
 * together would hold it as one long one does.
 * Invariants: what has begun goes on before anything else begins, each in the order in which it came. Each round has some of it, however busy the loop is.
 */
import { setImmediate } from 'node:timers/promises';
import { clockMs } from '../clock.ts';

export class RoundLimit {
  readonly #ms: number;
  readonly #beginning: (() => void)[] = [];
  readonly #goingOn: (() => void)[] = [];
  /** When the first work of this round began (`clockMs()`); null: none has. */
  #began: number | null = null;

  /** @param ms of a round, after which no more work begins or goes on in it */
  constructor(ms: number) {
    this.#ms = ms;
  }

  /** For work that begins: null where it may now; else a promise, which resolves when it may. */
  begin(): Promise<void> | null {
    return this.#waiting === 0 ? this.#in(this.#beginning) : new Promise((run) => this.#beginning.push(run));
  }

  /** The same for work that goes on after it has waited for something. */
  goOn(): Promise<void> | null {
    return this.#in(this.#goingOn);
  }

  get #waiting(): number {
    return this.#beginning.length + this.#goingOn.length;
  }

  #in(line: (() => void)[]): Promise<void> | null {
    if (this.#began === null) {
      this.#began = clockMs();
      void this.#passOn();
    }
    if (line.length === 0 && clockMs() - this.#began < this.#ms) return null;
    return new Promise((run) => line.push(run));
  }

  /** From the next round on, runs what waits. */
  async #passOn(): Promise<void> {
    await setImmediate();
    while (this.#waiting > 0) {
      const began = (this.#began = clockMs());
      do {
        (this.#goingOn.shift() ?? this.#beginning.shift())!();
        // It runs until it waits for something itself.
        await new Promise<void>((done) => process.nextTick(done));
      } while (this.#waiting > 0 && clockMs() - began < this.#ms);
      await setImmediate();
    }
    this.#began = null;
  }
}
