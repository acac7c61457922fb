/** TypeScript and JavaScript: rules for queries. */
import type { QuestionRules } from '../asked.ts';

export const ofEcmascript: QuestionRules = { platform: 'ecmascript', hasFilePairs: true };
