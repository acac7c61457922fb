/**
 * A project's settings as they are written in files and variables, before anybody asks what they mean.
 * Invariant: a file of the repository is opened without following links and without waiting (it may be a pipe), and read up to a limit.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Digest } from '../util/running-digest.ts';
import type { Environment } from './environment.ts';

export const projectFileName = 'code-scout.config.json';
export const userFileName = 'config.json';

const maxBytes = 256 * 1024;

/** Null when there is no such file; throws with a sentence when it is there and cannot be used. */
export function readConfigText(path: string, { followLinks }: { followLinks: boolean }): string | null {
  // Both are absent on Windows, where neither links nor pipes are met this way.
  const noFollow = followLinks ? 0 : (constants.O_NOFOLLOW ?? 0);
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | noFollow | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new Error(code === 'ELOOP' ? 'is a symbolic link' : `cannot be opened (${code})`, { cause: error });
  }
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw new Error('is not a regular file');
    if (stat.size > maxBytes) throw new Error(`is larger than ${maxBytes / 1024} KB`);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(descriptor));
  } catch (error) {
    if (error instanceof TypeError) throw new Error('is not UTF-8 text', { cause: error });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * A digest of all that `loadConfig` makes the configuration of a project of where no flags are given: while it is the same, so is what this program
 * makes of it. Null where a file cannot be used, of which `loadConfig` tells.
 */
export function writtenSettings(
  root: string,
  { settings, userConfigDirectory }: Pick<Environment, 'settings' | 'userConfigDirectory'>,
): string | null {
  try {
    const own = readConfigText(join(root, projectFileName), { followLinks: false });
    const user =
      userConfigDirectory === null
        ? null
        : readConfigText(join(userConfigDirectory, userFileName), { followLinks: true });
    const written = new Digest();
    for (const text of [root, userConfigDirectory, user, own]) written.text(text === null ? '' : `:${text}`);
    for (const name of [...settings.keys()].toSorted()) written.text(`${name}=${settings.get(name)}`);
    return written.toString();
  } catch {
    return null;
  }
}
