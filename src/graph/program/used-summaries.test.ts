import { expect, test } from 'vitest';
import { noSummary, type FileSummary } from '../../model/file-summary.ts';
import { dialectNamed } from '../languages/registry.ts';
import { Slot } from './memo.ts';
import { ProgramFile } from './program-file.ts';
import { bytesOf } from './tables/file-tables.ts';
import { UsedSummaries } from './used-summaries.ts';

/** The estimated size of a summary of one name. */
const bytes = bytesOf({ ...noSummary(), strings: ['name'] });

/** Files with one name each, and the numbers of the summaries in memory. */
function filesOf(count: number, used: UsedSummaries): { files: ProgramFile[]; loaded: number[] } {
  const loaded: number[] = [];
  const files = Array.from({ length: count }, (_, place) => {
    const load = (): FileSummary => {
      loaded.push(place);
      return { ...noSummary(), strings: [`name${place}`] };
    };
    const resolve = (): Int32Array => new Int32Array(0);
    return new ProgramFile(place, { path: `${place}.c`, rules: dialectNamed('c'), load, loaded: used.add, resolve });
  });
  return { files, loaded };
}

const name = (file: ProgramFile): string => file.text(0);

test('of many files that are asked in passing, only as many stay in memory as there is room for', () => {
  const used = new UsedSummaries(10 * bytes);
  const { files, loaded } = filesOf(100, used);
  expect(files.map((file) => used.inPassing(file, name))).toEqual(files.map((_, place) => `name${place}`));
  expect(used.bytes).toBe(0);
  loaded.length = 0;
  // Backwards, so that no file that is read again takes the room of one that is still in memory.
  for (const file of files.toReversed()) used.inPassing(file, name);
  expect(loaded.toReversed()).toEqual(files.slice(0, 90).map(({ index }) => index));
});

test('a file that is in use keeps what was derived from its summary when it is asked in passing', () => {
  const used = new UsedSummaries(0);
  const { files, loaded } = filesOf(2, used);
  const memo = new Slot(() => ({}));
  const first = files[0]!.memo(memo);
  used.inPassing(files[1]!, name);
  used.inPassing(files[0]!, name);
  expect(files[0]!.memo(memo)).toBe(first);
  expect(loaded).toEqual([0, 1]);
  expect(used.bytes).toBe(bytes);
  used.shrink(0);
  expect(used.bytes).toBe(0);
  expect(files[0]!.memo(memo)).not.toBe(first);
});
