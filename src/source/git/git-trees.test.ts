import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findGit } from './find-git.ts';
import type { GitPlace } from './git-revision.ts';
import { isCleanTree, nameOfAddress, nearbyTrees, readHead, repositoryName } from './git-trees.ts';

const top = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-trees-')));
afterAll(() => rmSync(top, { recursive: true, force: true }));
const root = join(top, 'repo');
const place = (folder: string): GitPlace => ({ git: findGit(folder, undefined)!, root: folder });

function git(cwd: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, '-c', 'protocol.file.allow=always', ...args], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim(); // prettier-ignore
}

beforeAll(() => {
  mkdirSync(join(root, 'inner'), { recursive: true });
  git(root, 'init', '--quiet', '-b', 'main');
  for (const [at, path] of ['a', 'inner/b', 'inner/c', 'd'].entries()) {
    writeFileSync(join(root, path), String(at));
    git(root, 'add', '.');
    git(root, 'commit', '--quiet', '-m', path);
  }
});

it('are those of the commit and of its first parents, the newest first, of the project’s folder', async () => {
  const trees = git(root, 'log', '--format=%T').split('\n');
  const { trees: found, commits, branches } = await nearbyTrees(place(root), 200);
  expect([found, commits, branches]).toEqual([trees, [], ['main', 'master']]);
  expect((await nearbyTrees(place(root), 2)).trees).toEqual(trees.slice(0, 2));
  const inner = await nearbyTrees(place(join(root, 'inner')), 200);
  // The last commit did not change the folder, and the first did not have it.
  expect(inner.trees).toEqual([git(root, 'rev-parse', 'HEAD:inner'), git(root, 'rev-parse', 'HEAD~2:inner')]);
  const head = { commit: git(root, 'rev-parse', 'HEAD'), tree: trees[0], branch: 'main' };
  expect(await readHead(place(root))).toEqual(head);
});

it('in a clone of one commit are its own, and the parents that it lacks are named', async () => {
  const clone = join(top, 'shallow');
  git(top, 'clone', '--quiet', '--depth', '1', `file://${root}`, clone);
  const { trees, commits } = await nearbyTrees(place(clone), 200);
  expect([trees, commits]).toEqual([[git(root, 'rev-parse', 'HEAD^{tree}')], [git(root, 'rev-parse', 'HEAD~1')]]);
});

it('is clean without changed and new files, ignored ones apart', async () => {
  const clone = join(top, 'clean');
  git(top, 'clone', '--quiet', root, clone);
  writeFileSync(join(clone, '.git', 'info', 'exclude'), 'ignored\n');
  writeFileSync(join(clone, 'ignored'), 'x');
  expect(await isCleanTree(place(clone))).toBe(true);
  writeFileSync(join(clone, 'new'), 'x');
  expect([await isCleanTree(place(clone)), await isCleanTree(place(join(clone, 'inner')))]).toEqual([false, true]);
  rmSync(join(clone, 'new'));
  writeFileSync(join(clone, 'a'), 'changed');
  expect(await isCleanTree(place(clone))).toBe(false);
  expect([await isCleanTree(place(top)), await readHead(place(top))]).toEqual([false, null]);
});

it.each([
  ['https://github.com/owner/name.git', 'github.com/owner/name'],
  ['https://user:secret@GitHub.com/owner/name', 'github.com/owner/name'],
  ['ssh://git@github.com:22/owner/name.git', 'github.com/owner/name'],
  ['git@github.com:owner/name.git', 'github.com/owner/name'],
  ['host.example.org:group/sub/name/', 'host.example.org/group/sub/name'],
  ['/srv/git/name.git', null],
  ['../name', null],
  ['file:///srv/git/name.git', null],
  ['C:\\repos\\name', null],
  ['C:/repos/name', null],
  ['', null],
])('the name of %j is %j', (address, name) => {
  expect(nameOfAddress(address)).toBe(name);
});

it('is read from an address with a million slashes', () => {
  expect(nameOfAddress(`git@host:a${'/'.repeat(1_000_000)}b//`)).toBe(`host/a${'/'.repeat(1_000_000)}b`);
});

it('is named by its remote', async () => {
  expect(await repositoryName(place(root))).toBeNull();
  git(root, 'remote', 'add', 'origin', 'git@example.org:team/shop.git');
  expect(await repositoryName(place(root))).toBe('example.org/team/shop');
});
