/** Scores the names of files against a query: a file named after the subject of a query is about it. */
import { identifierTerms } from '../util/words/words.ts';
import { hybridRanking } from './hybrid/constants.ts';
import type { WeightedTerm } from './hybrid/ranking.ts';

/** Names (without extension) of files that are the module of their folder. A query finds such a file by the folder's name. */
export const folderModules: ReadonlySet<string> = new Set(['__init__', 'index', 'init', 'mod']);

/** The name of a file before its first dot, not counting a dot at its start; the name of its folder where the file is the folder's module. */
function subjectName(path: string): string {
  const slash = path.lastIndexOf('/');
  const dot = path.indexOf('.', slash + 2);
  const name = path.slice(slash + 1, dot === -1 ? undefined : dot);
  if (slash <= 0 || !folderModules.has(name)) return name;
  return path.slice(path.lastIndexOf('/', slash - 1) + 1, slash);
}

/**
 * Scores a file's name: the sum of the weights of the terms that match, times the share of the name that matches (to the power of
 * `hybridRanking.fileNameShare`). Where the query has the whole name as one term, the weight of that term is added.
 */
export function fileNameScorer(terms: readonly WeightedTerm[]): (path: string) => number {
  const weights = new Map(terms.filter(({ weight }) => weight > 0).map(({ term, weight }) => [term, weight]));
  return (path) => {
    const { parts, whole } = identifierTerms(subjectName(path));
    const found = parts.filter((part) => weights.has(part));
    if (found.length === 0) return 0;
    const sum = found.reduce((total, part) => total + weights.get(part)!, 0);
    const wholeWeight = whole === null ? 0 : (weights.get(whole) ?? 0);
    return sum * (found.length / parts.length) ** hybridRanking.fileNameShare + wholeWeight;
  };
}
