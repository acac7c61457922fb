/**
 * Writes a command's figures into docs/results.md: one section for each command, replaced as a whole, with date, commit
 * and machine.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from './evaluation.ts';

const file = join(repositoryRoot, 'docs', 'results.md');
const heading =
  '# Results\n\nFigures measured by the commands named here; each section is written by its command (`--write`), never by hand.\n';

export function recordResults(key: string, title: string, command: string, body: readonly string[]): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: repositoryRoot,
    encoding: 'utf8',
  }).trim();
  // Results that benches wrote earlier in the same run do not count as uncommitted changes.
  const changes = ['status', '--porcelain', '--untracked-files=no', '--', '.', ':(exclude)docs'];
  const dirty = execFileSync('git', changes, { cwd: repositoryRoot, encoding: 'utf8' }).trim() !== '';
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, ${process.platform}`;
  const section = [
    `<!-- begin ${key} -->`,
    `## ${title}`,
    '',
    `\`${command}\` on ${new Date().toISOString().slice(0, 10)}, commit ${commit}${dirty ? ' with uncommitted changes' : ''}, ${machine}.`,
    '',
    ...body,
    `<!-- end ${key} -->`,
  ].join('\n');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : heading;
  const known = new RegExp(`<!-- begin ${key} -->[\\s\\S]*?<!-- end ${key} -->`);
  const after = known.test(before) ? before.replace(known, () => section) : `${before.trimEnd()}\n\n${section}\n`;
  writeFileSync(file, after);
}
