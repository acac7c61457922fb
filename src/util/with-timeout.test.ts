import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { atMost } from './at-most.ts';

it('waits for the work, but not longer than it may, and never fails', async () => {
  let ended = 0;
  const work = wait(20).then(() => ended++);
  await atMost(0, work);
  expect(ended).toBe(0);
  await atMost(1, wait(60_000, null, { ref: false }));
  expect(ended).toBe(0);
  await atMost(60_000, work);
  expect(ended).toBe(1);
  await atMost(60_000, Promise.reject(new Error('failed')));
});
