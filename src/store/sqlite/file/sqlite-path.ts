/** The locations that SQLite opens, as it names them. */
import type { IndexLocation } from '../../index-location.ts';
import { isInMemory } from './driver.ts';

/** A path, or `:memory:`. */
export function sqlitePath(location: IndexLocation): string {
  return 'file' in location ? location.file : ':memory:';
}

export function locationOfSqlite(path: string): IndexLocation {
  return isInMemory(path) ? { memory: true } : { file: path };
}
