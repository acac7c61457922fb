/**
 * Orders matching symbols by how likely they are meant: code before examples, tests and build output; of equal rank, those with more
 * uses first.
 */
import type { SymbolNode } from '../../model/graph.ts';
import { testRank } from './file-rank.ts';
import type { LinkIndex } from './index/link-index.ts';
import { RefMap } from './ref-map.ts';
import type { FoundSymbol } from './found-symbol.ts';
import { isUse } from './steps.ts';

/** The maximum number of symbols whose uses are counted; for more, counting would read too many files. */
const maxCounted = 400;

function rankOf(index: LinkIndex, { path, isTest }: SymbolNode): number {
  const rank = index.file(index.idOf(path) ?? -1)?.rank ?? 0;
  return isTest ? Math.max(rank, testRank) : rank;
}

/** Compares symbols by rank, then by `unlikeliness`, path and line. */
export function compareByRank(
  index: LinkIndex,
  a: SymbolNode,
  b: SymbolNode,
  unlikeliness: (node: SymbolNode) => number = () => 0,
): number {
  const order = rankOf(index, a) - rankOf(index, b) || unlikeliness(a) - unlikeliness(b);
  return order !== 0 ? order : a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line;
}

export async function likeliestFirst(index: LinkIndex, found: readonly FoundSymbol[]): Promise<FoundSymbol[]> {
  const uses = new RefMap<number>();
  if (found.length > 1 && found.length <= maxCounted) {
    const refs = found.map(({ ref }) => ref);
    for (const { to } of await index.into(refs, isUse)) uses.set(to, (uses.get(to) ?? 0) + 1);
  }
  return found.toSorted((a, b) => {
    const ranks = rankOf(index, a.node) - rankOf(index, b.node);
    return ranks !== 0
      ? ranks
      : (uses.get(b.ref) ?? 0) - (uses.get(a.ref) ?? 0) || compareByRank(index, a.node, b.node);
  });
}
