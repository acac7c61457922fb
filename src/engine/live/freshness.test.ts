/** Notes on answers while a run is under way. */
import { afterEach, expect, it, vi } from 'vitest';
import type { StoreState } from '../../store/store.ts';
import { damageNote, freshnessOf } from './freshness.ts';
import type { IndexProgress } from '../types.ts';

const statistics = { files: 9, lastIndexedMs: 1 };
const at = (phase: IndexProgress['phase'], total: number): IndexProgress => ({ phase, done: 1, total, path: null });

it('mentions a run as long as it has files to write', () => {
  for (const phase of ['walking', 'indexing', 'finishing'] as const) {
    expect(freshnessOf(statistics, at(phase, 4))).toMatchObject({
      state: 'indexing',
      note: 'The index is being updated (1 of 4 files that may have changed).',
    });
    expect(freshnessOf(statistics, at(phase, 0))).toMatchObject({ state: 'fresh', note: null });
  }
});

it('has no note on files while links or vectors are made', () => {
  for (const phase of ['linking', 'compiling', 'embedding', 'done'] as const)
    expect(freshnessOf(statistics, at(phase, 4))).toMatchObject({ state: 'fresh', note: null });
});

it('says during the whole first run that answers are not complete', () => {
  for (const phase of ['walking', 'indexing', 'linking'] as const)
    expect(freshnessOf({ files: 3, lastIndexedMs: null }, at(phase, 4))).toMatchObject({
      state: 'indexing',
      note: expect.stringMatching(/first time.*; ask again\.$/),
    });
});

afterEach(() => void vi.useRealTimers());

it('says for ten minutes that the index before was damaged', () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const noteOf = (damageReplacedMs: string | null): string | null =>
    damageNote({ marks: { damageReplacedMs } } as StoreState);
  expect(noteOf(null)).toBeNull();
  expect(noteOf('1000000')).toMatch(/was damaged.*answers that were given before may be wrong/);
  vi.setSystemTime(1_000_000 + 9 * 60_000);
  expect(noteOf('1000000')).not.toBeNull();
  vi.setSystemTime(1_000_000 + 11 * 60_000);
  expect(noteOf('1000000')).toBeNull();
});
