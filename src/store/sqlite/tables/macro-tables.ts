/** Reads and writes what files say about macros. */
import type { IndexedMacros } from '../../../model/macros.ts';
import type { MacroCaller, MacroOffer } from '../../macro-store.ts';
import { jsonTexts, type Database } from '../file/driver.ts';
import { RowInserter } from './row-inserter.ts';

export function macroInserter(database: Database): RowInserter {
  return new RowInserter(database, 'INSERT INTO macros VALUES', 8);
}

/** @param rows a `macroInserter` */
export function insertMacros(rows: RowInserter, macros: IndexedMacros | null, fileId: number): void {
  if (macros === null) return;
  const { family, names, text, digest, calls, unexpanded, given } = macros;
  const offers = names.length === 0 ? [null, null, null] : [JSON.stringify(names), text, digest];
  rows.add(fileId, family, ...offers, calls.length === 0 ? null : JSON.stringify(calls), unexpanded, given);
}

const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);

export function readMacroOffers(database: Database): MacroOffer[] {
  const rows = database.all(
    'SELECT path, family, names, digest FROM macros JOIN files ON files.id = file_id WHERE names IS NOT NULL',
  ) as [string, string, string, string][];
  return rows
    .map(([path, family, names, digest]) => ({ path, family, names: JSON.parse(names) as string[], digest }))
    .sort(byPath);
}

export function readMacroCallers(database: Database): MacroCaller[] {
  const rows = database.all(
    'SELECT path, raw_path, family, calls, given FROM macros JOIN files ON files.id = file_id WHERE calls IS NOT NULL',
  ) as [string, Uint8Array | null, string, string, string][];
  return rows
    .map(([path, rawPath, family, calls, given]) => ({
      ...{ path, rawPath, family, given },
      calls: JSON.parse(calls) as string[],
    }))
    .sort(byPath);
}

export function readMacroTexts(database: Database, paths: readonly string[]): Map<string, string> {
  const rows = database.all(
    `SELECT path, definitions FROM macros JOIN files ON files.id = file_id
    WHERE definitions IS NOT NULL AND path IN (SELECT value FROM json_each(?))`,
    jsonTexts(new Set(paths)),
  ) as [string, string][];
  return new Map(rows);
}

/** The number of calls of macros that are not expanded, by language. */
export function countUnexpanded(database: Database): Map<string, number> {
  const rows = database.all(
    'SELECT language, sum(unexpanded) FROM macros JOIN files ON files.id = file_id GROUP BY language',
  ) as [string, number][];
  return new Map(rows);
}
