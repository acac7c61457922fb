/**
 * Reads the files of one commit directly from a git directory, without a work tree.
 * Invariant: nothing of the repository runs, and its attributes and filters are not applied.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export interface CommittedFile {
  path: string;
  blob: string;
  size: number;
}

const maxOutput = 1 << 30;

export function git(gitDirectory: string, args: readonly string[], input?: string): Buffer {
  return execFileSync('git', [`--git-dir=${gitDirectory}`, ...args], {
    input: input ?? '',
    maxBuffer: maxOutput,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/**
 * The git directory of `owner/name` below `folder`. Clones and mirrors are named `owner/name` or `owner+name`, each
 * with or without `.git` at the end or `/.git` or `/repo` inside. Null when there is none.
 */
export function findGitDirectory(folder: string, repository: string): string | null {
  for (const base of [repository, repository.replace('/', '+')]) {
    for (const candidate of [join(base, '.git'), join(base, 'repo'), `${base}.git`, base]) {
      const path = join(folder, candidate);
      if (existsSync(join(path, 'HEAD')) && existsSync(join(path, 'objects'))) return path;
    }
  }
  return null;
}

export function hasCommit(gitDirectory: string, commit: string): boolean {
  try {
    git(gitDirectory, ['cat-file', '-e', `${commit}^{tree}`]);
    return true;
  } catch {
    return false;
  }
}

export function headCommit(gitDirectory: string): string {
  return git(gitDirectory, ['rev-parse', 'HEAD']).toString('utf8').trim();
}

/** Regular files of the commit in the order of git's tree, without symbolic links and submodules. */
export function listFiles(gitDirectory: string, commit: string): CommittedFile[] {
  const output = git(gitDirectory, ['ls-tree', '-r', '-z', '--long', commit]).toString('utf8');
  const files: CommittedFile[] = [];
  for (const line of output.split('\0')) {
    const match = /^100(?:644|755) blob ([0-9a-f]+) +(\d+)\t(.*)$/s.exec(line);
    if (match !== null) files.push({ path: match[3]!, blob: match[1]!, size: Number(match[2]) });
  }
  return files;
}

/** The contents of the files in the given order; null for a file that the git directory lacks. */
export function readFiles(gitDirectory: string, files: readonly CommittedFile[]): (Buffer | null)[] {
  if (files.length === 0) return [];
  const output = git(gitDirectory, ['cat-file', '--batch'], `${files.map(({ blob }) => blob).join('\n')}\n`);
  const contents: (Buffer | null)[] = [];
  let at = 0;
  while (at < output.length && contents.length < files.length) {
    const end = output.indexOf(10, at);
    const head = output.toString('utf8', at, end);
    at = end + 1;
    const size = / blob (\d+)$/.exec(head)?.[1];
    if (size === undefined) contents.push(null);
    else {
      contents.push(output.subarray(at, at + Number(size)));
      at += Number(size) + 1;
    }
  }
  return contents;
}
