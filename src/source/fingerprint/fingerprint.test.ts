import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { takeFingerprint, type FingerprintResult } from './take-fingerprint.ts';
import { noGit, useWalkFixture, write } from '../testing/walk-fixture.ts';
import { isUnchanged } from './fingerprint.ts';

const fixture = useWalkFixture();
let root: string;
let gitEnvironment: Record<string, string>;
const git = (...args: string[]): void => void fixture.git(root, ...args);
const usual = { maxFileSize: 1000, ignorePatterns: ['out/'] };
/** Two writes within one tick of the file system's clock have the same time. */
const tickMs = 20;

/** Takes a fingerprint as if nothing had been written for a long time. */
async function take(more = {}, beganMs = Date.now() + 60_000): Promise<FingerprintResult> {
  const options = { ...usual, gitEnvironment, ...more };
  const walked = await fixture.list(options, root);
  const indexFolder = join(root, '.code-scout');
  mkdirSync(indexFolder, { recursive: true });
  await sleep(tickMs);
  return takeFingerprint({ root, options, walked, beganMs, indexFolder });
}

async function fingerprint(more = {}): Promise<string> {
  const taken = await take(more);
  if (typeof taken === 'string') throw new Error(taken);
  await sleep(tickMs);
  return taken.fingerprint;
}
const isSame = (taken: string, more = {}): Promise<boolean> =>
  isUnchanged(root, { ...usual, gitEnvironment, ...more }, taken);

beforeEach(() => {
  ({ gitEnvironment } = fixture);
  root = realpathSync(fixture.root);
  mkdirSync(join(root, '.code-scout'));
});

describe('a repository', () => {
  beforeEach(() => {
    git('init', '-q');
    write(root, {
      '.gitignore': 'dist/\n*.log\nkept/\n',
      'src/a.ts': 'one',
      'src/deep/b.ts': 'two',
      'src/é/c.ts': 'three',
      'dist/x.js': '',
      'logs/a.log': '',
      'logs/old/b.log': '',
      'cache/.gitignore': '*\n',
      'cache/data/x.bin': '',
      'kept/by-force.ts': '',
      'out/y.ts': '',
      'empty/within/': '',
      'new.ts': '',
      'clone/own.ts': '',
      link: { link: 'src' },
    });
    write(root, { 'dirty.ts': 'before' });
    git('add', '.gitignore', 'src', 'dirty.ts');
    git('add', '-f', 'kept/by-force.ts');
    git('commit', '-q', '-m', 'x');
    execFileSync('git', ['init', '-q'], { cwd: join(root, 'clone') });
    writeFileSync(join(root, 'dirty.ts'), 'after it');
  });

  test('is unchanged while nothing changes that a walk would find', async () => {
    const taken = await fingerprint();
    expect(await isSame(taken)).toBe(true);
    writeFileSync(join(root, 'dist/x.js'), 'built');
    write(root, { 'dist/more/y.js': '', 'cache/data/y.bin': '', 'logs/a.log': 'more', 'out/z.ts': '' });
    write(root, { '.code-scout/database.db': 'x', '.git/description': 'x' });
    appendFileSync(join(root, 'cache/data/x.bin'), 'more');
    expect(await isSame(taken)).toBe(true);
    expect(await fingerprint()).toBe(taken);
  });

  const later = new Date(Date.now() + 5000);
  /** Makes a change that keeps the time, to the nanosecond. */
  const sameTime = (path: string, change: () => void): void => {
    const place = join(root, path);
    execFileSync('touch', ['-r', place, join(root, '.code-scout/time')]);
    change();
    execFileSync('touch', ['-r', join(root, '.code-scout/time'), place]);
  };
  test.each<[what: string, change: () => void]>([
    ['a tracked file', () => writeFileSync(join(root, 'src/a.ts'), 'changed')],
    [
      'a file, with the same size and time',
      () => sameTime('src/a.ts', () => writeFileSync(join(root, 'src/a.ts'), 'eno')),
    ],
    ['the time of a file', () => utimesSync(join(root, 'src/a.ts'), later, later)],
    ['a file whose name is not ASCII', () => writeFileSync(join(root, 'src/é/c.ts'), 'x')],
    ['a file that differs from git’s index already', () => writeFileSync(join(root, 'dirty.ts'), 'again..!')],
    ['an untracked file', () => writeFileSync(join(root, 'new.ts'), 'x')],
    ['a file that was added although it is ignored', () => writeFileSync(join(root, 'kept/by-force.ts'), 'x')],
    ['a new file', () => writeFileSync(join(root, 'src/deep/c.ts'), '')],
    [
      'a new file, in a folder of the same time',
      () => sameTime('src', () => writeFileSync(join(root, 'src/c.ts'), '')),
    ],
    ['a new file in an empty folder', () => writeFileSync(join(root, 'empty/within/a.ts'), '')],
    ['a new folder', () => write(root, { 'src/more/a.ts': '' })],
    ['a new file among ignored ones', () => writeFileSync(join(root, 'logs/a.ts'), '')],
    ['a new file deep among ignored ones', () => writeFileSync(join(root, 'logs/old/a.ts'), '')],
    ['rules in an ignored folder', () => writeFileSync(join(root, 'cache/.gitignore'), '*.bin\n')],
    ['a new ignored file', () => writeFileSync(join(root, 'x.log'), '')],
    ['a file that is gone', () => rmSync(join(root, 'src/deep/b.ts'))],
    ['a folder that is gone', () => rmSync(join(root, 'src/deep'), { recursive: true })],
    ['a folder of another name', () => renameSync(join(root, 'src/deep'), join(root, 'src/other'))],
    ['a file that is another', () => renameSync(join(root, 'new.ts'), join(root, 'src/a.ts'))],
    ['a link that leads elsewhere', () => (rmSync(join(root, 'link')), symlinkSync('empty', join(root, 'link')))],
    [
      'a folder that is a link to the same',
      () => {
        renameSync(join(root, 'src'), join(root, '..', 'src-elsewhere'));
        symlinkSync('../src-elsewhere', join(root, 'src'));
      },
    ],
    ['who may read a file', () => chmodSync(join(root, 'src/a.ts'), 0)],
    ['a repository within it that is none any more', () => rmSync(join(root, 'clone/.git'), { recursive: true })],
    ['a repository within it without a head', () => rmSync(join(root, 'clone/.git/HEAD'))],
    ['rules of git', () => writeFileSync(join(root, '.gitignore'), 'dist/\n*.log\nkept/\nnew.ts\n')],
    ['rules of the repository alone', () => writeFileSync(join(root, '.git/info/exclude'), 'new.ts\n')],
    ['rules of the user', () => write(fixture.top, { '.config/git/ignore': 'new.ts\n' })],
    ['rules that a setting names', () => git('config', 'core.excludesFile', '/nowhere')],
    ['settings of the user', () => appendFileSync(join(fixture.top, '.gitconfig'), '[core]\nexcludesFile = ~/rules\n')],
    ['rules of ours', () => write(root, { '.code-scoutignore': 'src/\n' })],
    ['what is staged', () => git('add', 'new.ts')],
    ['what is staged although it is ignored', () => git('add', '-f', 'dist/x.js')],
    ['what is no longer tracked', () => git('rm', '-q', '--cached', '-f', 'kept/by-force.ts')],
  ])('has changed with %s', async (_, change) => {
    const taken = await fingerprint();
    change();
    expect(await isSame(taken)).toBe(false);
  });

  test.each([
    ['~/.gitconfig.local', '.gitconfig.local'],
    ['.gitconfig.own', '.gitconfig.own'],
  ])('has changed when settings appear that are included as %s', async (written, path) => {
    appendFileSync(join(fixture.top, '.gitconfig'), `[include]\npath = ${written}\n`);
    const taken = await fingerprint();
    write(fixture.top, { [path]: '[core]\nexcludesFile = ~/rules\n' });
    expect(await isSame(taken)).toBe(false);
  });

  test('has no fingerprint if another work tree of its repository is in it, or if a rule file is a link', async () => {
    write(root, { 'more/.gitignore': { link: '../.gitignore' } });
    expect(await take()).toBe('never');
    rmSync(join(root, 'more'), { recursive: true });
    expect(typeof (await take())).toBe('object');
    git('worktree', 'add', '-q', 'tree');
    expect(await take()).toBe('never');
  });

  test('has changed when it is gone', async () => {
    const taken = await fingerprint();
    rmSync(root, { recursive: true });
    expect(await isSame(taken)).toBe(false);
    expect(await isSame('{')).toBe(false);
  });

  test('has changed when the rule file changes that a setting names', async () => {
    write(fixture.top, { rules: 'a.ts\n' });
    git('config', 'core.excludesFile', '~/rules');
    const taken = await fingerprint();
    write(fixture.top, { rules: 'new.ts\n' });
    expect(await isSame(taken)).toBe(false);
  });

  test('has changed when a .code-scoutignore changes that is itself ignored', async () => {
    writeFileSync(join(root, '.git/info/exclude'), '.code-scoutignore\n');
    write(root, { '.code-scoutignore': 'a/\n' });
    const taken = await fingerprint();
    write(root, { '.code-scoutignore': 'b/\n' });
    expect(await isSame(taken)).toBe(false);
  });

  test.each([[{ maxFileSize: 2 }], [{ ignorePatterns: [] }], [{ gitEnvironment: noGit }]])(
    'has changed for a walk with %j',
    async (more) => {
      expect(await isSame(await fingerprint(), more)).toBe(false);
    },
  );

  test('has changed with a new file in a folder that git calls ignored without a rule', async () => {
    const options = { ...usual, gitEnvironment };
    const walked = await fixture.list(options, root);
    walked.leftOut.push({ path: 'logs/', reason: 'ignored', detail: null });
    const request = { root, options, walked, beganMs: Date.now() + 60_000, indexFolder: join(root, '.code-scout') };
    await sleep(tickMs);
    const taken = await takeFingerprint(request);
    if (typeof taken === 'string') throw new Error(taken);
    await sleep(tickMs);
    expect(await isSame(taken.fingerprint)).toBe(true);
    writeFileSync(join(root, 'logs/a.ts'), '');
    expect(await isSame(taken.fingerprint)).toBe(false);
  });

  test('has no fingerprint just after a change', async () => {
    expect(await take({}, Date.now())).toBe('later');
    writeFileSync(join(root, 'src/a.ts'), 'x');
    expect(await take({}, Date.now() + 1500)).toBe('later');
  });

  test.each<[what: string, set: () => void]>([
    [
      'a submodule',
      () => {
        mkdirSync(join(root, 'sub'));
        execFileSync('git', ['init', '-q'], { cwd: join(root, 'sub') });
        write(join(root, 'sub'), { 'x.ts': '' });
        fixture.git(join(root, 'sub'), 'add', '.');
        fixture.git(join(root, 'sub'), 'commit', '-q', '-m', 'x');
        git('add', 'sub');
      },
    ],
    ['a repository above it', () => (renameSync(join(root, '.git'), join(root, '..', '.git')), undefined)],
    ['a repository that git does not read', () => (gitEnvironment = noGit)],
  ])('has no fingerprint with %s', async (_, set) => {
    set();
    expect(await take()).toBe('never');
  });

  test('has no fingerprint where an index is among its files', async () => {
    const walked = await fixture.list({ ...usual }, root);
    const request = { root, options: { ...usual, gitEnvironment }, walked, beganMs: Date.now() + 60_000 };
    await sleep(tickMs);
    for (const folder of ['.', 'src', 'src/é', 'link']) {
      expect(await takeFingerprint({ ...request, indexFolder: join(root, folder) })).toBe('never');
    }
    // No probe file was left among the files.
    expect(await isSame(await fingerprint())).toBe(true);
    const { mtimeMs } = statSync(join(root, 'src'));
    await takeFingerprint({ ...request, indexFolder: join(root, 'src') });
    expect(statSync(join(root, 'src')).mtimeMs).toBe(mtimeMs);
    expect(await takeFingerprint({ ...request, indexFolder: '/proc' })).toBe('never');
  });
});

describe('a folder without a repository', () => {
  beforeEach(() => {
    const name = Buffer.concat([Buffer.from(`${root}/src/`), Buffer.from([0x66, 0xff, 0x0a, 0x2e, 0x74, 0x73])]);
    write(root, { '.gitignore': 'dist/\n', 'src/a.ts': '', 'dist/x.js': '', 'src/line\nbreak.ts': 'x' });
    try {
      writeFileSync(name, '');
    } catch (error) {
      // APFS takes names in UTF-8 alone.
      if ((error as NodeJS.ErrnoException).code !== 'EILSEQ') throw error;
    }
  });

  test('is unchanged while nothing changes, and has changed after a change', async () => {
    const taken = await fingerprint();
    expect(await isSame(taken)).toBe(true);
    write(root, { 'dist/y.js': '' });
    expect(await isSame(taken)).toBe(true);
    writeFileSync(join(root, 'src/line\nbreak.ts'), 'y');
    expect(await isSame(taken)).toBe(false);
  });

  test('has changed when a repository appears above it', async () => {
    const taken = await fingerprint();
    execFileSync('git', ['init', '-q'], { cwd: fixture.top });
    expect(await isSame(taken)).toBe(false);
  });
});
