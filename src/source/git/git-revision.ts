/**
 * Resolves what to compare: the working tree, a commit with its first parent, or the two ends of a range, as commits of the repository.
 * Invariant: git never gets a word of the caller that it could take for an option. A word that git does not know is an error with a hint.
 */
import { AppError } from '../../model/error.ts';
import { nearest } from '../../util/nearest.ts';
import type { GitCommand } from './find-git.ts';
import { runGit } from './git-command.ts';

export interface ComparisonRequest {
  /** A commit, `a..b` or `a...b`; undefined: the working tree. */
  revision?: string | undefined;
  /** For the working tree: the commit to compare with, instead of HEAD. */
  base?: string | undefined;
  signal?: AbortSignal | undefined;
}

export interface Comparison {
  kind: 'workingTree' | 'commit' | 'range';
  /** Full id of the older commit; null where there is none (`to` is a first commit, or there is no commit yet). */
  from: string | null;
  /** Full id of the newer commit; null for the files on disk. */
  to: string | null;
  /** First line of the commit's message, where a single commit was requested. */
  subject: string | null;
  /** Whether the commit has several parents. It is compared with the first one. */
  isMerge: boolean;
}

/** Where git runs. */
export interface GitPlace {
  git: GitCommand;
  root: string;
  signal?: AbortSignal | undefined;
}

const timeoutMs = 20_000;
/** Maximum length of the text that names a revision. */
const maxRevisionLength = 500;
/** Number of branches and tags that a misspelt name is compared with. */
const maxRefs = 2000;

/** Runs git in the project and returns its output; null where it failed. */
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

/** The first line of git's output; null where git failed or the line is empty. */
async function firstLine(place: GitPlace, args: readonly string[]): Promise<string | null> {
  const first = (await askGit(place, args))?.toString('utf8').split('\n')[0]?.trim();
  return first === undefined || first === '' ? null : first;
}

/** Rejects with an `AppError` where there is no repository, or no such revision. */
export async function resolveComparison(place: GitPlace, request: ComparisonRequest): Promise<Comparison> {
  const { revision, base } = request;
  if (base !== undefined && revision !== undefined) throw bothGivenError();
  const isInside = firstLine(place, ['rev-parse', '--is-inside-work-tree']);
  const compared = compare(place, request);
  // Both run at once. Without a repository the error to report is that there is none; an error of the comparison is then ignored.
  compared.catch(() => {});
  if ((await isInside) !== 'true') throw noRepositoryError(place.root);
  return compared;
}

async function compare(place: GitPlace, { revision, base }: ComparisonRequest): Promise<Comparison> {
  const working = { kind: 'workingTree', to: null, subject: null, isMerge: false } as const;
  if (base !== undefined) return { ...working, from: (await commitOf(place, base, 'base')).id };
  if (revision === undefined) return { ...working, from: (await readCommits(place, ['HEAD']))[0]?.id ?? null };
  const ends = /^(.*?)(\.\.\.?)(.*)$/s.exec(revision);
  return ends === null
    ? compareOneCommit(place, revision)
    : compareRange(place, ends as unknown as [string, string, string, string]);
}

async function compareRange(
  place: GitPlace,
  [, left, dots, right]: readonly [string, string, string, string],
): Promise<Comparison> {
  const [start, to] = await Promise.all(
    [left, right].map(async (end) => (await commitOf(place, end === '' ? 'HEAD' : end, 'revision')).id),
  );
  const from = dots === '..' ? start! : await firstLine(place, ['merge-base', start!, to!]);
  if (from !== null) return { kind: 'range', from, to: to!, subject: null, isMerge: false };
  throw invalidArgument(
    'revision',
    `${left}${dots}${right}`,
    'The two ends of the range have no common ancestor here',
    {
      expected: 'two commits with a common ancestor',
      hint: `${await shallowHint(place)}Compare the ends themselves with two dots.`,
    },
  );
}

/**
 * The commit that a review compares the files on disk with: where the current branch left the base. Without a base that is the branch that `origin` calls its
 * default, else `main` or `master`. Rejects with an `AppError` where there is none.
 */
export async function reviewBase(place: GitPlace, base: string | undefined): Promise<string> {
  const named = base === undefined ? await defaultBranch(place) : (await commitOf(place, base, 'base')).id;
  if (named === null)
    throw new AppError('ValidationError', 'The branch to compare with is not known', {
      hint: 'Name it: --base origin/main, or a commit.',
      details: { field: 'base', expected: 'a branch or a commit', received: '' },
    });
  const common = await firstLine(place, ['merge-base', named, 'HEAD']);
  if (common !== null) return common;
  // A shallow clone may lack the commit where the branches part. Then the two states themselves are compared.
  if ((await firstLine(place, ['rev-parse', '--is-shallow-repository'])) === 'true') return named;
  throw invalidArgument('base', base ?? named, 'The base and the current branch have no common ancestor here', {
    expected: 'a branch or commit with a common ancestor',
    hint: 'Name another: --base COMMIT.',
  });
}

/** The newest commit of the default branch; null where no branch is known as that. */
async function defaultBranch(place: GitPlace): Promise<string | null> {
  const names = ['refs/remotes/origin/HEAD', 'refs/remotes/origin/main', 'refs/remotes/origin/master'];
  const found = await readCommits(place, [...names, 'refs/heads/main', 'refs/heads/master']);
  return found.find((commit) => commit !== null)?.id ?? null;
}

async function compareOneCommit(place: GitPlace, revision: string): Promise<Comparison> {
  const { id: to, text, parent } = await commitOf(place, revision, 'revision');
  // The parents are counted in the commit object: other commands of git do not list the parents that a shallow clone lacks.
  const end = text.indexOf('\n\n');
  const parents = text.slice(0, end === -1 ? undefined : end).match(/^parent [0-9a-f]+$/gm)?.length ?? 0;
  const subject =
    end === -1
      ? null
      : (text
          .slice(end + 2)
          .split('\n')[0]
          ?.trim() ?? null);
  if (parents === 0) return { kind: 'commit', from: null, to, subject, isMerge: false };
  if (parent !== null) return { kind: 'commit', from: parent, to, subject, isMerge: parents > 1 };
  throw new AppError('NotFoundError', `The parent of commit ${to.slice(0, 12)} is not in this clone`, {
    hint: `${await shallowHint(place)}Or ask for a later commit.`,
    details: { field: 'revision', expected: 'a commit whose parent is here', received: to },
  });
}

interface Commit {
  id: string;
  /** Content of the commit object. */
  text: string;
  /** The first parent; null where there is none, or the clone does not have it. */
  parent: string | null;
}

/** The commits that the words name, in order; null for none. The words are passed on standard input, where none of them is an option. */
async function readCommits(place: GitPlace, revisions: readonly string[]): Promise<(Commit | null)[]> {
  const names = revisions.flatMap((revision) => [`${revision}^{commit}`, `${revision}^{commit}^1^{commit}`]);
  const output = await askGit(place, ['cat-file', '--batch'], Buffer.from(`${names.join('\n')}\n`));
  const objects = output === null ? [] : parseObjects(output);
  return revisions.map((_, at) => {
    const [commit, parent] = [objects[2 * at], objects[2 * at + 1]];
    return commit === undefined || commit === null ? null : { ...commit, parent: parent?.id ?? null };
  });
}

/** Format: `id commit size LF`, the content, `LF`. A line of another form stands for a word that names no commit. */
function parseObjects(output: Buffer): ({ id: string; text: string } | null)[] {
  const found: ({ id: string; text: string } | null)[] = [];
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(10, at);
    if (end === -1) break;
    const [, id, size] = /^([0-9a-f]{40,64}) commit (\d+)$/.exec(output.toString('latin1', at, end)) ?? [];
    at = end + 1;
    if (id === undefined) {
      found.push(null);
      continue;
    }
    found.push({ id, text: output.toString('utf8', at, at + Number(size)) });
    at += Number(size) + 1;
  }
  return found;
}

async function commitOf(place: GitPlace, given: string, field: string): Promise<Commit> {
  const revision = given.trim();
  const expected = 'a commit, a branch, a tag, or a range of two (main..HEAD)';
  if (revision === '' || revision.length > maxRevisionLength || /[\0-\u001f\u007f]/.test(revision))
    throw invalidArgument(field, given, 'Not the name of a commit', { expected, hint: `Give ${expected}.` });
  if (revision.startsWith('-'))
    throw invalidArgument(field, given, `Not the name of a commit: ${toOneLine(given)}`, {
      expected,
      hint: `A revision does not begin with a dash. Give ${expected}.`,
    });
  const [commit] = await readCommits(place, [revision]);
  if (commit !== undefined && commit !== null) return commit;
  throw new AppError('NotFoundError', `Unknown revision: ${toOneLine(revision)}`, {
    hint: await unknownHint(place, revision),
    details: { field, expected, received: toOneLine(revision) },
  });
}

async function unknownHint(place: GitPlace, revision: string): Promise<string> {
  const [name = ''] = revision.split(/[~^@:]/);
  const [head, namedCommit] = await readCommits(place, ['HEAD', name === '' ? 'HEAD' : name]);
  if (head === null) return 'This repository has no commit yet: leave it out to see all files.';
  if (name !== '' && name !== revision && namedCommit !== null)
    return `${await shallowHint(place)}${toOneLine(name)} is known, but has no such ancestor or entry.`;
  const format = ['--format=%(refname:short)', `--count=${maxRefs}`, '--sort=-committerdate'];
  const refs = await askGit(place, ['for-each-ref', ...format, 'refs/heads', 'refs/tags', 'refs/remotes']);
  const near = nearest(name, refs?.toString('utf8').split('\n') ?? []);
  const guess = near === null ? '' : `Did you mean ${toOneLine(near)}? `;
  return `${guess}${await shallowHint(place)}Branches and tags: git branch -a, git tag; commits: git log --oneline. For the files that are not committed, leave it out.`;
}

async function shallowHint(place: GitPlace): Promise<string> {
  const isShallow = (await firstLine(place, ['rev-parse', '--is-shallow-repository'])) === 'true';
  return isShallow ? 'This clone is shallow: git fetch --unshallow brings the rest of its history. ' : '';
}

function noRepositoryError(root: string): AppError {
  return new AppError('ValidationError', `No git work tree: ${root}`, {
    hint: 'What has changed is known only in a git repository that git accepts as yours (git status says why not).',
    next: { to: 'showImpact' },
  });
}

function bothGivenError(): AppError {
  return invalidArgument('base', '', 'Both revision and base are given', {
    expected: 'one of revision and base',
    hint: 'base is for the working tree; for two commits give revision as base..commit.',
  });
}

function invalidArgument(
  field: string,
  received: string,
  message: string,
  { expected, hint }: { expected: string; hint: string },
): AppError {
  return new AppError('ValidationError', message, {
    hint,
    details: { field, expected, received: toOneLine(received) },
  });
}

/** The text on one line, whatever it contains. */
function toOneLine(text: string): string {
  return JSON.stringify(text.slice(0, 200)).slice(1, -1);
}
