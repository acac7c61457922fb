/** Answers by node or entity of one file, in pages: an index costs a third of a look-up in a map, and what is not asked for nothing. */
import type { Answer, Known } from './values.ts';

/** Two to the power of this is the length of a page. */
const pageBits = 5;
const pageLength = 1 << pageBits;
const inPage = pageLength - 1;

type Page = (Answer | undefined)[];

export class KnownAnswers implements Known {
  #pages: (Page | undefined)[] = [];

  get(key: number): Answer | undefined {
    const page = this.#pages[key >>> pageBits];
    return page === undefined ? undefined : page[key & inPage];
  }

  set(key: number, answer: Answer): void {
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

  #newPage(at: number): Page {
    const pages = this.#pages;
    // One behind the other: an array with a gap would become a dictionary.
    while (pages.length <= at) pages.push(undefined);
    const page: Page = new Array<Answer | undefined>(pageLength).fill(undefined);
    pages[at] = page;
    return page;
  }
}
