/** Notes on answers while a run is under way. */
import { expect, it } from 'vitest';
import { freshnessOf } from './freshness.ts';
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
