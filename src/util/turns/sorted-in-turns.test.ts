import { expect, it } from 'vitest';
import { turnsDuring } from '../testing/turns-during.ts';
import { sortedInTurns, sortTextsInSteps, unitedInTurns } from './sorted-in-turns.ts';

it.each([0, 1, 1023, 1024, 1025, 2048, 5000, 40_000])('sorts %i items like toSorted, stably', async (count) => {
  const items = Array.from({ length: count }, (_, at) => ({ key: (at * 7919) % 97, at }));
  const before = [...items];
  const compare = (a: { key: number }, b: { key: number }): number => a.key - b.key;
  expect(await sortedInTurns(items, compare)).toEqual(items.toSorted(compare));
  expect(items).toEqual(before);
});

it('gives other work turns', async () => {
  // A comparison takes so long that each thousand of them uses up a turn.
  const slow = (a: number, b: number): number => {
    for (let left = 20_000; left > 0; left--) Math.sqrt(left);
    return a - b;
  };
  const numbers = Array.from({ length: 4096 }, (_, at) => -at);
  const turns = await turnsDuring(() => sortedInTurns(numbers, slow));
  expect(turns).toBeGreaterThan(2);
});

it('unites sorted lists', async () => {
  const list = (seed: number, length: number): string[] =>
    [...new Set(Array.from({ length }, (_, at) => ((at * 7919 * seed) % 5003).toString(36)))].sort();
  for (const lengths of [[], [0], [5], [0, 0], [3, 0, 4], [3000, 10, 2500, 1], [700, 700, 700]]) {
    const lists = lengths.map((length, at) => list(at + 1, length));
    expect(await unitedInTurns(lists)).toEqual([...new Set(lists.flat())].sort());
  }
  expect(
    await unitedInTurns([
      ['a', 'b'],
      ['a', 'b'],
      ['b', 'é', '𝒶'],
    ]),
  ).toEqual(['a', 'b', 'é', '𝒶']);
});

it.each([0, 1, 4096, 4097, 20_000])('sorts %i texts in steps', (count) => {
  const texts = Array.from({ length: count }, (_, at) => ((at * 7919) % 1_000_003).toString(36));
  const steps = sortTextsInSteps(texts);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  expect(step.value).toEqual(texts.toSorted());
});
