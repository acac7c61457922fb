/**
 * The root of a project in an absolute path that somebody wrote: links lead to a folder by other names, and who opened it by one of these
 * goes on with it.
 */
import { isAbsolute } from 'node:path';
import { realPath } from './real-path.ts';

/**
 * The leading part of `given` that is the root, by whatever name, without a slash at its end; null where it is not below the root. Looks
 * at nothing but where the folders above it lead.
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
    // What leads on from there is the kernel's, and another thing for each process.
    if (found === null || found === '/proc' || found.startsWith('/proc/')) return null;
    if (found === real) return given.slice(0, at);
  }
  return null;
}

/** What follows the root in `given`, which is given back as it is where it is not below it. */
export function belowRoot(given: string, root: string): string {
  const own = rootIn(given, root);
  return own === null ? given : given.slice(own.length).replace(/^[\\/]+/, '');
}

function isSeparator(character: string | undefined): boolean {
  return character === '/' || (process.platform === 'win32' && character === '\\');
}

/**
 * A path as Windows writes it with the slashes of all others. There every backslash is one; elsewhere it may be of a name, so that a path that
 * holds a slash, or an escape of a byte (`\\xHH`), is left as it is.
 */
export function withSlashes(given: string, platform: string = process.platform): string {
  return platform !== 'win32' && /\/|\\x[0-9a-f]{2}/.test(given) ? given : given.replaceAll('\\', '/');
}
