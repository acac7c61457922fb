/** What was left out of the index: one list, written whole. */
import { hash } from 'node:crypto';
import { leftOutReasons } from '../../model/file.ts';
import type { LeftOut, LeftOutReason } from '../../model/file.ts';
import { corruptContent } from './database-error.ts';
import type { Database } from './driver.ts';
import { nextGeneration } from './generation.ts';

function fingerprint(leftOut: readonly LeftOut[]): string {
  return hash('sha256', JSON.stringify(leftOut.map(({ path, reason, detail }) => [path, reason, detail])));
}

function byPath(a: LeftOut, b: LeftOut): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  if (a.reason !== b.reason) return a.reason < b.reason ? -1 : 1;
  return (a.detail ?? '') < (b.detail ?? '') ? -1 : 1;
}

/** Replaces the list. The same list again (a run that found no change) costs no write. */
export function writeLeftOutList(database: Database, leftOut: readonly LeftOut[]): void {
  const sorted = [...leftOut].sort(byPath);
  const print = fingerprint(sorted);
  if (database.get("SELECT value FROM meta WHERE key = 'leftOutHash'")?.[0] === print) return;
  database.exec('DELETE FROM left_out');
  for (const [position, { path, reason, detail }] of sorted.entries()) {
    database.run('INSERT INTO left_out VALUES (?, ?, ?, ?)', position, path, reason, detail);
  }
  database.run("INSERT OR REPLACE INTO meta VALUES ('leftOutHash', ?)", print);
  nextGeneration(database);
}

function reasonOf(database: Database, word: unknown): LeftOutReason {
  const reason = leftOutReasons.find((known) => known === word);
  if (reason === undefined) throw corruptContent(database.location, `files are left out for "${String(word)}"`);
  return reason;
}

export function readLeftOut(
  database: Database,
  filter: { reason?: LeftOutReason; offset: number; limit: number },
): { total: number; leftOut: LeftOut[] } {
  const { reason, offset, limit } = filter;
  const wanted = reason === undefined ? 'FROM left_out' : 'FROM left_out WHERE reason = ?';
  const values = reason === undefined ? [] : [reason];
  const total = Number(database.get(`SELECT count(*) ${wanted}`, ...values)?.[0]);
  const page = `SELECT path, reason, detail ${wanted} ORDER BY position LIMIT ? OFFSET ?`;
  const rows = database.all(page, ...values, limit, offset);
  const leftOut = rows.map(([path, word, detail]): LeftOut => ({
    path: path as string,
    reason: reasonOf(database, word),
    detail: detail as string | null,
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
