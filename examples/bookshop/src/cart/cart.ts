import { discountOf } from '../discounts/discount-codes.ts';
import { priceOf, roundToCents, type Book } from './prices.ts';

export interface Line {
  book: Book;
  count: number;
}

/** What a customer is about to buy. */
export class Cart {
  readonly #lines = new Map<string, Line>();
  #code: string | null = null;

  add(book: Book, count = 1): void {
    const line = this.#lines.get(book.isbn) ?? { book, count: 0 };
    this.#lines.set(book.isbn, { book, count: line.count + count });
  }

  remove(isbn: string): void {
    this.#lines.delete(isbn);
  }

  /** Takes effect in the total; a code that has expired is refused there. */
  useDiscountCode(code: string): void {
    this.#code = code;
  }

  get lines(): Line[] {
    return [...this.#lines.values()];
  }

  /** In euros, discount included. */
  total(today: Date): number {
    const sum = this.lines.reduce((euros, { book, count }) => euros + priceOf(book) * count, 0);
    const discount = this.#code === null ? 0 : discountOf(this.#code, sum, today);
    return roundToCents(sum - discount);
  }
}
