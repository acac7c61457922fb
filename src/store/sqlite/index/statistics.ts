/** Sums over the whole index. */
import { statSync } from 'node:fs';
import type { Statistics } from '../../store.ts';
import { isInMemory } from '../file/driver.ts';
import type { Database } from '../file/driver.ts';
import { countLeftOut } from '../tables/left-out.ts';
import { countUnexpanded } from '../tables/macro-tables.ts';
import { readGeneration } from '../tables/generation.ts';
import { readSchemaVersion } from '../migrations/migrate.ts';

/** The statistics that depend only on the generation, and may be cached until it changes. */
export type CountedStatistics = Omit<Statistics, 'indexBytes' | 'lastIndexedMs'>;

/** Reads one row per language and adds them up. To be called inside a transaction. */
export function countStatistics(database: Database): CountedStatistics {
  const rows = database.all(`
    SELECT language, count(*), sum(size), sum(lines), sum(definition_count), sum(import_count), sum(reference_count),
      sum(term_count), sum(issue_count > 0), sum(issues IS NOT NULL AND EXISTS (
        SELECT 1 FROM json_each(issues) WHERE value ->> 'code' IN ('tooLong', 'tooDeep', 'timeout', 'internal')))
    FROM files GROUP BY language`) as [string, ...number[]][];
  const unexpanded = countUnexpanded(database);
  const languages = rows.map(([language, files = 0, bytes = 0, lines = 0]) => ({
    ...{ language, files, bytes, lines },
    unexpandedMacros: unexpanded.get(language) ?? 0,
  }));
  languages.sort((a, b) => b.files - a.files || (a.language < b.language ? -1 : 1));
  const sum = (column: number): number => rows.reduce((total, row) => total + (row[column] as number), 0);
  return {
    generation: readGeneration(database),
    files: sum(1),
    bytes: sum(2),
    lines: sum(3),
    definitions: sum(4),
    imports: sum(5),
    references: sum(6),
    terms: sum(7),
    filesWithIssues: sum(8),
    filesCutShort: sum(9),
    languages,
    leftOut: countLeftOut(database),
    schemaVersion: readSchemaVersion(database),
  };
}

export function readIndexBytes(database: Database): number {
  if (isInMemory(database.location)) {
    return Number(database.get('PRAGMA page_count')?.[0]) * Number(database.get('PRAGMA page_size')?.[0]);
  }
  let bytes = 0;
  for (const suffix of ['', '-wal']) {
    bytes += statSync(database.location + suffix, { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}
