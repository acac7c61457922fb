/**
 * A cache of recently used entries with a memory limit.
 * Invariant: the entries take no more than the limit, by the sizes that the callers gave. The least recently used entry is dropped first.
 */
export class RecentlyUsed<Key, Value> {
  readonly #maxBytes: number;
  /** The most recently used entry is the last one. */
  readonly #entries = new Map<Key, { value: Value; bytes: number }>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Approximate memory of all entries. */
  get bytes(): number {
    return this.#bytes;
  }

  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  /** Marks the entry as used; undefined for an unknown key. */
  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Adds an entry, or replaces the one with this key. An entry larger than the limit is not kept, and all others are dropped. */
  set(key: Key, value: Value, bytes: number): void {
    this.delete(key);
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
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
