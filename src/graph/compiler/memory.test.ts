import { describe, expect, it } from 'vitest';
import { memoryFor, residentBytes } from './memory.ts';

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

describe('residentBytes', () => {
  it.runIf(process.platform === 'linux')('is the memory of a process, 0 for none', () => {
    expect(residentBytes(process.pid)).toBeGreaterThan(10 * MB);
    expect(residentBytes(2 ** 30)).toBe(0);
  });
});
