import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { at } from '../../scripts/lib/repository.ts';
import { notRun, suites } from './suites.ts';

/** The tests in examples/ are parts of the examples. */
const folders = ['src', 'test', 'scripts', 'embeddings', 'fuzz'];
const files = globSync(
  folders.map((folder) => `${folder}/**/*.test.ts`),
  { cwd: at() },
)
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.includes('node_modules/'));

const beginnings = [...suites.flatMap(({ paths }) => paths), ...notRun.map(({ path }) => path)];

it('each test file runs under Windows’ Node, or is said not to', () => {
  expect(files.filter((file) => !beginnings.some((beginning) => file.startsWith(beginning)))).toEqual([]);
});

it('each entry is about a test file', () => {
  expect(beginnings.filter((beginning) => !files.some((file) => file.startsWith(beginning)))).toEqual([]);
});
