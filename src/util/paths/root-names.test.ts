import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { belowRoot, withSlashes } from './root-names.ts';

let base = '';

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'root-names-')));
  mkdirSync(join(base, 'real/project/src'), { recursive: true });
  mkdirSync(join(base, 'real/project-2'));
  symlinkSync(join(base, 'real/project'), join(base, 'link'));
  symlinkSync(join(base, 'real'), join(base, 'above'));
  symlinkSync('.', join(base, 'real/project/self'));
});
afterAll(() => rmSync(base, { recursive: true }));

describe.each(['real/project', 'link', 'above/project'])('a root that was opened as %s', (opened) => {
  it.each([
    ['real/project/src/a.ts', 'src/a.ts'],
    ['link/src/a.ts', 'src/a.ts'],
    ['above/project/src/a.ts', 'src/a.ts'],
    ['link', ''],
    ['link/', ''],
    ['above/project//src', 'src'],
    ['link/self/src', 'self/src'],
    ['link/../secret', '../secret'],
  ])('is found in %s', (given, expected) => {
    expect(belowRoot(`${base}/${given}`, join(base, opened))).toBe(expected);
  });

  it.each(['real/project-2/a.ts', 'above', 'real', 'nowhere/project/a.ts', 'link\0/a.ts'])(
    'is not found in %j',
    (given) => {
      expect(belowRoot(`${base}/${given}`, join(base, opened))).toBe(`${base}/${given}`);
    },
  );

  it.runIf(process.platform === 'linux')('is not found through a process’s folder in /proc', () => {
    for (const given of ['/proc/self/cwd/package.json', '/dev/fd/../cwd/package.json'])
      expect(belowRoot(given, process.cwd())).toBe(given);
  });

  it('is not searched in a path that is not absolute', () => {
    expect(belowRoot('link/src/a.ts', join(base, opened))).toBe('link/src/a.ts');
  });
});

describe('slashes of Windows', () => {
  it.each([
    ['win32', String.raw`lib\x64\a.ts`, 'lib/x64/a.ts'],
    ['win32', String.raw`lib/ok\a.ts`, 'lib/ok/a.ts'],
    ['win32', 'lib/ok/a.ts', 'lib/ok/a.ts'],
    ['linux', String.raw`lib\ok\a.ts`, 'lib/ok/a.ts'],
    ['linux', String.raw`lib/o\k.ts`, String.raw`lib/o\k.ts`],
    ['linux', String.raw`caf\xe9.ts`, String.raw`caf\xe9.ts`],
  ])('on %s: %s', (platform, given, path) => {
    expect(withSlashes(given, platform)).toBe(path);
  });
});
