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
    else found.push(isInterpolated(text.slice(region.index, index), interpolated) ? 'code' : 'string');
  }
  return found;
}

/** Whether the place behind the beginning of a string is code in the string, and not in another string there. */
function isInterpolated(before: string, interpolated: RegExp | undefined): boolean {
  if (interpolated?.test(before) !== true) return false;
  const code = before.slice(Math.max(before.lastIndexOf('{'), before.lastIndexOf('(')));
  return (code.match(/["']/g)?.length ?? 0) % 2 === 0;
}
