export interface Book {
  isbn: string;
  title: string;
  /** Without tax, in euros. */
  netPrice: number;
}

const taxOnBooks = 0.07;

export function priceOf(book: Book): number {
  return roundToCents(book.netPrice * (1 + taxOnBooks));
}

export function roundToCents(euros: number): number {
  return Math.round(euros * 100) / 100;
}
