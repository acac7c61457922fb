/**
 * What is to be compared: the working tree, a commit with its first parent, or the two ends of a range, as commits of the repository.
 * Invariant: git is never given a word of the caller's that it could take for an option, and a word that it does not know is an error that
 * says what to do.
 */
import { AppError } from '../model/error.ts';
import { nearest } from '../util/nearest.ts';
import { runGit, type GitCommand } from './git-command.ts';

export interface ComparisonRequest {
  /** A commit, `a..b` or `a...b`; undefined: the working tree. */
  revision?: string | undefined;
  /** With the working tree: the commit that it is compared with, instead of HEAD. */
  base?: string | undefined;
  signal?: AbortSignal | undefined;
}

export interface Comparison {
  kind: 'workingTree' | 'commit' | 'range';
  /** Full id of the older commit; null for nothing at all (a first commit, or none yet). */
  from: string | null;
  /** Full id of the newer commit; null for the files on disk. */
  to: string | null;
  /** First line of the commit's message, where one commit is asked for. */
  subject: string | null;
  /** There are several parents, of which the first is compared. */
  isMerge: boolean;
}

/** Where git is asked. */
export interface GitPlace {
  git: GitCommand;
  root: string;
  signal?: AbortSignal | undefined;
}

const timeoutMs = 20_000;
const longestRevision = 500;
const knownRefs = 2000;

/** Runs git in the project; what it wrote, and null where it failed. */
export async function askGit(
  { git, root, signal }: GitPlace,
  args: readonly string[],
  input?: Buffer,
): Promise<Buffer | null> {
  const output = await runGit(git, {
    folder: root,
    args,
    timeoutMs,
    signal,
    ...(input === undefined ? {} : { input }),
  });
  return output?.stdout ?? null;
}

async function line(place: GitPlace, args: readonly string[]): Promise<string | null> {
  const first = (await askGit(place, args))?.toString('utf8').split('\n')[0]?.trim();
  return first === undefined || first === '' ? null : first;
}

/** Rejects with an `AppError` where there is no repository, or no such revision in it. */
export async function resolveComparison(place: GitPlace, request: ComparisonRequest): Promise<Comparison> {
  const { revision, base } = request;
  if ((await line(place, ['rev-parse', '--is-inside-work-tree'])) !== 'true') throw noRepository(place.root);
  if (base !== undefined) {
    if (revision !== undefined) throw bothGiven();
    const from = await commitOf(place, base, 'base');
    return { kind: 'workingTree', from, to: null, subject: null, isMerge: false };
  }
  if (revision === undefined) {
    const from = await idOf(place, 'HEAD');
    return { kind: 'workingTree', from, to: null, subject: null, isMerge: false };
  }
  const ends = /^(.*?)(\.\.\.?)(.*)$/s.exec(revision);
  if (ends !== null) return range(place, ends as unknown as [string, string, string, string]);
  return oneCommit(place, await commitOf(place, revision, 'revision'));
}

async function range(
  place: GitPlace,
  [, left, dots, right]: readonly [string, string, string, string],
): Promise<Comparison> {
  const start = await commitOf(place, left === '' ? 'HEAD' : left, 'revision');
  const to = await commitOf(place, right === '' ? 'HEAD' : right, 'revision');
  const from = dots === '..' ? start : await line(place, ['merge-base', start, to]);
  if (from !== null) return { kind: 'range', from, to, subject: null, isMerge: false };
  throw invalid('revision', `${left}${dots}${right}`, 'The two ends of the range have no common ancestor here', {
    expected: 'two commits with a common ancestor',
    hint: `${await shallowHint(place)}Compare the ends themselves with two dots.`,
  });
}

async function oneCommit(place: GitPlace, to: string): Promise<Comparison> {
  // The object itself: a shallow clone hides the parents that it does not have.
  const object = (await askGit(place, ['cat-file', 'commit', to]))?.toString('utf8') ?? '';
  const end = object.indexOf('\n\n');
  const parents = [...object.slice(0, end === -1 ? undefined : end).matchAll(/^parent ([0-9a-f]+)$/gm)];
  const subject =
    end === -1
      ? null
      : (object
          .slice(end + 2)
          .split('\n')[0]
          ?.trim() ?? null);
  const parent = parents[0]?.[1];
  if (parent === undefined) return { kind: 'commit', from: null, to, subject, isMerge: false };
  const from = await idOf(place, parent);
  if (from !== null) return { kind: 'commit', from, to, subject, isMerge: parents.length > 1 };
  throw new AppError('NotFoundError', `The parent of commit ${to.slice(0, 12)} is not in this clone`, {
    hint: `${await shallowHint(place)}Or ask for a later commit.`,
    details: { field: 'revision', expected: 'a commit whose parent is here', received: to },
  });
}

/** The commit's full id; null where there is none. */
async function idOf(place: GitPlace, revision: string): Promise<string | null> {
  const id = await line(place, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]);
  return id !== null && /^[0-9a-f]{40,64}$/.test(id) ? id : null;
}

async function commitOf(place: GitPlace, given: string, field: string): Promise<string> {
  const revision = given.trim();
  const expected = 'a commit, a branch, a tag, or a range of two (main..HEAD)';
  if (revision === '' || revision.length > longestRevision || /[\0-\u001f\u007f]/.test(revision))
    throw invalid(field, given, 'Not the name of a commit', { expected, hint: `Give ${expected}.` });
  if (revision.startsWith('-'))
    throw invalid(field, given, `Not the name of a commit: ${shown(given)}`, {
      expected,
      hint: `A revision does not begin with a dash. Give ${expected}.`,
    });
  const id = await idOf(place, revision);
  if (id !== null) return id;
  throw new AppError('NotFoundError', `Unknown revision: ${shown(revision)}`, {
    hint: await unknownHint(place, revision),
    details: { field, expected, received: shown(revision) },
  });
}

async function unknownHint(place: GitPlace, revision: string): Promise<string> {
  if ((await idOf(place, 'HEAD')) === null) return 'This repository has no commit yet: leave it out to see all files.';
  const [name = ''] = revision.split(/[~^@:]/);
  if (name !== '' && name !== revision && (await idOf(place, name)) !== null)
    return `${await shallowHint(place)}${shown(name)} is known, but has no such ancestor or entry.`;
  const format = ['--format=%(refname:short)', `--count=${knownRefs}`, '--sort=-committerdate'];
  const refs = await askGit(place, ['for-each-ref', ...format, 'refs/heads', 'refs/tags', 'refs/remotes']);
  const near = nearest(name, refs?.toString('utf8').split('\n') ?? []);
  const guess = near === null ? '' : `Did you mean ${shown(near)}? `;
  return `${guess}${await shallowHint(place)}Branches and tags: git branch -a, git tag; commits: git log --oneline. For the files that are not committed, leave it out.`;
}

async function shallowHint(place: GitPlace): Promise<string> {
  const isShallow = (await line(place, ['rev-parse', '--is-shallow-repository'])) === 'true';
  return isShallow ? 'This clone is shallow: git fetch --unshallow brings the rest of its history. ' : '';
}

function noRepository(root: string): AppError {
  return new AppError('ValidationError', `No git work tree: ${root}`, {
    hint: 'What has changed is known only in a git repository that git accepts as yours (git status says why not). Ask get_impact for a symbol instead.',
  });
}

function bothGiven(): AppError {
  return invalid('base', '', 'Both revision and base are given', {
    expected: 'one of revision and base',
    hint: 'base is for the working tree; for two commits give revision as base..commit.',
  });
}

function invalid(
  field: string,
  received: string,
  message: string,
  { expected, hint }: { expected: string; hint: string },
): AppError {
  return new AppError('ValidationError', message, { hint, details: { field, expected, received: shown(received) } });
}

/** On one line, whatever is in the name. */
function shown(text: string): string {
  return JSON.stringify(text.slice(0, 200)).slice(1, -1);
}
