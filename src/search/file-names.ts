/** What the names of files say of a query: a file that is called what is asked about is about it. */
import { identifierTerms } from '../util/words/words.ts';
import { repoRanking } from './ranking-constants.ts';
import type { WeightedTerm } from './repo-ranking.ts';

/** Files that go by the name of their folder. */
export const folderModules: ReadonlySet<string> = new Set(['__init__', 'index', 'init', 'mod']);

/** The name of a file without what is behind its first dot, and its folder's for one that goes by that. */
function ownName(path: string): string {
  const slash = path.lastIndexOf('/');
  const dot = path.indexOf('.', slash + 2);
  const name = path.slice(slash + 1, dot === -1 ? undefined : dot);
  if (slash <= 0 || !folderModules.has(name)) return name;
  return path.slice(path.lastIndexOf('/', slash - 1) + 1, slash);
}

/**
 * Gives what a file's name says of the query: the weights of the terms that it is made of, by the share of it that they are; with all of
 * them joined, where the query has that too.
 */
export function fileNameScorer(terms: readonly WeightedTerm[]): (path: string) => number {
  const weights = new Map(terms.filter(({ weight }) => weight > 0).map(({ term, weight }) => [term, weight]));
  return (path) => {
    const { parts, whole } = identifierTerms(ownName(path));
    const found = parts.filter((part) => weights.has(part));
    if (found.length === 0) return 0;
    const said = found.reduce((sum, part) => sum + weights.get(part)!, 0);
    const ofWhole = whole === null ? 0 : (weights.get(whole) ?? 0);
    return said * (found.length / parts.length) ** repoRanking.fileNameShare + ofWhole;
  };
}
