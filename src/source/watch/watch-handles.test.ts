import { expect, it } from 'vitest';
import { eventPath } from './watch-handles.ts';

it.each([
  ['win32', String.raw`lib\x64`, 'lib/x64'],
  ['win32', String.raw`lib\x64\xae\a.ts`, 'lib/x64/xae/a.ts'],
  ['win32', String.raw`lib\ok\café.ts`, 'lib/ok/café.ts'],
  ['linux', String.raw`lib\ok`, String.raw`lib\ok`],
  ['linux', String.raw`lib\x64`, String.raw`lib\x5cx64`],
  ['darwin', 'lib/x64/a.ts', 'lib/x64/a.ts'],
])('an event’s name on %s: %s', (platform, name, path) => {
  expect(eventPath(Buffer.from(name), platform)).toBe(path);
  expect(eventPath(name, platform)).toBe(path);
});

it('bytes that are not text are displayed as escapes', () => {
  expect(eventPath(Buffer.from([0x61, 0xff, 0x2f, 0x62]), 'linux')).toBe(String.raw`a\xff/b`);
});
