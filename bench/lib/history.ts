/** Records of runs as JSON lines: docs/history/NAME.jsonl. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { arch, cpus, loadavg, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from './evaluation.ts';

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' }).trim();
}

/** Appends one line for each run of the command, with the date, commit and machine; existing lines never change. */
export function appendHistory(name: string, figures: Readonly<Record<string, unknown>>): void {
  const line = {
    date: new Date().toISOString(),
    commit: git('rev-parse', '--short', 'HEAD'),
    dirty: git('status', '--porcelain', '--untracked-files=no') !== '',
    machine: { cpu: cpus()[0]?.model ?? '', cores: cpus().length, memoryGb: Math.round(totalmem() / 2 ** 30) },
    platform: `${platform()}-${arch()}`,
    node: process.versions.node,
    load: Number(loadavg()[2]!.toFixed(2)),
    ...figures,
  };
  const folder = join(repositoryRoot, 'docs', 'history');
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${name}.jsonl`), `${JSON.stringify(line)}\n`);
}
