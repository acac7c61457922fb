/** Searches that need no links, unless files that are not linked yet may have the answer. */
import type { LinkIndex } from '../../graph/queries/index/link-index.ts';
import type { GraphFreshness, GraphState } from '../../model/graph.ts';
import type { IndexView } from '../../store/store.ts';
import type { AnswerSource } from '../live/watch-updates.ts';
import type { OpenerHost } from './open-links.ts';

interface LinkHost extends Pick<OpenerHost, 'prepare'> {
  freshness: (view: IndexView, wants: AnswerSource) => Promise<Omit<GraphFreshness, 'refreshed'>>;
}

interface Linked<T> {
  found: T;
  /** If links were missing even when they had been waited for: their freshness. */
  stale: Omit<GraphFreshness, 'refreshed'> | null;
}

/** Searches without waiting for links. If files that are not linked yet may have the answer, waits for links and searches again. */
export async function onceLinked<T extends { isIncomplete: boolean }>(
  host: LinkHost,
  links: LinkIndex,
  search: () => Promise<T>,
): Promise<Linked<T>> {
  const first = await search();
  if (!first.isIncomplete) return { found: first, stale: null };
  const view = await host.prepare('links');
  // The freshness is read before the answer is made: links that are written in between are not in the answer.
  const freshness = await host.freshness(view, 'links');
  await links.refresh(view.state);
  const found = await search();
  return { found, stale: found.isIncomplete && freshness.note !== null ? freshness : null };
}

export function stateOf({ state, stale }: { state: GraphState } & Pick<Linked<unknown>, 'stale'>): GraphState {
  return stale === null ? state : { ...state, freshness: { ...stale, refreshed: state.freshness.refreshed } };
}
