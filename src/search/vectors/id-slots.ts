/** Finds the slot of an id by open addressing: 8 to 16 bytes per id, without work for the garbage collector. */

const emptyEntry = -1;
const minEntries = 1024;

function hash(id: number): number {
  // Bitwise operators see the low 32 bits of an integer, whatever its size.
  const mixed = Math.imul((id | 0) ^ Math.imul(Math.floor(id / 2 ** 32) | 0, 0x9e3779b1), 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/** Stores slots only; the owner provides the id of a slot by `idOf`. */
export class IdSlots {
  readonly #idOf: (slot: number) => number;
  #entries = new Int32Array(minEntries).fill(emptyEntry);
  #size = 0;

  constructor(idOf: (slot: number) => number) {
    this.#idOf = idOf;
  }

  get bytes(): number {
    return this.#entries.byteLength;
  }

  /** Index of the entry of the id, or of the free entry for it. */
  #entryOf(id: number): number {
    const mask = this.#entries.length - 1;
    let at = hash(id) & mask;
    for (;;) {
      const slot = this.#entries[at]!;
      if (slot === emptyEntry || this.#idOf(slot) === id) return at;
      at = (at + 1) & mask;
    }
  }

  /** The slot of an id; -1 when the id is unknown. */
  slot(id: number): number {
    return this.#entries[this.#entryOf(id)]!;
  }

  /** The id must be new, and `idOf(slot)` must already return it. */
  add(id: number, slot: number): void {
    if ((this.#size + 1) * 2 > this.#entries.length) this.#double();
    this.#entries[this.#entryOf(id)] = slot;
    this.#size++;
  }

  #double(): void {
    const oldEntries = this.#entries;
    this.#entries = new Int32Array(oldEntries.length * 2).fill(emptyEntry);
    for (const slot of oldEntries) if (slot !== emptyEntry) this.#entries[this.#entryOf(this.#idOf(slot))] = slot;
  }

  /** The id must be present, and `idOf` must still return it. */
  remove(id: number): void {
    const entries = this.#entries;
    const mask = entries.length - 1;
    let gap = this.#entryOf(id);
    // An entry after the gap moves into it, if a search for its id would stop at the gap.
    for (let at = (gap + 1) & mask; entries[at] !== emptyEntry; at = (at + 1) & mask) {
      const home = hash(this.#idOf(entries[at]!)) & mask;
      if (((at - home) & mask) < ((at - gap) & mask)) continue;
      entries[gap] = entries[at]!;
      gap = at;
    }
    entries[gap] = emptyEntry;
    this.#size--;
  }
}
