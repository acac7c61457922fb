/** C and C++: rules for queries. */
import type { QuestionRules } from '../asked.ts';

export const ofC: QuestionRules = { platform: 'c', membersAreFields: true, declaresApart: true, hasVariants: true };
