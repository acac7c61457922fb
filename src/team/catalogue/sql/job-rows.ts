/** Statements about jobs that several calls have in common. */
import { priorities } from '../catalogue.ts';
import type { Sql } from './sql-database.ts';

/** The same push is the same job, whoever makes it. */
export const jobIdOf = (ref: string, edition: string): string =>
  `CAST(${ref}.repository AS text) || '/' || CAST(${ref}.heard AS text) || '/' || ${edition}.name || '/' || ${ref}.name`;

export const jobColumns =
  'tenant, id, repository, ref, push, commit_id, edition, priority, state, attempt, strikes, not_before, made_at';

/** The end of an insertion of jobs: one that was there already waits again, unless somebody works on it, and is not taken for one that fails always. */
export const askAgain = `ON CONFLICT (tenant, id) DO UPDATE SET priority = excluded.priority, not_before = excluded.not_before, ended_at = NULL,
  strikes = CASE WHEN jobs.state = 'taken' THEN jobs.strikes ELSE 0 END, state = CASE WHEN jobs.state = 'taken' THEN 'taken' ELSE 'waiting' END`;

/** Makes the jobs that are missing for the last pushes of the refs that a condition on `f` names, for each wanted edition. */
export function insertJobs(condition: string, values: Sql['values']): Sql {
  const indexed = `SELECT 1 FROM heads h WHERE h.tenant = f.tenant AND h.repository = f.repository AND h.ref = f.name`;
  return {
    text: `INSERT INTO jobs (${jobColumns})
      SELECT f.tenant, ${jobIdOf('f', 'e')}, f.repository, f.name, f.heard, f.commit_id, e.name,
        CASE WHEN EXISTS (${indexed} AND h.edition <> e.name) AND NOT EXISTS (${indexed} AND h.edition = e.name) THEN ${priorities.rebuild}
          WHEN f.name = r.default_ref THEN ${priorities.defaultRef} ELSE ${priorities.otherRef} END,
        'waiting', 0, 0, :now, :now
      FROM refs f JOIN repositories r ON r.tenant = f.tenant AND r.id = f.repository JOIN editions e ON e.tenant = f.tenant
      WHERE f.tenant = :tenant AND ${condition} AND f.commit_id IS NOT NULL AND r.state = 'active'
        AND NOT EXISTS (${indexed} AND h.edition = e.name AND h.push >= f.heard)
      ON CONFLICT DO NOTHING`,
    values,
  };
}

/** Only the newest push of a ref waits, and those that somebody waits for. */
export function supersedeOthers(values: { repository: number; ref: string }): Sql {
  return {
    text: `UPDATE jobs SET state = 'superseded', ended_at = :now WHERE tenant = :tenant AND repository = :repository AND ref = :ref
      AND state = 'waiting' AND priority > ${priorities.asked}
      AND push < (SELECT heard FROM refs WHERE tenant = :tenant AND repository = :repository AND name = :ref)`,
    values,
  };
}

/** That an attempt has a job of `alias` in its hands. */
export const heldBy = (alias: string): string =>
  `${alias}.tenant = :tenant AND ${alias}.id = :job AND ${alias}.worker = :worker AND ${alias}.attempt = :attempt AND ${alias}.state = 'taken'`;
