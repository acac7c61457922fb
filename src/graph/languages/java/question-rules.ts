/** Java in questions. */
import type { QuestionRules } from '../asked.ts';

export const ofJava: QuestionRules = { platform: 'jvm' };
