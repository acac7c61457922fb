/** Rust: rules for queries. */
import type { QuestionRules } from '../asked.ts';
import { areNeverTogether } from './builds.ts';

export const ofRust: QuestionRules = { membersAreFields: true, hasVariants: true, areNeverTogether };
