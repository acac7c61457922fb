import { expect, it } from 'vitest';
import { nearestFew } from '../nearest.ts';
import { turnsDuring } from '../testing/turns-during.ts';
import { eachInTurns, nearestFewInTurns } from './each-in-turns.ts';

it.each([0, 1, 255, 256, 257, 1000])('visits each of %i items once, in order', async (count) => {
  const items = Array.from({ length: count }, (_, at) => at);
  const visited: number[] = [];
  await eachInTurns(items, (item, at) => visited.push(item === at ? at : -1));
  expect(visited).toEqual(items);
});

it('gives other work turns', async () => {
  // An item takes so long that a few hundred of them use up a turn.
  const turns = await turnsDuring(() =>
    eachInTurns(Array<number>(2048).fill(0), () => {
      for (let left = 200_000; left > 0; left--) Math.sqrt(left);
    }),
  );
  expect(turns).toBeGreaterThan(2);
});

it('finds the nearest as in one piece', async () => {
  const names = Array.from({ length: 3000 }, (_, at) => ((at * 7919) % 4093).toString(3));
  for (const word of ['1021', '2', '11', '00000', names[5]!, 'x'])
    for (const count of [1, 3]) expect(await nearestFewInTurns(word, names, count)).toEqual(nearestFew(word, names, count)); // prettier-ignore
});
