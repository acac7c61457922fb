import { describe, expect, test } from 'vitest';
import type { FileState, SourceFile } from '../../model/file.ts';
import { planChanges } from './change-detection.ts';
import { growthExponent, linear } from '../../util/testing/growth.ts';

const now = 1_800_000_000_000;

function state(path: string, change: Partial<FileState> = {}): FileState {
  return { id: 1, path, size: 10, mtimeMs: now - 60_000.25, hash: 'h', verifiedAtMs: now - 30_000, ...change };
}

function file(path: string, change: Partial<SourceFile> = {}): SourceFile {
  return {
    path,
    rawPath: null,
    size: 10,
    mtimeMs: now - 60_000.25,
    ctimeMs: change.mtimeMs ?? now - 60_000.25,
    ...change,
  };
}

describe('one file', () => {
  test.each<[string, FileState[], SourceFile[], 'unchanged' | 'suspects' | 'removed']>([
    ['the same', [state('a')], [file('a')], 'unchanged'],
    ['new', [], [file('a')], 'suspects'],
    ['gone', [state('a')], [], 'removed'],
    ['another size', [state('a')], [file('a', { size: 11 })], 'suspects'],
    ['another time, of the same size', [state('a')], [file('a', { mtimeMs: now - 60_000 })], 'suspects'],
    ['an older time (restored from a copy)', [state('a')], [file('a', { mtimeMs: now - 99_000 })], 'suspects'],
    ['read 1.9 s after its change', [state('a', { verifiedAtMs: now - 58_100.25 })], [file('a')], 'suspects'],
    ['read 2 s after its change', [state('a', { verifiedAtMs: now - 58_000.25 })], [file('a')], 'unchanged'],
    [
      'changed in the future',
      [state('a', { mtimeMs: now + 60_000 })],
      [file('a', { mtimeMs: now + 60_000 })],
      'suspects',
    ],
    ['read in the future', [state('a', { verifiedAtMs: now + 1 })], [file('a')], 'suspects'],
    [
      'put there after it was read, with its old time',
      [state('a')],
      [file('a', { ctimeMs: now - 20_000 })],
      'suspects',
    ],
    [
      'put there before it was read, with an old time',
      [state('a')],
      [file('a', { ctimeMs: now - 30_000 })],
      'unchanged',
    ],
    ['names of Object.prototype', [state('__proto__')], [file('__proto__')], 'unchanged'],
  ])('%s', (_name, states, files, expected) => {
    const plan = planChanges(states, files, now);
    const counts = { unchanged: plan.unchanged.length, suspects: plan.suspects.length, removed: plan.removed.length };
    expect(counts).toEqual({ unchanged: 0, suspects: 0, removed: 0, [expected]: 1 });
  });
});

test('every state and every file is in exactly one list, in order', () => {
  const states = [state('b'), state('a'), state('gone'), state('c', { size: 3 })];
  const files = [file('a'), file('b'), file('c'), file('constructor')];
  const plan = planChanges(states, files, now);
  expect(plan.unchanged.map(({ path }) => path)).toEqual(['a', 'b']);
  expect(plan.suspects.map(({ path }) => path)).toEqual(['c', 'constructor']);
  expect(plan.removed).toEqual(['gone']);
});

test('the cost grows linearly with the number of files', async () => {
  const make = (count: number): [FileState[], SourceFile[]] => {
    const paths = Array.from({ length: count }, (_, i) => `packages/module-${i % 4000}/src/file-${i}.ts`);
    return [paths.map((path) => state(path)), paths.map((path) => file(path))];
  };
  const unchanged = ([states, files]: [FileState[], SourceFile[]]): number =>
    planChanges(states, files, now).unchanged.length;
  expect(unchanged(make(120_000))).toBe(120_000);
  expect(await growthExponent([2_000, 32_000], make, unchanged)).toBeLessThan(linear);
});
