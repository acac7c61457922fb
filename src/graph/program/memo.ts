/** What is remembered of a file, which each rule declares beside itself: a file knows no more of it than that it is there. */
import type { FileSummary } from '../../model/file-summary.ts';

/** One thing that a rule remembers of each file (`ProgramFile.memo`). */
export class Slot<T> {
  static #count = 0;
  /** Among all. */
  readonly place = Slot.#count++;
  /** Called when a file is first asked for it, and again after it was let go. */
  readonly make: (summary: FileSummary) => T;

  constructor(make: (summary: FileSummary) => T) {
    this.make = make;
  }
}

/** Two to the power of this is the length of a page. */
const pageBits = 2;
const pageLength = 1 << pageBits;
const inPage = pageLength - 1;

/**
 * Answers by node or entity of one file: an index costs a third of a look-up in a map. They stand in short pages of one list, since three of
 * 32 neighbours are asked for on an average; pages of their own took a sixth of a small project's heap.
 */
export class Memo<T> {
  /** Where each page begins among the answers; 0, a page of nothing, for one that there is not. */
  #pages: number[] = [];
  readonly #expected: number;
  #answers: (T | undefined)[] = [];
  /** How many of the answers are of a page. */
  #used = 0;

  /** @param expected makes room for so many keys when the first is set: a list that grows is copied each time, two of three bytes for nothing */
  constructor(expected = 0) {
    this.#expected = expected;
  }

  get(key: number): T | undefined {
    const page = this.#pages[key >>> pageBits];
    return page === undefined ? undefined : this.#answers[page + (key & inPage)];
  }

  set(key: number, answer: T): void {
    let page = this.#pages[key >>> pageBits];
    if (page === undefined || page === 0) page = this.#newPage(key >>> pageBits);
    this.#answers[page + (key & inPage)] = answer;
  }

  delete(key: number): void {
    const page = this.#pages[key >>> pageBits];
    if (page !== undefined && page !== 0) this.#answers[page + (key & inPage)] = undefined;
  }

  #newPage(at: number): number {
    if (this.#used === 0) this.#begin();
    const pages = this.#pages;
    // One behind the other: an array with a gap would become a dictionary.
    while (pages.length <= at) pages.push(0);
    const page = (pages[at] = this.#used);
    this.#used += pageLength;
    if (this.#used > this.#answers.length) this.#answers.length = this.#used * 2;
    return page;
  }

  #begin(): void {
    this.#pages = new Array<number>((this.#expected >>> pageBits) + 1).fill(0);
    // One key in eight is asked for mostly; pages and all, those take a third of the room for all keys.
    this.#answers = new Array<T | undefined>(((this.#expected >>> 5) + 2) * pageLength).fill(undefined);
    this.#used = pageLength;
  }
}
