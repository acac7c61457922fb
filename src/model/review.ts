/**
 * What a review of a change finds, besides what `changes` answers.
 * Invariant: a finding names a place in the present files, and each rule is listed with what it could not decide.
 */
import type { ChangedDefinition, ChangesAnswer } from './changes.ts';
import type { CycleStep, SymbolNode } from './graph.ts';

export interface ReviewRequest {
  /** The branch or commit that the change is to be merged into; undefined: the branch that the repository calls its default. */
  base?: string;
  /** Only changed files whose present or previous path starts with this text. */
  pathPrefix?: string;
  signal?: AbortSignal;
}

/**
 * `new-cycle`: imports of the change make a circle of files that were in no circle together before. `newly-unused`: nothing uses a symbol any more, and the
 * change took away a mention of its name. `untested`: no test reaches a public definition that was added, or whose body or signature has changed.
 * `dangling`: a place still names what the change removed or renamed.
 */
export const reviewRules = ['new-cycle', 'newly-unused', 'untested', 'dangling'] as const;
export type ReviewRule = (typeof reviewRules)[number];

export interface ReviewFindings {
  /** Each is a shortest circle that begins with the new import. */
  circles: CycleStep[][];
  unused: SymbolNode[];
  untested: ChangedDefinition[];
  /** Public definitions whose walk to tests ended at a limit, so that nothing is said of them. */
  undecided: number;
}

export interface ReviewAnswer {
  changes: ChangesAnswer;
  findings: ReviewFindings;
  /** Sentences about what the findings do not know. */
  notes: string[];
}

/** How many findings a rule has. */
export function findingCount({ changes, findings }: ReviewAnswer, rule: ReviewRule): number {
  if (rule === 'new-cycle') return findings.circles.length;
  if (rule === 'newly-unused') return findings.unused.length;
  return rule === 'untested' ? findings.untested.length : changes.dangling.total;
}
