/** The part of `npm run bench -- faults` that damages indexes (test/faults/system/corruption.ts). */
import { withStore } from '../../test/faults/index-content.ts';
import { corrupt, makePatient, outcomes, type Corruption, type Patient } from '../../test/faults/system/corruption.ts';
import { pageKinds } from '../../test/faults/system/page-kinds.ts';
import { seededRandom } from '../../test/faults/random.ts';
import { tally, type Part, type PartOptions } from './parts.ts';

/** CPU that the check of the sound index takes (ms). */
async function checkCost({ database, index, bytes }: Patient): Promise<number> {
  index.put(bytes);
  return withStore(database, async (store) => {
    const before = process.cpuUsage();
    await store.check();
    const { user, system } = process.cpuUsage(before);
    return Math.round((user + system) / 1000);
  });
}

export async function damageIndexes({ folder, seed, rounds, files, isOver }: PartOptions): Promise<Part> {
  const random = seededRandom(seed);
  const patient = await makePatient(folder, files, random);
  const checkMs = await checkCost(patient);
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
  const hidden = results.filter(({ outcome }) => outcome === 'checked' || outcome === 'unnoticed');
  const noticed = (of: readonly Corruption['outcome'][]): number =>
    results.filter(({ outcome }) => of.includes(outcome)).length;
  return {
    lines: [
      `- corruptions: ${results.length}; crashes, and indexes that the next runs did not make good: ${problems.length}; answers wrong without a word: after ${wrong.length}, and after the check of the whole index after none but the problems below`,
      `- noticed by opening, a run or an answer: ${noticed(['refused', 'reported'])}; by the check alone: ${noticed(['checked'])}; by nothing, though something that is read differs: ${noticed(['unnoticed'])}`,
      `- the check of this index: ${checkMs} ms of CPU. A server makes it 15 s after its first question, in a process of low priority beside it; \`doctor\` when it is asked`,
      `- how: ${tally(results, ({ damage }) => damage)}`,
      `- what differs without an error: ${hidden.length === 0 ? 'nothing' : tally(hidden, ({ kind, damage, outcome }) => `${damage} in a ${kind} (${outcome})`)}`,
      `- wrong answers: ${wrong.length === 0 ? 'none' : tally(wrong, ({ kind, damage }) => `${damage} in a ${kind}`)}`,
      '',
      '*Refused*: set aside when it was opened. *Reported*: an error with advice, and set aside by the next use. *Harmless*: all that is read is as before.',
      '*Earlier*: a whole earlier commit, which the next run brings up to date. *Checked*: what is read differs, and only the check of the whole index finds',
      'it. *Unnoticed*: nothing finds it. *Wrong*: one of six questions has an answer that is wrong without a word before that check.',
      '',
      `| page | corruptions | ${outcomes.join(' | ')} | wrong |`,
      `|---|---|${outcomes.map(() => '---|').join('')}---|`,
      ...rows,
    ],
    problems,
  };
}
