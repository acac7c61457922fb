/** The first index of a work tree, on real repositories. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { otherWorktrees } from '../../source/git/git-folders.ts';
import { openEngine } from '../engine.ts';
import type { IndexReport } from '../types.ts';

let top = '';
const main = (): string => join(top, 'main');
const other = (): string => join(top, 'other');

function put(root: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function git(cwd: string, ...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd, stdio: 'ignore' });
}

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-worktree-')));
  const calls = "import { base } from './base.ts';\n";
  put(main(), {
    'src/base.ts': 'export function base(): void {}\n',
    ...Object.fromEntries(
      Array.from({ length: 12 }, (_, n) => [
        `src/user${n}.ts`,
        `${calls}export function user${n}(): void {\n  base();\n}\n`,
      ]),
    ),
  });
  git(main(), 'init', '--quiet');
  git(main(), 'add', '.');
  git(main(), 'commit', '--quiet', '-m', 'first');
  git(main(), 'worktree', 'add', '--quiet', other(), '-b', 'second');
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

async function indexed(root: string): Promise<{ report: IndexReport; callers: string[] }> {
  const { config } = loadConfig({ root, flags: {}, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  try {
    const report = await engine.index();
    const { reached } = await engine.graph.callers({ symbol: 'base' });
    return { report, callers: reached.map(({ node }) => node.id).sort() };
  } finally {
    await engine.close();
  }
}

it('begins as a copy, and only differing files are indexed', async () => {
  expect((await indexed(main())).report.indexedFiles).toBe(13);
  put(other(), {
    'src/user1.ts': 'export function user1(): void {}\n',
    'src/added.ts': "import { base } from './base.ts';\nexport const added = () => base();\n",
  });
  rmSync(join(other(), 'src/user2.ts'));
  // A process was killed while copying.
  const killed = spawnSync(process.execPath, ['--version']).pid;
  put(other(), {
    [`.code-scout/database.db.copy-${killed}`]: 'half',
    [`.code-scout/database.db.copy-${killed}-journal`]: '',
  });
  const copied = await indexed(other());
  expect(copied.report).toMatchObject({ root: other(), totalFiles: 13, indexedFiles: 2, removedFiles: 1 });
  // The same as an index made from scratch.
  const folder = join(other(), '.code-scout');
  expect(readdirSync(folder).filter((name) => name.includes('copy'))).toEqual([]);
  rmSync(folder, { recursive: true });
  rmSync(join(main(), '.code-scout'), { recursive: true });
  const fresh = await indexed(other());
  expect(fresh.report.indexedFiles).toBe(13);
  expect(copied.callers).toEqual(fresh.callers);
  expect(copied.callers).toContain('src/added.ts#added');
});

it('is copied from any tree of the repository, and does not change the main one', async () => {
  await indexed(other());
  expect((await indexed(main())).report.indexedFiles).toBe(0);
  expect([otherWorktrees(main()), otherWorktrees(other())]).toEqual([[other()], [main()]]);
});

it('is not copied from a repository that does not know the tree', async () => {
  await indexed(main());
  const stranger = join(top, 'stranger');
  put(stranger, {
    '.git': `gitdir: ${join(main(), '.git', 'worktrees', 'other')}\n`,
    'src/base.ts': 'export function base(): void {}\n',
  });
  expect(otherWorktrees(stranger)).toEqual([]);
  expect(otherWorktrees(join(main(), 'src'))).toEqual([]);
  expect((await indexed(stranger)).report.totalFiles).toBe(1);
  expect(existsSync(join(stranger, '.code-scout', 'database.db'))).toBe(true);
});

it('is made from scratch if the other index is of no use', async () => {
  await indexed(main());
  writeFileSync(join(main(), '.code-scout', 'database.db'), 'no database at all, but longer than nothing');
  rmSync(join(main(), '.code-scout', 'database.db-wal'), { force: true });
  expect((await indexed(other())).report).toMatchObject({ indexedFiles: 13, totalFiles: 13 });
});
