/** Numbers on the page. */
import { expect, it } from 'vitest';
import { formatBytes } from '../../src/config/values.ts';
import { bytes } from '../../web/amounts.ts';

it('shows sizes as the command line does', () => {
  for (const size of [0, 1, 1023, 1024, 1_500_000, 2 ** 30 - 1, 20 * 2 ** 30, 3e13]) expect(bytes(size)).toBe(formatBytes(size)); // prettier-ignore
});
