/**
 * `npm run fuzz -- [--minutes N] [--target NAME] [--seed S] [--state DIR]`: fuzzes the targets one after the other, each for the same share of
 * the time, and goes on with the corpus that earlier runs have left in the state's folder. `--target` is a name or the beginning of one, and may be given
 * repeatedly. docs/contributing/fuzzing.md says more.
 * Invariant: exit code 0 exactly when nothing was found.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { casesFolder, fuzzTarget, type FuzzReport } from './lib/fuzz-target.ts';
import { targetNames } from './targets/table.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    target: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string' },
    state: { type: 'string', default: join(tmpdir(), 'code-scout-fuzz') },
    'no-coverage': { type: 'boolean', default: false },
  },
});

const minutes = Number(values.minutes);
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const chosen = targetNames.filter(
  (name) => values.target.length === 0 || values.target.some((wanted) => name.startsWith(wanted)),
);
if (!(minutes > 0) || !Number.isSafeInteger(seed) || chosen.length === 0) {
  console.error(
    `usage: npm run fuzz -- [--minutes N] [--target NAME] [--seed S] [--state DIR]\ntargets: ${targetNames.join(', ')}`,
  );
  process.exit(2);
}

function row({ target, executions, executionsEver, corpus, findings, deaths }: FuzzReport): string {
  const cells = [target.padEnd(22), executions, executionsEver, corpus, deaths, findings.length];
  return cells.map((cell) => (typeof cell === 'number' ? String(cell).padStart(9) : cell)).join(' ');
}

console.log(`seed ${seed}, state in ${values.state}`);
console.log(
  `${'target'.padEnd(22)} ${['runs', 'ever', 'corpus', 'restarts', 'findings'].map((title) => title.padStart(9)).join(' ')}`,
);
const reports: FuzzReport[] = [];
for (const target of chosen) {
  const end = performance.now() + (minutes * 60_000) / chosen.length;
  const report = await fuzzTarget({
    target,
    seed,
    isOver: () => performance.now() > end,
    state: values.state,
    cases: casesFolder,
    minimiseMs: 60_000,
    largest: Infinity,
    coverage: !values['no-coverage'],
    say: (line) => console.log(`  ${line}`),
  });
  reports.push(report);
  console.log(row(report));
}
const found = reports.flatMap(({ findings }) => findings);
for (const { kind, file, message, after } of found) console.log(`\n${kind}, run ${after}: ${file}\n${message}`);
console.log(`\n${reports.reduce((sum, { executions }) => sum + executions, 0)} runs, ${found.length} findings`);
process.exitCode = found.length > 0 ? 1 : 0;
