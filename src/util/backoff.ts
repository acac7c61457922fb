/** The pause before the next attempt: twice as long after each failure, partly random, until an attempt succeeds. */

export interface BackoffOptions {
  firstMs: number;
  mostMs: number;
}

export class Backoff {
  readonly #options: BackoffOptions;
  #failures = 0;

  constructor(options: BackoffOptions) {
    this.#options = options;
  }

  /** After a failure: the pause before the next attempt (ms), randomly extended by up to a fourth, so that processes do not retry in step. */
  next(): number {
    const { firstMs, mostMs } = this.#options;
    const pause = Math.min(mostMs, firstMs * 2 ** Math.min(this.#failures++, 30));
    return pause * (1 + Math.random() / 4);
  }

  reset(): void {
    this.#failures = 0;
  }
}
