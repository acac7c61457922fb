/** The list of skipped files, which is always written as a whole. */
import { leftOutReasons } from '../../../model/file.ts';
import type { LeftOut, LeftOutReason } from '../../../model/file.ts';
import type { LeftOutFilter } from '../../store.ts';
import { sha256 } from '../../../util/bytes/digest.ts';
import { corruptContent } from '../file/database-error.ts';
import type { Database } from '../file/driver.ts';
import { nextGeneration } from './generation.ts';

/** A text up to this length (UTF-16 units) is stored instead of its digest. */
const maxPlainUnits = 4096;

/** Identifies the content of a list. */
function identityOf(leftOut: readonly LeftOut[]): string {
  const text = JSON.stringify(
    // As the texts are when they are read back.
    leftOut.map(({ path, reason, detail, seen }) => [
      path.toWellFormed(),
      reason,
      detail?.toWellFormed() ?? null,
      seen?.size,
      seen?.mtimeMs,
    ]),
  );
  return text.length <= maxPlainUnits ? text : sha256(text);
}

function byPath(a: LeftOut, b: LeftOut): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  if (a.reason !== b.reason) return a.reason < b.reason ? -1 : 1;
  return (a.detail ?? '') < (b.detail ?? '') ? -1 : 1;
}

/** Replaces the list. Writes nothing if the list is the same (a run that found no change). */
export function writeLeftOutList(database: Database, leftOut: readonly LeftOut[]): void {
  const sorted = [...leftOut].sort(byPath);
  const identity = identityOf(sorted);
  if (database.get("SELECT value FROM meta WHERE key = 'leftOutHash'")?.[0] === identity) return;
  database.exec('DELETE FROM left_out');
  for (const [position, { path, reason, detail, seen = null }] of sorted.entries()) {
    const stat = [seen?.size ?? null, seen?.mtimeMs ?? null];
    database.run('INSERT INTO left_out VALUES (?, ?, ?, ?, ?, ?)', position, path, reason, detail, ...stat);
  }
  database.run("INSERT OR REPLACE INTO meta VALUES ('leftOutHash', ?)", identity);
  nextGeneration(database);
}

/** Problems of the list: it must be the one that was written last. */
export function checkLeftOut(database: Database): string[] {
  const written = database.get("SELECT value FROM meta WHERE key = 'leftOutHash'")?.[0];
  const { leftOut } = readLeftOut(database, { offset: 0, limit: Number.MAX_SAFE_INTEGER });
  // An index that was made from a snapshot has no digest yet.
  const isSame = written === undefined || written === identityOf(leftOut);
  return isSame ? [] : ['The list of skipped files is not the one that was written last.'];
}

function reasonOf(database: Database, word: unknown): LeftOutReason {
  const reason = leftOutReasons.find((one) => one === word);
  if (reason === undefined)
    throw corruptContent(database.location, `files are skipped for the unknown reason "${String(word)}"`);
  return reason;
}

export function readLeftOut(database: Database, filter: LeftOutFilter): { total: number; leftOut: LeftOut[] } {
  const { reason, paths, offset, limit } = filter;
  const conditions = [
    ...(reason === undefined ? [] : ['reason = ?']),
    ...(paths === undefined ? [] : ['path IN (SELECT value FROM json_each(?))']),
  ];
  const wanted = `FROM left_out${conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`}`;
  const values = [...(reason === undefined ? [] : [reason]), ...(paths === undefined ? [] : [JSON.stringify(paths)])];
  const total = Number(database.get(`SELECT count(*) ${wanted}`, ...values)?.[0]);
  const page = `SELECT path, reason, detail, seen_size, seen_mtime_ms ${wanted} ORDER BY position LIMIT ? OFFSET ?`;
  const rows = database.all(page, ...values, limit, offset);
  const leftOut = rows.map(([path, word, detail, size, mtimeMs]): LeftOut => ({
    path: path as string,
    reason: reasonOf(database, word),
    detail: detail as string | null,
    ...(typeof size === 'number' && typeof mtimeMs === 'number' ? { seen: { size, mtimeMs } } : {}),
  }));
  return { total, leftOut };
}

export function countLeftOut(database: Database): Partial<Record<LeftOutReason, number>> {
  const counts: Partial<Record<LeftOutReason, number>> = {};
  for (const [word, count] of database.all('SELECT reason, count(*) FROM left_out GROUP BY reason ORDER BY reason')) {
    counts[reasonOf(database, word)] = count as number;
  }
  return counts;
}
