/** Paths as Linux and Windows read them. */
import { expect, it } from 'vitest';
import { isAtOrBelow, pathInFolder, withoutEndSlashes } from './system-paths.ts';

it.each([
  ['linux', '/home/a/project', '/home/a/project/src/a.ts', 'src/a.ts'],
  ['linux', '/home/a/project', '/home/a/project/..a', '..a'],
  ['linux', '/home/a/project', '/home/a/project/', ''],
  ['linux', '/home/a/project', '/home/a', null],
  ['linux', '/home/a/project', '/home/a/project-2/a.ts', null],
  ['linux', '/', '/etc/passwd', 'etc/passwd'],
  ['win32', 'C:\\a\\project', 'C:\\a\\project\\src\\a.ts', 'src/a.ts'],
  ['win32', 'C:\\a\\project', 'c:/A/project/src/a.ts', 'src/a.ts'],
  ['win32', 'C:\\a\\project', 'C:\\a\\project', ''],
  ['win32', 'C:\\a\\project', 'C:\\a', null],
  ['win32', 'C:\\a\\project', 'D:\\a\\project\\src\\a.ts', null],
  ['win32', 'C:\\a\\project', 'Z:/etc/passwd', null],
  ['win32', 'C:\\a\\project', '\\\\server\\share\\a.ts', null],
  ['win32', '\\\\server\\share\\a', '\\\\server\\share\\a\\b.ts', 'b.ts'],
])('on %s, from %s to %s leads %j', (platform, folder, path, expected) => {
  expect(pathInFolder(folder, path, platform)).toBe(expected);
  expect(isAtOrBelow(folder, path, platform)).toBe(expected !== null);
});

it.each([
  ['src/', 'src'],
  ['src//', 'src'],
  ['/src/a.ts', '/src/a.ts'],
  ['///', ''],
  ['', ''],
  // Quadratic work would take a quarter of an hour.
  [`${'/'.repeat(2_000_000)}a//`, `${'/'.repeat(2_000_000)}a`],
])('without slashes at its end, a path is what is before them', (path, expected) => {
  expect(withoutEndSlashes(path)).toBe(expected);
});
