/** The repositories that a command line names for an organisation's server: addresses, folders of this machine, and a file with a line for each. */
import { readFileSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { hasLogin, nameOfAddress, requireRemoteUrl } from '../../engine/worker/administration.ts';
import { AppError } from '../../model/error.ts';

export interface AskedRepository {
  address: string;
  /** In the catalogue. */
  name: string;
}

const usage = 'A line is ADDRESS or ADDRESS NAME; one that begins with # is a comment.';

/**
 * Each once. A folder of this machine is called `local/` and its own name, unless the file names it. Throws an `AppError`.
 * @param file null for none
 */
export function askedRepositories(
  addresses: readonly string[],
  file: string | null,
  workingDirectory: string,
): AskedRepository[] {
  const named = new Map<string, string>();
  const add = (written: string, given: string | undefined): void => {
    if (hasLogin(written)) requireRemoteUrl(written);
    const address = isFolder(resolve(workingDirectory, written)) ? resolve(workingDirectory, written) : written;
    const name = given ?? nameOfAddress(address) ?? `local/${basename(address.replace(/[/\\]?\.git$/, ''))}`;
    const other = named.get(name);
    if (other !== undefined && other !== address)
      throw new AppError('ValidationError', `Two repositories would have the name ${name}: ${other} and ${address}`, {
        hint: `Name one of them in a file of --repositories. ${usage}`,
      });
    named.set(name, address);
  };
  for (const address of addresses) add(address, undefined);
  if (file !== null) for (const [address, name] of linesOf(resolve(workingDirectory, file), file)) add(address, name);
  return [...named].map(([name, address]) => ({ name, address }));
}

function linesOf(path: string, shown: string): [address: string, name: string | undefined][] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new AppError('FileSystemError', `${shown} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`, {
      hint: 'Name a file with the address of a repository on each line.',
      cause: error,
    }); // prettier-ignore
  }
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.flatMap((line, at) => {
    if (line === '' || line.startsWith('#')) return [];
    const [address = '', name, more] = line.split(/\s+/);
    if (more === undefined) return [[address, name] as [string, string | undefined]];
    throw new AppError('ValidationError', `Line ${at + 1} of ${shown} has more than an address and a name`, { hint: usage }); // prettier-ignore
  });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
