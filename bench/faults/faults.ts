/**
 * `npm run bench -- faults [--kills 500] [--seconds N] [--lanes 2] [--seed N] [--files 60] [--entry dist/bin.js]
 * [--write]`: kills the program at random moments (first, incremental and forced runs, runs that make vectors, servers,
 * upgrades of older indexes). After each kill it checks the whole index (test/faults/kill-rounds.ts). Then every other
 * fault happens once (test/faults/scenarios.ts). It uses the built program (`npm run build`), which starts faster. The
 * exit code is 1 when a check failed.
 */
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { KillResult } from '../../test/faults/kill-rounds.ts';
import { killRounds } from '../../test/faults/kill-rounds.ts';
import { scenarios } from '../../test/faults/scenarios.ts';
import { canMount, play } from '../../test/faults/stage.ts';
import { recordResults } from '../lib/results.ts';
import { builtEntry, programAt } from '../lib/stdio-server.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '3600' },
    lanes: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    files: { type: 'string', default: '60' },
    entry: { type: 'string', default: builtEntry },
    write: { type: 'boolean' },
  },
});
const wanted = Number(values.kills);
const entry = programAt(values.entry);
const work = mkdtempSync(join(tmpdir(), 'code-scout-faults-'));
const ends = Date.now() + Number(values.seconds) * 1000;
const results: KillResult[] = [];
let begun = 0;

/** Kills one process after another in a project of its own. */
async function killInLane(number: number): Promise<void> {
  const folder = join(work, `lane${number}`);
  mkdirSync(folder);
  if (begun++ >= wanted) return;
  for await (const result of killRounds({
    folder,
    seed: Number(values.seed) * 1000 + number,
    files: Number(values.files),
    entry,
  })) {
    results.push(result);
    for (const problem of result.problems) console.log(`PROBLEM ${problem}`);
    if (results.length % 25 === 0) console.log(`${results.length} kills, ${problems().length} problems`);
    if (begun++ >= wanted || Date.now() > ends) break;
  }
}

function problems(): string[] {
  return results.flatMap((result) => result.problems);
}

function tally(of: (result: KillResult) => string): string {
  const counts = new Map<string, number>();
  for (const result of results) counts.set(of(result), (counts.get(of(result)) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

/**
 * Every other fault once: those that were survived, those that were not, and those that this machine cannot produce.
 */
async function playAll(): Promise<{ survived: string[]; broken: string[]; impossible: string[] }> {
  const outcome = { survived: [] as string[], broken: [] as string[], impossible: [] as string[] };
  for (const scenario of scenarios) {
    if (scenario.needs === 'mounts' && !canMount()) outcome.impossible.push(scenario.name);
    else
      await play(scenario, entry).then(
        () => outcome.survived.push(scenario.name),
        (error: unknown) => outcome.broken.push(`${scenario.name}: ${String(error)}`),
      );
  }
  return outcome;
}

await Promise.all(Array.from({ length: Number(values.lanes) }, (_, number) => killInLane(number)));
rmSync(work, { recursive: true, force: true });
const { survived, broken, impossible } = await playAll();
const lines = [
  `- kills: ${results.length}, each followed by all checks; problems: ${problems().length}`,
  `- what was killed: ${tally(({ kind }) => kind)}`,
  `- how far it had come: ${tally(({ moment }) => moment)}`,
  ...problems().map((problem) => `  - ${problem}`),
  `- other faults that were named and survived, without an effect on the next run: ${survived.join('; ')}`,
  ...(impossible.length === 0 ? [] : [`- could not be made on this machine: ${impossible.join('; ')}`]),
  ...broken.map((fault) => `- did not hold: ${fault}`),
];
console.log(lines.join('\n'));
if (values.write === true)
  recordResults('faults', 'Kills and other faults', `npm run bench -- faults --kills ${wanted} --write`, lines);
if (problems().length + broken.length > 0 || results.length < Math.min(wanted, 1)) process.exitCode = 1;
