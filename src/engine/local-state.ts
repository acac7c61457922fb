/**
 * Where this machine keeps what else belongs to a project than its index: counts of use, downloaded models, journals of analyses. It is a place of its
 * own, because an index need not be a file of this machine.
 */
import { basename, dirname, join } from 'node:path';

export interface LocalState {
  /** May not exist yet. */
  folder: string;
  /** The name of the index, with which names of files in the folder begin, because several indexes may share it. */
  name: string;
}

/** Beside an index in a file; null for an index in memory, with which all else ends too. */
export function localStateOf(databasePath: string): LocalState | null {
  return databasePath === ':memory:' ? null : { folder: dirname(databasePath), name: basename(databasePath) };
}

/** The folder of downloaded models; of an index in memory one in the working directory. */
export function modelsFolder(state: LocalState | null): string {
  return join(state?.folder ?? '.', 'models');
}
