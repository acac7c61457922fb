/** Completion of paths and names. Invariant: a call uses tables in memory and at most one lookup in the index. */
import { qualifiedName } from '../../model/link.ts';
import type { Store } from '../../store/store.ts';
import { eachInTurns } from '../../util/turns/each-in-turns.ts';
import { sortedInTurns } from '../../util/turns/sorted-in-turns.ts';
import type { CompletionQueries, Completions } from '../types.ts';

/** Limit on the number of names whose definitions are looked up. */
const mostNames = 2000;

/** @param open resolves to null if there is no index */
export function openCompletion(open: () => Promise<Store | null>): CompletionQueries {
  return {
    async paths(typed, limit) {
      const store = await open();
      const paths = store === null ? [] : (await store.state()).documents.paths;
      return rankedCompletions('paths', paths, { typed, limit });
    },
    async symbols(typed, limit) {
      const store = await open();
      if (store === null) return { values: [], total: 0 };
      const dot = typed.lastIndexOf('.');
      const names = dot === -1 ? await store.definitionNames() : await membersOf(store, typed.slice(dot + 1));
      return rankedCompletions('symbols', names, { typed, limit });
    },
  };
}

/** Qualified names whose last part begins with `typed`. */
async function membersOf(store: Store, typed: string): Promise<string[]> {
  const prefix = typed.toLowerCase();
  const names: string[] = [];
  await eachInTurns(await store.definitionNames(), (name) => {
    if (name.toLowerCase().startsWith(prefix)) names.push(name);
  });
  const places = await store.definitionsNamed(names.slice(0, mostNames));
  return [...new Set([...places.values()].flatMap((list) => list.map(({ definition }) => qualifiedName(definition))))];
}

/** The candidates that fit, the likeliest first. */
export async function rankedCompletions(
  of: keyof CompletionQueries,
  candidates: readonly string[],
  { typed, limit }: { typed: string; limit: number },
): Promise<Completions> {
  const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
  const isWhole = of === 'symbols' || typed.includes('/');
  return ranked(candidates, typed, { limit, comparedPart: isWhole ? (candidate) => candidate : fileName });
}

interface Ranking {
  limit: number;
  /** The part of a candidate that is compared with `typed`. */
  comparedPart: (candidate: string) => string;
}

/**
 * Candidates in this order: the compared part begins with `typed`; begins with it in other case; contains it; the rest of the candidate contains it.
 * Within each group shorter ones come first.
 */
async function ranked(
  candidates: readonly string[],
  typed: string,
  { limit, comparedPart }: Ranking,
): Promise<Completions> {
  const prefix = typed.toLowerCase();
  const byRank: string[][] = [[], [], [], []];
  await eachInTurns(candidates, (candidate) => {
    const part = comparedPart(candidate);
    const at = part.toLowerCase().indexOf(prefix);
    if (part.startsWith(typed)) byRank[0]?.push(candidate);
    else if (at === 0) byRank[1]?.push(candidate);
    else if (at > 0) byRank[2]?.push(candidate);
    else if (candidate.toLowerCase().includes(prefix)) byRank[3]?.push(candidate);
  });
  const total = byRank.reduce((sum, list) => sum + list.length, 0);
  const values: string[] = [];
  for (const list of byRank) {
    if (values.length >= limit) break;
    const sorted = await sortedInTurns(list, (a, b) => a.length - b.length || (a < b ? -1 : 1));
    values.push(...sorted.slice(0, limit - values.length));
  }
  return { values, total };
}
