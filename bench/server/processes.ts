/**
 * `npm run bench -- processes [--processes 10] [--seconds 600] [--seed 1] [--files 300] [--entry dist/bin.js]
 * [--write]`: many processes on one index while its project changes. There are servers over stdio, each with a client,
 * and commands beside them; some servers are ended, some are killed, including the writer, and others start. Every
 * answer is compared to the disk (bench/server/expected-answers.ts). At the end each process is asked about everything,
 * and the index is compared with one made from nothing. The exit code is 1 when anything was wrong.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { list, summary } from './answer-report.ts';
import { percentile } from '../lib/measure.ts';
import { runCrowd } from './crowd-run.ts';
import { recordResults } from '../lib/results.ts';
import { builtEntry, programAt } from '../lib/stdio-server.ts';

const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string', default: '1' },
    files: { type: 'string', default: '300' },
    edits: { type: 'string', default: '2' },
    entry: { type: 'string', default: builtEntry },
    write: { type: 'boolean' },
  },
});
const entry = programAt(values.entry);
const [processes, seconds] = [Number(values.processes), Number(values.seconds)];
const folder = mkdtempSync(join(tmpdir(), 'code-scout-processes-'));

const report = await runCrowd({
  ...{ folder, entry, processes, seconds, seed: Number(values.seed), files: Number(values.files) },
  ...{ editsPerSecond: Number(values.edits), secondsBetweenEnds: 12, askers: 4, answersWanted: 0, namesAtEnd: 60 },
  onWrong: (what) => console.log(`WRONG ${what}`),
});
const { tally, crowd, quiet, problems } = report;
const all = [...tally.latencies.values()].flat();
const at = (share: number, numbers: readonly number[]): string => percentile(numbers, share).toFixed(0);
const kinds = [...tally.latencies].map(
  ([kind, ms]) => `${kind} ${ms.length}: ${at(0.5, ms)}/${at(0.95, ms)}/${at(0.99, ms)}`,
);
const lines = [
  `- ${processes} processes for ${seconds} s on ${values.files} files; ${crowd.started} servers started, ${crowd.ended} ended, ${crowd.killed} killed; ${crowd.commands} commands; ${report.edits} edits`,
  `- while it changed: ${summary(tally)}`,
  `- answers in ms, p50 ${at(0.5, all)}, p95 ${at(0.95, all)}, p99 ${at(0.99, all)}; from an answer with a note that it may be behind to one without (s): p50 ${(percentile(tally.untilTrue, 0.5) / 1000).toFixed(2)}, p95 ${(percentile(tally.untilTrue, 0.95) / 1000).toFixed(2)}, longest ${(Math.max(0, ...tally.untilTrue) / 1000).toFixed(2)}`,
  `- by kind, p50/p95/p99: ${kinds.join('; ')}`,
  `- processor time of all servers: ${crowd.cpuSeconds.toFixed(0)} s; memory of all at most ${crowd.maxMemory.toFixed(0)} MB`,
  `- processes seen writing: ${crowd.writers.size}; changes of the writer: ${Math.max(0, crowd.elections.length - 1)}`,
  `- until an ended server was gone, ms: p50 ${at(0.5, report.ends)}, longest ${at(1, report.ends)}`,
  `- at rest, ${report.secondsUntilQuiet.toFixed(1)} s after the last edit: ${summary(quiet)}`,
  ...list('notes', tally.notes),
  ...list('failed', tally.failures),
  ...list('notes at rest', quiet.notes),
  ...list('failed at rest', quiet.failures),
  ...problems.map((problem) => `- PROBLEM ${problem}`),
];
console.log(lines.join('\n'));
rmSync(folder, { recursive: true, force: true });
if (values.write === true)
  recordResults(
    'processes',
    'Many processes on one index',
    `npm run bench -- processes --processes ${processes} --seconds ${seconds} --write`,
    lines,
  );
const { counts } = tally;
const isGood =
  problems.length === 0 &&
  counts.wrong + counts.failed + quiet.counts.wrong + quiet.counts.failed + quiet.counts.behind === 0;
console.log(isGood ? 'All targets were met.' : 'Not all targets were met.');
if (!isGood) process.exitCode = 1;
