/** Memos of a file. Each rule declares its own, so that a file does not depend on what they contain. */
import type { FileSummary } from '../../model/file-summary.ts';

/** One memo that a rule has for each file (`ProgramFile.memo`). */
export class Slot<T> {
  static #count = 0;
  /** Index among all slots. */
  readonly index = Slot.#count++;
  /** Called at first use, and again after the memo was dropped. */
  readonly make: (summary: FileSummary) => T;

  constructor(make: (summary: FileSummary) => T) {
    this.make = make;
  }
}

/** A page has two to the power of this entries. */
const pageBits = 2;
const pageLength = 1 << pageBits;
const inPage = pageLength - 1;

/**
 * Answers by node or entity of one file: an array index costs a third of a look-up in a map. They are stored in short pages of one list,
 * because on average three of 32 neighbours are asked for; a separate object for each page took a sixth of a small project's heap.
 */
export class Memo<T> {
  /** Where each page begins in `#answers`; 0, an empty page, for a page that does not exist. */
  #pages: number[] = [];
  readonly #expected: number;
  #answers: (T | undefined)[] = [];
  /** How many entries of `#answers` belong to pages. */
  #used = 0;

  /** @param expected the number of keys to make room for when the first is set: a growing list is copied each time, and two thirds are wasted */
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
    // Filled without gaps: V8 turns an array with a gap into a dictionary.
    while (pages.length <= at) pages.push(0);
    const page = (pages[at] = this.#used);
    this.#used += pageLength;
    if (this.#used > this.#answers.length) this.#answers.length = this.#used * 2;
    return page;
  }

  #begin(): void {
    this.#pages = new Array<number>((this.#expected >>> pageBits) + 1).fill(0);
    // Mostly one key in eight is asked for; with their pages, those take a third of the room for all keys.
    this.#answers = new Array<T | undefined>(((this.#expected >>> 5) + 2) * pageLength).fill(undefined);
    this.#used = pageLength;
  }
}
