import { expect, it, vi } from 'vitest';
import { firstTurn, nextTurn, Turns } from './turns.ts';

it('lets one piece of work go on in each round of the event loop, in the order of waiting', async () => {
  let round = 0;
  const count = (): void => {
    round++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const went: [piece: string, round: number][] = [];
  const work = async (name: string): Promise<void> => {
    for (const part of [1, 2]) {
      await nextTurn();
      went.push([`${name}${part}`, round]);
    }
  };
  await Promise.all([work('a'), work('b'), work('c')]);
  clearImmediate(next);
  expect(went.map(([piece]) => piece)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2']);
  expect(new Set(went.map(([, at]) => at)).size).toBe(went.length);
});

it('lets work that begins go before most that goes on, and that go on meanwhile', async () => {
  const went: string[] = [];
  const work = async (name: string, turn: () => Promise<void>): Promise<void> => {
    await turn();
    went.push(name);
  };
  const long = ['a', 'b', 'c'].map((name) => work(name, nextTurn));
  const short = ['x', 'y', 'z'].map((name) => work(name, firstTurn));
  await Promise.all([...long, ...short]);
  expect(went.indexOf('x')).toBeLessThan(2);
  expect(went.indexOf('z')).toBeLessThan(6);
  expect(went.indexOf('b')).toBeLessThan(4);
  expect(went.filter((name) => 'abc'.includes(name))).toEqual(['a', 'b', 'c']);
});

it('counts the time of all work that goes on in one round', async () => {
  let now = 0;
  const clock = vi.spyOn(process.hrtime, 'bigint').mockImplementation(() => BigInt(now * 1e6));
  await nextTurn();
  const [one, other] = [new Turns(10), new Turns(10)];
  now += 6;
  expect(one.take()).toBe(null);
  now += 6;
  const turns = [one.take(), other.take()];
  expect(turns).not.toContain(null);
  for (const turn of turns) await turn;
  expect([one.take(), other.take()]).toEqual([null, null]);
  clock.mockRestore();
});
