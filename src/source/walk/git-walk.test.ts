import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { noGit, paths, reasons, useWalkFixture, write } from '../testing/walk-fixture.ts';
import { walk } from './walk.ts';

const fixture = useWalkFixture();
const { git, list } = fixture;
let top: string;
let root: string;
let gitEnvironment: Record<string, string>;
beforeEach(() => {
  ({ top, root, gitEnvironment } = fixture);
});

describe('a git work tree', () => {
  beforeEach(() => void git(root, 'init', '-q'));

  function commit(folder = root): void {
    git(folder, 'add', '-A', '-f');
    git(folder, 'commit', '-q', '-m', 'x');
  }

  test('tracked files are listed even if ignored; missing ones are not', async () => {
    write(root, { '.gitignore': 'dist/\n', 'dist/kept.js': '', 'gone.ts': '', 'away/x.ts': '' });
    commit();
    rmSync(join(root, 'gone.ts'));
    rmSync(join(root, 'away'), { recursive: true });
    write(root, { 'dist/new.js': '', 'new.ts': '' });
    const result = await list();
    expect(paths(result)).toEqual(['.gitignore', 'dist/kept.js', 'new.ts']);
    expect(reasons(result)).toEqual(['dist/new.js: ignored']);
  });

  test('the rule is named where git ignores everything', async () => {
    write(root, { '.gitignore': '\n/*\n', 'a.ts': '', 'sub/b.ts': '' });
    const result = await list();
    expect(paths(result)).toEqual([]);
    expect(result.leftOut[0]).toEqual({ path: '.gitignore', reason: 'ignored', detail: '.gitignore: /*' });
  });

  test('.code-scoutignore applies to tracked files, and only to those that exist', async () => {
    write(root, {
      'node_modules/m/i.js': '',
      'gen/a.ts': '',
      'gone/a.ts': '',
      'a.gen.ts': '',
      'b.gen.ts': '',
      '.code-scoutignore': 'gen/\ngone/\n*.gen.ts\n',
    });
    commit();
    rmSync(join(root, 'gone'), { recursive: true });
    rmSync(join(root, 'b.gen.ts'));
    const result = await list({ ignorePatterns: ['node_modules/'] });
    expect(paths(result)).toEqual(['.code-scoutignore']);
    expect(reasons(result)).toEqual(['a.gen.ts: ignored', 'gen/: ignored', 'node_modules/: ignored']);
  });

  test('files with merge conflicts are listed once', async () => {
    write(root, { 'a.ts': '0' });
    commit();
    git(root, 'checkout', '-q', '-b', 'other');
    write(root, { 'a.ts': '1' });
    commit();
    git(root, 'checkout', '-q', 'main');
    write(root, { 'a.ts': '2' });
    commit();
    expect(() => git(root, 'merge', 'other')).toThrow();
    expect(paths(await list())).toEqual(['a.ts']);
  });

  test('a folder that became a link is not followed', async () => {
    write(root, { 'src/deep/a.ts': 'mine', 'b.ts': '' });
    commit();
    write(top, { 'outside/a.ts': 'secret', 'outside/deep/a.ts': 'secret' });
    renameSync(join(root, 'src/deep'), join(top, 'away'));
    symlinkSync(join(top, 'outside'), join(root, 'src/deep'));
    const result = await list();
    expect(paths(result)).toEqual(['b.ts']);
    expect(result.leftOut).toEqual([{ path: 'src/deep', reason: 'symlink', detail: join(top, 'outside') }]);
    rmSync(join(root, 'src'), { recursive: true });
    symlinkSync(join(top, 'outside'), join(root, 'src'));
    expect(reasons(await list())).toEqual(['src: symlink']);
  });

  test('a tracked file that became a pipe or a folder', async () => {
    write(root, { 'pipe.ts': '', 'was-file': '' });
    commit();
    rmSync(join(root, 'pipe.ts'));
    rmSync(join(root, 'was-file'));
    execFileSync('mkfifo', [join(root, 'pipe.ts')]);
    write(root, { 'was-file/now.ts': '' });
    const result = await list();
    expect(paths(result)).toEqual(['was-file/now.ts']);
    expect(result.leftOut).toEqual([{ path: 'pipe.ts', reason: 'special', detail: 'named pipe' }]);
  });

  test('the root may be a subfolder of the repository', async () => {
    write(root, { '.gitignore': '*.log\n', 'a.ts': '', 'sub/b.ts': '', 'sub/x.log': '', 'sub/deep/c.ts': '' });
    commit();
    write(root, { 'sub/new.ts': '' });
    const result = await list({}, join(root, 'sub'));
    expect(paths(result)).toEqual(['b.ts', 'deep/c.ts', 'new.ts', 'x.log']);
    expect(result.usedGit).toBe(true);
  });

  test('a root that its repository ignores is walked', async () => {
    write(root, { '.gitignore': 'scratch/\n', 'scratch/a.ts': '', 'scratch/deep/b.ts': '' });
    commit(root);
    git(root, 'rm', '-r', '-q', '--cached', 'scratch');
    for (const folder of ['scratch', 'scratch/deep']) {
      const result = await list({}, join(root, folder));
      expect(result.usedGit).toBe(false);
      expect(paths(result)).toEqual(folder === 'scratch' ? ['a.ts', 'deep/b.ts'] : ['b.ts']);
    }
  });

  test('submodules are part of the project, including their untracked files', async () => {
    write(top, { 'library/lib.c': '', 'inner/inner.c': '' });
    for (const name of ['inner', 'library']) {
      git(join(top, name), 'init', '-q');
      if (name === 'library') git(join(top, name), 'submodule', '--quiet', 'add', join(top, 'inner'), 'in');
      commit(join(top, name));
    }
    write(root, { 'a.ts': '', '.gitignore': '*.log\n', '.code-scoutignore': '*.skip\nlib/no/\n' });
    git(root, 'submodule', '--quiet', 'add', join(top, 'library'), 'lib');
    git(root, 'submodule', '--quiet', 'update', '--init', '--recursive');
    commit();
    write(root, {
      'lib/new.c': '',
      'lib/new.log': '',
      'lib/x.skip': '',
      'lib/no/a.c': '',
      'lib/in/new.c': '',
      'lib/.gitignore': 'tmp/\n',
      'lib/tmp/x': '',
    });
    const expected = [
      ...[
        '.code-scoutignore',
        '.gitignore',
        '.gitmodules',
        'a.ts',
        'lib/.gitignore',
        'lib/.gitmodules',
        'lib/in/inner.c',
      ],
      ...['lib/in/new.c', 'lib/lib.c', 'lib/new.c', 'lib/new.log'],
    ];
    const left = ['lib/no/: ignored', 'lib/tmp/: ignored', 'lib/x.skip: ignored'];
    const named = await list();
    expect([named.usedGit, paths(named), reasons(named)]).toEqual([true, expected, left]);
    const walked = await list({ gitEnvironment: noGit });
    expect([walked.usedGit, paths(walked), reasons(walked)]).toEqual([false, expected, left]);
    // A submodule whose repository is gone is walked; git still lists the rest.
    rmSync(join(root, '.git/modules/lib/HEAD'));
    const broken = await list();
    expect([broken.usedGit, paths(broken)]).toEqual([true, expected]);
    git(root, 'submodule', '--quiet', 'deinit', '-f', '--all');
    expect(paths(await list())).toEqual(['.code-scoutignore', '.gitignore', '.gitmodules', 'a.ts']);
  });

  test('another work tree of the same repository is a separate repository', async () => {
    write(root, { 'a.ts': '' });
    commit();
    git(root, 'worktree', 'add', '-q', 'tree', '-b', 'other');
    for (const environment of [gitEnvironment, noGit]) {
      const result = await list({ gitEnvironment: environment });
      expect([paths(result), reasons(result)]).toEqual([['a.ts'], ['tree/: nestedRepository']]);
    }
    expect(await list({}, join(root, 'tree'))).toMatchObject({ usedGit: true, files: [{ path: 'a.ts' }] });
  });
});

describe('where git cannot list the files, the folders are walked', () => {
  const files = { 'a.ts': '', '.gitignore': '*.log\n', 'x.log': '' };
  const damages: [string, () => void][] = [
    ['no repository', () => rmSync(join(root, '.git'), { recursive: true })],
    ['an index that is damaged', () => writeFileSync(join(root, '.git/index'), 'garbage')],
    ['no HEAD', () => rmSync(join(root, '.git/HEAD'))],
    ['settings that are damaged', () => writeFileSync(join(root, '.git/config'), '[core\n')],
    ['a format that git does not know', () => git(root, 'config', 'core.repositoryformatversion', '99')],
    ['a bare repository', () => git(root, 'config', 'core.bare', 'true')],
    ['a work tree that is elsewhere', () => git(root, 'config', 'core.worktree', join(top, 'else'))],
    [
      'a link to a repository that is gone',
      () => {
        rmSync(join(root, '.git'), { recursive: true });
        writeFileSync(join(root, '.git'), 'gitdir: /nowhere/.git/modules/x\n');
      },
    ],
  ];
  test.each(damages)('%s', async (_name, damage) => {
    write(root, files);
    write(top, { 'else/': '' });
    git(root, 'init', '-q');
    git(root, 'add', 'a.ts');
    damage();
    const result = await list();
    expect(result.usedGit).toBe(false);
    expect([paths(result), reasons(result)]).toEqual([['.gitignore', 'a.ts'], ['x.log: ignored']]);
  });

  test('a repository of another user', async () => {
    write(root, files);
    git(root, 'init', '-q');
    // Only the superuser can give files away; for other users the repository stays their own.
    const superuser = process.getuid?.() === 0;
    if (superuser) {
      chownSync(root, 65_534, 65_534);
      chownSync(join(root, '.git'), 65_534, 65_534);
    }
    const result = await list();
    expect([result.usedGit, paths(result)]).toEqual([!superuser, ['.gitignore', 'a.ts']]);
  });

  test('several repositories side by side are all listed, each with its own rules', async () => {
    write(root, {
      'one/a.ts': '',
      'one/x.log': '',
      'one/.gitignore': '*.log\n',
      'two/b.ts': '',
      'two/x.log': '',
      'two/in/c.ts': '',
    });
    for (const folder of ['one', 'two', 'two/in']) git(join(root, folder), 'init', '-q');
    const result = await list();
    expect([result.usedGit, paths(result)]).toEqual([false, ['one/.gitignore', 'one/a.ts', 'two/b.ts', 'two/x.log']]);
    expect(reasons(result)).toEqual(['one/x.log: ignored', 'two/in/: nestedRepository']);
  });

  test.each([
    ['a missing path', 'absent', 'cannot be opened (ENOENT)'],
    ['a file', 'root/a.ts', 'is not a folder'],
  ])('but %s is refused', async (_name, path, problem) => {
    write(root, files);
    await expect(list({}, join(top, path))).rejects.toMatchObject({
      code: 'FileSystemError',
      message: expect.stringContaining(problem),
    });
  });
});

describe('a hostile repository', () => {
  test('runs none of its programs', async () => {
    write(root, { 'a.ts': '', '.gitattributes': '* filter=evil diff=evil\n' });
    git(root, 'init', '-q');
    git(root, 'add', '-A');
    const script = join(root, 'evil.sh');
    writeFileSync(script, `#!/bin/sh\ntouch ${join(top, 'ran')}\n`, { mode: 0o755 });
    for (const key of [
      'core.fsmonitor',
      'core.pager',
      'core.editor',
      'core.sshCommand',
      'core.askPass',
      'core.gitProxy',
    ]) {
      git(root, 'config', key, script);
    }
    for (const key of [
      'filter.evil.clean',
      'filter.evil.smudge',
      'diff.evil.textconv',
      'alias.ls-files',
      'pager.ls-files',
    ]) {
      git(root, 'config', key, key.startsWith('alias') ? `!${script}` : script);
    }
    write(root, { 'hooks/post-index-change': readFileSync(script), 'hooks/fsmonitor-watchman': readFileSync(script) });
    for (const hook of ['post-index-change', 'fsmonitor-watchman']) chmodSync(join(root, 'hooks', hook), 0o755);
    git(root, '-c', 'core.fsmonitor=false', 'config', 'core.hooksPath', join(root, 'hooks'));
    // The trap works: without the walk's precautions it is triggered.
    git(root, 'status');
    expect(existsSync(join(top, 'ran'))).toBe(true);
    rmSync(join(top, 'ran'));
    const result = await list();
    expect(result.usedGit).toBe(true);
    expect(paths(result)).toContain('a.ts');
    expect(existsSync(join(top, 'ran'))).toBe(false);
  });

  test('cannot bring its own git', async () => {
    write(root, {
      'a.ts': '',
      'bin/git': `#!/bin/sh\ntouch ${join(top, 'ran')}\n`,
      git: `#!/bin/sh\ntouch ${join(top, 'ran')}\n`,
    });
    chmodSync(join(root, 'bin/git'), 0o755);
    chmodSync(join(root, 'git'), 0o755);
    git(root, 'init', '-q');
    for (const path of [`${root}/bin:.::bin`, `.:${root}:${gitEnvironment['PATH']}`]) {
      expect(paths(await list({ gitEnvironment: { PATH: path, HOME: top } }))).toEqual(['a.ts', 'bin/git', 'git']);
    }
    expect(existsSync(join(top, 'ran'))).toBe(false);
  });

  test('an index that names files elsewhere, or in the git folder', async () => {
    write(top, { 'secret.ts': 'secret' });
    write(root, { 'xx/secret.ts': 'mine', 'xgit/config': 'mine', 'sub/yy/secret.ts': '' });
    git(root, 'init', '-q');
    git(root, 'add', '-A');
    const index = readFileSync(join(root, '.git/index'));
    const forged = Buffer.from(
      index
        .toString('latin1')
        .replace('xx/secret.ts', '../secret.ts')
        .replace('xgit/config', '.git/config')
        .replace('sub/yy/secret.ts', 'sub/../secret.ts'),
      'latin1',
    );
    const body = forged.subarray(0, -20);
    writeFileSync(join(root, '.git/index'), Buffer.concat([body, createHash('sha1').update(body).digest()]));
    expect(git(root, 'ls-files')).toContain('.git/config');
    rmSync(join(root, 'xx'), { recursive: true });
    rmSync(join(root, 'xgit'), { recursive: true });
    rmSync(join(root, 'sub'), { recursive: true });
    const result = await list();
    expect([result.usedGit, result.files, result.leftOut]).toEqual([true, [], []]);
  });

  test("git's variables do not redirect it", async () => {
    write(root, { 'a.ts': '' });
    write(top, { 'other/b.ts': '' });
    for (const folder of [root, join(top, 'other')]) {
      git(folder, 'init', '-q');
      git(folder, 'add', '-A');
    }
    const environment = {
      ...gitEnvironment,
      GIT_DIR: join(top, 'other/.git'),
      GIT_WORK_TREE: join(top, 'other'),
      GIT_INDEX_FILE: join(top, 'other/.git/index'),
      GIT_TRACE: join(top, 'trace'),
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.worktree',
      GIT_CONFIG_VALUE_0: join(top, 'other'),
    };
    const result = await list({ gitEnvironment: environment });
    expect([result.usedGit, paths(result)]).toEqual([true, ['a.ts']]);
    expect(existsSync(join(top, 'trace'))).toBe(false);
  });

  test('the usual git is found without an environment', async () => {
    write(root, { 'a.ts': '' });
    git(root, 'init', '-q');
    const result = await walk(root, { maxFileSize: 1000, ignorePatterns: [] });
    expect([result.usedGit, paths(result)]).toEqual([true, ['a.ts']]);
  });
});
