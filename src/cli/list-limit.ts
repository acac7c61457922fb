/** The number of entries of a list that a command prints. */
import { AppError } from '../model/error.ts';

const largest = 100_000;

export function limitOf(given: string | undefined, usual: number): number {
  const value = given === undefined ? usual : Number(given);
  if (Number.isSafeInteger(value) && value >= 1 && value <= largest) return value;
  throw new AppError('ValidationError', `--limit must be a whole number from 1 to ${largest}`, {
    hint: `Leave it out for ${usual}.`,
    details: { field: 'limit', expected: `a whole number from 1 to ${largest}`, received: given },
  });
}
