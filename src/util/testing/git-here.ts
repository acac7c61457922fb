/** Whether git can be started, and where it is. For tests. */
import { spawnSync } from 'node:child_process';

export function hasGit(): boolean {
  return spawnSync('git', ['--version']).status === 0;
}

/** A PATH with git, for an environment that is otherwise empty. Windows has no folder where git always is. */
export const pathWithGit = process.platform === 'win32' ? (process.env['PATH'] ?? '') : '/usr/local/bin:/usr/bin:/bin';
