/** TypeScript and JavaScript in questions. */
import type { QuestionRules } from '../asked.ts';

export const ofEcmascript: QuestionRules = { platform: 'ecmascript', hasFilePairs: true };
