/** Memos of a file. Each rule declares its memo as a `Slot`, so that `ProgramFile` need not know what the memo contains. */
import type { FileSummary } from '../../model/file-summary.ts';

/** Declares a memo that a rule has for each file (`ProgramFile.memo`). */
export class Slot<T> {
  static #count = 0;
  /** Index among all slots. */
  readonly index = Slot.#count++;
  /** Makes an empty memo. Called at first use, and at the next use after the memo was dropped. */
  readonly make: (summary: FileSummary) => T;

  constructor(make: (summary: FileSummary) => T) {
    this.make = make;
  }
}

/** The binary logarithm of a page's number of entries. */
const pageBits = 2;
const pageLength = 1 << pageBits;
/** The bits of a key that say where in its page the key's entry is. */
const entryMask = pageLength - 1;

/**
 * Answers by node or entity of one file. An array index costs a third of a look-up in a map. The answers are stored in short pages of one array,
 * because on average only three of 32 neighbouring keys are used. (A separate object for each page took a sixth of a small project's heap.)
 */
export class Memo<T> {
  /** By page: the index in `#answers` at which the page begins; 0 for a page that does not exist. At 0 is an empty page, which such pages share. */
  #pages: number[] = [];
  readonly #expected: number;
  #answers: (T | undefined)[] = [];
  /** The number of entries of `#answers` that belong to pages. */
  #used = 0;

  /**
   * @param expected the number of keys that may be asked for. The first `set` makes room according to it: an array that grows from empty is
   * copied each time, and wastes two thirds.
   */
  constructor(expected = 0) {
    this.#expected = expected;
  }

  get(key: number): T | undefined {
    const page = this.#pages[key >>> pageBits];
    return page === undefined ? undefined : this.#answers[page + (key & entryMask)];
  }

  set(key: number, answer: T): void {
    let page = this.#pages[key >>> pageBits];
    if (page === undefined || page === 0) page = this.#newPage(key >>> pageBits);
    this.#answers[page + (key & entryMask)] = answer;
  }

  delete(key: number): void {
    const page = this.#pages[key >>> pageBits];
    if (page !== undefined && page !== 0) this.#answers[page + (key & entryMask)] = undefined;
  }

  #newPage(index: number): number {
    if (this.#used === 0) this.#allocate();
    const pages = this.#pages;
    // Filled without gaps: V8 turns an array with a gap into a dictionary.
    while (pages.length <= index) pages.push(0);
    const page = (pages[index] = this.#used);
    this.#used += pageLength;
    if (this.#used > this.#answers.length) this.#answers.length = this.#used * 2;
    return page;
  }

  #allocate(): void {
    this.#pages = new Array<number>((this.#expected >>> pageBits) + 1).fill(0);
    // One page for 32 keys, because few keys are used, and two more: the empty page, and one for a small rest. The array grows when that is too little.
    this.#answers = new Array<T | undefined>(((this.#expected >>> 5) + 2) * pageLength).fill(undefined);
    this.#used = pageLength;
  }
}
