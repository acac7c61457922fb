import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  watch,
  writeFileSync,
  type FSWatcher,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { fileSystemPath } from '../../util/bytes/path-bytes.ts';
import { noGit, useWalkFixture, write } from '../testing/walk-fixture.ts';
import { until } from '../../util/testing/until.ts';
import { inotifyWatches, startChild, useWatchers } from '../testing/watch-fixture.ts';
import type { WatchOptions } from './watch.ts';

const fixture = useWalkFixture();
const { start } = useWatchers();
const onLinux = process.platform === 'linux';
const onWindows = process.platform === 'win32';

interface Operation {
  name: string;
  before: Parameters<typeof write>[1];
  act: (at: (path: string) => string, root: string) => void;
  reported: string[];
  /** Whether names are bytes: Node's own watching of whole trees on Linux takes them for UTF-8. */
  hasBytes?: boolean;
  hasLinks?: boolean;
  /** Names that may be reported too, since they existed for a moment. */
  alsoReported?: string[];
}

/** Whether the system makes links: Windows does so for some users only, and Wine says that it did. */
function makesLinks(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'links-'));
  try {
    symlinkSync('.', join(folder, 'link'));
    return lstatSync(join(folder, 'link')).isSymbolicLink();
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `a/b/c`, `a/b` and `a`. */
function withFolders(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}

const bytesOf = (root: string, path: string): Buffer => fileSystemPath(root, '', Buffer.from(path, 'latin1')) as Buffer;

const operations: Operation[] = [
  { name: 'an edit', before: { 'a.ts': '1' }, act: (at) => appendFileSync(at('a.ts'), '2'), reported: ['a.ts'] },
  { name: 'a new file', before: { 'd/a.ts': '1' }, act: (at) => writeFileSync(at('d/b.ts'), ''), reported: ['d/b.ts'] },
  { name: 'a deleted file', before: { 'a.ts': '1' }, act: (at) => unlinkSync(at('a.ts')), reported: ['a.ts'] },
  {
    name: 'a renamed file',
    before: { 'd/a.ts': '1', 'e/': '' },
    act: (at) => renameSync(at('d/a.ts'), at('e/b.ts')),
    reported: ['d/a.ts', 'e/b.ts'],
  },
  {
    name: 'an atomic save',
    before: { 'a.ts': '1' },
    act: (at) => {
      writeFileSync(at('a.ts.tmp'), 'new');
      renameSync(at('a.ts.tmp'), at('a.ts'));
    },
    reported: ['a.ts'],
    alsoReported: ['a.ts.tmp'],
  },
  {
    name: 'a save that keeps a backup',
    before: { 'a.ts': '1' },
    act: (at) => {
      writeFileSync(at('4913'), '');
      unlinkSync(at('4913'));
      renameSync(at('a.ts'), at('a.ts~'));
      writeFileSync(at('a.ts'), 'new');
      unlinkSync(at('a.ts~'));
    },
    reported: ['a.ts'],
    alsoReported: ['4913', 'a.ts~'],
  },
  {
    name: 'folders with files',
    before: {},
    act: (at) => write(at(''), { 'n/a.ts': '', 'n/m/o/b.ts': '', 'n/m/o/c.ts': '' }),
    reported: ['n/a.ts', 'n/m/o/b.ts', 'n/m/o/c.ts'],
  },
  {
    name: 'a file in a folder that was empty',
    before: { 'empty/deep/': '' },
    act: (at) => writeFileSync(at('empty/deep/a.ts'), ''),
    reported: ['empty/deep/a.ts'],
  },
  {
    name: 'a renamed folder',
    before: { 'a/x.ts': '', 'a/b/y.ts': '' },
    act: (at) => renameSync(at('a'), at('c')),
    reported: ['a/x.ts', 'a/b/y.ts', 'c/x.ts', 'c/b/y.ts'],
  },
  {
    name: 'a folder that another takes the place of',
    before: { 'a/x.ts': '', 'b/y.ts': '', 'b/c/z.ts': '' },
    act: (at) => {
      rmSync(at('a'), { recursive: true });
      renameSync(at('b'), at('a'));
    },
    reported: ['a/x.ts', 'a/y.ts', 'a/c/z.ts', 'b/y.ts', 'b/c/z.ts'],
  },
  {
    name: 'a deleted folder',
    before: { 'a/x.ts': '', 'a/b/y.ts': '' },
    act: (at) => rmSync(at('a'), { recursive: true }),
    reported: ['a/x.ts', 'a/b/y.ts'],
  },
  {
    name: 'a folder in the place of a file',
    before: { a: '' },
    act: (at) => {
      unlinkSync(at('a'));
      write(at(''), { 'a/x.ts': '' });
    },
    reported: ['a', 'a/x.ts'],
  },
  {
    name: 'a link in the place of a folder',
    before: { 'a/x.ts': '', '../outside/x.ts': '' },
    act: (at) => {
      rmSync(at('a'), { recursive: true });
      symlinkSync('../outside', at('a'));
      writeFileSync(at('../outside/y.ts'), '');
    },
    reported: ['a/x.ts'],
    alsoReported: ['a'],
  },
  {
    name: 'a folder with a link to itself',
    hasLinks: true,
    before: {},
    act: (at) => write(at(''), { 'n/x.ts': '', 'n/loop': { link: '.' } }),
    reported: ['n/x.ts', 'n/loop'],
  },
  {
    name: 'odd names',
    hasBytes: true,
    before: { 'with\nnewline.ts': '1' },
    act: (at, root) => {
      appendFileSync(at('with\nnewline.ts'), '2');
      mkdirSync(bytesOf(root, 'n\xff'));
      writeFileSync(bytesOf(root, 'n\xff/\xe4.ts'), '');
      writeFileSync(at('\\xff.ts'), '');
      writeFileSync(at('ü __proto__.ts'), '');
    },
    reported: ['with\nnewline.ts', 'n\\xff/\\xe4.ts', '\\x5cxff.ts', 'ü __proto__.ts'],
  },
  {
    name: 'only what the rules let through',
    before: { '.gitignore': '*.log\ndist/\n!kept.log\n', 'src/.code-scoutignore': '/x.ts\n', 'dist/o.js': '' },
    act: (at) => {
      const names = [
        'a.log',
        'kept.log',
        'dist/p.js',
        'src/x.ts',
        'src/y/x.ts',
        'node_modules/m/i.js',
        'new/dist/o.js',
      ];
      for (const name of names) write(at(''), { [name]: '' });
    },
    reported: ['kept.log', 'src/y/x.ts'],
  },
];

const allWays: [string, Partial<WatchOptions>][] = [
  ['by handles on folders', { mode: 'native', handles: { isDeep: false } }],
  ['by polling', { mode: 'polling' }],
  ['by a handle on the tree', { mode: 'native', handles: { isDeep: true } }],
];
/** Windows always has one handle on the tree: a handle on each folder would keep it from being removed. */
const ways = allWays.filter(([, { handles }]) => !onWindows || handles?.isDeep !== false);

describe.each(ways)('%s', (_, options) => {
  const possible = operations.filter(
    ({ hasBytes, hasLinks }) =>
      (hasBytes !== true || (onLinux && options.handles?.isDeep !== true)) && (hasLinks !== true || makesLinks()),
  );
  it.each(possible)('reports $name', async ({ before, act, reported, alsoReported = [] }) => {
    write(fixture.root, before);
    const seen = await start(fixture.root, { gitEnvironment: noGit, ...options });
    act((path) => join(fixture.root, path), fixture.root);
    await until(
      () => reported.every((path) => seen.paths.has(path)),
      () => [...seen.paths, ...seen.rescans],
    );
    // Whatever would be reported by mistake has been reported by then.
    writeFileSync(join(fixture.root, 'the end'), '');
    await until(() => seen.paths.has('the end'));
    expect(seen.rescans).toEqual([]);
    // A folder that disappears during its stat may be taken for a deleted file.
    const fresh = options.mode === 'polling' ? Object.keys(before).flatMap(withFolders) : [];
    const allowed = new Set([...reported, ...alsoReported, ...fresh, 'the end']);
    expect([...seen.paths].filter((path) => !allowed.has(path))).toEqual([]);
  });
});

describe('a rescan', () => {
  it.each(['.gitignore', 'src/.code-scoutignore'])('is made after an edit of %s, with new rules', async (file) => {
    write(fixture.root, { 'src/a.ts': '', 'src/lib/b.ts': '' });
    const seen = await start(fixture.root, { gitEnvironment: noGit });
    write(fixture.root, { [file]: 'lib\n' });
    await until(() => seen.rescans.length > 0);
    expect(seen.rescans).toEqual(['the ignore rules changed']);
    write(fixture.root, { 'src/lib/b.ts': 'x', 'src/a.ts': 'x' });
    await until(() => seen.paths.has('src/a.ts'));
    expect([...seen.paths]).toEqual(['src/a.ts']);
    rmSync(join(fixture.root, file));
    await until(() => seen.rescans.length > 1);
    write(fixture.root, { 'src/lib/b.ts': 'y' });
    await until(() => seen.paths.has('src/lib/b.ts'));
  });

  it('replaces 10,000 changes at once, after which single changes are reported again', async () => {
    write(fixture.root, { 'd0/a.ts': '' });
    const seen = await start(fixture.root, { gitEnvironment: noGit });
    const script = `for (let i = 0; i < 10000; i++) {
      const folder = ${JSON.stringify(fixture.root)} + '/d' + (i % 20);
      if (i < 20) fs.mkdirSync(folder, { recursive: true });
      fs.writeFileSync(folder + '/f' + i, '');
    }`;
    // This process is blocked meanwhile, so that the kernel's queue overflows.
    spawnSync(process.execPath, ['-e', `const fs = require('fs'); ${script}`]);
    await until(() => seen.rescans.length > 0);
    await until(() => {
      appendFileSync(join(fixture.root, 'd19/f19'), 'x');
      write(fixture.root, { 'late/x.ts': 'x' });
      return seen.paths.has('d19/f19') && seen.paths.has('late/x.ts');
    });
    expect(seen.paths.size).toBeLessThan(1000);
  });

  it.runIf(onLinux)('is made when the kernel dropped events, however few the files', async () => {
    write(fixture.root, { 'a.ts': '', 'b.ts': '', 'c/d.ts': '' });
    const seen = await start(fixture.root, { gitEnvironment: noGit });
    const [a, b] = ['a.ts', 'b.ts'].map((name) => JSON.stringify(join(fixture.root, name)));
    const script = `for (let i = 0; i < 20000; i++) { fs.writeSync(a, 'x'); fs.writeSync(b, 'x'); }`;
    const program = `const fs = require('fs'), a = fs.openSync(${a}, 'a'), b = fs.openSync(${b}, 'a'); ${script}`;
    spawnSync(process.execPath, ['-e', program]);
    await until(() => seen.rescans.length > 0);
    expect(seen.rescans[0]).toBe('the system dropped events');
  });

  it('is made from time to time in any case', async () => {
    const seen = await start(fixture.root, { gitEnvironment: noGit, reconcileMs: 50 });
    await until(() => seen.rescans.length > 1);
    expect(new Set(seen.rescans)).toEqual(new Set(['reconciliation']));
  });
});

it('misses no file of a folder that appears with folders in it', async () => {
  const seen = await start(fixture.root, { gitEnvironment: noGit });
  const script = `for (let r = 0; r < 20; r++) {
    const folder = ${JSON.stringify(fixture.root)} + '/n' + r + '/a/b';
    fs.mkdirSync(folder, { recursive: true });
    for (let i = 0; i < 20; i++) fs.writeFileSync(folder + '/f' + i, '');
  }`;
  execFileSync(process.execPath, ['-e', `const fs = require('fs'); ${script}`]);
  // Windows keeps 4 KB of events for who is busy, and says that it dropped the others.
  await until(
    () => seen.paths.size === 400 || (onWindows && seen.rescans.length > 0),
    () => [seen.paths.size, ...seen.rescans],
  );
  expect(seen.rescans.filter((reason) => !onWindows || reason !== 'the system dropped events')).toEqual([]);
});

it.each([
  { name: 'another that took its place', last: 'new' },
  { name: 'none, where it was before', last: null },
])('reports a folder that was there for a moment, and is $name', async ({ last }) => {
  const moved = mkdtempSync(join(tmpdir(), 'moved-'));
  try {
    write(fixture.root, { 'a/known.ts': '' });
    write(moved, { 'moment/b/seen-by-a-reader.ts': '', 'new/c.ts': '' });
    const seen = await start(fixture.root, { gitEnvironment: noGit });
    const at = join(fixture.root, 'a');
    // At once, so that the watcher sees the last state alone.
    renameSync(at, join(moved, 'known'));
    renameSync(join(moved, 'moment'), at);
    renameSync(at, join(moved, 'moment'));
    if (last !== null) renameSync(join(moved, last), at);
    await until(
      () => seen.folders.has('a') && seen.paths.has('a/known.ts'),
      () => seen.events,
    );
    expect(seen.rescans).toEqual([]);
  } finally {
    rmSync(moved, { recursive: true });
  }
});

it('does not react to an index that is made or removed', async () => {
  write(fixture.root, { 'a.ts': '', 'd/b.ts': '' });
  let stirs = 0;
  const seen = await start(fixture.root, { gitEnvironment: noGit, onActivity: () => stirs++ });
  write(fixture.root, { '.code-scout/database.db': 'x', 'd/.code-scout/database.db': 'x' });
  rmSync(join(fixture.root, '.code-scout'), { recursive: true });
  await sleep(200);
  expect(stirs).toBe(0);
  write(fixture.root, { 'd/b.ts': 'x' });
  await until(() => seen.paths.has('d/b.ts'));
  expect(stirs).toBe(1);
  expect([...seen.paths]).toEqual(['d/b.ts']);
});

describe('the root', () => {
  it.each(ways)('is awaited when it is gone, %s', async (_, options) => {
    write(fixture.root, { 'a/x.ts': '' });
    const seen = await start(fixture.root, { gitEnvironment: noGit, ...options });
    renameSync(fixture.root, `${fixture.root}-away`);
    await until(() => seen.events.some(({ kind }) => kind === 'rootGone'));
    write(fixture.root, { 'a/x.ts': 'other', 'b/y.ts': '' });
    await until(() => seen.rescans.length > 0);
    expect(seen.rescans).toEqual(['the root is back']);
    write(fixture.root, { 'b/y.ts': 'x' });
    await until(() => seen.paths.has('b/y.ts'));
    expect(seen.events.filter(({ kind }) => kind === 'rootGone')).toHaveLength(1);
  });

  it('is missed, and awaited, where its handle tells nothing of it', async () => {
    write(fixture.root, { 'a/x.ts': '' });
    const other = join(fixture.top, 'silent');
    mkdirSync(other);
    const open = (): FSWatcher => watch(other, { persistent: false });
    const seen = await start(fixture.root, { gitEnvironment: noGit, mode: 'native', handles: { isDeep: true, open } });
    renameSync(fixture.root, `${fixture.root}-away`);
    await until(() => seen.events.some(({ kind }) => kind === 'rootGone'));
    write(fixture.root, { 'a/x.ts': 'other' });
    await until(() => seen.rescans.includes('the root is back'));
    renameSync(fixture.root, `${fixture.root}-again`);
    renameSync(`${fixture.root}-away`, fixture.root);
    await until(() => seen.rescans.length > 1);
    expect(seen.rescans[1]).toMatch(/^the root (?:was replaced|is back)$/);
  });

  it('may be replaced at once', async () => {
    write(fixture.root, { 'a/x.ts': '' });
    const seen = await start(fixture.root, { gitEnvironment: noGit });
    cpSync(fixture.root, `${fixture.root}-new`, { recursive: true });
    rmSync(fixture.root, { recursive: true });
    renameSync(`${fixture.root}-new`, fixture.root);
    await until(() => seen.rescans.length > 0);
    expect(seen.rescans).toEqual(['the root was replaced']);
    write(fixture.root, { 'a/x.ts': 'x' });
    await until(() => seen.paths.has('a/x.ts'));
  });

  it('need not exist at the start', async () => {
    rmSync(fixture.root, { recursive: true });
    const seen = await start(fixture.root, { gitEnvironment: noGit });
    expect(seen.events).toEqual([{ kind: 'rootGone' }]);
    write(fixture.root, { 'a.ts': '' });
    await until(() => seen.rescans.length > 0);
  });
});

it.runIf(onLinux)('reports the files of a folder that may not be read any more, and again when it may', async () => {
  write(fixture.root, { 'a/x.ts': '', 'a/b/y.ts': '', 'z.ts': '' });
  const uid = process.getuid?.() === 0 ? 65_534 : undefined;
  if (uid !== undefined) {
    chmodSync(fixture.top, 0o755);
    for (const path of ['', 'a', 'a/b', 'a/x.ts', 'a/b/y.ts']) chownSync(join(fixture.root, path), uid, uid);
  }
  const { process: child, messages } = startChild({
    ...{ root: fixture.root, stays: true, options: { gitEnvironment: noGit } },
    ...(uid === undefined ? {} : { uid }),
  });
  const reported = (): string[] => messages.flatMap((one) => ('paths' in one ? one.paths : []));
  try {
    await until(() => messages.some((one) => 'state' in one));
    chmodSync(join(fixture.root, 'a'), 0);
    await until(() => reported().length >= 2);
    expect(reported()).toEqual(['a/b/y.ts', 'a/x.ts']);
    chmodSync(join(fixture.root, 'a'), 0o755);
    await until(() => reported().length >= 4);
    appendFileSync(join(fixture.root, 'a/b/y.ts'), 'x');
    await until(() => reported().length >= 5);
    expect(reported().slice(2)).toEqual(['a/b/y.ts', 'a/x.ts', 'a/b/y.ts']);
  } finally {
    child.send('end');
  }
});

describe('handles', () => {
  it.runIf(onLinux)('are not on ignored folders, now or later, and none is left over', async () => {
    const before = inotifyWatches();
    write(fixture.root, { '.gitignore': 'dist/\n', 'src/a/x.ts': '', 'dist/o/o/o.js': '', '.code-scout/db/x': '' });
    for (let index = 0; index < 50; index++) write(fixture.root, { [`node_modules/m${index}/lib/i.js`]: '' });
    const seen = await start(fixture.root, { gitEnvironment: noGit });
    // The root, src, src/a.
    expect(inotifyWatches() - before).toBe(3);
    write(fixture.root, { 'pkg/node_modules/m/i.js': '', 'pkg/dist/o/o.js': '', 'pkg/lib/i.ts': '' });
    await until(() => seen.paths.has('pkg/lib/i.ts'));
    expect(inotifyWatches() - before).toBe(5);
    rmSync(join(fixture.root, 'pkg'), { recursive: true });
    await until(() => inotifyWatches() - before === 3);
    await seen.watcher.close();
    expect(inotifyWatches() - before).toBe(0);
    expect(seen.watcher.state).toBe('stopped');
  });

  it('end with a watcher that is closed while it starts', async () => {
    for (let index = 0; index < 300; index++) write(fixture.root, { [`d${index}/a.ts`]: '' });
    const before = onLinux ? inotifyWatches() : 0;
    const starting = start(fixture.root);
    const { watcher, events } = await start(fixture.root, { gitEnvironment: noGit });
    const closing = watcher.close();
    writeFileSync(join(fixture.root, 'd1/a.ts'), 'x');
    await closing;
    await (await starting).watcher.close();
    expect(onLinux ? inotifyWatches() : 0).toBe(before);
    expect(events).toEqual([]);
  });

  it('do not keep the process running', async () => {
    write(fixture.root, { 'a/b.ts': '' });
    const { process: child, messages } = startChild({ root: fixture.root, stays: false });
    let isOver = false;
    child.on('exit', () => (isOver = true));
    await until(() => isOver);
    expect(child.exitCode).toBe(0);
    expect(messages).toEqual([{ state: 'native', note: null }]);
  });
});
