import { expect, test } from 'vitest';
import { TimeSlices } from './time-slices.ts';

test('long work lets other work run in between, and short work does not wait', async () => {
  let [now, turns] = [0, 0];
  const slices = new TimeSlices(undefined, () => now);
  const slicesMs: number[] = [];
  // With steps of half a millisecond each, the clock is read every 16 steps.
  for (let since = now; slicesMs.length < 3; now += 0.5) {
    if (!slices.isOver()) continue;
    slicesMs.push(now - since);
    setImmediate(() => turns++);
    await slices.rest();
    since = now;
  }
  expect(slicesMs).toEqual([15.5, 16, 16]);
  expect(turns).toBe(3);
  now += 11;
  expect(Array.from({ length: 1000 }, () => slices.isOver())).not.toContain(true);
  now += 5;
  expect(Array.from({ length: 16 }, () => slices.isOver())).toContain(true);
});

test('a rest ends cancelled work, before or during it', async () => {
  await expect(new TimeSlices(AbortSignal.abort()).rest()).rejects.toMatchObject({ code: 'CancelledError' });
  const controller = new AbortController();
  const resting = new TimeSlices(controller.signal).rest();
  controller.abort();
  await expect(resting).rejects.toMatchObject({ code: 'CancelledError' });
});
