/**
 * Which files changed together in the commits before a state.
 * Invariant: it says what can be had at once: where git is slow or fails there is no history, and nobody waits for it.
 */
import { displayPath } from '../../util/bytes/path-bytes.ts';
import { runGit } from './git-command.ts';
import type { GitPlace } from './git-revision.ts';

/** Commits that are looked at, the latest. */
const maxCommits = 500;
/** A commit that changes more says little of any two of its files. */
const maxFilesOfCommit = 30;
const timeoutMs = 1500;

/** Signatures, which a setting can ask for, are checked by a program that another setting names. */
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

/** The files of each commit, `commit`'s first. @param commit full id */
export async function filesOfCommits({ git, root, signal }: GitPlace, commit: string): Promise<string[][]> {
  const args = ['log', '--no-merges', `--max-count=${maxCommits}`, ...format, '--relative', commit, '--'];
  const output = await runGit(git, { folder: root, args, timeoutMs, signal });
  return output === null ? [] : parseLog(output.stdout);
}

/** `\x01 NUL`, then names, each ended by `NUL`; the first one of a commit may stand behind a line's end. */
export function parseLog(output: Buffer): string[][] {
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
  return commits.filter((files) => files.length > 1 && files.length <= maxFilesOfCommit);
}
