/** Finds out what places in a source text are, by the rules of its language (`RegionRules`). In doubt a place is code. */
import type { RegionRules } from '../../languages/question-rules.ts';

/** What a place in a text is. */
export type TextRegion = 'comment' | 'string' | 'code';

/** What the places at these indexes of a text are. @param indexes ascending */
export function textRegions(rules: RegionRules, text: string, indexes: readonly number[]): TextRegion[] {
  const { regions, isComment, interpolated } = rules;
  const found: TextRegion[] = [];
  regions.lastIndex = 0;
  let region = regions.exec(text);
  for (const index of indexes) {
    while (region !== null && region.index + region[0].length <= index) region = regions.exec(text);
    if (region === null || region.index > index) found.push('code');
    else if (isComment.test(region[0])) found.push('comment');
    else found.push(isInterpolated(beginning(text, region.index, index), interpolated) ? 'code' : 'string');
  }
  return found;
}

/** Of a longer string before a place, its first and its last characters are looked at (UTF-16 units). */
const [maxFirst, maxLast] = [10, 1000];

function beginning(text: string, from: number, to: number): string {
  const near = to - maxLast;
  return near <= from + maxFirst ? text.slice(from, to) : text.slice(from, from + maxFirst) + text.slice(near, to);
}

/** Whether the place behind the beginning of a string is code in the string, and not in another string there. */
function isInterpolated(before: string, interpolated: RegExp | undefined): boolean {
  if (interpolated?.test(before) !== true) return false;
  const code = before.slice(Math.max(before.lastIndexOf('{'), before.lastIndexOf('(')));
  return (code.match(/["']/g)?.length ?? 0) % 2 === 0;
}
