import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { withTimeout } from './with-timeout.ts';

it('waits for the work, but not longer than the timeout, and never fails', async () => {
  let ended = 0;
  const work = wait(20).then(() => ended++);
  await withTimeout(0, work);
  expect(ended).toBe(0);
  await withTimeout(1, wait(60_000, null, { ref: false }));
  expect(ended).toBe(0);
  await withTimeout(60_000, work);
  expect(ended).toBe(1);
  await withTimeout(60_000, Promise.reject(new Error('failed')));
});
