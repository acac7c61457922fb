/** What fuzzing has done so far: docs/history/fuzzing.jsonl has a line for each run of the command, so that the hours of many days add up. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appendHistory } from '../../bench/lib/history.ts';

export const recordFile = join(import.meta.dirname, '../../docs/history/fuzzing.jsonl');

export interface TargetRun {
  /** A name of fuzz/targets/table.ts, or `grammar-NAME`. */
  target: string;
  /** Processor time (s). */
  cpuS: number;
  executions: number;
  /** What the inputs have run: bytes of our JavaScript, or edges of a grammar's C. Native code and WebAssembly are not seen. */
  coverage: number;
  /** Inputs that each ran something new. */
  corpus: number;
  /** The most memory of a process (MB). */
  peakMb: number;
  findings: number;
}

interface Recorded {
  /** ISO 8601. */
  date: string;
  commit: string;
  targets: readonly TargetRun[];
}

export function addToRecord(targets: readonly TargetRun[]): void {
  const rounded = targets.map((run) => ({ ...run, cpuS: Number(run.cpuS.toFixed(1)), peakMb: Math.round(run.peakMb) }));
  appendHistory('fuzzing', { targets: rounded } satisfies Pick<Recorded, 'targets'>);
}

/** The runs of the record, in its order. */
export function recorded(text = existsSync(recordFile) ? readFileSync(recordFile, 'utf8') : ''): Recorded[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Recorded);
}

export interface TargetSum extends TargetRun {
  runs: number;
}

/** By target, in the order of their names: times, executions and findings added up, of the rest the most. @param since earlier runs are left out */
export function sums(runs: readonly Recorded[], since: Date | null): TargetSum[] {
  const byTarget = new Map<string, TargetSum>();
  for (const { date, targets } of runs) {
    if (since !== null && new Date(date) < since) continue;
    for (const run of targets) {
      const sum = byTarget.get(run.target);
      byTarget.set(run.target, sum === undefined ? { ...run, runs: 1 } : added(sum, run));
    }
  }
  return [...byTarget.values()].toSorted((a, b) => (a.target < b.target ? -1 : 1));
}

function added(sum: TargetSum, run: TargetRun): TargetSum {
  return {
    target: sum.target,
    runs: sum.runs + 1,
    cpuS: sum.cpuS + run.cpuS,
    executions: sum.executions + run.executions,
    coverage: Math.max(sum.coverage, run.coverage),
    corpus: Math.max(sum.corpus, run.corpus),
    peakMb: Math.max(sum.peakMb, run.peakMb),
    findings: sum.findings + run.findings,
  };
}

/** What git prints, without white space around it; empty where it fails. */
export function git(...args: readonly string[]): string {
  const { status, stdout } = spawnSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

/** When a commit was made, or a time that is written; null for neither. */
export function timeOf(commitOrTime: string): Date | null {
  const time = new Date(git('log', '-1', '--format=%cI', commitOrTime, '--') || commitOrTime);
  return Number.isNaN(time.getTime()) ? null : time;
}
