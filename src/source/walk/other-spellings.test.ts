/** Files with several spellings: on a file system that treats them as one, and as hard links, which are two files. */
import { linkSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { otherSpellings, withoutOtherSpellings } from './other-spellings.ts';
import { useWalkFixture, write } from '../testing/walk-fixture.ts';
import { quickWatch } from '../testing/watch-fixture.ts';
import { processMarks, type Changes } from '../watch/watch-changes.ts';
import { noHandles } from '../watch/watch-handles.ts';
import { WatchedTree } from '../watch/watch-tree.ts';

const fixture = useWalkFixture();
/** Whether names that differ in case or composition are two files here: not on macOS and Windows. */
function distinguishesNames(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'names-'));
  try {
    for (const name of ['a', 'A', 'e\u0301', '\u00e9']) writeFileSync(join(folder, name), '');
    return readdirSync(folder).length === 4;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const fold = (name: string): string => name.normalize('NFC').toLowerCase();

/** Finds real files by any spelling, like macOS and Windows. */
class FoldedTree extends WatchedTree {
  override locate(path: string): string {
    let location = this.root;
    for (const part of path.split('/').filter((one) => one !== '')) {
      const names = readdirSync(location);
      const name = names.includes(part) ? part : names.find((one) => fold(one) === fold(part));
      location = join(location, name ?? part);
    }
    return location;
  }
}

const changesOf = (...paths: string[]): Changes => ({ paths: new Set(paths), folders: new Set(), rescan: null });

const treeOptions = { ...quickWatch, handles: noHandles(), isPolled: false, needsEvents: false };

async function watched(Tree: typeof WatchedTree = FoldedTree): Promise<WatchedTree> {
  const options = { ...treeOptions, gitEnvironment: fixture.gitEnvironment };
  const tree = new Tree(fixture.root, options, new AbortController().signal);
  expect(await tree.sync()).toEqual([]);
  return tree;
}

describe('a file that the walk lists with another spelling', () => {
  it.each([
    ['in case', 'src/Lower.ts', 'src/lower.ts'],
    ['of a folder', 'src/Sub/s.ts', 'src/sub/s.ts'],
    ['composed otherwise', 'cafe\u0301.ts', 'caf\u00e9.ts'],
  ])('is the listed one: %s', async (_, listed, walked) => {
    write(fixture.root, { [listed]: '1', 'src/other.ts': '2' });
    const tree = await watched();
    expect([...otherSpellings([listed], ['src/other.ts', walked], tree)]).toEqual([[listed, walked]]);
    tree.spelledOtherwise = new Map([[listed, walked]]);
    expect(await processMarks(tree, new Map([[listed, 'edited']]))).toEqual(changesOf(walked));
  });

  it.runIf(distinguishesNames())('is another file where its name is listed too', async () => {
    write(fixture.root, { 'a.ts': '1' });
    linkSync(join(fixture.root, 'a.ts'), join(fixture.root, 'A.ts'));
    const tree = await watched();
    expect(otherSpellings(['A.ts'], ['a.ts'], tree).size).toBe(0);
    const marks = new Map([['A.ts', 'moved'] as const]);
    expect(await processMarks(tree, marks)).toEqual(changesOf('A.ts'));
  });
});

describe('a name whose spelling changes while it is watched', () => {
  it.each([
    ['user.ts', 'User.ts'],
    ['cafe\u0301.ts', 'caf\u00e9.ts'],
    ['src', 'Src'],
  ])('leads to a rescan, after which there is one: %s, %s', async (before, after) => {
    write(fixture.root, { [before.includes('.') ? before : `${before}/a.ts`]: '1' });
    const tree = await watched();
    renameSync(join(fixture.root, before), join(fixture.root, after));
    const marks = new Map([before, after].map((path) => [path, 'moved'] as const));
    expect((await processMarks(tree, marks)).rescan).toBe('a name is spelled otherwise now');
    await tree.sync();
    expect((await processMarks(tree, new Map([[after, 'edited']]))).rescan).toBe(null);
  });

  it.runIf(distinguishesNames())('is two files where the file system distinguishes the names', async () => {
    write(fixture.root, { 'user.ts': '1' });
    const tree = await watched(WatchedTree);
    renameSync(join(fixture.root, 'user.ts'), join(fixture.root, 'User.ts'));
    const marks = new Map(['user.ts', 'User.ts'].map((path) => [path, 'moved'] as const));
    expect(await processMarks(tree, marks)).toEqual(changesOf('user.ts', 'User.ts'));
  });
});

describe('a listing that has a file by two names', () => {
  const listed = ['a.ts', 'cafe\u0301.ts', 'caf\u00e9.ts', 'src/Lower.ts', 'src/lower.ts'].map((path) => ({ path }));

  it('has it once where the file system takes the names for one', () => {
    const tree = new FoldedTree(fixture.root, treeOptions, new AbortController().signal);
    write(fixture.root, { 'a.ts': '', 'cafe\u0301.ts': '', 'src/lower.ts': '' });
    expect(withoutOtherSpellings(listed, tree)).toEqual([listed[0], listed[1], listed[3]]);
  });

  it.runIf(distinguishesNames())('has both where they are two files', () => {
    const tree = new WatchedTree(fixture.root, treeOptions, new AbortController().signal);
    write(fixture.root, Object.fromEntries(listed.map(({ path }) => [path, ''])));
    expect(withoutOtherSpellings(listed, tree)).toEqual(listed);
  });
});
