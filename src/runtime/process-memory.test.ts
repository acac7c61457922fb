/** The memory of a process, as Linux reports it. */
import { expect, it } from 'vitest';
import { memoryIn, processMemory } from './process-memory.ts';

it('is counted in kilobytes, whatever the size of a page', () => {
  const status =
    'Name:\tnode\nVmPeak:\t  900000 kB\nVmRSS:\t   65536 kB\nRssAnon:\t   32768 kB\nRssFile:\t   32768 kB\n';
  expect(memoryIn(status)).toEqual({ resident: 2 ** 26, own: 2 ** 25 });
});

it('is all of it where the part of its own is not told', () => {
  expect(memoryIn('Name:\tnode\nVmRSS:\t   65536 kB\n')).toEqual({ resident: 2 ** 26, own: 2 ** 26 });
});

it('is unknown of a process that has ended', () => {
  expect(memoryIn('Name:\tnode\nState:\tZ (zombie)\n')).toBeNull();
  expect(processMemory(2 ** 30)).toBeNull();
});

it.skipIf(process.platform !== 'linux')('is that of this process', () => {
  const { resident, own } = processMemory(process.pid)!;
  expect(own).toBeGreaterThan(2 ** 23);
  expect(resident).toBeGreaterThan(own);
});
