/** Bash: rules for queries. */
import type { QuestionRules } from '../asked.ts';
import { regionRules, written } from '../region-rules.ts';

export const ofBash: QuestionRules = {
  regions: regionRules(
    // A number sign begins a comment only at the beginning of a word: `$#` and `${#list}` have none.
    [String.raw`(?<=^|\s)#[^\n]*`, written.doubleQuotedLines, written.singleQuotedLines],
    /^#/,
    /$(?<=\$(?:[({][^)}]*)?)/,
  ),
};
