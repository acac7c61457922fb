/** The findings of a review as places with a sentence each: the form that text, Markdown and SARIF share. */
import { basename } from 'node:path/posix';
import type { CycleStep } from '../../model/graph.ts';
import type { ReviewAnswer, ReviewRule } from '../../model/review.ts';

export interface PlacedFinding {
  rule: ReviewRule;
  path: string;
  /** From 1. */
  line: number;
  /** One sentence without its full stop. Names come from the repository. */
  text: string;
}

/** What each rule finds, for a table of rules. */
export const ruleTitles: Readonly<Record<ReviewRule, string>> = {
  'new-cycle': 'New circle of imports',
  'newly-unused': 'No longer used',
  untested: 'Public change without a test',
  dangling: 'Still names what was removed',
};

export function placedFindings({ changes, findings }: ReviewAnswer): PlacedFinding[] {
  return [
    ...findings.circles.map((circle) => ({
      ...{ rule: 'new-cycle' as const, path: circle[0]!.path, line: Math.max(1, circle[0]!.line) },
      text: circleText(circle),
    })),
    ...changes.dangling.places.map(({ path, line, id, caller }) => ({
      ...{ rule: 'dangling' as const, path, line: Math.max(1, line) },
      text: `${caller === null ? basename(path) : caller} names ${id}, which is gone`,
    })),
    ...findings.unused.map(({ path, line, kind, qualified, exported }) => ({
      ...{ rule: 'newly-unused' as const, path, line: Math.max(1, line) },
      text: `Nothing in the project uses the ${exported ? 'exported ' : ''}${kind} ${qualified} any more`,
    })),
    ...findings.untested.map(({ path, startLine, kind, qualified, change }) => ({
      ...{ rule: 'untested' as const, path, line: Math.max(1, startLine) },
      text: `No test reaches the ${change === 'added' ? 'new' : 'changed'} ${kind} ${qualified}`,
    })),
  ];
}

function circleText(circle: readonly CycleStep[]): string {
  return [...circle.map(({ from }) => from), circle[0]!.from].join(' -> ');
}
