/** The estimate of a project's size from git's index, on real repositories. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { namesManyFiles } from './many-files.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'code-scout-many-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function addToGit(files: number): void {
  execFileSync('git', ['init', '-q', root]);
  for (let number = 0; number < files; number++) writeFileSync(join(root, `file${number}.ts`), '');
  execFileSync('git', ['-C', root, 'add', '.']);
}

describe('namesManyFiles', () => {
  it.each([
    [8, false],
    [400, true],
  ])('of %i files is %s', (files, expected) => {
    addToGit(files);
    expect(namesManyFiles(root)).toBe(expected);
  });

  it('is false without git, before the first file is added, and where git is elsewhere', () => {
    expect(namesManyFiles(root)).toBe(false);
    addToGit(0);
    expect(namesManyFiles(root)).toBe(false);
    mkdirSync(join(root, 'tree'));
    writeFileSync(join(root, 'tree', '.git'), 'gitdir: ../.git\n');
    expect(namesManyFiles(join(root, 'tree'))).toBe(false);
    expect(namesManyFiles(join(root, 'not-there'))).toBe(false);
  });
});
