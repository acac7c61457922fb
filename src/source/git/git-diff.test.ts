import { appendFileSync, chmodSync, existsSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findGit, type GitCommand } from './find-git.ts';
import { changedFiles, parseBatch, parseRawChanges, readBlobs, type FileChange } from './git-diff.ts';
import { filesOfCommits, parseLog } from './git-history.ts';
import { resolveComparison, type GitPlace } from './git-revision.ts';
import { useWalkFixture, write } from '../testing/walk-fixture.ts';

const fixture = useWalkFixture();

function place(folder = fixture.root): GitPlace {
  const git: GitCommand | null = findGit(folder, fixture.gitEnvironment);
  if (git === null) throw new Error('these tests need git');
  return { git, root: folder };
}

function commit(message: string): string {
  fixture.git(fixture.root, 'add', '--all');
  fixture.git(fixture.root, 'commit', '--quiet', '--allow-empty', '-m', message);
  return fixture.git(fixture.root, 'rev-parse', 'HEAD').trim();
}

function start(files: Parameters<typeof write>[1]): string {
  fixture.git(fixture.root, 'init', '--quiet');
  write(fixture.root, files);
  return commit('first');
}

async function asked(request: { revision?: string; base?: string } = {}, folder?: string): Promise<FileChange[]> {
  const at = place(folder);
  const changes = await changedFiles(at, await resolveComparison(at, request));
  return (changes ?? []).toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

const short = (changes: readonly FileChange[]): string[] =>
  changes.map(({ status, path, oldPath, kind }) =>
    [status, path, ...(oldPath === null ? [] : [`from ${oldPath}`]), ...(kind === 'file' ? [] : [kind])].join(' '),
  );

const long = 'a long text of many lines\n'.repeat(20);

describe('the working tree', () => {
  it('includes staged, unstaged and untracked files, but not ignored ones', async () => {
    start({ 'a.ts': 'a\n', 'b.ts': 'b\n', 'c.ts': 'c\n', 'd.ts': 'd\n', '.gitignore': 'ignored/\n' });
    write(fixture.root, { 'a.ts': 'a changed\n', 'b.ts': 'b changed\n', 'new.ts': 'n\n', 'ignored/x.ts': 'x\n' });
    write(fixture.root, { 'staged.ts': 's\n' });
    fixture.git(fixture.root, 'add', 'a.ts', 'staged.ts');
    rmSync(join(fixture.root, 'c.ts'));
    fixture.git(fixture.root, 'rm', '--quiet', '--cached', 'd.ts');
    const changes = await asked();
    expect(short(changes)).toEqual([
      ...['modified a.ts', 'modified b.ts', 'deleted c.ts', 'modified d.ts', 'added new.ts', 'added staged.ts'],
    ]);
    expect(changes.find(({ path }) => path === 'b.ts')).toMatchObject({ newId: null, oldId: expect.any(String) });
  });

  it('is compared with another commit where one is named', async () => {
    const first = start({ 'a.ts': 'a\n' });
    write(fixture.root, { 'b.ts': 'b\n' });
    commit('second');
    expect(await asked()).toEqual([]);
    expect(short(await asked({ base: first }))).toEqual(['added b.ts']);
  });

  it('consists of new files before the first commit', async () => {
    fixture.git(fixture.root, 'init', '--quiet');
    write(fixture.root, { 'a.ts': 'a\n', 'b.ts': 'b\n' });
    fixture.git(fixture.root, 'add', 'a.ts');
    expect(short(await asked())).toEqual(['added a.ts', 'added b.ts']);
  });

  it('shows links, permissions and submodules, but not other repositories', async () => {
    const other = join(fixture.top, 'other');
    write(other, { 'x.ts': 'x\n' });
    for (const args of [
      ['init', '--quiet'],
      ['add', '.'],
      ['commit', '--quiet', '-m', 'x'],
    ])
      fixture.git(other, ...args);
    start({ 'a.ts': 'a\n', 'run.sh': 'x\n' });
    fixture.git(fixture.root, 'submodule', '--quiet', 'add', other, 'sub');
    commit('with a submodule');
    write(join(fixture.root, 'sub'), { 'y.ts': 'y\n' });
    for (const args of [
      ['add', '.'],
      ['commit', '--quiet', '-m', 'y'],
    ])
      fixture.git(join(fixture.root, 'sub'), ...args);
    chmodSync(join(fixture.root, 'run.sh'), 0o755);
    rmSync(join(fixture.root, 'a.ts'));
    symlinkSync('run.sh', join(fixture.root, 'a.ts'));
    write(fixture.root, { 'nested/z.ts': 'z\n' });
    fixture.git(join(fixture.root, 'nested'), 'init', '--quiet');
    expect(short(await asked())).toEqual(['typeChanged a.ts link', 'modified run.sh', 'modified sub submodule']);
    rmSync(join(fixture.root, 'nested'), { recursive: true });
    commit('links');
    expect(await asked({ revision: 'HEAD' })).toContainEqual(
      expect.objectContaining({ path: 'run.sh', isModeOnly: true }),
    );
  });

  it('names a file with conflicts once', async () => {
    start({ 'a.ts': 'one\n' });
    fixture.git(fixture.root, 'checkout', '--quiet', '-b', 'side');
    write(fixture.root, { 'a.ts': 'two\n' });
    commit('two');
    fixture.git(fixture.root, 'checkout', '--quiet', '-');
    write(fixture.root, { 'a.ts': 'three\n' });
    commit('three');
    expect(() => fixture.git(fixture.root, 'merge', 'side')).toThrow();
    expect(short(await asked())).toEqual(['unmerged a.ts']);
  });

  it('is limited to the folder, not the whole repository', async () => {
    start({ 'app/a.ts': 'a\n', 'lib/b.ts': 'b\n' });
    write(fixture.root, { 'app/a.ts': 'changed\n', 'lib/b.ts': 'changed\n', 'app/new.ts': 'n\n', 'lib/new.ts': 'n\n' });
    const app = join(fixture.root, 'app');
    expect(short(await asked({}, app))).toEqual(['modified a.ts', 'added new.ts']);
    commit('second');
    expect(short(await asked({ revision: 'HEAD' }, app))).toEqual(['modified a.ts', 'added new.ts']);
  });

  it('returns names unchanged, whatever characters they contain', async () => {
    const odd = [
      'with space.ts',
      'tab\there.ts',
      'line\nbreak.ts',
      '"quoted".ts',
      'ümläut.ts',
      '-dash.ts',
      'back\\slash.ts',
    ];
    start({ 'a.ts': 'a\n' });
    write(fixture.root, Object.fromEntries(odd.map((name) => [name, 'x\n'])));
    expect((await asked()).map(({ path }) => path)).toEqual(odd.toSorted());
    commit('odd');
    expect((await asked({ revision: 'HEAD' })).map(({ path }) => path)).toEqual(odd.toSorted());
  });
});

describe('commits', () => {
  it('find renames with changes, and return the ids of both contents', async () => {
    start({ 'old.ts': long, 'gone.ts': 'gone\n' });
    renameSync(join(fixture.root, 'old.ts'), join(fixture.root, 'new.ts'));
    appendFileSync(join(fixture.root, 'new.ts'), 'one more\n');
    rmSync(join(fixture.root, 'gone.ts'));
    commit('renamed');
    const changes = await asked({ revision: 'HEAD' });
    expect(short(changes)).toEqual(['deleted gone.ts', 'renamed new.ts from old.ts']);
    const [, renamed] = changes as [FileChange, FileChange];
    const blobs = await readBlobs(place(), [renamed.oldId!, renamed.newId!, '0'.repeat(40)], { each: 1e6, all: 1e6 });
    expect(blobs.get(renamed.oldId!)?.toString()).toBe(long);
    expect(blobs.get(renamed.newId!)?.toString()).toBe(`${long}one more\n`);
    expect(blobs.size).toBe(2);
  });

  it('read no content beyond the limits', async () => {
    start({ 'a.bin': Buffer.alloc(3000, 0), 'b.ts': 'b\n', 'c.ts': 'c\n' });
    const ids = (await asked({ revision: 'HEAD' })).map(({ newId }) => newId!);
    expect((await readBlobs(place(), ids, { each: 1000, all: 1000 })).size).toBe(2);
    expect((await readBlobs(place(), ids, { each: 10_000, all: 3000 })).size).toBe(1);
    expect((await readBlobs(place(), [], { each: 1, all: 1 })).size).toBe(0);
  });

  it('compare a merge with its first parent, and a first commit with nothing', async () => {
    const first = start({ 'a.ts': 'a\n' });
    fixture.git(fixture.root, 'checkout', '--quiet', '-b', 'side');
    write(fixture.root, { 'side.ts': 's\n' });
    commit('side');
    fixture.git(fixture.root, 'checkout', '--quiet', '-');
    write(fixture.root, { 'main.ts': 'm\n' });
    commit('main');
    fixture.git(fixture.root, 'merge', '--quiet', '--no-edit', 'side');
    expect(short(await asked({ revision: 'HEAD' }))).toEqual(['added side.ts']);
    expect(short(await asked({ revision: first }))).toEqual(['added a.ts']);
    expect(short(await asked({ revision: `${first}..side` }))).toEqual(['added side.ts']);
    expect(short(await asked({ revision: 'side...HEAD' }))).toEqual(['added main.ts']);
  });

  it('record which files changed together before', async () => {
    start({ 'a.ts': 'a\n', 'b.ts': 'b\n' });
    write(fixture.root, { 'a.ts': '1\n', 'b.ts': '1\n' });
    commit('both');
    write(fixture.root, { 'a.ts': '2\n' });
    const last = commit('one');
    expect(await filesOfCommits(place(), last)).toEqual([
      ['a.ts', 'b.ts'],
      ['a.ts', 'b.ts'],
    ]);
  });
});

it('runs nothing that the repository names', async () => {
  const marker = join(fixture.top, 'ran');
  start({ 'a.ts': 'a\n', '.gitattributes': '* filter=evil diff=evil\n' });
  write(fixture.root, { 'a.ts': 'second\n' });
  commit('second');
  // A signed commit: git can be configured to check signatures with a program.
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n';
  const object = fixture.git(fixture.root, 'cat-file', 'commit', 'HEAD').replace('\n\n', `\n${signature}`);
  write(fixture.top, { signed: object });
  const second = fixture.git(fixture.root, 'hash-object', '-t', 'commit', '-w', join(fixture.top, 'signed')).trim();
  fixture.git(fixture.root, 'reset', '--quiet', second);
  const run = `sh -c 'touch ${marker}; cat'`;
  for (const name of ['filter.evil.clean', 'filter.evil.smudge', 'filter.evil.process', 'diff.evil.textconv'])
    fixture.git(fixture.root, 'config', name, run);
  for (const name of ['diff.evil.command', 'diff.external', 'core.fsmonitor', 'core.pager', 'pager.log'])
    fixture.git(fixture.root, 'config', name, run);
  const checker = join(fixture.top, 'gpg');
  write(fixture.top, { gpg: `#!/bin/sh\ntouch ${marker}\n` });
  chmodSync(checker, 0o755);
  fixture.git(fixture.root, 'config', 'gpg.program', checker);
  fixture.git(fixture.root, 'config', 'log.showSignature', 'true');
  fixture.git(fixture.root, 'config', 'filter.evil.required', 'true');
  write(fixture.root, { 'a.ts': 'changed\n', 'b.ts': 'b\n' });
  const changes = await asked();
  expect(short(changes)).toEqual(['modified a.ts', 'added b.ts']);
  expect((await readBlobs(place(), [changes[0]!.oldId!], { each: 100, all: 100 })).size).toBe(1);
  expect(short(await asked({ revision: second }))).toEqual(['modified a.ts']);
  expect(await filesOfCommits(place(), second)).toEqual([['.gitattributes', 'a.ts']]);
  expect(existsSync(marker)).toBe(false);
  // Without our precautions git runs it.
  fixture.git(fixture.root, '-c', 'core.fsmonitor=false', 'log', '-1');
  expect(existsSync(marker)).toBe(true);
});

it('does not ask git where a filter cannot be switched off', async () => {
  start({ 'a.ts': 'a\n', '.gitattributes': '* filter=a=b\n' });
  appendFileSync(join(fixture.root, '.git/config'), '[filter "a=b"]\nclean = false\n');
  await expect(asked()).rejects.toThrow('it names the filter "a=b"');
  expect(short(await asked({ revision: 'HEAD' }))).toEqual(['added .gitattributes', 'added a.ts']);
});

describe('what git writes', () => {
  const id = 'a'.repeat(40);
  const none = '0'.repeat(40);

  it.each<[string, string, string[]]>([
    ['nothing', '', []],
    ['a broken head', `:1 2 x\0a\0:100644 100644 ${id} ${none} M\0b\0`, ['modified b']],
    ['a cut end', `:100644 100644 ${id} ${none} M\0a\0:100644 100644 ${id} ${none} R100\0b\0`, ['modified a']],
    ['a copy', `:100644 100644 ${id} ${id} C75\0a\0b\0`, ['added b']],
    ['longer ids', `:000000 100644 ${'0'.repeat(64)} ${'b'.repeat(64)} A\0a\0`, ['added a']],
    ['a conflict', `:0 0 ${none} ${none} U\0a\0`, ['unmerged a']],
    ['an unknown letter', `:100644 100644 ${id} ${id} X\0a\0`, ['modified a']],
  ])('is read: %s', (_, text, expected) => {
    expect(short(parseRawChanges(Buffer.from(text)))).toEqual(expected);
  });

  it('never makes the parser throw, whatever it is', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        parseRawChanges(Buffer.from(bytes));
        parseBatch(Buffer.from(bytes));
        parseLog(Buffer.from(bytes));
      }),
    );
  });

  it('may contain any bytes', () => {
    const content = Buffer.from([0, 10, 255, 10]);
    const output = Buffer.concat([
      Buffer.from(`${none} missing\n${id} blob 4\n`),
      content,
      Buffer.from(`\n${'b'.repeat(40)} blob 9\nshort`),
    ]);
    expect([...parseBatch(output)]).toEqual([[id, content]]);
  });
});
