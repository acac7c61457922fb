/** The questions about the structure of a project. */
import { entriesQuestion, unusedQuestion } from './entries.ts';
import { checksQuestion, healthQuestion } from './health.ts';
import { impactQuestion, statesQuestion } from './impact.ts';
import { mapEdgeQuestion, mapQuestion } from './map/map.ts';
import { pathQuestion } from './path.ts';
import type { QuestionTable } from './question.ts';
import type { StructureQuestions } from './structure-contract.ts';

export const structureQuestions: QuestionTable<StructureQuestions> = {
  map: mapQuestion,
  mapEdge: mapEdgeQuestion,
  impact: impactQuestion,
  states: statesQuestion,
  path: pathQuestion,
  entries: entriesQuestion,
  unused: unusedQuestion,
  health: healthQuestion,
  checks: checksQuestion,
};
