/** Answers by node or entity of one file, in pages: an index costs a third of a look-up in a map, and what is not asked for nothing. */
import type { Answer } from './values.ts';

/** Two to the power of this is the length of a page. */
const pageBits = 5;
const pageLength = 1 << pageBits;
const inPage = pageLength - 1;
/** To be copied: that is faster than filling. */
const emptyPage: readonly undefined[] = Array.from({ length: pageLength }, () => undefined);

type Page<T> = (T | undefined)[];

/** A `Known` where `T` is an `Answer`. */
export class KnownAnswers<T = Answer> {
  #pages: (Page<T> | undefined)[] = [];

  get(key: number): T | undefined {
    const page = this.#pages[key >>> pageBits];
    return page === undefined ? undefined : page[key & inPage];
  }

  set(key: number, answer: T): void {
    const page = this.#pages[key >>> pageBits] ?? this.#newPage(key >>> pageBits);
    page[key & inPage] = answer;
  }

  delete(key: number): void {
    const page = this.#pages[key >>> pageBits];
    if (page !== undefined) page[key & inPage] = undefined;
  }

  clear(): void {
    this.#pages = [];
  }

  #newPage(at: number): Page<T> {
    const pages = this.#pages;
    // One behind the other: an array with a gap would become a dictionary.
    while (pages.length <= at) pages.push(undefined);
    const page = emptyPage.slice() as Page<T>;
    pages[at] = page;
    return page;
  }
}
