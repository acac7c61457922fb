/** Duties that one worker of all does, reports of what is missing in the page store, limits, and the time after a backup was restored. */
import { priorities, type Restored, type UpkeepCalls } from '../catalogue.ts';
import { uniqueName } from '../../../util/unique-name.ts';
import { noteOf, oneByOne } from './audit-rows.ts';
import { askAgain, jobColumns, jobIdOf } from './job-rows.ts';
import { removalCalls } from './removal-calls.ts';
import type { Session, Sql } from './sql-database.ts';

/** How long a snapshot that was made again may be missing until it is made once more (ms), and how often this is doubled. */
const firstWaitMs = 600_000;
const mostDoublings = 8;
/** More than there are changes between a backup and the day on which it is needed. */
const jump = 1_000_000;

export function upkeepCalls(session: Session): UpkeepCalls {
  return {
    takeDuty: async ({ name, holder }, leaseMs) => {
      const text = `INSERT INTO duties (tenant, name, holder, lease_until, due_at) VALUES (:tenant, :name, :holder, :now + :leaseMs, :now)
        ON CONFLICT (tenant, name) DO UPDATE SET holder = excluded.holder, lease_until = excluded.lease_until
          WHERE duties.due_at <= excluded.due_at AND (duties.lease_until IS NULL OR duties.lease_until < excluded.due_at)
        RETURNING name`;
      return (await session.all(text, { name, holder, leaseMs })).length > 0;
    },
    keepDuty: async ({ name, holder }, leaseMs) => {
      const text = `UPDATE duties SET lease_until = :now + :leaseMs WHERE tenant = :tenant AND name = :name AND holder = :holder
        AND lease_until IS NOT NULL`;
      await session.all(text, { name, holder, leaseMs });
    },
    endDuty: async ({ name, holder }, againMs) => {
      const text = `UPDATE duties SET lease_until = NULL, due_at = :now + :againMs WHERE tenant = :tenant AND name = :name AND holder = :holder
        AND lease_until IS NOT NULL`;
      await session.all(text, { name, holder, againMs });
    },
    reportMissing: (snapshot, isAwaited) => reportMissing(session, snapshot, isAwaited),
    noteMended: async (repository) => {
      const text = `UPDATE missing SET mended = 1 WHERE tenant = :tenant AND repository = :repository`;
      await session.all(text, { repository });
    },
    noteStored: async (bytes) => {
      const rows = JSON.stringify([...bytes].map(([repository, stored]) => ({ repository, stored })));
      const text = `UPDATE repositories SET stored_bytes = o.stored FROM (SELECT CAST(value ->> 'repository' AS integer) AS repository,
        CAST(value ->> 'stored' AS bigint) AS stored FROM ${session.dialect.objects('rows')} v) o
        WHERE repositories.tenant = :tenant AND repositories.id = o.repository`;
      await session.all(text, { rows });
    },
    setLimit: async (name, most) => {
      const values = { name, most: most ?? 0 };
      const text =
        most === null
          ? `DELETE FROM limits WHERE tenant = :tenant AND name = :name`
          : `INSERT INTO limits (tenant, name, most) VALUES (:tenant, :name, :most) ON CONFLICT (tenant, name) DO UPDATE SET most = excluded.most`;
      await session.batch({ text, values }, noteOf('limit set', { name, most }));
    },
    ...removalCalls(session),
    markRestored: (keepsTokens) => markRestored(session, keepsTokens),
  };
}

async function reportMissing(
  session: Session,
  { repository, tree, flavour }: { repository: number; tree: string; flavour: string },
  isAwaited: boolean,
): Promise<boolean> {
  const report = uniqueName();
  const heads = `FROM missing m JOIN heads h ON h.tenant = m.tenant AND h.repository = m.repository AND h.tree = m.tree AND h.flavour = m.flavour
    JOIN refs f ON f.tenant = h.tenant AND f.repository = h.repository AND f.name = h.ref
    JOIN editions e ON e.tenant = h.tenant AND e.name = h.edition WHERE m.tenant = :tenant AND f.commit_id IS NOT NULL`;
  // Others may have reported it a moment ago for whom nobody waited.
  const hurry = {
    text: `UPDATE jobs SET priority = ${priorities.asked} WHERE tenant = :tenant AND state = 'waiting' AND priority > ${priorities.asked}
      AND id IN (SELECT ${jobIdOf('f', 'e')} ${heads} AND m.repository = :repository AND m.tree = :tree AND m.flavour = :flavour AND m.mended = 0)`,
    values: { repository, tree, flavour },
  };
  const [reported] = await session.batch(
    {
      text: `INSERT INTO missing (tenant, repository, tree, flavour, report, asked_at, times, mended)
        SELECT DISTINCT h.tenant, h.repository, h.tree, h.flavour, :report, :now, 1, 0 FROM heads h
        JOIN repositories r ON r.tenant = h.tenant AND r.id = h.repository AND r.state = 'active'
        WHERE h.tenant = :tenant AND h.repository = :repository AND h.tree = :tree AND h.flavour = :flavour
        ON CONFLICT (tenant, repository, tree, flavour) DO UPDATE SET report = excluded.report, asked_at = excluded.asked_at, mended = 0,
            times = CASE WHEN missing.times < ${mostDoublings} THEN missing.times + 1 ELSE missing.times END
          WHERE missing.asked_at <= excluded.asked_at - CAST(${firstWaitMs} AS bigint) * (1 << (missing.times - 1))
        RETURNING repository`,
      values: { report, repository, tree, flavour },
    },
    {
      text: `INSERT INTO jobs (${jobColumns}) SELECT f.tenant, ${jobIdOf('f', 'e')}, f.repository, f.name, f.heard, f.commit_id, e.name,
          ${isAwaited ? priorities.asked : priorities.rebuild}, 'waiting', 0, 0, :now, :now
        ${heads} AND m.report = :report ${askAgain}`,
      values: { report },
    },
    ...(isAwaited ? [hurry] : []),
  );
  return reported!.length > 0;
}

async function markRestored(session: Session, keepsTokens: boolean): Promise<Restored> {
  const plain = (text: string, values: Sql['values'] = {}): Sql => ({ text, values });
  const results = await session.batch(
    oneByOne(session),
    plain(`SELECT MAX(noted_at) AS last FROM audit WHERE tenant = :tenant`),
    plain(
      `UPDATE tokens SET revoked_at = :now WHERE tenant = :tenant AND revoked_at IS NULL AND expires_at > :now AND :keeps = 0 RETURNING digest`,
      { keeps: keepsTokens ? 1 : 0 },
    ),
    plain(
      `INSERT INTO access_versions (tenant, version) VALUES (:tenant, :jump)
        ON CONFLICT (tenant) DO UPDATE SET version = access_versions.version + :jump`,
      { jump },
    ),
    // Attempts that the backup does not know hold nothing.
    plain(
      `UPDATE jobs SET state = 'waiting', lease_until = NULL, strikes = 0, attempt = attempt + :jump WHERE tenant = :tenant AND state = 'taken'`,
      { jump },
    ),
    plain(`UPDATE repositories SET poll_after = :now WHERE tenant = :tenant`),
    plain(`UPDATE duties SET lease_until = NULL, due_at = :now WHERE tenant = :tenant`),
    noteOf('catalogue restored', { keepsTokens }),
  );
  const last = results[1]![0]?.['last'] ?? null;
  return { lastChangeMs: last === null ? null : Number(last), revokedTokens: results[2]!.length };
}
