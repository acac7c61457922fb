/**
 * Finds a project's root in an absolute path that somebody wrote. Links give a folder several names, and whoever opened it by one of them
 * keeps using that name.
 */
import { realPath } from './real-path.ts';
import { asIndexed, isFullPath, isSeparator, symbolAsIndexed, type Platform } from './system-paths.ts';

export interface System {
  platform: Platform;
  /** Null for a path that does not exist or cannot be reached. */
  realPath: (path: string) => string | null;
}

const thisSystem: System = { platform: process.platform, realPath };

/**
 * The leading part of `given` that leads to the root by any of its names, without a final slash; null where the path is not below the root. Only
 * the real paths of the folders above `given` are read.
 */
export function rootIn(given: string, root: string, system: System = thisSystem): string | null {
  const { platform } = system;
  if (!isFullPath(given, platform)) return null;
  const plain = root.replace(platform === 'win32' ? /[\\/]$/ : /\/$/, '');
  const start = given.slice(0, plain.length);
  if (asIndexed(start, platform) === asIndexed(plain, platform)) {
    if (given.length === plain.length || isSeparator(given[plain.length], platform)) return start;
  }
  const real = system.realPath(root);
  if (real === null) return null;
  for (let at = 1; at <= given.length; at++) {
    if (at < given.length && !isSeparator(given[at], platform)) continue;
    const folder = given.slice(0, at);
    // `C:` alone is the current folder of the drive.
    const found = system.realPath(platform === 'win32' && folder.endsWith(':') ? `${folder}\\` : folder);
    // Paths below /proc belong to the kernel, and differ for each process. The server and share of `\\server\share` are no folders by themselves.
    if (found === '/proc' || found?.startsWith('/proc/') === true) return null;
    if (found === null && platform !== 'win32') return null;
    if (found === real) return folder;
  }
  return null;
}

function afterRoot(given: string, root: string, system: System): string {
  const writtenRoot = rootIn(given, root, system);
  return writtenRoot === null ? given : given.slice(writtenRoot.length).replace(/^[\\/]+/, '');
}

/** The part of a path or glob after the root, as the index separates it; all of it where it is not below the root. */
export function belowRoot(given: string, root: string, system: System = thisSystem): string {
  return asIndexed(afterRoot(given, root, system), system.platform);
}

/** A symbol's name that may begin with a path (`src/app.ts#run`), with the path from the root. */
export function symbolBelowRoot(given: string, root: string, system: System = thisSystem): string {
  return symbolAsIndexed(afterRoot(given, root, system), system.platform);
}
