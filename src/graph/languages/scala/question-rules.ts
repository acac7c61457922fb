/** Scala: rules for queries. */
import type { QuestionRules } from '../asked.ts';

export const ofScala: QuestionRules = { platform: 'jvm' };
