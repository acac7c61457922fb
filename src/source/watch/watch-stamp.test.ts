import { expect, it } from 'vitest';
import { identityOf } from './watch-stamp.ts';

const folder = { dev: 1, ino: 2, birthtimeMs: 3 };

it.each([
  ['linux', { ...folder, birthtimeMs: 4 }, false],
  ['darwin', { ...folder, birthtimeMs: 4 }, false],
  // A share changes it with each write.
  ['win32', { ...folder, birthtimeMs: 4 }, true],
  ['win32', { ...folder, ino: 5 }, false],
])('on %s tells whether %j is the same folder: %s', (platform, other, isSame) => {
  expect(identityOf(other, platform) === identityOf(folder, platform)).toBe(isSame);
});

it('tells numbers of Windows apart that differ in their last bits', () => {
  const large = { dev: 1n, ino: 2n ** 60n, birthtimeMs: 3n };
  expect(identityOf({ ...large, ino: large.ino + 1n }, 'win32')).not.toBe(identityOf(large, 'win32'));
});
