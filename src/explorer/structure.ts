/** The questions about the structure of a project. */
import type { QuestionTable } from './question.ts';
import type { StructureQuestions } from './structure-contract.ts';

// oxlint-disable-next-line typescript/no-generated-empty-object-type -- its questions follow
export const structureQuestions: QuestionTable<StructureQuestions> = {};
