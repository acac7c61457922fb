import { expect, it } from 'vitest';
import { growthExponent, linear, repeated } from './growth.ts';

/** Work that no compiler optimises away. */
function steps(count: number): number {
  let sum = 0;
  for (let at = 0; at < count; at++) sum = (sum * 31 + at) | 0;
  return sum;
}

it.each<[string, (size: number) => number, boolean, boolean]>([
  ['what costs the same', () => steps(2_000_000), true, true],
  ['a line', (size) => steps(size * 1_000), false, true],
  ['a square', (size) => steps(size * size), false, false],
])('recognises %s', async (_, work, isFlat, isLinear) => {
  const grown = await growthExponent([1_000, 8_000], (size) => size, work);
  expect([grown < 0.5, grown < linear], `${grown}`).toEqual([isFlat, isLinear]);
});

it('waits for the measured work', async () => {
  let running = 0;
  const work = async (): Promise<void> => {
    expect(++running).toBe(1);
    await Promise.resolve();
    running--;
  };
  expect(await growthExponent([1, 2], (size) => size, work)).toBe(0);
});

it('repeats to at least the length', () => {
  expect([repeated('ab', 5), repeated('ü😀', 3), repeated('abc', 1)]).toEqual(['ababab', 'ü😀', 'abc']);
});
