import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { belowRoot, rootIn, symbolBelowRoot, type System } from './root-names.ts';
import { withSlashes } from './system-paths.ts';

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
      expect(belowRoot(`${base}/${given}`, join(base, opened))).toBe(withSlashes(`${base}/${given}`, process.platform));
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

describe('on Windows', () => {
  const real: Readonly<Record<string, string>> = {
    'C:\\': 'C:\\',
    'C:': String.raw`C:\proj\hono`,
    [String.raw`C:\proj`]: String.raw`C:\proj`,
    [String.raw`C:\proj\hono`]: String.raw`C:\proj\hono`,
    [String.raw`c:\PROJ\Hono`]: String.raw`C:\proj\hono`,
    [String.raw`D:\link`]: String.raw`C:\proj\hono`,
    [String.raw`\\server\share\hono`]: String.raw`C:\proj\hono`,
  };
  const windows: System = {
    platform: 'win32',
    realPath: (path) => real[path.replaceAll('/', '\\')] ?? null,
  };
  const root = String.raw`C:\proj\hono`;

  it.each([
    [String.raw`C:\proj\hono\src\a.ts`, 'src/a.ts'],
    ['C:/proj/hono/src/a.ts', 'src/a.ts'],
    [String.raw`c:\PROJ\Hono\src\a.ts`, 'src/a.ts'],
    [String.raw`D:\link\src`, 'src'],
    [String.raw`\\server\share\hono\src`, 'src'],
    [String.raw`C:\proj\hono`, ''],
    [String.raw`lib\x64\a.ts`, 'lib/x64/a.ts'],
    [String.raw`src\**\*.ts`, 'src/**/*.ts'],
    [String.raw`C:\proj\hono-2\a.ts`, 'C:/proj/hono-2/a.ts'],
  ])('%s', (given, expected) => {
    expect(belowRoot(given, root, windows)).toBe(expected);
  });

  it('takes a drive for its top, not for the current folder of the drive', () => {
    expect(rootIn(String.raw`C:\other\a.ts`, root, windows)).toBeNull();
    expect(rootIn('C:', root, windows)).toBeNull();
    expect(rootIn('C:a.ts', root, windows)).toBeNull();
    expect(belowRoot(String.raw`C:\src\a.ts`, 'C:\\', windows)).toBe('src/a.ts');
  });

  it.each([
    [String.raw`src\n3.ts#name`, 'src/n3.ts#name'],
    [String.raw`src\n3.ts:App.run`, 'src/n3.ts:App.run'],
    [String.raw`C:\proj\hono\src\n3.php#App\Models\User`, String.raw`src/n3.php#App\Models\User`],
    [String.raw`App\Models\User::save`, String.raw`App\Models\User::save`],
    [String.raw`App\Models\User`, String.raw`App\Models\User`],
  ])('of a symbol: %s', (given, expected) => {
    expect(symbolBelowRoot(given, root, windows)).toBe(expected);
  });

  it('are parts of names elsewhere', () => {
    const linux: System = { platform: 'linux', realPath: () => null };
    expect(belowRoot(String.raw`src\*.ts`, '/p', linux)).toBe(String.raw`src\*.ts`);
    expect(symbolBelowRoot(String.raw`src\a.ts#b`, '/p', linux)).toBe(String.raw`src\a.ts#b`);
  });
});
