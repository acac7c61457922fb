/**
 * Checks a change by rules: circles of imports, symbols without a use, public definitions without a test.
 * Invariant: a finding follows from what the change itself added or took away; what was so before is not reported.
 */
import type { GraphReview, GraphReviewRequest } from '../../graph/queries/review/review.ts';
import type { ChangedDefinition, ChangesAnswer } from '../../model/changes.ts';
import type { ReviewAnswer } from '../../model/review.ts';
import type { AnalysedFile } from './analysed-file.ts';

/** Kinds of definitions that run, which a test can reach. */
const testedKinds: ReadonlySet<string> = new Set(['function', 'method', 'class', 'struct']);
const testedChanges: ReadonlySet<string> = new Set(['added', 'body', 'signature']);
/** The most definitions whose tests are looked for. */
const maxAsked = 300;
const word = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

export async function reviewOf(found: {
  changes: ChangesAnswer;
  files: readonly AnalysedFile[];
  from: string;
  find: (request: GraphReviewRequest) => Promise<GraphReview>;
}): Promise<Omit<ReviewAnswer, 'elsewhere'>> {
  const { changes, files, from, find } = found;
  const sources = files.filter(({ contents, isTest }) => contents.unread === null && !isTest);
  const definitions = sources.flatMap(({ deltas }) => deltas.map(({ definition }) => definition));
  const testable = definitions.filter(isTestable);
  const asked = testable.slice(0, maxAsked);
  const graph = await find({
    from,
    changed: earlierFiles(sources),
    asked: asked.map(({ path, qualified }) => ({ path, qualified })),
    fewer: fewerNames(sources),
  });
  const added = new Set(definitions.filter(({ change }) => change === 'added').map(({ id }) => id));
  const mentioned = new Set(
    changes.tests.flatMap(({ reasons }) => reasons.flatMap((one) => (one.kind === 'mentions' ? [one.name] : []))),
  );
  const isMentioned = ({ qualified }: ChangedDefinition): boolean =>
    mentioned.has(qualified.slice(qualified.lastIndexOf('.') + 1));
  return {
    changes,
    findings: {
      circles: graph.circles,
      unused: graph.unused.filter(({ id }) => !added.has(id)),
      untested: asked.filter((one, at) => graph.reached[at] === 'no' && !isMentioned(one)),
      undecided: asked.filter((_, at) => graph.reached[at] === 'unknown').length,
    },
    notes:
      testable.length > asked.length
        ? [`Tests were looked for of the first ${asked.length} of ${testable.length} public definitions.`]
        : [],
  };
}

function isTestable({ change, kind, exported, isTest }: ChangedDefinition): boolean {
  return exported && !isTest && testedKinds.has(kind) && testedChanges.has(change);
}

/** A renamed file has other specifiers for the same imports, so nothing is said of its circles. */
function earlierFiles(files: readonly AnalysedFile[]): GraphReviewRequest['changed'] {
  const found = new Map<string, { modules: ReadonlySet<string> | null; hasWord: (word: string) => boolean }>();
  for (const { contents } of files) {
    const { change, before, now } = contents;
    if (now === null || change.oldPath !== null) continue;
    const words = new Set(before?.text.match(word));
    found.set(change.path, {
      modules: before === null ? null : new Set(before.modules),
      hasWord: (one) => words.has(one),
    });
  }
  return found;
}

/** The names that the files mention less often than before, in order. */
function fewerNames(files: readonly AnalysedFile[]): string[] {
  const names = new Set<string>();
  for (const { contents } of files) {
    const [before, now] = [wordCounts(contents.before?.text), wordCounts(contents.now?.text)];
    for (const [name, count] of before) if (count > (now.get(name) ?? 0)) names.add(name);
  }
  return [...names].sort();
}

function wordCounts(text: string | undefined): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [one] of text?.matchAll(word) ?? []) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}
