/** The part of `npm run bench -- faults` in which calls and allocations fail (test/faults/system/failing-calls.ts). */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { failAt, failureKinds, makeFailingProject, type Failure } from '../../test/faults/system/failing-calls.ts';
import { canFault } from '../../test/faults/system/system-faults.ts';
import { seededRandom } from '../../test/faults/random.ts';
import { tally, type Part, type PartOptions } from './parts.ts';

export async function failCalls({ folder, entry, seed, rounds, files, isOver }: PartOptions): Promise<Part> {
  if (!canFault()) return { lines: ['- could not be made on this machine'], problems: [] };
  const random = seededRandom(seed);
  const results: Failure[] = [];
  const spans: string[] = [];
  const each = Math.ceil(rounds / (2 * failureKinds.length));
  for (const isFirst of [true, false]) {
    const own = join(folder, isFirst ? 'first' : 'next');
    mkdirSync(own);
    const project = await makeFailingProject({ folder: own, files, entry, random, isFirst });
    spans.push(
      `${isFirst ? 'a first run' : 'a run after edits'} has ${[...project.counts].map(([kind, count]) => `${count} (${kind})`).join(', ')}`,
    );
    for (const kind of failureKinds) {
      const count = project.counts.get(kind) ?? 0;
      // Spread over the run; every one where there are few.
      const numbers = Array.from(
        { length: Math.min(each, count) },
        (_, at) => 1 + Math.floor(((at + random(1000) / 1000) * count) / Math.min(each, count)),
      );
      for (const number of numbers) {
        if (isOver()) break;
        const result = await failAt(project, kind, number, kind === 'full' || (kind === 'memory' && random(2) === 0));
        if (result === null) break;
        results.push(result);
        for (const problem of result.problems) console.log(`PROBLEM ${problem}`);
        if (results.length % 50 === 0) console.log(`${results.length} failing calls`);
      }
    }
  }
  const problems = results.flatMap((result) => result.problems);
  return {
    lines: [
      `- runs in which calls or allocations failed: ${results.length}, each followed by the next run and all checks; problems: ${problems.length}`,
      `- by fault (full: every call from one on has no space; fault: one call has an I/O error; memory: SQLite gets no memory): ${tally(results, ({ kind, outcome }) => `${kind} ${outcome}`)}`,
      `- calls and allocations that can fail: ${spans.join('; ')}`,
    ],
    problems,
  };
}
