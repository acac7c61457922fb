/** Names that are similar to one that no symbol has. */
import { editDistance, nearestFew } from '../../../util/nearest.ts';

export const nearestShown = 3;
/** A suggestion may differ from the name by one letter in this many. With more, the guess is noise. */
const lettersPerError = 4;

/**
 * Names similar to a name: first those one letter away, then those that begin with the name, then other similar ones. Where there are none: names that
 * contain the name. None for a text without a letter, such as `*`.
 */
export function nearestOf(name: string, names: readonly string[]): string[] {
  const lower = name.toLowerCase();
  const near = nearestFew(name, names, nearestShown, Math.floor(name.length / lettersPerError));
  const corrections = near.filter((one) => editDistance(lower, one.toLowerCase(), 1) <= 1);
  const found = [...new Set([...corrections, ...shortest(lower, names, 'startsWith'), ...near])].slice(0, nearestShown);
  return found.length > 0 ? found : shortest(lower, names, 'includes');
}

/** Of the names of a part, those that `nearestOf` may give for the names of all parts. */
export function mayBeNearest(name: string, names: readonly string[]): string[] {
  const lower = name.toLowerCase();
  const near = nearestFew(name, names, nearestShown, Math.floor(name.length / lettersPerError));
  return [...new Set([...near, ...shortest(lower, names, 'startsWith'), ...shortest(lower, names, 'includes')])];
}

/** The names that begin with or contain a text in upper or lower case, the shortest first. None for a text of fewer than three letters. */
function shortest(lower: string, names: readonly string[], test: 'startsWith' | 'includes'): string[] {
  if (lower.length < 3) return [];
  const found = names.filter((one) => one.toLowerCase()[test](lower));
  return found.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).slice(0, nearestShown);
}
