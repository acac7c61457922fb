import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pathPrefixOf } from './inputs.ts';

let base = '';

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'prefix-')));
  mkdirSync(join(base, 'real'));
  symlinkSync('real', join(base, 'link'));
});
afterAll(() => rmSync(base, { recursive: true }));

it.each([
  ['src/', 'src/'],
  ['./src', 'src'],
  ['/src', 'src'],
  ['.', ''],
  ['BASE/real', ''],
  ['BASE/real/src/', 'src/'],
  ['BASE/link/', ''],
  ['BASE/link/src/a', 'src/a'],
  [String.raw`src\click\a`, 'src/click/a'],
  [String.raw`caf\xe9`, String.raw`caf\xe9`],
])('%s is the prefix %j', (given, expected) => {
  expect(pathPrefixOf(given.replace('BASE', base), join(base, 'real'))).toBe(expected);
});
