/** How the extension for VS Code starts an installed program. */
import { expect, it } from 'vitest';
import { installedServer } from '../../editors/vscode/installed-server.mts';

it.each([
  ['linux', '/usr/local/bin/code-scout', { command: '/usr/local/bin/code-scout', args: ['lsp'] }],
  ['win32', 'C:\\tools\\code-scout.exe', { command: 'C:\\tools\\code-scout.exe', args: ['lsp'] }],
  [
    'win32',
    'C:\\Users\\a b\\npm\\code-scout.cmd',
    { command: '"C:\\Users\\a b\\npm\\code-scout.cmd"', args: ['lsp'], options: { shell: true } },
  ],
  ['linux', 'code-scout', null],
  ['linux', './code-scout', null],
  ['win32', 'code-scout.cmd', null],
  ['win32', '\\code-scout.exe', null],
])('on %s, %s', (platform, path, expected) => {
  expect(installedServer(path, platform)).toEqual(expected);
});
