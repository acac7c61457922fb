/** Kotlin: rules for queries. */
import type { QuestionRules } from '../asked.ts';

export const ofKotlin: QuestionRules = { platform: 'jvm', membersAreFields: true, hasVariants: true };
