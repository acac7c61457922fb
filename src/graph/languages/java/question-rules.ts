/** Java: rules for queries. */
import type { QuestionRules } from '../asked.ts';

export const ofJava: QuestionRules = { platform: 'jvm', membersAreFields: true };
