import { roundToCents } from '../cart/prices.ts';

interface DiscountCode {
  share: number;
  /** The last day on which it counts. */
  until: Date;
  /** Smallest sum that it is for, in euros. */
  from: number;
}

const codes = new Map<string, DiscountCode>([
  ['SPRING', { share: 0.1, until: new Date('2026-05-31'), from: 20 }],
  ['STUDENT', { share: 0.15, until: new Date('2027-12-31'), from: 0 }],
]);

export class UnknownCodeError extends Error {}

/** The euros that a code takes off a sum; 0 where the sum is too small or the code has expired. */
export function discountOf(code: string, sum: number, today: Date): number {
  const found = codes.get(code.trim().toUpperCase());
  if (found === undefined) throw new UnknownCodeError(`There is no discount code ${code}`);
  if (hasExpired(found, today) || sum < found.from) return 0;
  return roundToCents(sum * found.share);
}

function hasExpired({ until }: DiscountCode, today: Date): boolean {
  return today > until;
}
