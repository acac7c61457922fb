import { expect, test } from 'vitest';
import { NumberSet } from './number-set.ts';

test('has what a Set has', () => {
  const [numbers, expected] = [new NumberSet(), new Set<number>()];
  for (let at = 0; at < 5000; at++) {
    const number = (at * 7919) % 1700;
    numbers.add(number);
    expected.add(number);
  }
  numbers.add(2 ** 31 - 1);
  expected.add(2 ** 31 - 1);
  expect(numbers.size).toBe(expected.size);
  expect([...numbers].sort((a, b) => a - b)).toEqual([...expected].sort((a, b) => a - b));
  expect([numbers.has(0), numbers.has(1700), new NumberSet().has(0)]).toEqual([true, false, false]);
});
