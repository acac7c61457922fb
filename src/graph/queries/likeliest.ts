/**
 * Of several symbols that fit which is likeliest to be meant: code before examples, tests, and what is built or generated; of those what most
 * places use.
 */
import type { SymbolNode } from '../../model/graph.ts';
import { testRank } from './file-rank.ts';
import type { LinkIndex } from './index/link-index.ts';
import { RefMap } from './ref-map.ts';
import type { FoundSymbol } from './found-symbol.ts';
import { isUse } from './steps.ts';

/** Of a name that more symbols have it is not counted how often each is used: their files are too many to look at. */
const mostCounted = 400;

function rankOf(index: LinkIndex, { path, isTest }: SymbolNode): number {
  const rank = index.file(index.idOf(path) ?? -1)?.rank ?? 0;
  return isTest ? Math.max(rank, testRank) : rank;
}

/** By rank, then by what makes a symbol less likely, path and line. */
export function inRank(
  index: LinkIndex,
  a: SymbolNode,
  b: SymbolNode,
  unlikeliness: (node: SymbolNode) => number = () => 0,
): number {
  const ranks = rankOf(index, a) - rankOf(index, b) || unlikeliness(a) - unlikeliness(b);
  return ranks !== 0 ? ranks : a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line;
}

export async function likeliestFirst(index: LinkIndex, found: readonly FoundSymbol[]): Promise<FoundSymbol[]> {
  const uses = new RefMap<number>();
  if (found.length > 1 && found.length <= mostCounted) {
    const refs = found.map(({ ref }) => ref);
    for (const { to } of await index.into(refs, isUse)) uses.set(to, (uses.get(to) ?? 0) + 1);
  }
  return found.toSorted((a, b) => {
    const ranks = rankOf(index, a.node) - rankOf(index, b.node);
    return ranks !== 0 ? ranks : (uses.get(b.ref) ?? 0) - (uses.get(a.ref) ?? 0) || inRank(index, a.node, b.node);
  });
}
