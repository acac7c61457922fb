/**
 * Which files changed together in the latest commits.
 * Invariant: this is best effort. Where git is slow or fails there is no history, and nothing waits for it.
 */
import { displayPath } from '../../util/bytes/path-bytes.ts';
import { runGit } from './git-command.ts';
import type { GitPlace } from './git-revision.ts';

/** Maximum number of commits, the latest first. */
const maxCommits = 500;
/** A commit that changes more files is left out: it says little about any two of them. */
const maxFilesOfCommit = 30;
const timeoutMs = 1500;

/** Signature checks are avoided: a setting can request them, and another setting names the program that does them. */
const format = [
  '--no-show-signature',
  '--format=%x01',
  '--name-only',
  '-z',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
];

/**
 * The files of `commit` and of the commits before it, one list for each commit that is no merge and has `leastFiles` to `maxFilesOfCommit` files. Empty
 * where git fails. @param commit full id
 */
export async function filesOfCommits(
  { git, root, signal }: GitPlace,
  commit: string,
  leastFiles = 2,
): Promise<string[][]> {
  const args = ['log', '--no-merges', `--max-count=${maxCommits}`, ...format, '--relative', commit, '--'];
  const output = await runGit(git, { folder: root, args, timeoutMs, signal });
  return output === null ? [] : parseLog(output.stdout, leastFiles);
}

/** Format: `\x01 NUL`, then names, each terminated by `NUL`. The first name of a commit may have a line break before it. */
export function parseLog(output: Buffer, leastFiles = 2): string[][] {
  const commits: string[][] = [];
  for (let from = 0; from < output.length;) {
    const end = output.indexOf(0, from);
    if (end === -1) break;
    let name = output.subarray(from, end);
    from = end + 1;
    if (name[0] === 10) name = name.subarray(1);
    if (name[0] === 1) {
      commits.push([]);
      name = name.subarray(name[1] === 10 ? 2 : 1);
    }
    if (name.length > 0) commits.at(-1)?.push(displayPath(name).path);
  }
  return commits.filter((files) => files.length >= leastFiles && files.length <= maxFilesOfCommit);
}
