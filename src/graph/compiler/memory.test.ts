import { describe, expect, it } from 'vitest';
import { memoryFor } from './memory.ts';

const GB = 1024 ** 3;
const MB = 1024 ** 2;

describe('memoryFor', () => {
  it.each([
    [0, 8 * GB, true],
    [56 * MB, 8 * GB, true],
    [56 * MB, 4 * GB, false],
    [10 * MB, 2 * GB, true],
    [0, 256 * MB, false],
    [500 * MB, 64 * GB, false],
  ])('%i bytes of source with %i bytes free: %j', (source, free, isEnough) => {
    const allowed = memoryFor(source, free);
    expect(allowed !== null).toBe(isEnough);
    if (allowed !== null) expect(allowed).toBeLessThan(free);
  });
});
