import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { useWalkFixture, write } from '../testing/walk-fixture.ts';
import { until } from '../../util/testing/until.ts';
import { inotifyWatches, useWatchers, type WatchedEvents } from '../testing/watch-fixture.ts';
import type { WatchOptions } from './watch.ts';

const fixture = useWalkFixture();
const { git } = fixture;
const watchers = useWatchers();
let root: string;
const at = (path: string): string => join(root, path);
/** Elsewhere one handle watches the whole tree. */
const onLinux = process.platform === 'linux';
const watchesNow = (): number => (onLinux ? inotifyWatches() : 0);

beforeEach(() => {
  ({ root } = fixture);
  git(root, 'init', '-q');
  write(root, {
    '.gitignore': '*.log\ndist/\n',
    'src/a.ts': '',
    'dist/kept.js': '',
    'logs/a.log': '',
    'dist/o.js': '',
  });
  git(root, 'add', '-f', '.gitignore', 'src', 'dist/kept.js');
  git(root, 'commit', '-q', '-m', 'x');
});

const start = (options: Partial<WatchOptions> = {}, folder = root): Promise<WatchedEvents> =>
  watchers.start(folder, { gitEnvironment: fixture.gitEnvironment, ...options });

let ends = 0;
/** Waits until everything that happened before has been reported. */
async function end(seen: WatchedEvents, folder = root): Promise<void> {
  const name = `end${ends++}`;
  writeFileSync(join(folder, name), '');
  await until(
    () => seen.paths.has(name),
    () => [...seen.paths, ...seen.rescans],
  );
  seen.paths.delete(name);
}

it('reports ignored files that git tracks, but not other files there', async () => {
  const seen = await start();
  appendFileSync(at('dist/kept.js'), 'x');
  appendFileSync(at('dist/o.js'), 'x');
  write(root, { 'dist/new.js': '', 'dist/sub/new.js': '' });
  await end(seen);
  expect([...seen.paths]).toEqual(['dist/kept.js']);
  rmSync(at('dist/kept.js'));
  await end(seen);
  seen.paths.clear();
  rmSync(at('dist'), { recursive: true });
  write(root, { 'dist/kept.js': 'again', 'dist/other.js': '' });
  await end(seen);
  expect([...seen.paths]).toEqual(['dist/kept.js']);
  expect(seen.rescans).toEqual([]);
});

it('reports an ignored file that git tracks and that was missing at the start', async () => {
  rmSync(at('dist'), { recursive: true });
  const seen = await start();
  write(root, { 'dist/kept.js': 'again', 'dist/other.js': '' });
  await end(seen);
  expect([...seen.paths]).toEqual(['dist/kept.js']);
});

it('watches a folder whose files are all ignored', async () => {
  const seen = await start();
  write(root, { 'logs/b.log': '', 'logs/reader.ts': '' });
  await end(seen);
  expect([...seen.paths]).toEqual(['logs/reader.ts']);
});

it('applies rules outside the project', async () => {
  write(fixture.top, { '.config/git/ignore': '*.mine\nprivate/\n' });
  write(root, { 'private/deep/x.ts': '', 'x.mine': '' });
  const before = watchesNow();
  const seen = await start();
  // The root, src, dist (for its tracked file), logs, .git, .git/info.
  if (onLinux) expect(watchesNow() - before).toBe(6);
  write(root, { 'y.mine': '', 'y.ts': '', 'new/private/y.ts': '', 'new/z.ts': '', 'src/private/deep/z.ts': '' });
  await end(seen);
  expect([...seen.paths].sort()).toEqual(['new/z.ts', 'y.ts']);
  if (onLinux) await until(() => watchesNow() - before === 7);
});

const switches: [string, () => void, string][] = [
  ['a switch of branches', () => git(root, 'checkout', '-q', '-b', 'other'), 'HEAD of git changed'],
  ['a file that is tracked from now on', () => git(root, 'add', '-f', 'dist/o.js'), 'git tracks other ignored files'],
  [
    'a file that is no longer tracked',
    () => git(root, 'rm', '-q', '--cached', 'dist/kept.js'),
    'git tracks other ignored files',
  ],
  ['rules in .git', () => writeFileSync(at('.git/info/exclude'), 'src/\n'), 'the ignore rules changed'],
  ['no repository any more', () => rmSync(at('.git'), { recursive: true }), 'a repository was made or taken away'],
  ['a repository inside', () => git(at('src'), 'init', '-q'), 'a repository was made or taken away'],
  ['a repository that appears', () => git(root, 'clone', '-q', '.', 'clone'), 'a repository appeared'],
];
it.each(
  switches.flatMap(([name, act, reason]) => [
    { name, act, reason, mode: 'native' as const },
    { name, act, reason, mode: 'polling' as const },
  ]),
)('asks for a rescan after $name ($mode)', async ({ act, reason, mode }) => {
  const seen = await start({ mode });
  act();
  await until(
    () => seen.rescans.length > 0,
    () => [...seen.paths],
  );
  expect([reason, 'the ignore rules changed']).toContain(seen.rescans[0]);
});

it('ignores changes of git that leave all files as they are', async () => {
  const seen = await start();
  git(root, 'status');
  git(root, 'commit', '-q', '--allow-empty', '-m', 'y');
  git(root, 'tag', 'v1');
  git(root, 'gc', '-q');
  await end(seen);
  expect(seen.events.filter(({ kind }) => kind !== 'changes')).toEqual([]);
  expect([...seen.paths]).toEqual([]);
});

it('notices what happens to a repository inside the project', async () => {
  write(root, { 'vendor/lib/x.c': '' });
  git(at('vendor/lib'), 'init', '-q');
  const seen = await start();
  write(root, { 'vendor/lib/x.c': 'x', 'vendor/lib/deep/y.c': '' });
  await end(seen);
  expect([...seen.paths]).toEqual([]);
  rmSync(at('vendor/lib/.git'), { recursive: true });
  await until(() => seen.rescans.length > 0);
  write(root, { 'vendor/lib/deep/y.c': 'x' });
  await until(() => seen.paths.has('vendor/lib/deep/y.c'));
});

it('reports files of a submodule', async () => {
  const library = join(fixture.top, 'library');
  mkdirSync(library);
  git(library, 'init', '-q');
  write(library, { 'x.c': '', '.gitignore': '*.o\n' });
  git(library, 'add', '.');
  git(library, 'commit', '-q', '-m', 'x');
  git(root, 'submodule', 'add', '-q', library, 'lib');
  const seen = await start();
  write(root, { 'lib/x.c': 'x', 'lib/x.o': '', 'lib/new.c': '', 'lib/a.log': '' });
  await end(seen);
  expect([...seen.paths].sort()).toEqual(['lib/a.log', 'lib/new.c', 'lib/x.c']);
  expect(seen.rescans).toEqual([]);
});

it('watches the HEAD of a linked work tree', async () => {
  const tree = join(fixture.top, 'tree');
  git(root, 'worktree', 'add', '-q', tree);
  const seen = await start({}, tree);
  git(root, 'checkout', '-q', '-b', 'other');
  await end(seen, tree);
  expect(seen.rescans).toEqual([]);
  git(tree, 'checkout', '-q', '-b', 'third');
  await until(() => seen.rescans.length > 0);
  expect(seen.rescans).toEqual(['HEAD of git changed']);
});

it('applies rules above the root', async () => {
  const seen = await start({}, at('src'));
  write(root, { 'src/a.log': '', 'other/x.ts': '' });
  await end(seen, at('src'));
  expect([...seen.paths]).toEqual([]);
  appendFileSync(at('.gitignore'), 'a.ts\n');
  await until(() => seen.rescans.length > 0);
  expect(seen.rescans).toEqual(['the ignore rules changed']);
});

it('makes one rescan or few of a large switch, and reports later changes', async () => {
  git(root, 'checkout', '-q', '-b', 'large');
  for (let index = 0; index < 1500; index++) write(root, { [`many/d${index % 100}/f${index}.ts`]: `${index}` });
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'many');
  git(root, 'checkout', '-q', '-');
  const seen = await start();
  git(root, 'checkout', '-q', 'large');
  await until(() => seen.rescans.length > 0);
  await until(() => {
    write(root, { 'many/d7/f7.ts': `${performance.now()}` });
    return seen.paths.has('many/d7/f7.ts');
  });
  renameSync(at('many/d7'), at('many/moved'));
  await until(() => seen.paths.has('many/moved/f7.ts') && seen.paths.has('many/d7/f107.ts'));
  expect(seen.rescans.length).toBeLessThan(6);
});
