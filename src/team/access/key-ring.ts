/**
 * The keys of an issuer, read when they are needed.
 * Invariants: keys are read again after `maxAgeMs`, so one that the issuer has taken back is not accepted for longer; and when a token names one that is not
 * known, but not more often than each `pauseMs`, whatever is sent. While the issuer does not answer, known keys are good for `graceMs` more.
 */
import { createLocalJWKSet, errors, type CryptoKey, type FlattenedJWSInput, type JSONWebKeySet, type JWSHeaderParameters, type LocalJWKSet } from 'jose'; // prettier-ignore

export interface KeyRingOptions {
  /** Reads the keys. Rejects with an `AppError`. */
  read: () => Promise<unknown>;
  /** Monotonic (ms). */
  clock: () => number;
}

const maxAgeMs = 10 * 60_000;
const pauseMs = 10_000;
const graceMs = 60 * 60_000;

export class KeyRing {
  readonly #read: () => Promise<unknown>;
  readonly #clock: () => number;
  #keys: LocalJWKSet | null = null;
  #readAt = -Infinity;
  #triedAt = -Infinity;
  #reading: Promise<void> | null = null;

  constructor({ read, clock }: KeyRingOptions) {
    this.#read = read;
    this.#clock = clock;
  }

  /** The key of a token's header. Rejects with an error of jose where there is none, with an `AppError` where the keys cannot be read. */
  readonly keyOf = async (header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<CryptoKey> => {
    const keys = await this.#current();
    try {
      return await keys(header, token);
    } catch (error) {
      // The issuer may have a new key.
      if (!(error instanceof errors.JWKSNoMatchingKey) || this.#clock() - this.#triedAt < pauseMs) throw error;
      await this.#refresh().catch(() => {});
      return this.#keys!(header, token);
    }
  };

  async #current(): Promise<LocalJWKSet> {
    const age = this.#clock() - this.#readAt;
    if (this.#keys !== null && age < maxAgeMs) return this.#keys;
    const isPaused = this.#clock() - this.#triedAt < pauseMs;
    if (this.#keys === null || age >= maxAgeMs + graceMs) await this.#refresh();
    else if (!isPaused) await this.#refresh().catch(() => {});
    return this.#keys!;
  }

  #refresh(): Promise<void> {
    return (this.#reading ??= this.#readKeys().finally(() => (this.#reading = null)));
  }

  async #readKeys(): Promise<void> {
    this.#triedAt = this.#clock();
    this.#keys = createLocalJWKSet((await this.#read()) as JSONWebKeySet);
    this.#readAt = this.#triedAt;
  }
}
