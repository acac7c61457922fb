/** Go: rules for queries. */
import type { QuestionRules } from '../asked.ts';
import { areNeverTogether } from './platforms.ts';

export const ofGo: QuestionRules = { hasVariants: true, membersInFolder: true, areNeverTogether, seesFiles: 'folder' };
