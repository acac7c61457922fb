/** Python: rules for queries. */
import type { QuestionRules } from '../asked.ts';

export const ofPython: QuestionRules = {
  // `__add__`, `__iter__`
  runsByItself: ({ name }) => /^__\w+__$/.test(name),
};
