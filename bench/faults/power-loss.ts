/** The part of `npm run bench -- faults` that loses the power (test/faults/system/power-loss.ts). */
import { powerLosses } from '../../test/faults/system/power-loss-rounds.ts';
import type { PowerLoss } from '../../test/faults/system/power-loss.ts';
import { recordedKinds } from '../../test/faults/system/recording.ts';
import { canFault } from '../../test/faults/system/system-faults.ts';
import { seededRandom } from '../../test/faults/random.ts';
import { tally, type Part, type PartOptions } from './parts.ts';

/** Every so many rounds the next run follows, and every so many that is a process of its own. In the others the rows alone are checked. */
const [roundsByRun, roundsByProcess] = [4, 40];

export async function losePower({ folder, entry, seed, rounds, files, isOver }: PartOptions): Promise<Part> {
  if (!canFault()) return { lines: ['- could not be made on this machine'], problems: [] };
  const results: PowerLoss[] = [];
  let followed = 0;
  const random = seededRandom(seed);
  const perRun = Math.ceil(rounds / recordedKinds.length);
  for await (const result of powerLosses({
    ...{ folder, random, files, entry, perRun },
    next: (round) => (round % roundsByProcess === 0 ? 'process' : round % roundsByRun === 0 ? 'here' : 'nothing'),
  })) {
    results.push(result);
    if (result.next !== 'nothing') followed++;
    for (const problem of result.problems) console.log(`PROBLEM ${problem}`);
    if (results.length % 50 === 0) console.log(`${results.length} power losses`);
    if (isOver()) break;
  }
  const problems = results.flatMap((result) => result.problems);
  return {
    lines: [
      `- power losses: ${results.length}; after each, every row was compared to the committed states, and after ${followed} the next run and all checks followed; problems: ${problems.length}`,
      `- in: ${tally(results, ({ kind }) => kind)}`,
      `- what was left: ${tally(results, ({ left }) => left)}`,
    ],
    problems,
  };
}
