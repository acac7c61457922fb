import { expect, it } from 'vitest';
import { turnsDuring } from '../testing/turns-during.ts';
import { RoundLimit } from './round-limit.ts';

/** Begins so much work at once, each of which does a bit without waiting. Returns the order, and the rounds of the loop that it took. */
async function begin(limit: RoundLimit, count: number): Promise<{ order: number[]; rounds: number }> {
  const order: number[] = [];
  const rounds = await turnsDuring(() =>
    Promise.all(
      Array.from({ length: count }, async (_, at) => {
        await limit.begin();
        await Promise.resolve();
        order.push(at);
      }),
    ),
  );
  return { order, rounds };
}

it('begins one in each round where a round has no time for more, in order', async () => {
  const limit = new RoundLimit(0);
  const all = Array.from({ length: 50 }, (_, at) => at);
  for (const again of [1, 2]) {
    const { order, rounds } = await begin(limit, all.length);
    expect(order, `${again}`).toEqual(all);
    expect(rounds).toBeGreaterThanOrEqual(all.length - 1);
  }
});

it('begins all in one round that has the time, without waiting', async () => {
  const limit = new RoundLimit(60_000);
  expect([limit.begin(), limit.begin()]).toEqual([null, null]);
  const { rounds } = await begin(limit, 50);
  expect(rounds).toBeLessThan(2);
});

it('lets what has begun go on before anything else begins', async () => {
  const limit = new RoundLimit(0);
  const done: string[] = [];
  const work = async (name: string): Promise<void> => {
    await limit.begin();
    done.push(`${name} begins`);
    await new Promise((read) => setImmediate(read));
    await limit.goOn();
    done.push(`${name} ends`);
  };
  await Promise.all(['a', 'b', 'c'].map(work));
  const most = done.map((_, at) => done.slice(0, at + 1).reduce((open, step) => open + (step.endsWith('begins') ? 1 : -1), 0)); // prettier-ignore
  expect(done.filter((step) => step.endsWith('ends'))).toEqual(['a ends', 'b ends', 'c ends']);
  expect(Math.max(...most)).toBeLessThanOrEqual(2);
});
