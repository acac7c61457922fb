/** Numbers on the page. */
import { expect, it } from 'vitest';
import { formatBytes } from '../../src/config/values.ts';
import { bytes, duration } from '../../web/amounts.ts';

it('shows sizes as the command line does', () => {
  for (const size of [0, 1, 1023, 1024, 1_500_000, 2 ** 30 - 1, 20 * 2 ** 30, 3e13]) expect(bytes(size)).toBe(formatBytes(size)); // prettier-ignore
});

it('says how long something is valid, or has been silent, to the nearest number', () => {
  const hour = 3_600_000;
  expect([90 * 24 * hour - 1, 89 * 24 * hour, 47 * hour + 1, 90_000, 59_400, 0].map(duration)).toEqual([
    '90 days',
    '89 days',
    '47 hours',
    '2 minutes',
    '59 seconds',
    '1 second',
  ]);
});
