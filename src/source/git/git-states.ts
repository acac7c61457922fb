/**
 * The states of a project that a reader may want to compare: the latest commits, and the branches.
 * Invariant: this is best effort. Where git is slow or fails the lists are empty.
 */
import type { BranchState, CommitState } from '../../model/changes.ts';
import { runGit } from './git-command.ts';
import type { GitPlace } from './git-revision.ts';

const timeoutMs = 1500;
/** Longer subjects are cut to this many characters. */
const maxSubject = 120;

/** The latest commits that lead to the files on disk, the newest first. */
export async function latestCommits(place: GitPlace, limit: number): Promise<CommitState[]> {
  const format = '--format=%h%x00%ct%x00%s%x00';
  const fields = await fieldsOf(place, ['log', '--no-show-signature', `--max-count=${limit}`, format, '--no-color']);
  return rowsOf(fields, 3).map(([id, seconds, subject]) => ({
    id: id!,
    atMs: Number(seconds) * 1000,
    subject: subject!.slice(0, maxSubject),
  }));
}

/** The local and remote branches, the one that changed last first. */
export async function latestBranches(place: GitPlace, limit: number): Promise<BranchState[]> {
  const format = '--format=%(refname:short)%00%(HEAD)%00%(committerdate:unix)%00%(symref)%00';
  const args = ['for-each-ref', `--count=${limit}`, '--sort=-committerdate', format, 'refs/heads', 'refs/remotes'];
  return rowsOf(await fieldsOf(place, args), 4)
    .filter(([, , , symbolic]) => symbolic === '')
    .map(([name, head, seconds]) => ({ name: name!, isCurrent: head === '*', atMs: Number(seconds) * 1000 }));
}

/** Git's output, split at each `NUL`; the line break that git adds to a row begins the next field. */
async function fieldsOf({ git, root, signal }: GitPlace, args: readonly string[]): Promise<string[]> {
  const output = await runGit(git, { folder: root, args, timeoutMs, signal });
  return output?.stdout.toString('utf8').split('\0') ?? [];
}

function rowsOf(fields: readonly string[], width: number): string[][] {
  const rows: string[][] = [];
  for (let at = 0; at + width <= fields.length; at += width) {
    const row = fields.slice(at, at + width);
    rows.push([row[0]!.replace(/^\n/, ''), ...row.slice(1)]);
  }
  return rows;
}
