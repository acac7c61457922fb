import { expect, test } from 'vitest';
import { isOutOfTime, withinTime } from './time-limit.ts';

function thrown(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
}

test('work that ends in time returns its value or its error; other work is stopped, and the next one runs', () => {
  expect(withinTime(1000, () => [1, 2])).toEqual([1, 2]);
  const error = new Error('no lamp oil');
  expect(
    thrown(() =>
      withinTime(1000, () => {
        throw error;
      }),
    ),
  ).toBe(error);
  const late = thrown(() =>
    withinTime(50, () => {
      for (;;);
    }),
  );
  expect(isOutOfTime(late)).toBe(true);
  expect(isOutOfTime(error)).toBe(false);
  expect(withinTime(1000, () => 'next')).toBe('next');
});

test('work that gets no CPU time for longer than the limit is not stopped for it', () => {
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  const work = (): string => {
    Atomics.wait(nobody, 0, 0, 150);
    return 'done';
  };
  expect(withinTime(50, work)).toBe('done');
});
