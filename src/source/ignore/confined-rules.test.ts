import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ignoredPaths } from './confined-rules.ts';
import type { WalkOptions } from '../source.ts';
import { noGit, useWalkFixture, write } from '../testing/walk-fixture.ts';

const fixture = useWalkFixture();

/** Files on disk, without those of version control; `/` separates. */
function filesBelow(root: string): string[] {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll(sep, '/'),
    )
    .filter((path) => !/(?:^|\/)\.git\//.test(path));
}

async function isIgnored(root: string, path: string, options: WalkOptions, isIndexed: boolean): Promise<boolean> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const [rule] = await ignoredPaths(folder, [{ path, isFolder: false, isIndexed }], { root, options });
  return rule !== null;
}

/** Checks that single questions give the same result for each file as a walk. */
async function expectWalk(root: string, options: Partial<WalkOptions> = {}): Promise<void> {
  const all: WalkOptions = {
    maxFileSize: 1000,
    ignorePatterns: ['*.conf'],
    gitEnvironment: fixture.gitEnvironment,
    ...options,
  };
  const { files } = await fixture.list(all, root);
  const listed = new Set(files.map(({ path }) => path));
  for (const path of filesBelow(root)) {
    const expected = !listed.has(path);
    expect([path, await isIgnored(root, path, all, listed.has(path))]).toEqual([path, expected]);
    if (!expected) expect([path, await isIgnored(root, path, all, false)]).toEqual([path, false]);
  }
}

test('single questions and a walk agree, for random trees', async () => {
  const pattern = fc
    .tuple(
      fc.constantFrom('', '!', '/'),
      fc.constantFrom('a', 'b', '*.ts', 'a/b', '*', '**/a', 'a/**', '[ab]', 'a/*/b.ts', 'c'),
      fc.constantFrom('', '/'),
    )
    .map((parts) => parts.join(''));
  const rules = fc.array(pattern, { maxLength: 4 }).map((lines) => lines.join('\n'));
  const unixNames = process.platform === 'win32' ? [] : ['\n', ' ', ':x'];
  const part = fc.constantFrom('a', 'b', 'ab', 'c', 'a.ts', 'b.ts', 'x.conf', 'é', '[id]', ...unixNames);
  const path = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
  const tree = fc.record({
    files: fc.uniqueArray(path, { minLength: 3, maxLength: 8 }),
    tracked: fc.nat(3),
    global: rules,
    rules: fc.array(
      fc.tuple(fc.constantFrom('', 'a/', 'a/b/'), fc.constantFrom('.gitignore', '.code-scoutignore'), rules),
      { maxLength: 3 },
    ),
  });
  let count = 0;
  await fc.assert(
    fc.asyncProperty(tree, async ({ files, tracked, global, rules: ruleFiles }) => {
      const root = join(fixture.top, `tree-${count++}`);
      mkdirSync(root);
      mkdirSync(join(fixture.top, '.config/git'), { recursive: true });
      writeFileSync(join(fixture.top, '.config/git/ignore'), global);
      for (const [place, name, text] of ruleFiles) write(root, { [`${place}${name}`]: text });
      for (const file of files) {
        try {
          write(root, { [file]: '' });
        } catch {
          // A file is where a folder is wanted, or the other way round.
        }
      }
      fixture.git(root, 'init', '-q');
      const some = filesBelow(root).slice(0, tracked);
      if (some.length > 0) fixture.git(root, '--literal-pathspecs', 'add', '-f', '--', ...some);
      await expectWalk(root);
      await expectWalk(root, { gitEnvironment: noGit });
    }),
    { numRuns: 15 },
  );
});

test('below the top of a repository, its rules apply too', async () => {
  const { root, git } = fixture;
  write(root, {
    '.gitignore': '*.log\n/part/out/\n',
    'part/a.ts': '',
    'part/a.log': '',
    'part/out/b.ts': '',
    'c.ts': '',
  });
  git(root, 'init', '-q');
  await expectWalk(join(root, 'part'));
});

test('a root that its repository ignores as a whole is not ignored', async () => {
  const { root, git } = fixture;
  write(root, { '.gitignore': '/part/\n', 'part/a.ts': '', 'part/.gitignore': '*.log', 'part/a.log': '' });
  git(root, 'init', '-q');
  await expectWalk(join(root, 'part'));
});

test('submodules have their own rules', async () => {
  const { root, top, git } = fixture;
  const library = join(top, 'library');
  write(library, { '.gitignore': '*.log\n', 'a.ts': '' });
  git(library, 'init', '-q');
  git(library, 'add', '.');
  git(library, 'commit', '-qm', 'a');
  write(root, { '.gitignore': 'vendor/\n', 'b.ts': '' });
  git(root, 'init', '-q');
  git(root, 'submodule', '--quiet', 'add', '-f', library, 'vendor/library');
  write(root, { 'vendor/library/new.ts': '', 'vendor/library/x.log': '', 'vendor/other.ts': '' });
  await expectWalk(root);
});
