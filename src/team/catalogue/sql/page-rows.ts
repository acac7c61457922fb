/** Pages of rows, and the rows that several of them have. */
import type { JobState } from '../catalogue.ts';
import type { JobOverview, PageOf, PageRequest } from '../overview.ts';
import { nameOfWorker } from '../states.ts';
import type { SqlRow, SqlValue } from './sql-database.ts';

/** That a column has the text `:text` in it, in any case; the text is no pattern. */
export const hasText = (column: string): string => `LOWER(${column}) LIKE :text ESCAPE '!'`;

/** The values of a page. */
export function pageValues({ offset, limit, text }: PageRequest): { offset: number; limit: number; text: string } {
  return { offset, limit, text: `%${text.toLowerCase().replaceAll(/[!%_]/g, '!$&')}%` };
}

/** Of the results of two statements: `count` of all rows, and the rows of the page. */
export function pageOf<Row>(
  [counted, rows]: readonly (readonly SqlRow[] | undefined)[],
  read: (row: SqlRow) => Row,
): PageOf<Row> {
  return { total: Number(counted?.[0]?.['count'] ?? 0), rows: (rows ?? []).map(read) };
}

export const textOrNull = (value: SqlValue | undefined): string | null => (value === null || value === undefined ? null : String(value)); // prettier-ignore
export const numberOrNull = (value: SqlValue | undefined): number | null => (value === null || value === undefined ? null : Number(value)); // prettier-ignore

/** Columns of a job `j` of a repository `r`, for `readJobOverview`. */
export const jobColumns = `j.id, j.repository, r.name, j.ref, j.commit_id, j.state, j.worker, j.attempt, j.error, j.made_at, j.ended_at,
  CASE WHEN j.state = 'waiting' AND j.not_before > :now THEN j.not_before - :now ELSE 0 END AS rest_ms`;

export function readJobOverview(row: SqlRow): JobOverview {
  return {
    job: String(row['id']),
    repository: Number(row['repository']),
    name: String(row['name']),
    ref: String(row['ref']),
    commit: String(row['commit_id']),
    state: row['state'] as JobState,
    worker: row['worker'] === null ? null : nameOfWorker(String(row['worker'])),
    attempt: Number(row['attempt']),
    error: textOrNull(row['error']),
    madeMs: Number(row['made_at']),
    endedMs: numberOrNull(row['ended_at']),
    restMs: Number(row['rest_ms']),
  };
}
