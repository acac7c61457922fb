/** Symbols by name, of repositories of which several nodes have a share each. Invariant: the answer is that of one index over all of them. */
import type { AskParts } from '../../graph/queries/symbols/symbol-parts.ts';
import { searchSymbols } from '../../graph/queries/symbols/symbol-search.ts';
import type { SymbolSearchAnswer, SymbolSearchRequest } from '../../model/graph.ts';
import { unreadCodeNote } from '../search/unread-files.ts';
import { AskedShares, type ShareLink } from './asked-shares.ts';
import { requireHits } from './bounds.ts';
import { joinedState } from './joined-freshness.ts';
import { indexOfShares } from './lists-in-shares.ts';
import type { OtherMessages } from './other-messages.ts';

type Answer = OtherMessages['symbols']['answer'];

/** Rejects as `GraphQueries.search` does, with a `ShareChanged`, or as `ShareLink.send`. */
export async function searchSymbolsInShares(
  links: readonly ShareLink[],
  request: SymbolSearchRequest,
): Promise<SymbolSearchAnswer> {
  requireHits(request.offset + request.limit);
  const shares = new AskedShares(links, 'words');
  let last: Answer[] = [];
  const ask = async (asked: Parameters<AskParts>[0]): Promise<unknown> => {
    if (asked.what === 'files') return shares.askAll('symbolFiles', { paths: asked.paths });
    if (asked.what === 'names') return shares.askAll('symbolNames', { written: asked.written });
    const { what: _, ...own } = asked;
    return (last = await shares.askAll('symbols', { request: own }));
  };
  const { answer, nameOnlyLanguages } = await searchSymbols(request, { count: links.length, ask: ask as AskParts });
  const unread = answer.total === 0 ? await unreadCodeNote(indexOfShares(shares)) : null;
  const freshness = joinedState(last.map(({ state }) => state.freshness));
  return { ...answer, state: { freshness, nameOnlyLanguages, unread } };
}
