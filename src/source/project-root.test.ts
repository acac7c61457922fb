import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findProjectRoot } from './project-root.ts';

let top: string;
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-root-')));
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

/** Creates files below `top`; a path that ends in `/` is a folder. */
function make(...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(join(top, path.endsWith('/') ? path : dirname(path)), { recursive: true });
    if (!path.endsWith('/')) writeFileSync(join(top, path), path.endsWith('.git') ? 'gitdir: ../x\n' : '');
  }
}

/** The project root, relative to `top`; null when there is none. */
function find(start: string, home = join(top, 'home')): string | null {
  const found = findProjectRoot(join(top, start), home);
  if ('problem' in found) return null;
  expect(found.root.startsWith(top)).toBe(true);
  return found.root.slice(top.length + 1).replaceAll(sep, '/');
}

describe('the project of a folder', () => {
  test.each<[string, string[], string, string | null]>([
    ['itself, by its repository', ['p/.git/HEAD'], 'p', 'p'],
    ['a parent with a repository', ['p/.git/HEAD', 'p/src/deep/'], 'p/src/deep', 'p'],
    ['a work tree or submodule', ['p/.git/HEAD', 'p/sub/.git', 'p/sub/src/'], 'p/sub/src', 'p/sub'],
    [
      'a repository above before a manifest below',
      ['p/.git/HEAD', 'p/pkg/package.json', 'p/pkg/src/'],
      'p/pkg/src',
      'p',
    ],
    ['the nearest manifest without a repository', ['p/go.mod', 'p/web/package.json', 'p/web/a/'], 'p/web/a', 'p/web'],
    ['a manifest known by its extension', ['p/Shop.sln', 'p/Shop/'], 'p/Shop', 'p'],
    ['a folder that was indexed', ['p/.code-scout/database.db', 'p/x/'], 'p/x', 'p'],
    ['an index above before a manifest below', ['p/.code-scout/database.db', 'p/x/go.mod'], 'p/x', 'p'],
    ['a repository above before an index', ['p/.git/HEAD', 'p/x/.code-scout/database.db'], 'p/x', 'p'],
    ['an empty folder for an index is none', ['p/.code-scout/', 'p/x/'], 'p/x', null],
    ['a file', ['p/Cargo.toml', 'p/src/main.rs'], 'p/src/main.rs', 'p'],
    ['our own settings', ['p/code-scout.config.json', 'p/x/'], 'p/x', 'p'],
    ['Mercurial', ['p/.hg/', 'p/x/setup.py'], 'p/x', 'p'],
    ['an empty .git is no repository', ['p/.git/', 'p/x/setup.py'], 'p/x', 'p/x'],
    ['none', ['p/notes.txt', 'p/x/'], 'p/x', null],
    ['a missing path', [], 'absent', null],
  ])('%s', (_name, paths, start, expected) => {
    make(...paths);
    expect(find(start)).toBe(expected);
  });
});

describe('folders that hold many projects', () => {
  test.each<[string, string[], string, string | null]>([
    ['a home without marks', ['home/a.txt'], 'home', null],
    ['an indexed home, from below', ['home/.code-scout/database.db', 'home/notes/'], 'home/notes', null],
    ['an indexed home that is named', ['home/.code-scout/database.db'], 'home', 'home'],
    ['a home that is named and has one', ['home/.git/HEAD'], 'home', 'home'],
    ['a home with dotfiles, from below', ['home/.git/HEAD', 'home/notes/'], 'home/notes', null],
    [
      'a manifest below such a home',
      ['home/.git/HEAD', 'home/app/package.json', 'home/app/src/'],
      'home/app/src',
      'home/app',
    ],
    ['a stray manifest in the home, from below', ['home/package.json', 'home/notes/'], 'home/notes', null],
    [
      "a container's home that is the project",
      ['home/.git/HEAD', 'home/package.json', 'home/src/'],
      'home/src',
      'home',
    ],
    [
      'a repository in the home',
      ['home/code/app/.git/HEAD', 'home/code/app/src/'],
      'home/code/app/src',
      'home/code/app',
    ],
    ['the folder of homes', ['package.json', 'other/notes/'], 'other/notes', null],
  ])('%s', (_name, paths, start, expected) => {
    make(...paths);
    expect(find(start)).toBe(expected);
  });

  test.each(['/', tmpdir()])('%s', (folder) => {
    expect(findProjectRoot(folder, join(top, 'home'))).toEqual({
      problem: expect.stringContaining('is not in a project'),
      hint: expect.stringContaining('--root'),
    });
  });
});

test('a link is followed to the project it leads to, and a real repository is one', () => {
  make('p/src/', 'q/');
  execFileSync('git', ['init', '-q', join(top, 'p')]);
  symlinkSync(join(top, 'p/src'), join(top, 'q/link'));
  expect(find('q/link')).toBe('p');
});

test('the error says what is missing, and what to do', () => {
  expect(findProjectRoot(join(top, 'absent'), top)).toEqual({
    problem: `${join(top, 'absent')} cannot be opened (ENOENT).`,
    hint: expect.stringContaining('--root'),
  });
});
