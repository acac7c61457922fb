/** Figures beside their ceilings, as lines for people and for programs (docs/history/scale.jsonl). */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { repositoryRoot } from './evaluation.ts';

const historyFile = join(repositoryRoot, 'docs', 'history', 'scale.jsonl');

export interface Verdict {
  what: string;
  value: number;
  /** At most. */
  ceiling: number;
  unit: string;
}

function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

export function verdictLines(verdicts: readonly Verdict[]): string[] {
  return [
    '| asked for | at most | measured | |',
    '|---|---|---|---|',
    ...verdicts.map(
      ({ what, value, ceiling, unit }) =>
        `| ${what} | ${shown(ceiling)} ${unit} | ${shown(value)} ${unit} | ${value <= ceiling ? 'held' : 'MISSED'} |`,
    ),
  ];
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' }).trim();
}

/** One line a recorded run; lines are only ever added. */
export function appendHistory(tree: string, runs: number, figures: Readonly<Record<string, unknown>>): void {
  const line = {
    date: new Date().toISOString(),
    commit: git('rev-parse', '--short', 'HEAD'),
    dirty: git('status', '--porcelain', '--untracked-files=no') !== '',
    machine: { cpu: cpus()[0]?.model ?? '', cores: cpus().length, memoryGb: Math.round(totalmem() / 2 ** 30) },
    platform: `${platform()}-${arch()}`,
    node: process.versions.node,
    tree,
    runs,
    ...figures,
  };
  mkdirSync(dirname(historyFile), { recursive: true });
  appendFileSync(historyFile, `${JSON.stringify(line)}\n`);
}
