/** How well the answers of several shares match the disk together. */
import type { GraphFreshness } from '../../model/graph.ts';
import type { Freshness } from '../types.ts';

type State = GraphFreshness['state'];

export function joinedFreshness(all: readonly Freshness[]): Freshness {
  const sum = (of: (one: Freshness) => number): number => all.reduce((total, one) => total + of(one), 0);
  const { state, refreshed, note } = joinedState(all);
  return {
    state,
    filesDone: sum(({ filesDone }) => filesDone),
    filesKnown: sum(({ filesKnown }) => filesKnown),
    refreshed,
    note,
  };
}

export function joinedState(all: readonly GraphFreshness[]): GraphFreshness {
  const has = (state: State): boolean => all.some((one) => one.state === state);
  return {
    state: has('indexing') ? 'indexing' : has('unknown') ? 'unknown' : 'fresh',
    refreshed: all.reduce((total, { refreshed }) => total + refreshed, 0),
    note: [...new Set(all.flatMap(({ note }) => note ?? []))].join(' ') || null,
  };
}
