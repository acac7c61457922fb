/** The findings of a review as places with a sentence each: the form that text, Markdown and SARIF share. */
import { basename } from 'node:path/posix';
import type { CycleStep } from '../../model/graph.ts';
import type { PlaceElsewhere, ReviewAnswer, ReviewRule, UseElsewhere } from '../../model/review.ts';
import { plural } from '../terminal/quantities.ts';

export interface PlacedFinding {
  rule: ReviewRule;
  path: string;
  /** From 1; null where the file as a whole is meant, since what is found is no longer in it. */
  line: number | null;
  /** One sentence without its full stop. Names come from the repository. */
  text: string;
}

/** What each rule finds, for a table of rules. */
export const ruleTitles: Readonly<Record<ReviewRule, string>> = {
  'new-cycle': 'New circle of imports',
  'newly-unused': 'No longer used',
  untested: 'Public change without a test',
  dangling: 'Still names what was removed',
  'gone-elsewhere': 'Gone, and used in another repository',
  'signature-elsewhere': 'Other signature, and used in another repository',
};

export function placedFindings({ changes, findings, elsewhere }: ReviewAnswer): PlacedFinding[] {
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
    ...(elsewhere?.uses ?? []).flatMap(elsewhereFinding),
  ];
}

function elsewhereFinding({ change, kind, qualified, path, line, places }: UseElsewhere): PlacedFinding[] {
  const used = `by ${usersText(places)}`;
  if (change === 'gone')
    return [
      { rule: 'gone-elsewhere', path, line: null, text: `The ${kind} ${qualified} is gone, and is used ${used}` },
    ];
  if (change !== 'signature') return [];
  const text = `The ${kind} ${qualified} has another signature, and is used ${used}`;
  return [{ rule: 'signature-elsewhere', path, line, text }];
}

/** `web (main.ts:3 and 2 more places), docs (a.ts:1)`. */
function usersText(places: readonly PlaceElsewhere[]): string {
  return [...Map.groupBy(places, ({ project }) => project)]
    .map(([project, own]) => {
      const [{ path, line }] = own as [PlaceElsewhere];
      return `${project} (${path}:${line}${own.length > 1 ? ` and ${plural(own.length - 1, 'more place')}` : ''})`;
    })
    .join(', ');
}

function circleText(circle: readonly CycleStep[]): string {
  return [...circle.map(({ from }) => from), circle[0]!.from].join(' -> ');
}
