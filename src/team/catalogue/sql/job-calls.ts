/** Jobs: claimed with a lease, fenced by the number of the attempt, finished in one transaction. */
import {
  priorities,
  type ClaimedJob,
  type Finish,
  type FinishedJob,
  type JobCalls,
  type JobRow,
  type JobState,
  type PackageUses,
  type TakenJob,
  type TakeOptions,
} from '../catalogue.ts';
import { noteOf } from './audit-rows.ts';
import { askAgain, heldBy, insertJobs, jobColumns, jobIdOf } from './job-rows.ts';
import { readRepository, repositoryColumns } from './repository-calls.ts';
import { hasRoomInStore } from './retention.ts';
import { storable, type Session, type Sql, type SqlRow } from './sql-database.ts';

/** How many editions are wanted at once: the last release's and this one's. */
const mostEditions = 2;
/** Rows of packages in one statement, and about how large their text may be: D1 takes parameters of up to 2 MB. */
const rowsAtOnce = 200;
const lengthAtOnce = 500_000;
const maxError = 2000;

export function jobCalls(session: Session): JobCalls {
  const change = async (text: string, { job, worker, attempt }: TakenJob, more: Sql['values'] = {}): Promise<boolean> =>
    (await session.all(text, { job, worker, attempt, ...more })).length > 0;
  /** A newer push makes a second try of an older one useless, unless somebody waits for it. */
  const waitingAgain = `CASE WHEN priority > ${priorities.asked} AND push < (SELECT f.heard FROM refs f WHERE f.tenant = :tenant
    AND f.repository = j.repository AND f.name = j.ref) THEN 'superseded' ELSE 'waiting' END`;
  return {
    wantEdition: (edition, label) => wantEdition(session, edition, label),
    takeJob: (options) => takeJob(session, options),
    heartbeat: (taken, leaseMs) =>
      change(`UPDATE jobs AS j SET lease_until = :now + :leaseMs WHERE ${heldBy('j')} RETURNING id`, taken, {
        leaseMs,
      }),
    finishJob: (finished) => finishJob(session, finished),
    failJob: (taken, { error, retryMs }) => {
      const text = `UPDATE jobs AS j SET error = :error, lease_until = NULL, ${
        retryMs === null ? `state = 'failed', ended_at = :now` : `state = ${waitingAgain}, not_before = :now + :retryMs`
      } WHERE ${heldBy('j')} RETURNING id`;
      return change(text, taken, { error: storable(error, maxError), ...(retryMs === null ? {} : { retryMs }) });
    },
    releaseJob: (taken) =>
      change(
        `UPDATE jobs AS j SET state = ${waitingAgain}, strikes = strikes - 1, lease_until = NULL WHERE ${heldBy('j')} RETURNING id`,
        taken,
      ),
    askForJob: (repository, ref, by) => askForJob(session, { repository, ref, by: by ?? null }),
    listJobs: async ({ states, limit }) => {
      const rows = await session.all(
        `SELECT id, repository, ref, push, commit_id, edition, priority, state, worker, attempt, strikes, error FROM jobs
          WHERE tenant = :tenant AND state IN (SELECT value FROM ${session.dialect.texts('states')} w) ORDER BY made_at DESC, id LIMIT :limit`,
        { states: JSON.stringify(states), limit },
      );
      return rows.map(readJob);
    },
  };
}

function readJob(row: SqlRow): JobRow {
  const orNull = (name: string): string | null => (row[name] === null ? null : String(row[name]));
  return {
    job: String(row['id']),
    repository: Number(row['repository']),
    ref: String(row['ref']),
    push: Number(row['push']),
    commit: String(row['commit_id']),
    edition: String(row['edition']),
    priority: Number(row['priority']),
    state: row['state'] as JobState,
    worker: orNull('worker'),
    attempt: Number(row['attempt']),
    strikes: Number(row['strikes']),
    error: orNull('error'),
  };
}

async function wantEdition(session: Session, edition: string, label: string): Promise<void> {
  await session.batch(
    {
      text: `INSERT INTO editions (tenant, name, label, asked_at) VALUES (:tenant, :edition, :label, :now)
        ON CONFLICT (tenant, name) DO UPDATE SET label = excluded.label, asked_at = excluded.asked_at`,
      values: { edition, label },
    },
    {
      text: `DELETE FROM editions WHERE tenant = :tenant AND name NOT IN (SELECT name FROM editions WHERE tenant = :tenant
        ORDER BY CASE WHEN name = :edition THEN 0 ELSE 1 END, asked_at DESC, name LIMIT ${mostEditions})`,
      values: { edition },
    },
    {
      text: `UPDATE jobs SET state = 'superseded', ended_at = :now WHERE tenant = :tenant AND state = 'waiting'
        AND edition NOT IN (SELECT name FROM editions WHERE tenant = :tenant)`,
      values: {},
    },
    // Jobs that were superseded because nobody wanted their edition, which is wanted again.
    {
      text: `UPDATE jobs AS j SET state = 'waiting', ended_at = NULL WHERE j.tenant = :tenant AND j.edition = :edition AND j.state = 'superseded'
        AND EXISTS (SELECT 1 FROM refs f JOIN repositories r ON r.tenant = f.tenant AND r.id = f.repository WHERE f.tenant = :tenant
          AND f.repository = j.repository AND f.name = j.ref AND f.heard = j.push AND r.state = 'active')`,
      values: { edition },
    },
    insertJobs('e.name = :edition', { edition }),
  );
}

/** That a job of `alias` may be taken. The first condition is that of the index, which SQLite uses only where it stands like this. */
const mayBeTaken = (
  alias: string,
): string => `${alias}.state IN ('waiting', 'taken') AND ${alias}.tenant = :tenant AND ${alias}.edition = :edition
  AND ${alias}.not_before <= :now AND (${alias}.state = 'waiting' OR (${alias}.lease_until < :now AND ${alias}.strikes < :maxStrikes))`;

/** Jobs that may be taken, each with its repository. */
const takableJobs = `jobs j JOIN repositories r ON r.tenant = :tenant AND r.id = j.repository AND r.state <> 'forgotten' WHERE ${mayBeTaken('j')}`;
const firstPriority = `(SELECT j.priority FROM ${takableJobs} ORDER BY j.priority LIMIT 1)`;

/** Jobs that are not more than this are looked through; of more, the repositories are gone through in their order until one has a job. */
const few = 500;
const urgentJobs = `${takableJobs} AND j.priority = ${firstPriority}`;
/**
 * Whose turn it is: when that repository had its last one. `BETWEEN`, because PostgreSQL takes all repositories to have as many jobs as those that have some,
 * and would read all jobs for each that has none.
 */
const firstTurn = `(CASE WHEN (SELECT COUNT(*) FROM (SELECT j.id FROM ${urgentJobs} LIMIT ${few}) c) < ${few} THEN (SELECT MIN(r.served_at) FROM ${urgentJobs})
  ELSE (SELECT r.served_at FROM repositories r WHERE r.tenant = :tenant AND r.state <> 'forgotten' AND (SELECT k.id FROM jobs k
    WHERE ${mayBeTaken('k')} AND k.priority = ${firstPriority} AND k.repository BETWEEN r.id AND r.id LIMIT 1) IS NOT NULL ORDER BY r.served_at LIMIT 1) END)`;

const firstOfTurn = `SELECT j.id FROM ${urgentJobs} AND r.served_at = ${firstTurn} ORDER BY j.made_at, j.id LIMIT 1`;
/** Where workers have locked all of those: the same order, of all that wait. */
const firstOfAll = `SELECT j.id FROM ${takableJobs} ORDER BY j.priority, r.served_at, j.made_at, j.id LIMIT 1`;

async function takeJob(session: Session, options: TakeOptions): Promise<ClaimedJob | null> {
  const { worker, edition, leaseMs, maxStrikes } = options;
  const lockFree = (table: string): string => session.dialect.lockFree(table);
  const [, taken] = await session.batch(
    {
      // What ends every worker that takes it does not go round for ever.
      text: `UPDATE jobs SET state = 'failed', ended_at = :now, lease_until = NULL,
          error = 'The worker that had it ended without a word, ' || CAST(strikes AS text) || ' times'
        WHERE tenant = :tenant AND id IN (SELECT id FROM jobs WHERE tenant = :tenant AND edition = :edition AND state = 'taken'
          AND lease_until < :now AND strikes >= :maxStrikes LIMIT 20 ${lockFree('jobs')})`,
      values: { edition, maxStrikes },
    },
    {
      text: `UPDATE jobs SET state = 'taken', worker = :worker, attempt = attempt + 1, strikes = strikes + 1, lease_until = :now + :leaseMs, error = NULL
        WHERE tenant = :tenant AND ${hasRoomInStore} AND id = COALESCE((${firstOfTurn} ${lockFree('j')}), (${firstOfAll} ${lockFree('j')}))
        RETURNING id, repository, ref, push, commit_id, attempt, strikes`,
      values: { worker, edition, leaseMs, maxStrikes },
    },
  );
  const row = taken![0];
  if (row === undefined) return null;
  // The turn of the others comes next.
  const repository = await session.first(
    `UPDATE repositories AS r SET served_at = :now WHERE r.tenant = :tenant AND r.id = :id RETURNING ${repositoryColumns.replaceAll('r.', '')},
      CASE WHEN EXISTS (SELECT 1 FROM missing m WHERE m.tenant = :tenant AND m.repository = :id AND m.mended = 0) THEN 1 ELSE 0 END AS reported`,
    { id: Number(row['repository']) },
  );
  return {
    job: String(row['id']),
    worker,
    attempt: Number(row['attempt']),
    repository: readRepository(repository!),
    ref: String(row['ref']),
    push: Number(row['push']),
    commit: String(row['commit_id']),
    strikes: Number(row['strikes']),
    isReported: Number(repository!['reported']) === 1,
  };
}

async function finishJob(session: Session, finished: FinishedJob): Promise<Finish> {
  const { job, worker, attempt, commit, tree, flavour, bytes, sentBytes = 0, files, lines, packages } = finished;
  const taken = { job, worker, attempt };
  const held = heldBy('j');
  /** That the snapshot is there to stay: it was written by the first statement, or was there and is not leaving. */
  const isThere = `EXISTS (SELECT 1 FROM snapshots s WHERE s.tenant = j.tenant AND s.repository = j.repository AND s.tree = :tree
    AND s.flavour = :flavour AND s.leaving = 0)`;
  const of = { ...taken, tree, flavour };
  const results = await session.batch(
    { text: `SELECT j.id FROM jobs j WHERE ${held} ${session.dialect.lock}`, values: taken },
    {
      text: `INSERT INTO snapshots (tenant, repository, tree, flavour, commit_id, bytes, files, lines, made_at, used_at, leaving)
        SELECT j.tenant, j.repository, :tree, :flavour, :commit, :bytes, :files, :lines, :now, :now, 0 FROM jobs j WHERE ${held}
        ON CONFLICT (tenant, repository, tree, flavour) DO UPDATE SET used_at = excluded.used_at WHERE snapshots.leaving = 0`,
      values: { ...of, commit, bytes, files, lines },
    },
    {
      text: `INSERT INTO commits (tenant, repository, commit_id, tree) SELECT j.tenant, j.repository, :commit, :tree FROM jobs j
        WHERE ${held} AND ${isThere} ON CONFLICT DO NOTHING`,
      values: { ...of, commit },
    },
    {
      text: `INSERT INTO heads (tenant, repository, ref, edition, push, commit_id, tree, flavour)
        SELECT j.tenant, j.repository, j.ref, j.edition, j.push, :commit, :tree, :flavour FROM jobs j WHERE ${held} AND ${isThere}
        ON CONFLICT (tenant, repository, ref, edition) DO UPDATE SET push = excluded.push, commit_id = excluded.commit_id, tree = excluded.tree,
          flavour = excluded.flavour WHERE heads.push < excluded.push`,
      values: { ...of, commit },
    },
    ...(packages === null ? [] : replacePackages(session, taken, packages)),
    {
      text: `UPDATE repositories SET stored_bytes = stored_bytes + :sentBytes WHERE tenant = :tenant
        AND id = (SELECT j.repository FROM jobs j WHERE ${held} AND ${isThere})`,
      values: { ...of, sentBytes },
    },
    {
      text: `UPDATE jobs AS j SET state = 'done', ended_at = :now, lease_until = NULL, error = NULL WHERE ${held} AND ${isThere} RETURNING id`,
      values: of,
    },
    { text: `SELECT j.id FROM jobs j WHERE ${held}`, values: taken },
  );
  if (results.at(-2)!.length > 0) return 'done';
  return results.at(-1)!.length > 0 ? 'leaving' : 'lost';
}

/** Rows as lists in JSON. */
function parcels(rows: readonly object[]): string[] {
  const lists: string[][] = [];
  let length = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    const last = lists.at(-1);
    length += text.length;
    if (last !== undefined && last.length < rowsAtOnce && length <= lengthAtOnce) last.push(text);
    else {
      lists.push([text]);
      ({ length } = text);
    }
  }
  return lists.map((list) => `[${list.join(',')}]`);
}

/** Of the default branch alone, and only if its head is this push now. */
function replacePackages(
  session: Session,
  values: TakenJob & Sql['values'],
  { provides, requires }: PackageUses,
): Sql[] {
  const leading = `FROM jobs j JOIN repositories r ON r.tenant = j.tenant AND r.id = j.repository JOIN heads h ON h.tenant = j.tenant
    AND h.repository = j.repository AND h.ref = j.ref AND h.edition = j.edition AND h.push = j.push`;
  const where = `${heldBy('j')} AND j.ref = r.default_ref`;
  const clear = (table: string): Sql => ({
    text: `DELETE FROM ${table} WHERE tenant = :tenant AND repository IN (SELECT j.repository ${leading} WHERE ${where})`,
    values,
  });
  const insert = (table: string, columns: readonly string[], rows: readonly object[]): Sql[] =>
    parcels(rows).map((objects) => ({
      text: `INSERT INTO ${table} (tenant, repository, ${columns.join(', ')})
        SELECT j.tenant, j.repository, ${columns.map((name) => `o.value ->> '${name}'`).join(', ')}
        ${leading} CROSS JOIN ${session.dialect.objects('objects')} o WHERE ${where} ON CONFLICT DO NOTHING`,
      values: { ...values, objects },
    }));
  const used = requires.map(({ files, ...rest }) => ({ ...rest, files: JSON.stringify(files) }));
  return [
    clear('provides'),
    clear('requires'),
    ...insert('provides', ['ecosystem', 'package', 'root'], provides),
    ...insert('requires', ['ecosystem', 'package', 'module', 'name', 'files'], used),
  ];
}

async function askForJob(
  session: Session,
  { repository, ref, by }: { repository: number; ref: string; by: number | null },
): Promise<boolean> {
  const values = { repository, ref };
  const note = by === null ? [] : [noteOf('index asked for', { repository, ref }, by)];
  const insert = {
    text: `INSERT INTO jobs (${jobColumns})
      SELECT f.tenant, ${jobIdOf('f', 'e')}, f.repository, f.name, f.heard, f.commit_id, e.name, ${priorities.asked}, 'waiting', 0, 0, :now, :now
      FROM refs f JOIN repositories r ON r.tenant = f.tenant AND r.id = f.repository JOIN editions e ON e.tenant = f.tenant
      WHERE f.tenant = :tenant AND f.repository = :repository AND f.name = :ref AND f.commit_id IS NOT NULL AND r.state = 'active'
      ${askAgain} RETURNING id`,
    values,
  };
  const [rows] = await session.batch(insert, ...note);
  return rows!.length > 0;
}
