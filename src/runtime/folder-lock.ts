/** A folder that one process has for itself, such as that of a worker or of a query node. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../model/error.ts';
import { processLives } from './process-lives.ts';

/**
 * Makes the folder if it does not exist. Throws a `ConfigurationError` where another process has it.
 * @param what who takes the folder, for the messages: `worker`
 * @returns gives the folder back
 */
export function lockFolder(folder: string, what: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${what}.pid`);
  const take = (): boolean => {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
      throw new AppError('FileSystemError', `The folder of the ${what} cannot be used: ${folder}`, { cause: error });
    }
  };
  if (!take()) {
    const owner = Number(readFileSync(path, 'utf8'));
    // In a container that was started again this process may have the number of the one before.
    if (owner > 0 && owner !== process.pid && processLives(owner))
      throw new AppError('ConfigurationError', `Another ${what} (process ${owner}) has the folder ${folder}`, {
        hint: `Give each ${what} a folder of its own with --folder.`,
      });
    // It was killed.
    rmSync(path, { force: true });
    if (!take()) throw new AppError('ConfigurationError', `Another ${what} has just taken the folder ${folder}`);
  }
  return () => rmSync(path, { force: true });
}
