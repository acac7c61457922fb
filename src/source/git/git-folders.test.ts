import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasGitAbove } from './git-folders.ts';

let folder: string;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'git-folders-')));
  for (const path of ['plain/src', 'repository/.git', 'repository/src', 'worktree/src'])
    mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, 'worktree', '.git'), 'gitdir: elsewhere\n');
  symlinkSync(join(folder, 'repository', 'src'), join(folder, 'plain', 'linked'));
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('a `.git` above', () => {
  it.each([
    ['a folder without one', 'plain/src', false],
    ['the top of a repository', 'repository', true],
    ['a folder of a repository', 'repository/src', true],
    ['a file, whatever is in it', 'worktree/src', true],
    ['where a link leads', 'plain/linked', true],
  ])('%s', (_, path, expected) => {
    expect(hasGitAbove(join(folder, path))).toBe(expected);
  });
});
