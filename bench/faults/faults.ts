/**
 * `npm run bench -- faults [--only kills,others,power,corruption,failing] [--rounds N] [--seconds N] [--lanes 2] [--seed N] [--files N]
 * [--entry dist/bin.js] [--write]`: kills the program at random moments, plays every other fault once (test/faults/scenarios.ts), loses the power,
 * damages pages of the index, and lets system calls and allocations fail (test/faults/system). After each fault the whole index is checked. It uses the
 * built program (`npm run build`), which starts faster. Each part has its own number of rounds and its own section of the results. The exit code is 1
 * when a check failed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { scenarios } from '../../test/faults/scenarios.ts';
import { isPossible, play } from '../../test/faults/stage.ts';
import { recordResults } from '../lib/results.ts';
import { builtEntry, programAt } from '../lib/stdio-server.ts';
import { damageIndexes } from './corruptions.ts';
import { failCalls } from './failing.ts';
import { kill } from './kills.ts';
import type { Part, PartOptions } from './parts.ts';
import { losePower } from './power-loss.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string', default: '3600' },
    lanes: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    files: { type: 'string' },
    entry: { type: 'string', default: builtEntry },
    write: { type: 'boolean' },
  },
});
const entry = programAt(values.entry);

/** Every other fault once: those that were survived, those that were not, and those that this machine cannot produce. */
async function playAll(): Promise<Part> {
  const [survived, problems, impossible]: string[][] = [[], [], []];
  for (const scenario of scenarios) {
    if (isPossible(scenario))
      await play(scenario, entry).then(
        () => survived!.push(scenario.name),
        (error: unknown) => problems!.push(`${scenario.name}: ${String(error)}`),
      );
    else impossible!.push(scenario.name);
  }
  return {
    lines: [
      `- named and survived, without an effect on the next run: ${survived!.join('; ')}`,
      ...(impossible!.length === 0 ? [] : [`- could not be made on this machine: ${impossible!.join('; ')}`]),
    ],
    problems: problems!,
  };
}

interface PartEntry {
  /** Of the section of the results. */
  key: string;
  title: string;
  rounds: number;
  files: number;
  run: (options: PartOptions) => Promise<Part>;
}

const parts: Readonly<Record<string, PartEntry>> = {
  kills: {
    key: 'faults',
    title: 'Kills',
    rounds: 500,
    files: 60,
    run: (options) => kill(options, Number(values.lanes)),
  },
  others: { key: 'other-faults', title: 'Other faults', rounds: 1, files: 0, run: playAll },
  power: { key: 'power-loss', title: 'Power losses', rounds: 1000, files: 12, run: losePower },
  corruption: { key: 'corruption', title: 'Damaged indexes', rounds: 500, files: 40, run: damageIndexes },
  failing: { key: 'failing-calls', title: 'Calls and allocations that fail', rounds: 240, files: 16, run: failCalls },
};

const names = values.only?.split(',') ?? Object.keys(parts);
for (const name of names) {
  const part = parts[name];
  if (part === undefined) throw new Error(`There is no part ${name}: ${Object.keys(parts).join(', ')}`);
  const folder = mkdtempSync(join(tmpdir(), `code-scout-${part.key}-`));
  const ends = Date.now() + Number(values.seconds) * 1000;
  const [rounds, files] = [Number(values.rounds ?? part.rounds), Number(values.files ?? part.files)];
  try {
    const isOver = (): boolean => Date.now() > ends;
    const { lines, problems } = await part.run({ folder, entry, seed: Number(values.seed), rounds, files, isOver });
    const all = [...lines, ...problems.map((problem) => `- did not hold: ${problem}`)];
    console.log([`${part.title}:`, ...all].join('\n'));
    if (problems.length > 0) process.exitCode = 1;
    const command = `npm run bench -- faults --only ${name} --rounds ${rounds} --write`;
    if (values.write === true) recordResults(part.key, part.title, command, all);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
