/** The part of `npm run bench -- faults` that kills the program (test/faults/kill-rounds.ts). */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { killRounds, type KillResult } from '../../test/faults/kill-rounds.ts';
import { tally, type Part, type PartOptions } from './parts.ts';

export async function kill({ folder, entry, seed, rounds, files, isOver }: PartOptions, lanes: number): Promise<Part> {
  const results: KillResult[] = [];
  let begun = 0;
  /** Kills one process after another in a project of its own. */
  const killInLane = async (number: number): Promise<void> => {
    const own = join(folder, `lane${number}`);
    mkdirSync(own);
    if (begun++ >= rounds) return;
    for await (const result of killRounds({ folder: own, seed: seed * 1000 + number, files, entry })) {
      results.push(result);
      for (const problem of result.problems) console.log(`PROBLEM ${problem}`);
      if (results.length % 25 === 0) console.log(`${results.length} kills`);
      if (begun++ >= rounds || isOver()) break;
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, number) => killInLane(number)));
  const problems = results.flatMap((result) => result.problems);
  return {
    lines: [
      `- kills: ${results.length}, each followed by all checks; problems: ${problems.length}`,
      `- what was killed: ${tally(results, ({ kind }) => kind)}`,
      `- how far it had come: ${tally(results, ({ moment }) => moment)}`,
    ],
    problems,
  };
}
