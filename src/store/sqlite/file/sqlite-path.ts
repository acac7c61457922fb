/** The locations that SQLite opens, as it names them. */
import type { IndexLocation } from '../../index-location.ts';
import { isInMemory } from './driver.ts';

/** A path, or `:memory:`. Throws for several indexes: each is opened by itself. */
export function sqlitePath(location: IndexLocation): string {
  if ('union' in location) throw new RangeError('several indexes are no database');
  return 'file' in location ? location.file : ':memory:';
}

export function locationOfSqlite(path: string): IndexLocation {
  return isInMemory(path) ? { memory: true } : { file: path };
}
