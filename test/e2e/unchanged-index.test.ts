/** `code-scout index` runs several times without changes, and then with changes. */
import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProject, withoutProgress } from './cli-process.ts';

const project = createProject({ 'src/a.ts': 'export const lamp = 1;\n', 'src/b.ts': 'export const shade = 2;\n' });
const database = (): string => join(project.root, '.code-scout', 'database.db');
/** Without the duration. */
const withoutDuration = (stdout: string): string => stdout.replace(/ in .*/, '');

beforeAll(async () => {
  await project.run(['index']);
  // A file that was written within two seconds before a run is read again.
  await sleep(2100);
  for (let run = 0; run < 3; run++) await project.run(['index']);
});
afterAll(() => project.remove());

async function lastIndexed(): Promise<number> {
  const status = JSON.parse((await project.run(['status', '--json'])).stdout) as { lastIndexed: string };
  return Date.parse(status.lastIndexed);
}

it('reports the same counts, and that it checked the files', async () => {
  const before = await lastIndexed();
  const { code, stdout, stderr } = await project.run(['index']);
  expect({ code, stderr: withoutProgress(stderr) }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('3 files: 0 read, 3 unchanged, 0 removed');
  const json = JSON.parse((await project.run(['index', '--json'])).stdout) as object;
  expect(json).toMatchObject({ totalFiles: 3, indexedFiles: 0, databasePath: database() });
  expect(await lastIndexed()).toBeGreaterThan(before);
  expect((await project.run(['tags', 'lamp'])).stdout).toContain('src/a.ts');
  expect(withoutDuration((await project.run(['index'])).stdout)).toBe(withoutDuration(stdout));
});

it('reads a file that replaced another of the same size and time', async () => {
  const file = join(project.root, 'src/b.ts');
  const { atimeMs, mtimeMs } = statSync(file);
  writeFileSync(file, 'export const shape = 2;\n');
  utimesSync(file, atimeMs / 1000, mtimeMs / 1000);
  expect((await project.run(['index'])).stdout).toContain('3 files: 1 read');
  expect((await project.run(['tags', 'shape'])).stdout).toContain('src/b.ts');
});

it('notices changed settings', async () => {
  const file = join(project.root, 'code-scout.config.json');
  const ofEnvironment = await project.run(['index'], { env: { CODE_SCOUT_INDEXING_MAX_FILE_SIZE: '10' } });
  expect(ofEnvironment.stdout).toContain('tooLarge');
  expect((await project.run(['index'])).stdout).not.toContain('tooLarge');
  writeFileSync(file, '{ "nothing": 1 }');
  expect(await project.run(['index'])).toMatchObject({ code: 2, stderr: expect.stringContaining('nothing') as string });
  rmSync(file);
  expect((await project.run(['index'])).stdout).toContain('3 files: ');
});

it('reads changed files only, and all files with --force', async () => {
  writeFileSync(join(project.root, 'src/c.ts'), 'export const wick = 3;\n');
  expect((await project.run(['index'])).stdout).toContain('4 files: 1 read');
  expect((await project.run(['tags', 'wick'])).stdout).toContain('src/c.ts');
  expect((await project.run(['index', '--force'])).stdout).toContain('4 files: 4 read');
});

it('makes a removed index again', async () => {
  rmSync(join(project.root, '.code-scout'), { recursive: true });
  expect((await project.run(['index'])).stdout).toContain('4 files: 4 read');
  expect((await project.run(['index'])).stdout).toContain('4 files: ');
  expect((await project.run(['tags', 'wick'])).stdout).toContain('src/c.ts');
});
