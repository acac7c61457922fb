/** Names that are similar to one that no symbol has. */
import { editDistance, NearestFew } from '../../../util/nearest.ts';
import { eachInTurns } from '../../../util/turns/each-in-turns.ts';

export const nearestShown = 3;
/** A suggestion may differ from the name by one letter in this many. With more, the guess is noise. */
const lettersPerError = 4;
/** Most names contain a text of fewer letters. */
const leastContained = 3;

/**
 * Names similar to a name: first those one letter away, then those that begin with the name, then other similar ones. Where there are none: names that
 * contain the name. None for a text without a letter, such as `*`.
 */
export async function nearestOf(name: string, names: readonly string[]): Promise<string[]> {
  const { near, beginning, containing } = await namesLike(name, names);
  const lower = name.toLowerCase();
  const corrections = near.filter((one) => editDistance(lower, one.toLowerCase(), 1) <= 1);
  const found = [...new Set([...corrections, ...beginning, ...near])].slice(0, nearestShown);
  return found.length > 0 ? found : containing;
}

/** Of the names of a part, those that `nearestOf` may give for the names of all parts. */
export async function mayBeNearest(name: string, names: readonly string[]): Promise<string[]> {
  const { near, beginning, containing } = await namesLike(name, names);
  return [...new Set([...near, ...beginning, ...containing])];
}

interface NamesLike {
  /** With few edits, the nearest first. */
  near: string[];
  /** That begin with the name or contain it, in upper or lower case, the shortest first. None for a text of fewer than three letters. */
  beginning: string[];
  containing: string[];
}

/** Some of each kind. */
async function namesLike(name: string, names: readonly string[]): Promise<NamesLike> {
  const lower = name.toLowerCase();
  const near = new NearestFew(name, nearestShown, Math.floor(name.length / lettersPerError));
  const [beginning, containing] = [new Shortest(), new Shortest()];
  await eachInTurns(names, (one) => {
    near.offer(one);
    const at = lower.length < leastContained ? -1 : one.toLowerCase().indexOf(lower);
    if (at === 0) beginning.offer(one);
    if (at !== -1) containing.offer(one);
  });
  return { near: near.found, beginning: beginning.found, containing: containing.found };
}

/** The shortest of the names that are offered; of equally long ones, the first in order. */
class Shortest {
  readonly found: string[] = [];

  offer(name: string): void {
    const { found } = this;
    if (found.length === nearestShown && found.at(-1)!.length < name.length) return;
    found.push(name);
    found.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    if (found.length > nearestShown) found.pop();
  }
}
