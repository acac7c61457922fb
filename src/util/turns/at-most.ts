/** Limits how much work is under way at once, where each piece holds much memory. */
export class AtMost {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs the work when there is a place for it; places are given in the order of asking. Resolves or rejects as the work does. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((goOn) => this.#waiting.push(goOn));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The place is handed on.
      if (next === undefined) this.#free++;
      else next();
    }
  }
}
