/** The command of a program that the user has installed, for the setting `codeScout.path`. */
import type { Executable } from 'vscode-languageclient/node';
import { isFullPath } from '../../src/util/paths/system-paths.ts';

/**
 * Null for a path that is not absolute: the system would look for it in the open folder first, which may be anybody's.
 * What npm installs on Windows is a script (`code-scout.cmd`), which only a shell can start.
 */
export function installedServer(
  path: string,
  platform: string,
): Pick<Executable, 'command' | 'args' | 'options'> | null {
  if (!isFullPath(path, platform)) return null;
  const args = ['lsp'];
  const isScript = platform === 'win32' && /\.(?:cmd|bat)$/i.test(path);
  return isScript ? { command: `"${path}"`, args, options: { shell: true } } : { command: path, args };
}
