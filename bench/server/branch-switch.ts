/**
 * `npm run bench -- switch [--files 5000] [--switches 4] [--questions 15] [--entry dist/bin.js] [--write]`: switches
 * between two branches of a repository that differ in `--files` files, under a warm server. Meanwhile, and for some
 * time after the index is up to date, questions of all kinds are asked at a steady pace. Every answer is compared to
 * the disk (bench/server/expected-answers.ts). The exit code is 1 when an answer was wrong without a note that it may
 * be behind, or the target for answers meanwhile is missed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { list, summary } from './answer-report.ts';
import { percentile } from '../lib/measure.ts';
import { recordResults } from '../lib/results.ts';
import { builtEntry, programAt } from '../lib/stdio-server.ts';
import { switchBranches, type AnswerTime, type SwitchResult } from './switch-run.ts';

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '5000' },
    switches: { type: 'string', default: '4' },
    questions: { type: 'string', default: '15' },
    seed: { type: 'string', default: '1' },
    entry: { type: 'string', default: builtEntry },
    write: { type: 'boolean' },
  },
});
const entry = programAt(values.entry);
/** The target for an answer while the index follows a switch (ms). */
const maxMs = 50;
const folder = mkdtempSync(join(tmpdir(), 'code-scout-switch-'));

const { warm, results, quiet, problems } = await switchBranches({
  ...{ folder, entry, files: Number(values.files), seed: Number(values.seed), switches: Number(values.switches) },
  ...{ questionsPerSecond: Number(values.questions), patienceSeconds: 600, warmSeconds: 5 },
  onWrong: (what) => console.log(`WRONG ${what}`),
});
rmSync(folder, { recursive: true, force: true });

function times(answers: readonly AnswerTime[]): string {
  const ms = answers.map((answer) => answer.ms);
  const slow = (100 * ms.filter((one) => one > maxMs).length) / ms.length;
  const at = (share: number): string => percentile(ms, share).toFixed(0);
  return `${at(0.5)} | ${at(0.95)} | ${at(0.99)} | ${at(1)} | ${slow.toFixed(1)} %`;
}

function direction(at: number): string {
  return at % 2 === 0 ? 'there' : 'back';
}

function row(result: SwitchResult, at: number): string {
  const { during, tally, checkoutSeconds, secondsUntilTrue, secondsUntilQuiet, cpuSeconds, memoryMb } = result;
  const behind = (100 * tally.counts.behind) / tally.questions;
  return `| ${direction(at)} | ${checkoutSeconds.toFixed(1)} | ${secondsUntilTrue.toFixed(1)} | ${secondsUntilQuiet.toFixed(1)} | ${during.length} | ${times(during)} | ${behind.toFixed(0)} % | ${tally.counts.wrong} | ${tally.counts.failed} | ${cpuSeconds.toFixed(1)} | ${memoryMb.toFixed(0)} |`;
}

function byKind(answers: readonly AnswerTime[]): string {
  const kinds = [...new Set(answers.map(({ kind }) => kind))].sort();
  return kinds
    .map((kind) => {
      const ms = answers.filter((answer) => answer.kind === kind).map((answer) => answer.ms);
      return `${kind} ${percentile(ms, 0.5).toFixed(0)}/${percentile(ms, 0.95).toFixed(0)}/${percentile(ms, 1).toFixed(0)}`;
    })
    .join(', ');
}

/** Answers that missed the target, slowest first. */
function slowest(answers: readonly AnswerTime[]): string {
  const slow = answers.filter(({ ms }) => ms > maxMs).sort((a, b) => b.ms - a.ms);
  return slow.map(({ kind, ms, at }) => `${kind} ${ms.toFixed(0)} (${at.toFixed(1)} s)`).join(', ');
}

const all = results.flatMap(({ during }) => during);
const lines = [
  '| | checkout s | until true s | until quiet s | questions | p50 ms | p95 ms | p99 ms | longest ms | over 50 ms | said so | wrong | failed | CPU s | memory MB |',
  '|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|',
  `| before | | | | ${warm.length} | ${times(warm)} | | | | | |`,
  ...results.map(row),
  '',
  `- by kind, p50/p95/longest ms: ${byKind(all)}`,
  `- before the switches: ${byKind(warm)}`,
  ...results.map(({ during }, at) => `- over ${maxMs} ms ${direction(at)}, when: ${slowest(during)}`),
  ...results.map(({ tally }, at) => `- ${direction(at)}: ${summary(tally)}`),
  ...results.flatMap(({ tally }) => [...list('notes', tally.notes), ...list('failed', tally.failures)]),
  `- at rest: ${summary(quiet)}`,
  ...problems.map((problem) => `- PROBLEM ${problem}`),
];
console.log(lines.join('\n'));
if (values.write === true)
  recordResults('switch', 'Switching branches', `npm run bench -- switch --files ${values.files} --write`, lines);
const wrong = [quiet, ...results.map(({ tally }) => tally)].reduce(
  (sum, { counts }) => sum + counts.wrong + counts.failed,
  0,
);
const isFast =
  percentile(
    all.map(({ ms }) => ms),
    0.95,
  ) < maxMs;
const isGood = wrong === 0 && problems.length === 0 && isFast;
console.log(isGood ? 'All targets were met.' : 'Not all targets were met.');
if (!isGood) process.exitCode = 1;
