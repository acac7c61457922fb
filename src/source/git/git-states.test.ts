/** The lists of commits and branches, by a real git. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findGit } from './find-git.ts';
import { latestBranches, latestCommits } from './git-states.ts';
import type { GitPlace } from './git-revision.ts';

const root = mkdtempSync(join(tmpdir(), 'code-scout-states-'));
const environment = { PATH: process.env['PATH'] ?? '', HOME: root, GIT_CONFIG_NOSYSTEM: '1' };

function git(args: readonly string[], seconds = 0): void {
  const GIT_COMMITTER_DATE = `2026-01-01T00:00:${String(seconds).padStart(2, '0')}Z`;
  execFileSync('git', args, { cwd: root, env: { ...environment, GIT_COMMITTER_DATE }, stdio: 'ignore' });
}

function place(folder = root): GitPlace {
  return { git: findGit(folder, environment)!, root: folder };
}

beforeAll(() => {
  writeFileSync(join(root, '.gitconfig'), '[user]\nname = t\nemail = t@t\n[init]\ndefaultBranch = main\n');
  git(['init', '--quiet']);
  for (const [at, subject] of ['First', 'Second: <b>"x"</b>', 'x'.repeat(300)].entries())
    git(['commit', '--quiet', '--allow-empty', '-m', `${subject}\n\nbody`], at);
  git(['branch', 'old', 'HEAD~2']);
  git(['checkout', '--quiet', '-b', 'feature/one']);
  git(['commit', '--quiet', '--allow-empty', '-m', 'Last'], 30);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('lists the latest commits, the newest first', async () => {
  const commits = await latestCommits(place(), 3);
  expect(commits.map(({ subject }) => subject)).toEqual(['Last', 'x'.repeat(120), 'Second: <b>"x"</b>']);
  expect(commits[0]).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f]{7,}$/),
    atMs: Date.UTC(2026, 0, 1, 0, 0, 30),
  });
});

it('lists branches, the one that changed last first, and marks the current one', async () => {
  expect((await latestBranches(place(), 10)).map(({ name, isCurrent }) => [name, isCurrent])).toEqual([
    ['feature/one', true],
    ['main', false],
    ['old', false],
  ]);
  expect(await latestBranches(place(), 1)).toHaveLength(1);
});

it('is empty where there is no repository', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'code-scout-none-'));
  expect([await latestCommits(place(empty), 3), await latestBranches(place(empty), 3)]).toEqual([[], []]);
  rmSync(empty, { recursive: true });
});
