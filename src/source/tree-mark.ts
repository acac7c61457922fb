/**
 * A mark of a work tree's state, at a third of what looking at every file costs: by git's own index, what differs from it, and a look at
 * each file that does, or that git does not track.
 * Invariant: two marks are equal only where a walk would find the same files with the same sizes and times: git trusts its index as far as
 * files' sizes, times of content and of change, and numbers are what it noted; and where an index does not speak for all files (submodules,
 * files that git was told not to look at, a sparse tree) there is no mark.
 */
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beginSha256, sha256 } from '../util/digest.ts';
import { findGit, runGit, type GitCommand } from './git-command.ts';
import { filtersOff } from './git-filters.ts';
import { findRepository } from './git-folders.ts';
import { scoutIgnoreName } from './listing.ts';
import type { WalkOptions } from './source.ts';

/** With more to look at a walk is as good. */
const mostLooks = 3000;
/** However the repository is set, git compares all that it has noted of a file, and runs nothing for it. */
const strict = ['-c', 'core.checkStat=default', '-c', 'core.trustctime=true', '-c', 'core.ignoreStat=false'];
const differing = ['diff-files', '--name-only', '-z', '--no-ext-diff', '--no-textconv', '--ignore-submodules=all'];
const others = ['ls-files', '-z', '--exclude-standard', '--others'];

export interface TreeMark {
  /** Of all that the mark is of. */
  mark: string;
  /** Of git's index alone. */
  index: string;
}

interface Place {
  git: GitCommand;
  root: string;
  signal: AbortSignal | undefined;
}

/** Null where there is none: no work tree whose top is `root`, or too much that git's index does not speak for. */
export async function treeMark(root: string, options: WalkOptions, signal?: AbortSignal): Promise<TreeMark | null> {
  const git = process.platform === 'win32' ? null : findGit(root, options.gitEnvironment);
  const index = gitIndexHash(root);
  if (git === null || index === null) return null;
  const place = { git, root, signal };
  const off = await filtersOff(place).catch(() => null);
  if (off === null) return null;
  const outputs = await Promise.all(
    [
      [...off, ...strict, ...differing],
      others,
      [...others, '--ignored', '--directory'],
      ['rev-parse', '--is-inside-work-tree', '--show-prefix', '--show-toplevel'],
    ].map((args) => runGit(git, { folder: root, args, signal })),
  );
  const [changed, untracked, ignored, position] = outputs.map((output) => output?.stdout);
  if (changed === undefined || untracked === undefined || ignored === undefined || position === undefined) return null;
  // A repository can declare another folder its work tree.
  if (!position.toString('latin1').startsWith('true\n\n')) return null;
  const rules = namesIn(ignored).filter((name) => name.toString('latin1').endsWith(scoutIgnoreName));
  const looked = [...namesIn(changed), ...namesIn(untracked), ...rules];
  if (looked.length > mostLooks) return null;
  const digest = beginSha256();
  digest.update(JSON.stringify([index, options.maxFileSize, options.ignorePatterns, git.program]));
  for (const output of outputs) digest.update(`${output!.stdout.length} ${output!.stderr}\n`).update(output!.stdout);
  for (const name of looked) digest.update(`${looksOf(root, name)}\n`);
  // Of one state of git's index.
  return gitIndexHash(root) === index ? { mark: digest.digest('hex'), index } : null;
}

/** Whether git looks at every file that its index names, and the index is still the one that a mark is of. */
export async function speaksForAll(root: string, options: WalkOptions, { index }: TreeMark): Promise<boolean> {
  const git = findGit(root, options.gitEnvironment);
  if (git === null) return false;
  const place: Place = { git, root, signal: undefined };
  const listed = await runGit(place.git, { folder: root, args: ['ls-files', '-z', '-v', '--stage'] });
  // `H`: neither passed over nor in conflict; then the mode, of a file or a link.
  const isPlain = (entry: Buffer): boolean => /^H (?:100|120)/.test(entry.toString('latin1', 0, 8));
  return listed !== null && namesIn(listed.stdout).every(isPlain) && gitIndexHash(root) === index;
}

/** Git ends its index with a digest of it: 20 bytes of SHA-1, or 32 of SHA-256. Where it is told not to, there are zeros. */
const leastDigest = 20;

function digestOfIndex(index: Buffer): string {
  const digest = index.subarray(-leastDigest);
  return digest.length < leastDigest || digest.every((byte) => byte === 0) ? sha256(index) : digest.toString('hex');
}

/** Null where there is no index, or `root` is not the top of a work tree. */
export function gitIndexHash(root: string): string | null {
  const repository = findRepository(root);
  if (repository?.top !== root) return null;
  try {
    return digestOfIndex(readFileSync(join(repository.own, 'index')));
  } catch {
    return null;
  }
}

function namesIn(output: Buffer): Buffer[] {
  const names: Buffer[] = [];
  for (let from = 0, end = 0; (end = output.indexOf(0, from)) !== -1; from = end + 1)
    names.push(output.subarray(from, end));
  return names;
}

/** What stands there, as far as `lstat` tells. */
function looksOf(root: string, name: Buffer): string {
  const path = Buffer.concat([Buffer.from(`${root}/`), name]);
  try {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) return 'nothing';
    return [stats.mode, stats.size, stats.ino, stats.mtimeNs, stats.ctimeNs].join(' ');
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}
