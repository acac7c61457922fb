import { expect, it } from 'vitest';

import { matchesGlob, namesFolder, pathGlob } from './path-glob.ts';

it.each<[string, string, boolean]>([
  ['src', 'src/a.ts', true],
  ['src/', 'src/deep/a.ts', true],
  ['src', 'source/a.ts', false],
  ['.', 'a/b.ts', true],
  ['src/*', 'src/a.ts', true],
  ['src/*', 'src/deep/a.ts', false],
  ['src/**/*', 'src/a.ts', true],
  ['src/**/*', 'src/deep/er/a.ts', true],
  ['src/**/*.spec.ts', 'src/deep/a.spec.ts', true],
  ['src/**/*.spec.ts', 'src/deep/a.ts', false],
  ['**/test/**/*.ts', 'a/b/test/c.ts', true],
  ['**/test/**/*.ts', 'a/b/c.ts', false],
  ['**', 'a/b.ts', true],
  ['*.config.ts', 'vite.config.ts', true],
  ['*.config.ts', 'a/vite.config.ts', false],
  ['a?c.ts', 'abc.ts', true],
  ['a?c.ts', 'ac.ts', false],
  ['a*b*c', 'a-b-b-c/x', true],
  ['src/a.ts', 'src/a.ts', true],
  ['src/a.ts', 'src/a.ts/b', false],
  ['src/(group)/[id]/*', 'src/(group)/[id]/page.tsx', true],
])('include %s contains %s: %s', (pattern, path, expected) => {
  const open = namesFolder(pattern) || pattern === 'a*b*c';
  expect(matchesGlob(pathGlob(pattern, open), path.split('/'))).toBe(expected);
});

it.each<[string, string, boolean]>([
  ['dist', 'dist/a.js', true],
  ['**/*.spec.ts', 'a/b.spec.ts', true],
  ['**/node_modules', 'a/node_modules/b/c.js', true],
  ['**/node_modules', 'a/b/c.js', false],
  ['a.b', 'a.b/c', true],
])('exclude %s removes %s: %s', (pattern, path, expected) => {
  expect(matchesGlob(pathGlob(pattern, true), path.split('/'))).toBe(expected);
});
