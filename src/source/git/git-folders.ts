/**
 * The git folders of a work tree, found by the files that point to them.
 * Invariant: a path in a file of the project is followed only if it leads to what looks like a git folder.
 */
import { lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readSmallFile } from '../read/open-file.ts';
import { requireRealPath } from '../../util/paths/real-path.ts';

const maxPointerSize = 4096;

export interface Repository {
  /** The folder that holds `.git`. */
  top: string;
  /** The git folder of this work tree. */
  gitDir: string;
  /** The git folder that all work trees of the repository share. */
  commonDir: string;
}

/** Whether `root` or a folder above it has a `.git` of any kind. Where there is none, git need not be called. */
export function hasGitAbove(root: string): boolean {
  for (let folder = requireRealPath(root); ; folder = dirname(folder)) {
    if (statsAt(join(folder, '.git')) !== undefined) return true;
    if (folder === dirname(folder)) return false;
  }
}

/** The repository that contains a folder; null for none. */
export function findRepository(root: string): Repository | null {
  for (let top = root; ; top = dirname(top)) {
    const gitDir = findGitDir(top);
    if (gitDir !== null) return { top, gitDir, commonDir: findCommonDir(gitDir) };
    if (top === dirname(top)) return null;
  }
}

function findGitDir(top: string): string | null {
  const location = join(top, '.git');
  const stats = statsAt(location);
  if (stats === undefined) return null;
  if (stats.isDirectory()) return statsAt(join(location, 'HEAD')) === undefined ? null : location;
  const target = /^gitdir: (.+)/.exec(readSmallFile(location, maxPointerSize)?.toString('utf8') ?? '')?.[1];
  if (target === undefined) return null;
  const folder = resolve(top, target.trimEnd());
  // The path comes from a file of the project, so it is followed only to what looks like a git folder.
  const hasHead = statsAt(join(folder, 'HEAD'))?.isFile() === true;
  const hasContent = ['objects', 'commondir'].some((name) => statsAt(join(folder, name)) !== undefined);
  return hasHead && hasContent ? folder : null;
}

function findCommonDir(gitDir: string): string {
  const target = readSmallFile(join(gitDir, 'commondir'), maxPointerSize)?.toString('utf8').trimEnd();
  return target === undefined || target === '' ? gitDir : resolve(gitDir, target);
}

function statsAt(location: string): ReturnType<typeof lstatSync> {
  try {
    return lstatSync(location, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * The tops of the other work trees of the repository at `root` (`git worktree add`), the main one first. Empty where `root` is not the top
 * of a work tree itself. The work tree and the repository must refer to each other, so that a file cannot claim another repository.
 */
export function otherWorktrees(root: string): string[] {
  const repository = findRepository(root);
  if (repository === null || repository.top !== root) return [];
  const { gitDir, commonDir } = repository;
  if (gitDir !== commonDir && !isTopOf(root, gitDir)) return [];
  const main = dirname(commonDir);
  const tops = basename(commonDir) === '.git' && findGitDir(main) === commonDir ? [main] : [];
  for (const name of listNames(join(commonDir, 'worktrees'))) {
    const top = topOf(join(commonDir, 'worktrees', name));
    if (top !== null && findGitDir(top) === join(commonDir, 'worktrees', name)) tops.push(top);
  }
  return tops.filter((top) => top !== root);
}

/** The top of the linked work tree that a git folder refers to. */
function topOf(gitDir: string): string | null {
  const location = readSmallFile(join(gitDir, 'gitdir'), maxPointerSize)?.toString('utf8').trimEnd();
  return location === undefined || location === '' ? null : dirname(resolve(gitDir, location));
}

function isTopOf(root: string, gitDir: string): boolean {
  try {
    const top = topOf(gitDir);
    return top !== null && requireRealPath(top) === requireRealPath(root);
  } catch {
    return false;
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
