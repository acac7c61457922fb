import { expect, it } from 'vitest';
import { AtMost } from './at-most.ts';

it('runs no more work at once than it may, in order, whether work resolves or rejects', async () => {
  const places = new AtMost(2);
  const begun: number[] = [];
  let [running, most] = [0, 0];
  const works = Array.from({ length: 7 }, (_, at) =>
    places.run(async () => {
      begun.push(at);
      most = Math.max(most, ++running);
      await new Promise((done) => setImmediate(done));
      running--;
      if (at % 3 === 0) throw new Error(`work ${at}`);
      return at;
    }),
  );
  const results = await Promise.allSettled(works);
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([false, true, true, false, true, true, false]);
  expect([begun, most]).toEqual([[0, 1, 2, 3, 4, 5, 6], 2]);
  expect(await places.run(() => Promise.resolve('again'))).toBe('again');
});
