import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../model/error.ts';
import { findGit } from './find-git.ts';
import { resolveComparison, type GitPlace } from './git-revision.ts';
import { useWalkFixture, write } from '../testing/walk-fixture.ts';

const fixture = useWalkFixture();

function place(root = fixture.root): GitPlace {
  const git = findGit(root, fixture.gitEnvironment);
  if (git === null) throw new Error('these tests need git');
  return { git, root };
}

function commit(text: string, message: string): string {
  write(fixture.root, { 'a.ts': text });
  fixture.git(fixture.root, 'add', '.');
  fixture.git(fixture.root, 'commit', '--quiet', '-m', message);
  return fixture.git(fixture.root, 'rev-parse', 'HEAD').trim();
}

async function refusal(request: { revision?: string; base?: string }, root?: string): Promise<AppError> {
  const error = await resolveComparison(place(root), request).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error(`no error: ${String(error)}`);
  return error;
}

let first = '';
let second = '';
beforeEach(() => {
  fixture.git(fixture.root, 'init', '--quiet');
  first = commit('1\n', 'first thing');
  second = commit('2\n', 'second thing\n\nwith a body');
  fixture.git(fixture.root, 'branch', 'feature');
});

describe('resolveComparison', () => {
  it('accepts the working tree, a commit, which is compared with its parent, and ranges', async () => {
    const at = place();
    const none = { subject: null, isMerge: false };
    expect(await resolveComparison(at, {})).toEqual({ kind: 'workingTree', from: second, to: null, ...none });
    expect(await resolveComparison(at, { base: 'HEAD~1' })).toMatchObject({ kind: 'workingTree', from: first });
    expect(await resolveComparison(at, { revision: 'feature' })).toEqual({
      ...{ kind: 'commit', from: first, to: second, subject: 'second thing', isMerge: false },
    });
    expect(await resolveComparison(at, { revision: first.slice(0, 8) })).toMatchObject({ from: null, to: first });
    for (const revision of [`${first}..HEAD`, `${first}..`, `${first}...feature`])
      expect(await resolveComparison(at, { revision })).toEqual({ kind: 'range', from: first, to: second, ...none });
    expect(await resolveComparison(at, { revision: '..HEAD~1' })).toMatchObject({ from: second, to: first });
  });

  it.each([
    ['--output=/tmp/x', 'Not the name of a commit: --output=/tmp/x', 'does not begin with a dash'],
    ['HEAD..--all', 'Not the name of a commit: --all', 'does not begin with a dash'],
    ['featur', 'Unknown revision: featur', 'Did you mean feature?'],
    ['HEAD~99', 'Unknown revision: HEAD~99', 'HEAD is known, but has no such ancestor'],
    ['HEAD:a.ts', 'Unknown revision: HEAD:a.ts', 'HEAD is known'],
    ['src/a.ts', 'Unknown revision: src/a.ts', 'leave it out'],
    ['a\nb', 'Not the name of a commit', 'Give a commit'],
    ['x'.repeat(501), 'Not the name of a commit', 'Give a commit'],
  ])('refuses %j and says what to do', async (revision, message, hint) => {
    const error = await refusal({ revision });
    expect(error.message).toBe(message);
    expect(error.hint).toContain(hint);
    expect(error.details?.field).toBe('revision');
  });

  it('refuses a base together with a revision', async () => {
    expect((await refusal({ revision: 'HEAD', base: 'HEAD' })).hint).toContain('base..commit');
    expect((await refusal({ base: 'nowhere' })).details?.field).toBe('base');
  });

  it('reports that there is no repository, or no own one', async () => {
    const error = await refusal({}, fixture.top);
    expect(error.code).toBe('ValidationError');
    expect(error.message).toContain('No git work tree');
  });

  it('reports that there is no commit yet', async () => {
    const empty = join(fixture.top, 'empty');
    write(empty, { 'a.ts': 'a\n' });
    fixture.git(empty, 'init', '--quiet');
    expect(await resolveComparison(place(empty), {})).toMatchObject({ from: null, to: null });
    expect((await refusal({ revision: 'HEAD' }, empty)).hint).toContain('no commit yet');
  });

  it('distinguishes a shallow clone from one whose history begins there', async () => {
    const clone = join(fixture.top, 'clone');
    const env = { ...fixture.gitEnvironment, GIT_CONFIG_NOSYSTEM: '1' };
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${fixture.root}`, clone], { env });
    const error = await refusal({ revision: 'HEAD' }, clone);
    expect(error.message).toBe(`The parent of commit ${second.slice(0, 12)} is not in this clone`);
    expect(error.hint).toContain('git fetch --unshallow');
    expect(await resolveComparison(place(clone), {})).toMatchObject({ from: second });
  });

  it('compares two commits without a common ancestor only directly', async () => {
    fixture.git(fixture.root, 'checkout', '--quiet', '--orphan', 'other');
    const other = commit('3\n', 'other');
    expect((await refusal({ revision: 'feature...other' })).message).toContain('no common ancestor');
    expect(await resolveComparison(place(), { revision: 'feature..other' })).toMatchObject({ from: second, to: other });
  });
});
