/**
 * Orders matching symbols by how likely they are meant: code before examples, tests and build output; of equal rank, what an interface declares
 * comes after its implementations, then those with more uses come first, then those in the upper folders.
 */
import type { SymbolNode } from '../../model/graph.ts';
import { containerOf, symbolKey } from '../../model/link.ts';
import { sortedInTurns } from '../../util/turns/sorted-in-turns.ts';
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
  return compareRanked(rankedSymbol(index, a, unlikeliness), rankedSymbol(index, b, unlikeliness));
}

/** A symbol with its rank, so that the symbols of several indexes can be put into one order. */
export interface RankedSymbol {
  node: SymbolNode;
  rank: number;
  unlikely: number;
  /** Its language, where that is linked by name only. */
  nameOnly?: string;
}

export function rankedSymbol(
  index: LinkIndex,
  node: SymbolNode,
  unlikeliness: (node: SymbolNode) => number = () => 0,
): RankedSymbol {
  const language = index.file(index.idOf(node.path) ?? -1)?.language;
  const nameOnly = language === undefined || index.linkedLanguages.has(language) ? {} : { nameOnly: language };
  return { node, rank: rankOf(index, node), unlikely: unlikeliness(node), ...nameOnly };
}

/** As `compareByRank`. */
export function compareRanked(a: RankedSymbol, b: RankedSymbol): number {
  return a.rank - b.rank || a.unlikely - b.unlikely || compareByPlace(a.node, b.node);
}

/** In the order of `compareByRank`, for many symbols. */
export async function sortedByRank(
  index: LinkIndex,
  nodes: readonly SymbolNode[],
  unlikeliness?: (node: SymbolNode) => number,
): Promise<SymbolNode[]> {
  const ranked = nodes.map((node) => rankedSymbol(index, node, unlikeliness));
  return (await sortedInTurns(ranked, compareRanked)).map(({ node }) => node);
}

function compareByPlace(a: SymbolNode, b: SymbolNode): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line;
}

export async function likeliestFirst(index: LinkIndex, found: readonly FoundSymbol[]): Promise<FoundSymbol[]> {
  const uses = new RefMap<number>();
  if (found.length > 1 && found.length <= maxCounted) {
    const refs = found.map(({ ref }) => ref);
    for (const { to } of await index.into(refs, isUse)) uses.set(to, (uses.get(to) ?? 0) + 1);
  }
  const declared = await declaredOnly(index, found);
  const isDeclared = ({ ref }: FoundSymbol): number => Number(declared.has(ref));
  const depth = ({ node }: FoundSymbol): number => node.path.split('/').length;
  return found.toSorted(
    (a, b) =>
      rankOf(index, a.node) - rankOf(index, b.node) ||
      isDeclared(a) - isDeclared(b) ||
      (uses.get(b.ref) ?? 0) - (uses.get(a.ref) ?? 0) ||
      depth(a) - depth(b) ||
      compareByRank(index, a.node, b.node),
  );
}

/** The members of interfaces that another of the symbols implements. */
async function declaredOnly(index: LinkIndex, found: readonly FoundSymbol[]): Promise<RefMap<true>> {
  const declared = new RefMap<true>();
  if (found.length < 2 || found.length > maxCounted) return declared;
  const files = new Set(found.map(({ ref }) => ref.file));
  const own = new RefMap<true>();
  for (const { refs } of found) for (const ref of refs) own.set(ref, true);
  const implemented = new RefMap<true>();
  for (const places of (await index.overridesFrom([...files])).values())
    for (const { from, to } of places) if (own.has(from)) implemented.set(to, true);
  const symbols = await index.symbolsOf(files);
  for (const { ref, refs, node } of found) {
    const owner = containerOf(node);
    if (owner === null || !refs.some((one) => implemented.has(one))) continue;
    const type = symbols.get(ref.file)?.main(symbolKey(owner));
    if (type?.kind === 'interface') declared.set(ref, true);
  }
  return declared;
}
