import { describe, expect, it } from 'vitest';
import type { ProgramFile } from '../../src/graph/program/program-file.ts';
import { Memo, Slot } from '../../src/graph/program/memo.ts';
import { programOf } from './linked-sources.ts';

const numbers = new Slot(() => new Map<string, number>());
const names = new Slot(({ strings }) => new Memo<string>(strings.length));

function fileOf(text: string): ProgramFile {
  return programOf({ 'a.ts': text }).file('a.ts')!;
}

describe('the memos of a file', () => {
  it('are separate for each slot and each file', () => {
    const [one, other] = [fileOf('export const a = 1;'), fileOf('export const b = 2;')];
    one.memo(numbers).set('a', 1);
    one.memo(names).set(5, 'five');
    expect(one.memo(numbers).get('a')).toBe(1);
    expect(one.memo(names).get(5)).toBe('five');
    expect([other.memo(numbers).size, other.memo(names).get(5)]).toEqual([0, undefined]);
  });

  it.each(['dropDerived', 'release'] as const)('are dropped after %s, with everything computed from them', (letGo) => {
    const file = fileOf('export const a = 1;');
    file.memo(numbers).set('a', 1);
    file.memo(names).set(0, 'zero');
    file[letGo]();
    expect([file.memo(numbers).size, file.memo(names).get(0)]).toEqual([0, undefined]);
  });

  it('are computed from the file summary of that moment', () => {
    const file = fileOf('export const a = 1;');
    const seen: number[] = [];
    const count = new Slot(({ strings }) => seen.push(strings.length));
    file.memo(count);
    file.memo(count);
    file.release();
    file.memo(count);
    expect(seen).toEqual([file.summary.strings.length, file.summary.strings.length]);
  });
});
