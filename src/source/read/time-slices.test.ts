import { expect, test } from 'vitest';
import { TimeSlices } from './time-slices.ts';

test('long work lets other work in between, and short work does not wait', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const slices = new TimeSlices(undefined);
  const until = performance.now() + 120;
  let rests = 0;
  let longest = 0;
  let since = performance.now();
  while (performance.now() < until) {
    if (!slices.isOver()) continue;
    longest = Math.max(longest, performance.now() - since);
    rests++;
    await slices.rest();
    since = performance.now();
  }
  clearInterval(timer);
  expect(rests).toBeGreaterThan(1);
  expect(turns).toBeGreaterThan(1);
  // A slice is 12 ms; the rest is for a busy machine.
  expect(longest).toBeLessThan(100);
  expect(Array.from({ length: 1000 }, () => new TimeSlices(undefined).isOver())).not.toContain(true);
});

test('a rest ends cancelled work, before or during it', async () => {
  await expect(new TimeSlices(AbortSignal.abort()).rest()).rejects.toMatchObject({ code: 'CancelledError' });
  const controller = new AbortController();
  const resting = new TimeSlices(controller.signal).rest();
  controller.abort();
  await expect(resting).rejects.toMatchObject({ code: 'CancelledError' });
});
