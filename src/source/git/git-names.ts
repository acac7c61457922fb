/**
 * Asks git for the names below a folder of a work tree: tracked and untracked files, ignored files, and folders that git could not read.
 * Invariant: all or nothing. Where git fails in any part, or answers for another folder than the one it was asked about, the result
 * is null.
 */
import { isUtf8 } from 'node:buffer';
import type { LeftOut } from '../../model/file.ts';
import { displayPath } from '../../util/bytes/path-bytes.ts';
import type { GitCommand } from './find-git.ts';
import { runGit, type GitOutput } from './git-command.ts';

/** Displayed paths relative to the folder, sorted. They are the paths that git lists; none has been checked on disk. */
export interface GitNames {
  /** Has duplicates where there are merge conflicts. A submodule looks like a file; an untracked repository ends in `/`. */
  files: string[];
  /** Folders end in `/`. A folder that has other names below it is not itself ignored. */
  ignored: string[];
  /** Folders, ending in `/`. */
  unreadable: LeftOut[];
}

export async function nameFiles(
  git: GitCommand,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<GitNames | null> {
  const answers = await askAll(git, folder, signal, [
    ['ls-files', '-z', '--exclude-standard', '--cached', '--others'],
    ['ls-files', '-z', '--exclude-standard', '--others', '--ignored', '--directory'],
    ['rev-parse', '--is-inside-work-tree', '--show-prefix'],
  ]);
  if (answers === null) return null;
  const [files, ignored, location] = answers as [GitOutput, GitOutput, GitOutput];
  // A repository can declare another folder as its work tree; git then lists the files of that folder.
  const [inside, ...prefix] = location.stdout.toString('latin1').split('\n');
  if (inside !== 'true') return null;
  return {
    files: readNames(files.stdout),
    ignored: readNames(ignored.stdout),
    unreadable: readWarnings(files.stderr, prefix.slice(0, -1).join('\n')),
  };
}

/** Runs the commands in parallel; the first one that fails ends the others. */
async function askAll(
  git: GitCommand,
  folder: string,
  signal: AbortSignal | undefined,
  commands: readonly string[][],
): Promise<GitOutput[] | null> {
  const failed = new AbortController();
  const stopSignal = signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal]);
  const running = commands.map(async (args) => {
    const output = await runGit(git, { folder, signal: stopSignal, args });
    if (output === null) failed.abort();
    return output;
  });
  const answers: GitOutput[] = [];
  for (const result of await Promise.allSettled(running)) {
    if (result.status === 'fulfilled' && result.value !== null) answers.push(result.value);
  }
  return answers.length === commands.length ? answers : null;
}

/** NUL-terminated names as displayed paths, sorted. */
function readNames(output: Buffer): string[] {
  let names: string[];
  if (isUtf8(output) && !output.includes('\\x')) {
    names = output.toString('utf8').split('\0');
    names.pop();
  } else {
    names = [];
    for (let from = 0, end = 0; (end = output.indexOf(0, from)) !== -1; from = end + 1) {
      names.push(displayPath(output.subarray(from, end)).path);
    }
  }
  return names.sort();
}

/** Git skips a folder that it cannot read, with a warning that names it relative to the top of the repository. */
function readWarnings(errors: string, prefix: string): LeftOut[] {
  const found: LeftOut[] = [];
  for (const [, name = '', detail = ''] of errors.matchAll(/^warning: could not open directory '(.+?)\/?': (.+)$/gm)) {
    if (!name.startsWith(prefix)) continue;
    const path = displayPath(Buffer.from(name.slice(prefix.length), 'latin1')).path;
    found.push({ path: `${path}/`, reason: 'unreadable', detail });
  }
  return found;
}
