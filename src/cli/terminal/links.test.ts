/** The URLs of links on a terminal, as on each system. */
import { expect, it } from 'vitest';
import { placeUrl } from './links.ts';

const file = 'file://{host}{path}';
const code = 'vscode://file{path}:{line}:{column}';

it.each([
  ['linux', '/home/a b', file, 'file://box/home/a%20b/src/a%23.ts'],
  ['darwin', '/Users/a', code, 'vscode://file/Users/a/src/a%23.ts:3:7'],
  ['win32', 'C:\\Users\\a b', file, 'file:///C:/Users/a%20b/src/a%23.ts'],
  ['win32', 'c:\\a', code, 'vscode://file/c:/a/src/a%23.ts:3:7'],
])('on %s, below %s', (platform, root, format, url) => {
  const place = { path: 'src/a#.ts', line: '3', column: '7' };
  expect(placeUrl(format, root, place, { platform, hostname: 'box' })).toBe(url);
});

it('encodes what would end the sequence, or be taken for another place of the format', () => {
  const system = { platform: 'linux', hostname: '{path}' };
  expect(placeUrl(file, '/a', { path: '\u001b\\{line}$&' }, system)).toBe('file://%7Bpath%7D/a/%1B%5C%7Bline%7D%24%26');
});
