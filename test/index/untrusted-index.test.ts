/** An index that came with a repository, made by anybody, is not trusted. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hasGit } from '../../src/util/testing/git-here.ts';
import { createProject, run, type TestProject } from '../e2e/cli-process.ts';

let project: TestProject;
const elsewhere = (): string => join(project.root, '..', 'elsewhere');

function git(cwd: string, ...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd, stdio: 'ignore' });
}

function withIndex<T>(root: string, use: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(root, '.code-scout', 'database.db'));
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** Whether the index is the one that was made by anybody: a mark tells it, since what is missing from an index would be taken for damage. */
function isForged(root: string): boolean {
  return withIndex(root, (database) => database.prepare(`SELECT 1 FROM meta WHERE key = 'mark'`).get() !== undefined);
}

beforeEach(async () => {
  project = createProject({
    'src/verify.ts': 'export function verifyToken(): void {}\n',
    'src/login.ts':
      "import { verifyToken } from './verify.ts';\nexport function login(): void {\n  verifyToken();\n}\n",
  });
  // Archives and moves are the same without git.
  if (hasGit()) {
    git(project.root, 'init', '--quiet', '-b', 'main');
    git(project.root, 'add', '.');
    git(project.root, 'commit', '--quiet', '-m', 'first');
  }
  expect((await project.run(['callers', 'verifyToken'])).stdout).toContain('login');
  withIndex(project.root, (database) =>
    database.exec(`INSERT INTO meta (key, value) VALUES ('mark', 'forged'); PRAGMA wal_checkpoint(TRUNCATE)`),
  );
  // In its own place this index is trusted.
  expect((await project.run(['callers', 'verifyToken'])).stdout).toContain('login');
  expect(isForged(project.root)).toBe(true);
});
afterEach(() => project.remove());

async function expectRefused(root: string): Promise<void> {
  const answer = await run(['callers', 'verifyToken'], { cwd: root });
  expect(answer.stdout).toContain('login');
  expect(isForged(root)).toBe(false);
  expect(readdirSync(join(root, '.code-scout')).filter((name) => name.includes('unusable'))).not.toEqual([]);
}

test('an index that was committed and cloned is not trusted', async () => {
  git(project.root, 'add', '-f', '.code-scout');
  git(project.root, 'commit', '--quiet', '-m', 'index');
  git(project.root, 'clone', '--quiet', project.root, elsewhere());
  expect(existsSync(join(elsewhere(), '.code-scout', 'database.db'))).toBe(true);
  const rebuilt = await run(['index'], { cwd: elsewhere() });
  expect(rebuilt.stdout + rebuilt.stderr).toContain(
    'was not created here: it came with the repository, or was copied; it was moved to',
  );
  await expectRefused(elsewhere());
});

test('an index from an archive that preserves all times is not trusted', async () => {
  cpSync(project.root, elsewhere(), { recursive: true, preserveTimestamps: true });
  await expectRefused(elsewhere());
});

test('an index that a checkout put over an existing one is not trusted', async () => {
  git(project.root, 'checkout', '--quiet', '-b', 'forged');
  git(project.root, 'add', '-f', '.code-scout');
  git(project.root, 'commit', '--quiet', '-m', 'index');
  git(project.root, 'checkout', '--quiet', 'main');
  expect((await project.run(['callers', 'verifyToken'])).stdout).toContain('login');
  expect(isForged(project.root)).toBe(false);
  git(project.root, 'checkout', '--quiet', '--force', 'forged');
  await expectRefused(project.root);
});

test('an index that moves together with its project is kept', async () => {
  renameSync(project.root, elsewhere());
  expect((await run(['callers', 'verifyToken'], { cwd: elsewhere() })).stdout).toContain('login');
  expect(isForged(elsewhere())).toBe(true);
  expect(readdirSync(join(elsewhere(), '.code-scout')).filter((name) => name.includes('unusable'))).toEqual([]);
});
