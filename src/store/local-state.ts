/**
 * Where this machine keeps what else belongs to a project than its index: counts of use, downloaded models, journals of analyses. It is a place of its
 * own, because an index need not be a file of this machine.
 */
import { basename, dirname, join } from 'node:path';
import type { IndexLocation } from './index-location.ts';

export interface LocalState {
  /** May not exist yet. */
  folder: string;
  /** The name of the index, with which names of files in the folder begin, because several indexes may share it. */
  name: string;
}

/** Beside an index in a file; null for an index in memory, with which all else ends too. */
export function localStateOf(location: IndexLocation): LocalState | null {
  return 'file' in location ? { folder: dirname(location.file), name: basename(location.file) } : null;
}

/** The path of a file in the folder, of which each index has one of its own. */
export function stateFile({ folder, name }: LocalState, ending: string): string {
  return join(folder, `${name}${ending}`);
}

/** The folder of downloaded models; of an index in memory one in the working directory. */
export function modelsFolder(state: LocalState | null): string {
  return join(state?.folder ?? '.', 'models');
}

/** The file with the counts of use: `usage.db` beside an index in its default place; beside an index elsewhere, a file named after that index. */
export function usagePath({ folder, name }: LocalState): string {
  if (basename(folder) === '.code-scout' && name === 'database.db') return join(folder, 'usage.db');
  return join(folder, `${name.replace(/\.(?:db|sqlite3?)$/i, '')}.usage.db`);
}
