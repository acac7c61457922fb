/**
 * Answers by node or entity of one file: an index costs a third of a look-up in a map. They stand in short pages of one list, since three of
 * 32 neighbours are asked for on an average; pages of their own took a sixth of a small project's heap.
 */
import type { Answer } from './values.ts';

/** Two to the power of this is the length of a page. */
const pageBits = 2;
const pageLength = 1 << pageBits;
const inPage = pageLength - 1;

/** A `Known` where `T` is an `Answer`. */
export class KnownAnswers<T = Answer> {
  /** Where each page begins among the answers; 0, a page of nothing, for one that there is not. */
  #pages: number[] = [];
  #answers: (T | undefined)[] = [];

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

  clear(): void {
    this.#pages = [];
    this.#answers = [];
  }

  #newPage(at: number): number {
    const pages = this.#pages;
    // One behind the other: an array with a gap would become a dictionary.
    while (pages.length <= at) pages.push(0);
    const answers = this.#answers;
    if (answers.length === 0) for (let slot = 0; slot < pageLength; slot++) answers.push(undefined);
    const page = (pages[at] = answers.length);
    for (let slot = 0; slot < pageLength; slot++) answers.push(undefined);
    return page;
  }
}
