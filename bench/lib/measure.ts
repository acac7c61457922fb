/** Runs a command and measures its cost, including child processes. */
import { spawnSync } from 'node:child_process';

export interface Cost {
  wallS: number;
  /** User and system time of the process and its children. */
  cpuS: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs the command in bash's `time`, which includes child processes that were waited for. Throws when the exit code is
 * not one of `success`.
 */
export function measure(command: readonly string[], cwd: string, success: readonly number[] = [0]): Cost {
  const script = 'TIMEFORMAT="cost %R %U %S"; time "$@"';
  const result = spawnSync('bash', ['-c', script, 'bash', ...command], { cwd, encoding: 'utf8', maxBuffer: 1 << 30 });
  const cost = /cost ([\d.]+) ([\d.]+) ([\d.]+)\s*$/.exec(result.stderr);
  if (!success.includes(result.status ?? -1) || cost === null)
    throw new Error(`${command.join(' ')} failed: ${result.stderr.slice(-2000)}`);
  return {
    wallS: Number(cost[1]),
    cpuS: Number(cost[2]) + Number(cost[3]),
    stdout: result.stdout,
    stderr: result.stderr,
  };
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
