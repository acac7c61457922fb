import { expect, test } from 'vitest';
import { NumberSet } from './number-set.ts';

/** Orders numbers. */
function sorted(numbers: Iterable<number>): number[] {
  return [...numbers].sort((a, b) => a - b);
}

test.each([
  ['neighbours', 1],
  ['few neighbours', 7919],
  ['no neighbours', 32 * 7919],
])('has what a Set has: %s', (_, distance) => {
  const [numbers, expected] = [new NumberSet(), new Set<number>()];
  for (let at = 0; at < 5000; at++) {
    const number = (at * distance) % (distance * 1700);
    numbers.add(number);
    expected.add(number);
  }
  // The ends of words, and of what a number may be.
  for (const number of [31, 32, 63, 2 ** 31 - 1]) {
    numbers.add(number);
    expected.add(number);
  }
  expect(numbers.size).toBe(expected.size);
  expect(sorted(numbers)).toEqual(sorted(expected));
  expect(sorted(numbers.toArray())).toEqual(sorted(expected));
  expect([...expected].every((number) => numbers.has(number))).toBe(true);
  expect([numbers.has(distance * 1700 + 64), new NumberSet().has(0), new NumberSet().size]).toEqual([false, false, 0]);
});
