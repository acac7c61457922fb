/**
 * What a review of a change finds, besides what `changes` answers.
 * Invariant: a finding names a place in the present files, and each rule is listed with what it could not decide.
 */
import type { ChangedDefinition, ChangesAnswer } from './changes.ts';
import type { DefinitionKind } from './definition.ts';
import type { CycleStep, SymbolNode } from './graph.ts';
import type { LinkKind } from './link.ts';

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
 * `dangling`: a place still names what the change removed or renamed. `gone-elsewhere`: another repository uses what the change took away from it.
 * `signature-elsewhere`: another repository uses a definition that has another signature now.
 */
export const reviewRules = [
  'new-cycle',
  'newly-unused',
  'untested',
  'dangling',
  'gone-elsewhere',
  'signature-elsewhere',
] as const;
export type ReviewRule = (typeof reviewRules)[number];

export interface ReviewFindings {
  /** Each is a shortest circle that begins with the new import. */
  circles: CycleStep[][];
  unused: SymbolNode[];
  untested: ChangedDefinition[];
  /** Public definitions whose walk to tests ended at a limit, so that nothing is said of them. */
  undecided: number;
}

/** A place of another repository. */
export interface PlaceElsewhere {
  /** The name of the repository. */
  project: string;
  /** In that repository. */
  path: string;
  line: number;
  column: number;
  kind: LinkKind;
  /** The innermost definition that contains the place; null at the top of a file. */
  caller: string | null;
  /** The package by which it uses the definition. */
  package: string;
  /** The versions of the package that the repository requires; null where no manifest says so. */
  range: string | null;
}

/** `gone`: the places led to the definition before the change, and lead nowhere now. */
export type ChangeElsewhere = 'body' | 'signature' | 'renamed' | 'moved' | 'gone';

/** A definition of the reviewed project that other repositories use. */
export interface UseElsewhere {
  change: ChangeElsewhere;
  /** `path#Outer.name`, or the path of a file that is used as a whole; of what is gone, as it was before the change. */
  id: string;
  qualified: string;
  kind: DefinitionKind | 'file';
  path: string;
  /** From 1. */
  line: number;
  /** By repository, then imports behind other uses, then by path and line. */
  places: PlaceElsewhere[];
}

export interface UsesElsewhere {
  /** The other repositories that were asked. */
  asked: string[];
  /** Those that could not be, so that their uses are not known. */
  notAsked: { project: string; reason: string }[];
  /** What is gone first, then other signatures, then by path and line. */
  uses: UseElsewhere[];
  /** Sentences about what is not known. */
  notes: string[];
}

export interface ReviewAnswer {
  changes: ChangesAnswer;
  findings: ReviewFindings;
  /** Null where no other repository was to be asked. */
  elsewhere: UsesElsewhere | null;
  /** Sentences about what the findings do not know. */
  notes: string[];
}

/** How many findings a rule has. */
export function findingCount({ changes, findings, elsewhere }: ReviewAnswer, rule: ReviewRule): number {
  const ofChange = (change: ChangeElsewhere): number =>
    elsewhere?.uses.filter((one) => one.change === change).length ?? 0;
  switch (rule) {
    case 'new-cycle':
      return findings.circles.length;
    case 'newly-unused':
      return findings.unused.length;
    case 'untested':
      return findings.untested.length;
    case 'dangling':
      return changes.dangling.total;
    case 'gone-elsewhere':
      return ofChange('gone');
    case 'signature-elsewhere':
      return ofChange('signature');
  }
}
