import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { useWalkFixture, write } from './testing/walk-fixture.ts';
import { gitIndexHash, speaksForAll, treeMark } from './tree-mark.ts';

const fixture = useWalkFixture();
let root: string;
let gitEnvironment: Record<string, string>;
const options = { maxFileSize: 1000, ignorePatterns: ['out/'] };
const mark = (more = {}) => treeMark(root, { ...options, gitEnvironment, ...more });
const git = (...args: string[]): void => void fixture.git(root, ...args);

beforeEach(() => {
  ({ root, gitEnvironment } = fixture);
  git('init', '-q');
  write(root, {
    '.gitignore': 'dist/\n*.log\n',
    'src/a.ts': 'one',
    'src/deep/b.ts': 'two',
    'dist/x.js': '',
    'new.ts': '',
  });
  write(root, { 'dirty.ts': 'before' });
  git('add', '.gitignore', 'src', 'dirty.ts');
  git('commit', '-q', '-m', 'x');
  writeFileSync(join(root, 'dirty.ts'), 'after it');
});

describe('the mark of a tree', () => {
  test('is the same while nothing changes, and the same again when git has looked', async () => {
    const first = await mark();
    expect(first).toMatchObject({ mark: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
    expect(await mark()).toEqual(first);
    expect(await speaksForAll(root, { ...options, gitEnvironment }, first!)).toBe(true);
  });

  const later = new Date(Date.now() + 5000);
  test.each<[what: string, change: () => void]>([
    ['a tracked file', () => writeFileSync(join(root, 'src/a.ts'), 'changed')],
    ['a tracked file, of the same size', () => writeFileSync(join(root, 'src/a.ts'), 'eno')],
    [
      'a tracked file, of the same size and time',
      () => {
        const { atime, mtime } = statSync(join(root, 'src/a.ts'));
        writeFileSync(join(root, 'src/a.ts'), 'eno');
        utimesSync(join(root, 'src/a.ts'), atime, mtime);
      },
    ],
    ['the time of a tracked file', () => utimesSync(join(root, 'src/a.ts'), later, later)],
    ['a file that differs from git’s index already', () => writeFileSync(join(root, 'dirty.ts'), 'again..!')],
    ['an untracked file', () => writeFileSync(join(root, 'new.ts'), 'x')],
    ['a new file', () => writeFileSync(join(root, 'src/deep/c.ts'), '')],
    ['a new ignored file', () => writeFileSync(join(root, 'x.log'), '')],
    ['a file that is gone', () => rmSync(join(root, 'src/deep/b.ts'))],
    ['a file that is another', () => renameSync(join(root, 'new.ts'), join(root, 'src/a.ts'))],
    [
      'a folder that is a link to the same',
      () => {
        renameSync(join(root, 'src'), join(root, '..', 'src-elsewhere'));
        symlinkSync('../src-elsewhere', join(root, 'src'));
      },
    ],
    ['rules of git', () => writeFileSync(join(root, '.git/info/exclude'), 'new.ts\n')],
    ['rules of ours', () => write(root, { '.code-scoutignore': 'src/\n' })],
    ['what is staged', () => git('add', 'new.ts')],
  ])('differs with %s', async (_, change) => {
    const before = await mark();
    change();
    const after = await mark();
    expect(after?.mark).not.toBe(before!.mark);
  });

  test('differs with what is walked by', async () => {
    const first = await mark();
    expect((await mark({ maxFileSize: 2 }))?.mark).not.toBe(first!.mark);
    expect((await mark({ ignorePatterns: [] }))?.mark).not.toBe(first!.mark);
  });

  test('differs with ignored rules of ours', async () => {
    writeFileSync(join(root, '.git/info/exclude'), '.code-scoutignore\n');
    write(root, { '.code-scoutignore': 'a/\n' });
    const first = await mark();
    write(root, { '.code-scoutignore': 'b/\n' });
    expect((await mark())?.mark).not.toBe(first!.mark);
  });

  test('is there for the top of a work tree alone', async () => {
    expect(await treeMark(join(root, 'src'), { ...options, gitEnvironment })).toBeNull();
    rmSync(join(root, '.git'), { recursive: true });
    expect(await mark()).toBeNull();
  });

  test('takes no word of the repository for how git compares', async () => {
    for (const [key, value] of [
      ['core.trustctime', 'false'],
      ['core.checkStat', 'minimal'],
      ['core.ignoreStat', 'true'],
    ] as const)
      git('config', key, value);
    const first = await mark();
    const { atime, mtime } = statSync(join(root, 'src/a.ts'));
    writeFileSync(join(root, 'src/a.ts'), 'eno');
    utimesSync(join(root, 'src/a.ts'), atime, mtime);
    expect((await mark())?.mark).not.toBe(first!.mark);
  });

  test('runs no filter of the repository', async () => {
    const ran = join(root, '..', 'filter-ran');
    const script = join(root, '..', 'filter.sh');
    writeFileSync(script, `#!/bin/sh\ntouch '${ran}'\ncat\n`);
    chmodSync(script, 0o755);
    write(root, { '.gitattributes': '* filter=own\n' });
    git('add', '.gitattributes');
    git('config', 'filter.own.clean', script);
    // As old as git's index: git has to read it.
    const future = new Date(Date.now() + 100_000);
    utimesSync(join(root, 'src/a.ts'), future, future);
    git('add', 'src/a.ts');
    rmSync(ran, { force: true });
    expect(await mark()).not.toBeNull();
    expect(statSync(ran, { throwIfNoEntry: false })).toBeUndefined();
  });
});

describe('an index that does not speak for all files', () => {
  test.each<[what: string, set: () => void]>([
    ['told not to look at a file', () => git('update-index', '--assume-unchanged', 'src/a.ts')],
    ['told to pass a file over', () => git('update-index', '--skip-worktree', 'src/a.ts')],
    [
      'with a submodule',
      () => {
        mkdirSync(join(root, 'sub'));
        execFileSync('git', ['init', '-q'], { cwd: join(root, 'sub') });
        write(join(root, 'sub'), { 'x.ts': '' });
        fixture.git(join(root, 'sub'), 'add', '.');
        fixture.git(join(root, 'sub'), 'commit', '-q', '-m', 'x');
        git('add', 'sub');
      },
    ],
  ])('is known as such: %s', async (_, set) => {
    set();
    const taken = await mark();
    expect(taken).not.toBeNull();
    expect(await speaksForAll(root, { ...options, gitEnvironment }, taken!)).toBe(false);
  });

  test('nor does one that was written since', async () => {
    const taken = await mark();
    git('add', 'new.ts');
    expect(await speaksForAll(root, { ...options, gitEnvironment }, taken!)).toBe(false);
  });
});

test('git’s index is another where it differs, with the digest at its end or without', () => {
  const index = join(root, '.git', 'index');
  const kept = gitIndexHash(root);
  expect(gitIndexHash(root)).toBe(kept);
  git('add', 'new.ts');
  expect(gitIndexHash(root)).not.toBe(kept);
  // As `index.skipHash` has git write it.
  const bytes = readFileSync(index);
  bytes.fill(0, bytes.length - 20);
  writeFileSync(index, bytes);
  const without = gitIndexHash(root);
  bytes[bytes.length - 21]! ^= 1;
  writeFileSync(index, bytes);
  expect(gitIndexHash(root)).not.toBe(without);
});
