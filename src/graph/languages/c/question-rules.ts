/** C and C++: rules for queries. */
import type { QuestionRules } from '../asked.ts';
import { regionRules, slashComment, written } from '../region-rules.ts';

/** Operators and conversions, destructors, and what a loop over a range calls. */
const calledByC = /^(?:operator\b.*|~.*|begin|end|main)$/;

export const ofC: QuestionRules = {
  regions: regionRules(
    [written.slashes, String.raw`R"([^(\s]*)\([\s\S]*?\)\1"`, written.doubleQuoted, written.character],
    slashComment,
  ),
  platform: 'c',
  membersAreFields: true,
  declaresApart: true,
  membersInFolder: true,
  hasVariants: true,
  runsByItself: ({ name }) => calledByC.test(name),
};
