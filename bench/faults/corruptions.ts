/** The part of `npm run bench -- faults` that damages indexes (test/faults/system/corruption.ts). */
import { corrupt, makePatient, outcomes, type Corruption } from '../../test/faults/system/corruption.ts';
import { pageKinds } from '../../test/faults/system/page-kinds.ts';
import { seededRandom } from '../../test/faults/random.ts';
import { tally, type Part, type PartOptions } from './parts.ts';

export async function damageIndexes({ folder, seed, rounds, files, isOver }: PartOptions): Promise<Part> {
  const random = seededRandom(seed);
  const patient = await makePatient(folder, files, random);
  const results: Corruption[] = [];
  for (let round = 0; results.length < rounds && !isOver(); round++) {
    const result = await corrupt(patient, pageKinds[round % pageKinds.length]!, random);
    if (result === null) continue;
    results.push(result);
    for (const problem of result.problems) console.log(`PROBLEM ${problem}`);
    if (results.length % 50 === 0) console.log(`${results.length} corruptions`);
  }
  const problems = results.flatMap((result) => result.problems);
  const wrong = results.filter((result) => result.wrong.length > 0);
  const rows = pageKinds.map((kind) => {
    const some = results.filter((result) => result.kind === kind);
    const counts = outcomes.map((outcome) => some.filter((result) => result.outcome === outcome).length);
    return `| ${kind} | ${some.length} | ${counts.join(' | ')} | ${some.filter((one) => one.wrong.length > 0).length} |`;
  });
  const hidden = results.filter(({ outcome }) => outcome === 'doctor' || outcome === 'unnoticed');
  return {
    lines: [
      `- corruptions: ${results.length}; crashes, and indexes that the next runs did not make good: ${problems.length}; answers wrong without a word: after ${wrong.length}`,
      `- how: ${tally(results, ({ damage }) => damage)}`,
      `- what differs without an error: ${hidden.length === 0 ? 'nothing' : tally(hidden, ({ kind, damage, outcome }) => `${damage} in a ${kind} (${outcome})`)}`,
      `- wrong answers: ${wrong.length === 0 ? 'none' : tally(wrong, ({ kind, damage }) => `${damage} in a ${kind}`)}`,
      '',
      '*Refused*: set aside when it was opened. *Reported*: an error with advice, and set aside by the next use. *Harmless*: all that is read is as before.',
      '*Earlier*: a whole earlier commit, which the next run brings up to date. *Doctor*: what is read differs, and only `doctor` finds it. *Unnoticed*:',
      'nothing finds it. *Wrong*: one of six questions has an answer that is wrong without a word.',
      '',
      `| page | corruptions | ${outcomes.join(' | ')} | wrong |`,
      `|---|---|${outcomes.map(() => '---|').join('')}---|`,
      ...rows,
    ],
    problems,
  };
}
