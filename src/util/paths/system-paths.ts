/**
 * Paths as a system reads them: what is absolute, what separates, what is below what, which spellings are the same name. The system is a parameter, so
 * that the rules of each are tested on all.
 */
import { posix, win32 } from 'node:path';

/** `process.platform`. */
export type Platform = string;

export function pathsOf(platform: Platform): typeof posix {
  return platform === 'win32' ? win32 : posix;
}

/** Whether a path does not depend on the current folder. On Windows `\tools` depends on the current drive, `C:tools` and `C:` on the drive's current folder. */
export function isFullPath(path: string, platform: Platform = process.platform): boolean {
  return platform === 'win32' ? /^(?:[a-z]:[\\/]|[\\/]{2}[^\\/])/i.test(path) : posix.isAbsolute(path);
}

/**
 * The path from a folder to what is in it, with slashes: `src/a.ts`; `` for the folder itself; null for what is elsewhere. Both absolute. By their text
 * alone: no link is followed.
 */
export function pathInFolder(folder: string, path: string, platform: Platform = process.platform): string | null {
  const paths = pathsOf(platform);
  const found = paths.relative(folder, path);
  // From one drive of Windows to another no relative path leads.
  if (found === '..' || found.startsWith(`..${paths.sep}`) || paths.isAbsolute(found)) return null;
  return found.split(paths.sep).join('/');
}

/** Whether a path is a folder or below it; both absolute. */
export function isAtOrBelow(folder: string, path: string, platform: Platform = process.platform): boolean {
  return pathInFolder(folder, path, platform) !== null;
}

export function isSeparator(character: string | undefined, platform: Platform): boolean {
  return character === '/' || (platform === 'win32' && character === '\\');
}

/**
 * A Windows path with slashes. On Windows every backslash is a separator. Elsewhere it may be part of a name, so a path that
 * contains a slash, or an escape of a byte (`\\xHH`), is left unchanged.
 */
export function withSlashes(given: string, platform: Platform = process.platform): string {
  return platform !== 'win32' && /\/|\\x[0-9a-f]{2}/.test(given) ? given : given.replaceAll('\\', '/');
}

/** Without slashes at its end. An expression would look at each of many slashes that are not the last ones for the end of the text. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** A path or glob as the system separates it, with slashes: unchanged where a backslash is part of a name, or an escape. */
export function asIndexed(given: string, platform: Platform = process.platform): string {
  return platform === 'win32' ? given.replaceAll('\\', '/') : given;
}

/** A symbol's name in which a path may stand before `#` or `:`. Backslashes of the name itself (`App\Models\User`) are not the system's. */
export function symbolAsIndexed(given: string, platform: Platform = process.platform): string {
  const [, path = '', name = ''] = /^((?:[a-z]:)?[^#:]*\.[a-z0-9]+)([#:].*)$/is.exec(given) ?? [];
  return path === '' ? given : asIndexed(path, platform) + name;
}

/** The same text for spellings that a file system may take for one name: those that differ in case or in Unicode composition. */
export function foldedName(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
