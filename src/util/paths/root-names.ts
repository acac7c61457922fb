/**
 * Finds a project's root in an absolute path that somebody wrote. Links give a folder several names, and whoever opened it by one of them
 * keeps using that name.
 */
import { isAbsolute } from 'node:path';
import { realPath } from './real-path.ts';

/**
 * The leading part of `given` that leads to the root by any of its names, without a final slash; null where the path is not below the root. Only
 * the real paths of the folders above `given` are read.
 */
export function rootIn(given: string, root: string): string | null {
  if (!isAbsolute(given)) return null;
  const plain = root.replace(/\/$/, '');
  if (given === plain || given.startsWith(`${plain}/`)) return plain;
  const real = realPath(root);
  if (real === null) return null;
  for (let at = 1; at <= given.length; at++) {
    if (at < given.length && !isSeparator(given[at])) continue;
    const found = realPath(given.slice(0, at));
    // Paths below /proc belong to the kernel, and differ for each process.
    if (found === null || found === '/proc' || found.startsWith('/proc/')) return null;
    if (found === real) return given.slice(0, at);
  }
  return null;
}

/** The part of `given` after the root; `given` itself where it is not below the root. */
export function belowRoot(given: string, root: string): string {
  const writtenRoot = rootIn(given, root);
  return writtenRoot === null ? given : given.slice(writtenRoot.length).replace(/^[\\/]+/, '');
}

function isSeparator(character: string | undefined): boolean {
  return character === '/' || (process.platform === 'win32' && character === '\\');
}

/**
 * A Windows path with slashes. On Windows every backslash is a separator. Elsewhere it may be part of a name, so a path that
 * contains a slash, or an escape of a byte (`\\xHH`), is left unchanged.
 */
export function withSlashes(given: string, platform: string = process.platform): string {
  return platform !== 'win32' && /\/|\\x[0-9a-f]{2}/.test(given) ? given : given.replaceAll('\\', '/');
}
