import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findGit, type GitCommand } from './find-git.ts';
import { pathWithGit } from '../../util/testing/git-here.ts';
import { runGit } from './git-command.ts';

let top: string;
let root: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'code-scout-git-'));
  root = join(top, 'root');
  mkdirSync(root);
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

function requireGit(): GitCommand {
  const git = findGit(root, { PATH: pathWithGit, HOME: top });
  if (git === null) throw new Error('these tests need git');
  return git;
}

function program(folder: string, script: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'git'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'git'), 0o755);
  return folder;
}

test('only absolute folders outside the root are searched', () => {
  const good = program(join(top, 'bin'), 'exit 0');
  const evil = program(join(root, 'bin'), 'exit 0');
  writeFileSync(join(top, 'git'), 'not executable');
  expect(findGit(root, { PATH: [evil, root, '.', '', 'bin', top, good].join(':') })?.program).toBe(join(good, 'git'));
  expect(findGit(root, { PATH: [evil, 'bin', '/nowhere'].join(':') })).toBe(null);
  expect(findGit(root, { Path: good })?.program).toBe(join(good, 'git'));
});

test("git's own variables are dropped, all others kept", () => {
  const environment = {
    PATH: pathWithGit,
    LANG: 'x',
    GIT_DIR: '/x',
    git_work_tree: '/y',
    GIT_CEILING_DIRECTORIES: '/z',
    NONE: undefined,
  };
  const child = findGit(root, environment)?.environment ?? {};
  expect(Object.keys(child).sort()).toEqual([
    ...[
      'GIT_ALLOW_PROTOCOL',
      'GIT_CEILING_DIRECTORIES',
      'GIT_NO_LAZY_FETCH',
      'GIT_OPTIONAL_LOCKS',
      'GIT_TERMINAL_PROMPT',
    ],
    ...['LANG', 'LC_ALL', 'PATH'],
  ]);
  expect(child['LC_ALL']).toBe('C');
});

test('its output is returned; a failure is null', async () => {
  const git = requireGit();
  expect((await runGit(git, { folder: top, args: ['version'] }))?.stdout.toString()).toMatch(/^git version/);
  expect(await runGit(git, { folder: top, args: ['no-such-command'] })).toBe(null);
  expect(await runGit(git, { folder: join(top, 'absent'), args: ['version'] })).toBe(null);
  expect(await runGit({ ...git, program: join(top, 'absent') }, { folder: top, args: ['version'] })).toBe(null);
});

test('a git that hangs is ended', async () => {
  execFileSync('git', ['init', '-q', root]);
  execFileSync('mkfifo', [join(root, '.gitignore')]);
  const request = { folder: root, args: ['ls-files', '--others', '--exclude-standard'], timeoutMs: 300 };
  expect(await runGit(requireGit(), request)).toBe(null);
});

test('a git that hangs over the names of a folder is not asked for them again', async () => {
  const runs = join(top, 'runs');
  const git = {
    program: join(program(join(top, 'endless'), `echo "$*" >> '${runs}'; exec sleep 30`), 'git'),
    environment: { PATH: pathWithGit },
  };
  const ask = (folder: string, ...args: string[]) => runGit(git, { folder, args, timeoutMs: 300 });
  expect(await ask(root, 'log')).toBe(null);
  expect(await ask(root, 'ls-files')).toBe(null);
  expect(await ask(root, 'ls-files')).toBe(null);
  expect(await ask(root, 'check-ignore')).toBe(null);
  expect(await ask(top, 'ls-files')).toBe(null);
  const asked = readFileSync(runs, 'utf8').split('\n').slice(0, -1);
  expect(asked.map((line) => line.split(' ').at(-1))).toEqual(['log', 'ls-files', 'ls-files']);
});

test('cancelling ends it', async () => {
  const git = { program: join(program(join(top, 'slow'), `exec sleep 30`), 'git'), environment: { PATH: pathWithGit } };
  const controller = new AbortController();
  const running = runGit(git, { folder: root, args: [], signal: controller.signal });
  setTimeout(() => controller.abort(), 50);
  await expect(running).rejects.toMatchObject({ code: 'CancelledError' });
  await expect(runGit(git, { folder: root, args: [], signal: controller.signal })).rejects.toMatchObject({
    code: 'CancelledError',
  });
});

test('it fetches nothing', async () => {
  const git = requireGit();
  execFileSync('git', ['init', '-q', '--bare', join(top, 'origin')]);
  execFileSync('git', ['init', '-q', root]);
  const setting = ['config', '--file', join(root, '.git/config'), 'protocol.file.allow', 'always'];
  execFileSync('git', setting);
  expect(await runGit(git, { folder: root, args: ['fetch', join(top, 'origin')] })).toBe(null);
  expect(await runGit(git, { folder: root, args: ['clone', '-q', join(top, 'origin'), join(top, 'copy')] })).toBe(null);
  expect(existsSync(join(top, 'copy'))).toBe(false);
});
