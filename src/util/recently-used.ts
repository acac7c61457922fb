/**
 * What was used lately, within a bound of memory.
 * Invariant: what is kept takes no more than the bound, as told by who kept it; what was not used for the longest goes first.
 */
export class RecentlyUsed<Key, Value> {
  readonly #mostBytes: number;
  /** That which was used last at the end. */
  readonly #entries = new Map<Key, { value: Value; bytes: number }>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** What all takes in memory, about. */
  get bytes(): number {
    return this.#bytes;
  }

  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  /** Uses it; undefined for what is not kept. */
  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** In the place of what is kept under the key. */
  set(key: Key, value: Value, bytes: number): void {
    this.delete(key);
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#mostBytes) return;
      this.delete(oldest);
    }
  }

  delete(key: Key): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }
}
