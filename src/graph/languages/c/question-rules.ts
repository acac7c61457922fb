/** C and C++: rules for queries. */
import type { QuestionRules } from '../asked.ts';

/** Operators and conversions, destructors, and what a loop over a range calls. */
const calledByC = /^(?:operator\b.*|~.*|begin|end|main)$/;

export const ofC: QuestionRules = {
  platform: 'c',
  membersAreFields: true,
  declaresApart: true,
  membersInFolder: true,
  hasVariants: true,
  runsByItself: ({ name }) => calledByC.test(name),
};
