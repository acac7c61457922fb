import { expect, it } from 'vitest';
import { findProgram, type ProgramSearch } from './find-program.ts';

type Case = [
  what: string,
  search: Pick<ProgramSearch, 'platform' | 'root' | 'path'>,
  there: string[],
  found: string | null,
];

const linux = { platform: 'linux', root: '/home/shop' };
const windows = { platform: 'win32', root: String.raw`C:\work\shop` };

const cases: Case[] = [
  ['the first of two', { ...linux, path: '/a:/b:/c' }, ['/b/git', '/c/git'], '/b/git'],
  ['none', { ...linux, path: '/a:/b' }, ['/c/git'], null],
  ['no path', { ...linux, path: '' }, ['git', '/git', './git'], null],
  ['relative folders', { ...linux, path: '.:bin::../bin:/b' }, ['git', 'bin/git', '../bin/git', '/b/git'], '/b/git'],
  ['the root', { ...linux, path: '/home/shop:/b' }, ['/home/shop/git', '/b/git'], '/b/git'],
  ['below the root', { ...linux, path: '/home/shop/..bin:/b' }, ['/home/shop/..bin/git', '/b/git'], '/b/git'],
  ['the root by a detour', { ...linux, path: '/home/other/../shop:/b' }, ['/home/shop/git', '/b/git'], '/b/git'],
  ['beside the root', { ...linux, path: '/home/shopping' }, ['/home/shopping/git'], '/home/shopping/git'],
  ['above the root', { ...linux, path: '/home' }, ['/home/git'], '/home/git'],
  [
    'of Windows',
    { ...windows, path: String.raw`C:\Windows;C:\Program Files\Git\cmd` },
    [String.raw`C:\Program Files\Git\cmd\git.exe`],
    String.raw`C:\Program Files\Git\cmd\git.exe`,
  ],
  [
    'what needs a shell',
    { ...windows, path: String.raw`C:\a;C:\b` },
    [String.raw`C:\a\git.cmd`, String.raw`C:\a\git`, String.raw`C:\b\git.exe`],
    String.raw`C:\b\git.exe`,
  ],
  [
    'relative folders of Windows',
    { ...windows, path: String.raw`.;;bin;\tools;/tools;C:tools;C:;D:\b` },
    [
      'git.exe',
      String.raw`bin\git.exe`,
      String.raw`\tools\git.exe`,
      String.raw`C:tools\git.exe`,
      String.raw`D:\b\git.exe`,
    ],
    String.raw`D:\b\git.exe`,
  ],
  [
    'the root in other letters, of Windows',
    { ...windows, path: String.raw`c:\WORK\shop\bin;\\server\tools` },
    [String.raw`c:\WORK\shop\bin\git.exe`, String.raw`\\server\tools\git.exe`],
    String.raw`\\server\tools\git.exe`,
  ],
  [
    'quotes of Windows',
    { ...windows, path: String.raw`"C:\a b";C:\c` },
    [String.raw`C:\a b\git.exe`],
    String.raw`C:\a b\git.exe`,
  ],
];

it.each(cases)('finds a program: %s', (_, search, there, found) => {
  expect(findProgram({ name: 'git', ...search, isProgram: (path) => there.includes(path) })).toBe(found);
});
