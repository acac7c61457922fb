/** Counts of answers as sentences, for the benches that ask while a project changes. */
import type { AnswerTally } from './answer-tally.ts';

export function summary(tally: AnswerTally): string {
  const { counts, questions, behindButTrue } = tally;
  const share = ((100 * counts.behind) / questions).toFixed(2);
  return `${questions} questions: true ${counts.true}; answers with a note that they may be behind ${counts.behind} (${share} %), of which ${behindButTrue} were true; wrong ${counts.wrong}; failed ${counts.failed}; asked during an edit and equal to neither the state before nor after it ${counts.torn}`;
}

/** The most frequent entries. */
export function list(title: string, entries: ReadonlyMap<string, number>): string[] {
  const sorted = [...entries].sort(([, a], [, b]) => b - a).slice(0, 12);
  return sorted.length === 0 ? [] : [`- ${title}:`, ...sorted.map(([what, count]) => `  - ${count} × ${what}`)];
}
