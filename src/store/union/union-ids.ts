/**
 * Numbers for the ids of several indexes: one number says whose id it is, and which.
 * A number has 32 bits, as tables of ids hold them. Its upper 20 bits are a page; each page belongs to one index and holds 4,096 consecutive ids of it.
 * Pages are given when an id of them is first met, so that an index with few files takes few numbers, and one with large ids as many as it uses.
 * Invariants: an id keeps its number while its index is open; a number is never given to another id, so that caches by number stay valid.
 */
import { AppError } from '../../model/error.ts';

const pageBits = 12;
const pageSize = 2 ** pageBits;
/** The limit of all indexes together. */
const mostPages = 2 ** (32 - pageBits);

/** An id of one of the indexes. */
export interface OwnId {
  slot: number;
  id: number;
}

export class UnionIds {
  /** By slot: the page of each run of own ids. */
  readonly #pages: Map<number, number>[];
  /** By page: the slot it belongs to, and the number of the run. */
  readonly #slots: number[] = [];
  readonly #runs: number[] = [];

  constructor(slots: number) {
    this.#pages = Array.from({ length: slots }, () => new Map<number, number>());
  }

  /** The number of an index's id. Throws an `AppError` when all numbers are given. */
  numberOf(slot: number, id: number): number {
    const run = Math.floor(id / pageSize);
    return (this.#pages[slot]!.get(run) ?? this.#givePage(slot, run)) * pageSize + (id % pageSize);
  }

  #givePage(slot: number, run: number): number {
    const page = this.#slots.length;
    if (page === mostPages)
      throw new AppError('InternalError', 'These repositories have too many files to be asked together', {
        hint: 'Ask fewer repositories at once. A server that has run for long is helped by a restart.',
      });
    this.#slots.push(slot);
    this.#runs.push(run);
    this.#pages[slot]!.set(run, page);
    return page;
  }

  /** Null for a number that was never given, and for one of an index that was replaced. */
  own(number: number): OwnId | null {
    const page = Math.floor(number / pageSize);
    const slot = this.#slots[page] ?? -1;
    return slot === -1 ? null : { slot, id: this.#runs[page]! * pageSize + (number % pageSize) };
  }

  /** The index of a slot was replaced by another: its ids mean other files from now on. */
  forget(slot: number): void {
    for (const page of this.#pages[slot]!.values()) this.#slots[page] = -1;
    this.#pages[slot]!.clear();
  }
}
