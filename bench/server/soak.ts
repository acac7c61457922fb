/**
 * `npm run bench -- soak [--seconds 3600] [--seed 1] [--files 300] [--entry dist/bin.js] [--write]`: one server for an
 * hour, with about five questions and half an edit per second, every tool, and every answer compared to the disk
 * (bench/server/expected-answers.ts). Memory, descriptors, threads and the size of the index are recorded each minute. The
 * exit code is 1 when an answer was wrong, or the memory of the last third is not within 10 % of that of the second
 * third.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { list, summary } from './answer-report.ts';
import { percentile } from '../lib/measure.ts';
import { recordResults } from '../lib/results.ts';
import { growth, soak, type SoakSample } from './soak-run.ts';
import { builtEntry, programAt } from '../lib/stdio-server.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3600' },
    seed: { type: 'string', default: '1' },
    files: { type: 'string', default: '300' },
    questions: { type: 'string', default: '5' },
    edits: { type: 'string', default: '0.5' },
    entry: { type: 'string', default: builtEntry },
    write: { type: 'boolean' },
  },
});
const entry = programAt(values.entry);
const seconds = Number(values.seconds);
const folder = mkdtempSync(join(tmpdir(), 'code-scout-soak-'));
/** The limit for the memory of the last third divided by that of the second. */
const maxGrowth = 1.1;

function row({
  seconds: at,
  memoryMb,
  descriptors,
  threads,
  indexMb,
  cpuSeconds,
  questions,
  wrong,
}: SoakSample): string {
  return `| ${(at / 60).toFixed(1)} | ${memoryMb.toFixed(0)} | ${descriptors} | ${threads} | ${indexMb.toFixed(1)} | ${cpuSeconds.toFixed(0)} | ${questions} | ${wrong} |`;
}

const { samples, tally, edits, problems } = await soak({
  ...{ folder, entry, seconds, seed: Number(values.seed), files: Number(values.files) },
  ...{ questionsPerSecond: Number(values.questions), editsPerSecond: Number(values.edits) },
  secondsBetweenSamples: Math.min(60, seconds / 30),
  onSample: (sample) => console.log(row(sample)),
  onWrong: (what) => console.log(`WRONG ${what}`),
});
rmSync(folder, { recursive: true, force: true });
const tenths = Array.from({ length: 11 }, (_, at) => samples[Math.round(((samples.length - 1) * at) / 10)]!);
const memory = growth(samples, ({ memoryMb }) => memoryMb);
const descriptors = growth(samples, (sample) => sample.descriptors);
const all = [...tally.latencies.values()].flat();
const lines = [
  `- one server, ${seconds} s, ${values.files} files, ${edits} edits; ${summary(tally)}`,
  `- answers in ms: p50 ${percentile(all, 0.5).toFixed(0)}, p95 ${percentile(all, 0.95).toFixed(0)}, p99 ${percentile(all, 0.99).toFixed(0)}`,
  `- memory of the last third over that of the second: ${memory.toFixed(3)}; descriptors: ${descriptors.toFixed(3)}`,
  ...list('notes', tally.notes),
  ...list('failed', tally.failures),
  ...problems.map((problem) => `- PROBLEM ${problem}`),
  '',
  '| minutes | memory MB | descriptors | threads | index MB | CPU s | questions | wrong |',
  '|---|---|---|---|---|---|---|---|',
  ...tenths.map(row),
];
console.log(lines.join('\n'));
if (values.write === true)
  recordResults('soak', 'One server for an hour', `npm run bench -- soak --seconds ${seconds} --write`, lines);
const isFlat = memory < maxGrowth && descriptors < maxGrowth;
const isGood = isFlat && tally.counts.wrong + tally.counts.failed + problems.length === 0;
console.log(isGood ? 'All targets were met.' : 'Not all targets were met.');
if (!isGood) process.exitCode = 1;
