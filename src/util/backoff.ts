/** The pause before the next attempt: it doubles with each failure, up to a maximum, and starts anew after a success. */

export interface BackoffOptions {
  firstMs: number;
  /** Maximum, before the random extension. */
  mostMs: number;
}

export class Backoff {
  readonly #options: BackoffOptions;
  #failures = 0;

  constructor(options: BackoffOptions) {
    this.#options = options;
  }

  /** Counts a failure. Returns the pause before the next attempt (ms), randomly extended by up to a fourth, so that processes do not retry in step. */
  next(): number {
    const { firstMs, mostMs } = this.#options;
    const pause = Math.min(mostMs, firstMs * 2 ** Math.min(this.#failures++, 30));
    return pause * (1 + Math.random() / 4);
  }

  /** To be called after a success. */
  reset(): void {
    this.#failures = 0;
  }
}
