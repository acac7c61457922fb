import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { LeftOut } from '../../model/file.ts';
import { makeSocketFile } from '../../util/testing/socket-file.ts';
import type { WalkOptions, WalkResult } from '../source.ts';
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

/** Both ways of walking, on a tree without commits. */
const modes: [string, boolean][] = [
  ['git', true],
  ['our own walk', false],
];

describe.each(modes)('%s', (_name, usesGit) => {
  async function listHere(options: Partial<WalkOptions> = {}): Promise<WalkResult> {
    if (usesGit && !existsSync(join(root, '.git'))) git(root, 'init', '-q');
    const result = await list({ ...(usesGit ? {} : { gitEnvironment: noGit }), ...options });
    expect(result.usedGit).toBe(usesGit);
    return result;
  }

  test('lists every file, hidden ones included, with size and times, sorted', async () => {
    write(root, {
      'b.ts': 'bb',
      'a/z.ts': '',
      'a.ts': 'a',
      '.hidden/x.ts': 'x',
      '.github/w.yml': '',
      'a-b.ts': '',
      'Z.ts': '',
    });
    const result = await listHere();
    expect(paths(result)).toEqual(['.github/w.yml', '.hidden/x.ts', 'Z.ts', 'a-b.ts', 'a.ts', 'a/z.ts', 'b.ts']);
    const { mtimeMs, ctimeMs } = statSync(join(root, 'b.ts'));
    expect(result.files.at(-1)).toEqual({ path: 'b.ts', rawPath: null, size: 2, mtimeMs, ctimeMs });
    expect(result.leftOut).toEqual([]);
  });

  test('leaves out version control and the index folder without an entry', async () => {
    write(root, {
      'a.ts': '',
      '.code-scout/database.db': '',
      '.code-scout/.gitignore': '*',
      '.hg/x': '',
      '.svn/y': '',
      'p/.jj/z': '',
    });
    const result = await listHere();
    expect(paths(result)).toEqual(['a.ts']);
    expect(result.leftOut).toEqual([]);
  });

  test('keeps odd names unchanged', async () => {
    const names = [
      ...[
        'with space.ts',
        'quote\'and"double.ts',
        'new\nline.ts',
        'tab\there.ts',
        'back\\slash.ts',
        '-rf.ts',
        '[id].tsx',
        '*.ts',
      ],
      ...[
        '$HOME;echo `x`.ts',
        'a:12.ts',
        'caf\u00e9.ts',
        'cafe\u0301.ts',
        '日本語 \u{1F600}.py',
        '%2e%2e%2f.ts',
        'Case.ts',
        'case.ts',
      ],
      ...[
        'n'.repeat(240) + '.ts',
        '__proto__/constructor.ts',
        'toString',
        ' ',
        '#x',
        '!y',
        '...',
        '..a',
        '\u2028.ts',
        'a\\xff.ts',
      ],
    ];
    for (const name of names) write(root, { [name]: '' });
    const result = await listHere();
    expect(paths(result)).toEqual(names.map((name) => name.replace('\\xff', '\\x5cxff')).sort());
    expect(result.files.filter(({ rawPath }) => rawPath !== null).map(({ path }) => path)).toEqual(['a\\x5cxff.ts']);
  });

  test('keeps names that are not UTF-8', async () => {
    const name = Buffer.from([0x62, 0x61, 0x64, 0xff, 0xfe, 0x80, 0x2e, 0x74, 0x73]);
    const folder = Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xe9, 0x2f])]);
    mkdirSync(folder);
    write(root, { 'é.ts': '', '.gitignore': '*.log\n' });
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), name]), 'x');
    writeFileSync(Buffer.concat([folder, name]), 'xy');
    writeFileSync(Buffer.concat([folder, Buffer.from('a.log')]), 'xy');
    const result = await listHere();
    expect(paths(result)).toEqual(['.gitignore', '\\xe9/bad\\xff\\xfe\\x80.ts', 'bad\\xff\\xfe\\x80.ts', 'é.ts']);
    expect(result.files.map(({ size }) => size)).toEqual([6, 2, 1, 0]);
    expect(Buffer.from(result.files[1]?.rawPath ?? []).equals(Buffer.concat([Buffer.from([0xe9, 0x2f]), name]))).toBe(
      true,
    );
    expect(reasons(result)).toEqual(['\\xe9/a.log: ignored']);
  });

  test('honours .gitignore at every level, and info/exclude', async () => {
    write(root, {
      '.gitignore': '*.log\n/build/\nnode_modules/\n!keep.log\n',
      'a.ts': '',
      'x.log': '',
      'keep.log': '',
      'build/out.js': '',
      'src/build/kept.ts': '',
      'src/.gitignore': '!x.log\n/local\n',
      'src/x.log': '',
      'src/local/deep/a.ts': '',
      'src/other/local': '',
      'node_modules/m/i.js': '',
      'p/node_modules/m/i.js': '',
      'only/ignored/x.log': '',
      'private/a.ts': '',
    });
    git(root, 'init', '-q');
    writeFileSync(join(root, '.git/info/exclude'), 'private/\n');
    const result = await listHere();
    expect(paths(result)).toEqual([
      '.gitignore',
      'a.ts',
      'keep.log',
      'src/.gitignore',
      'src/build/kept.ts',
      'src/other/local',
      'src/x.log',
    ]);
    expect(reasons(result)).toEqual([
      ...['build/: ignored', 'node_modules/: ignored', 'only/ignored/x.log: ignored', 'p/node_modules/: ignored'],
      ...['private/: ignored', 'src/local/: ignored', 'x.log: ignored'],
    ]);
    const details = new Map(result.leftOut.map(({ path, detail }) => [path, detail]));
    // Git does not report which pattern it was.
    expect(details.get('src/local/')).toBe(usesGit ? null : 'src/.gitignore: /local');
    expect(details.get('private/')).toBe(usesGit ? null : '.git/info/exclude: private/');
  });

  test('honours .code-scoutignore at every level, and the configured patterns', async () => {
    write(root, {
      '.code-scoutignore': 'gen/\n*.big.ts\n!vendor/mine/\n',
      'a.ts': '',
      'a.big.ts': '',
      'gen/x.ts': '',
      'src/.code-scoutignore': '/skip\n!keep.big.ts\n',
      'src/skip/x.ts': '',
      'src/deep/skip/x.ts': '',
      'src/keep.big.ts': '',
      'node_modules/m/i.js': '',
      'vendor/a.c': '',
      'tools/vendor/a.c': '',
      '日/é.tmp': '',
    });
    const result = await listHere({ ignorePatterns: ['node_modules/', '/vendor/', 'é.*'] });
    expect(paths(result)).toEqual([
      '.code-scoutignore',
      'a.ts',
      'src/.code-scoutignore',
      'src/deep/skip/x.ts',
      'src/keep.big.ts',
      'tools/vendor/a.c',
    ]);
    expect(result.leftOut).toEqual<LeftOut[]>([
      { path: 'a.big.ts', reason: 'ignored', detail: '.code-scoutignore: *.big.ts' },
      { path: 'gen/', reason: 'ignored', detail: '.code-scoutignore: gen/' },
      { path: 'node_modules/', reason: 'ignored', detail: 'ignorePatterns: node_modules/' },
      { path: 'src/skip/', reason: 'ignored', detail: 'src/.code-scoutignore: /skip' },
      { path: 'vendor/', reason: 'ignored', detail: 'ignorePatterns: /vendor/' },
      { path: '日/é.tmp', reason: 'ignored', detail: 'ignorePatterns: é.*' },
    ]);
  });

  test('a .code-scoutignore includes again what the configuration excludes', async () => {
    write(root, { '.code-scoutignore': '!vendor/\n', 'vendor/a.c': '' });
    expect(paths(await listHere({ ignorePatterns: ['vendor/'] }))).toEqual(['.code-scoutignore', 'vendor/a.c']);
  });

  test('leaves out by name, kind and size, with the reason', async () => {
    write(root, {
      'a.ts': 'x'.repeat(1000),
      'large.ts': 'x'.repeat(1001),
      '.env': 'TOKEN=1',
      '.env.example': 'TOKEN=',
      'logo.png': '',
      'links/alias.ts': { link: '../a.ts' },
      'links/dangling.ts': { link: 'nowhere' },
      'links/outside.ts': { link: '/etc/passwd' },
      'links/root': { link: '/' },
      'links/self': { link: '.' },
      'links/up': { link: '../links' },
      'links/one': { link: 'two' },
      'links/two': { link: 'one' },
    });
    const result = await listHere();
    expect(paths(result)).toEqual(['.env.example', 'a.ts']);
    expect(result.leftOut).toEqual<LeftOut[]>([
      { path: '.env', reason: 'secret', detail: null },
      { path: 'large.ts', reason: 'tooLarge', detail: '1001 B, limit 1000 B' },
      { path: 'links/alias.ts', reason: 'symlink', detail: '../a.ts' },
      { path: 'links/dangling.ts', reason: 'symlink', detail: 'nowhere' },
      { path: 'links/one', reason: 'symlink', detail: 'two' },
      { path: 'links/outside.ts', reason: 'symlink', detail: '/etc/passwd' },
      { path: 'links/root', reason: 'symlink', detail: '/' },
      { path: 'links/self', reason: 'symlink', detail: '.' },
      { path: 'links/two', reason: 'symlink', detail: 'one' },
      { path: 'links/up', reason: 'symlink', detail: '../links' },
      { path: 'logo.png', reason: 'binary', detail: null },
    ]);
  });

  test('pipes and sockets do not block it', async () => {
    write(root, { 'a.ts': '' });
    execFileSync('mkfifo', [join(root, 'pipe.ts')]);
    await makeSocketFile(join(root, 'socket'));
    const result = await listHere();
    expect(paths(result)).toEqual(['a.ts']);
    // Git skips what it could never track.
    expect(result.leftOut.map(({ path, detail }) => `${path}: ${detail}`)).toEqual(
      usesGit ? [] : ['pipe.ts: named pipe', 'socket: socket'],
    );
  });

  test('a pipe or a link with the name of a rule file is not a rule file', async () => {
    write(root, { 'a.ts': '', 'b/a.ts': '' });
    execFileSync('mkfifo', [join(root, '.code-scoutignore')]);
    symlinkSync('/etc/passwd', join(root, 'b/.code-scoutignore'));
    const result = await listHere();
    expect(paths(result)).toEqual(['a.ts', 'b/a.ts']);
    expect(reasons(result)).toContain('b/.code-scoutignore: symlink');
  });

  test('deep folders', async () => {
    const deep = `deep/${'dir/'.repeat(60)}`;
    write(root, { [`${deep}leaf.ts`]: '' });
    expect(paths(await listHere())).toEqual([`${deep}leaf.ts`]);
  });

  test('an untracked repository inside is left out as a whole', async () => {
    write(root, { 'a.ts': '', 'inner/b.ts': '', 'empty/.git/': '', 'empty/c.ts': '' });
    git(root, 'init', '-q');
    git(join(root, 'inner'), 'init', '-q');
    const result = await listHere();
    expect(paths(result)).toEqual(['a.ts', 'empty/c.ts']);
    expect(reasons(result)).toEqual(['inner/: nestedRepository']);
  });

  test('a cancelled walk ends', async () => {
    write(root, { 'a.ts': '' });
    git(root, 'init', '-q');
    const options = { maxFileSize: 1000, ignorePatterns: [], gitEnvironment: usesGit ? gitEnvironment : noGit };
    await expect(walk(root, options, AbortSignal.abort())).rejects.toMatchObject({ code: 'CancelledError' });
    const controller = new AbortController();
    const running = walk(root, options, controller.signal);
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: 'CancelledError' });
  });

  test('folders that may not be read are left out', async () => {
    write(root, { 'a.ts': '', 'sub/locked/x.ts': '', 'sub/b.ts': '' });
    git(root, 'init', '-q');
    chmodSync(join(root, 'sub/locked'), 0);
    const script = `import(${JSON.stringify(new URL('./walk.ts', import.meta.url).href)}).then(async ({ walk }) => {
      const [root, environment] = JSON.parse(process.argv[1]);
      const options = { maxFileSize: 1000, ignorePatterns: [], gitEnvironment: environment };
      console.log(JSON.stringify([await walk(root, options), await walk(root + '/sub', options)]));
    })`;
    // The superuser may read anything, so the walk runs as another user.
    const nobody = 65_534;
    const superuser = process.getuid?.() === 0;
    if (superuser) {
      execFileSync('chown', ['-R', `${nobody}:${nobody}`, top]);
    }
    const argument = JSON.stringify([root, usesGit ? gitEnvironment : noGit]);
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script, argument], {
      cwd: '/',
      encoding: 'utf8',
      ...(superuser ? { uid: nobody, gid: nobody } : {}),
    });
    chmodSync(join(root, 'sub/locked'), 0o755);
    const [whole, part] = JSON.parse(output) as [WalkResult, WalkResult];
    expect(whole.usedGit).toBe(usesGit);
    expect(paths(whole)).toEqual(['a.ts', 'sub/b.ts']);
    expect(reasons(whole)).toEqual(['sub/locked/: unreadable']);
    expect(reasons(part)).toEqual(['locked/: unreadable']);
  });
});

test('both ways list the same for random trees', async () => {
  const pattern = fc
    .tuple(
      fc.constantFrom('', '!', '/'),
      fc.constantFrom('a', 'b', '*.ts', 'a/b', '*', '**/a', 'a/**', 'b*', '[ab]', 'a/*/b.ts', 'c'),
      fc.constantFrom('', '/'),
    )
    .map((parts) => parts.join(''));
  const rules = fc.array(pattern, { maxLength: 4 }).map((lines) => lines.join('\n'));
  const part = fc.constantFrom('a', 'b', 'ab', 'c', 'a.ts', 'b.ts', '.h', 'é', '\n', ' ');
  const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  const files = fc.uniqueArray(path, { minLength: 5, maxLength: 25 });
  const content = fc.record({
    files,
    rules: fc.array(
      fc.tuple(fc.constantFrom('', 'a/', 'a/b/', 'b/'), fc.constantFrom('.gitignore', '.code-scoutignore'), rules),
      { maxLength: 4 },
    ),
  });
  let count = 0;
  await fc.assert(
    fc.asyncProperty(content, async (tree) => {
      const folder = join(top, `tree-${count++}`);
      mkdirSync(folder);
      for (const [place, name, text] of tree.rules) write(folder, { [`${place}${name}`]: text });
      for (const file of tree.files) {
        try {
          write(folder, { [file]: '' });
        } catch {
          // A file is where a folder is wanted, or the other way round.
        }
      }
      git(folder, 'init', '-q');
      const named = await list({}, folder);
      const walked = await list({ gitEnvironment: noGit }, folder);
      expect([named.usedGit, walked.usedGit]).toEqual([true, false]);
      expect(paths(walked)).toEqual(paths(named));
      expect(reasons(walked)).toEqual(reasons(named));
    }),
    { numRuns: 25 },
  );
});
