/** Whether git can be started: there is none for the Windows that tests run on under Wine. For tests that mean the same with and without it. */
import { spawnSync } from 'node:child_process';

export function hasGit(): boolean {
  return spawnSync('git', ['--version']).status === 0;
}
