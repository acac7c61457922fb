/** A git repository without commits. For tests only. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes a git repository of a folder. Where Windows has no git, the files are written that tell a repository, as for a user whose git is not found:
 * the product reads the ignore files itself then.
 */
export function initRepository(root: string): void {
  try {
    execFileSync('git', ['init', '--quiet', root]);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (process.platform !== 'win32' || code !== 'ENOENT') throw error;
    for (const folder of ['objects', 'refs']) mkdirSync(join(root, '.git', folder), { recursive: true });
    writeFileSync(join(root, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(join(root, '.git', 'config'), '[core]\n');
  }
}
