/** Nodes, the audit, and numbers for whoever looks after the server. */
import type { AuditEntry, Counts, JobState, LimitName, Node, OperationCalls } from '../catalogue.ts';
import { noteOf } from './audit-rows.ts';
import { storedBytes } from './retention.ts';
import type { Session, SqlRow, SqlValue } from './sql-database.ts';

export function operationCalls(session: Session): OperationCalls {
  return {
    beatNode: async ({ name, url, bytes, version }, holds = { bytes: -1, repositories: -1 }) => {
      await session.all(
        `INSERT INTO nodes (tenant, name, url, seen_at, bytes, version, held_bytes, held)
          VALUES (:tenant, :name, :url, :now, :bytes, :version, NULLIF(:heldBytes, -1), NULLIF(:held, -1))
          ON CONFLICT (tenant, name) DO UPDATE SET url = excluded.url, seen_at = excluded.seen_at, bytes = excluded.bytes, version = excluded.version,
            held_bytes = excluded.held_bytes, held = excluded.held`,
        { name, url, bytes, version, heldBytes: holds.bytes, held: holds.repositories },
      );
    },
    liveNodes: async (withinMs) => {
      const text = `SELECT name, url, bytes, version FROM nodes WHERE tenant = :tenant AND seen_at >= :now - :withinMs ORDER BY name`;
      return (await session.all(text, { withinMs })).map(readNode);
    },
    note: async ({ what, detail, principal }) => {
      await session.batch(noteOf(what, detail, principal));
    },
    readAudit: async (limit) => {
      const text = `SELECT noted_at, principal, what, detail FROM audit WHERE tenant = :tenant ORDER BY noted_at DESC, id DESC LIMIT :limit`;
      return (await session.all(text, { limit })).map(readEntry);
    },
    counts: () => counts(session),
  };
}

function readNode(row: SqlRow): Node {
  return {
    name: String(row['name']),
    url: String(row['url']),
    bytes: Number(row['bytes']),
    version: String(row['version']),
  };
}

/** What was noted besides; a text where it was longer than what is stored. */
export function detailOf(row: SqlRow): unknown {
  try {
    return JSON.parse(String(row['detail']));
  } catch {
    return row['detail'];
  }
}

function readEntry(row: SqlRow): AuditEntry {
  const principal = row['principal'] === null ? null : Number(row['principal']);
  return { atMs: Number(row['noted_at']), principal, what: String(row['what']), detail: detailOf(row) };
}

async function counts(session: Session): Promise<Counts> {
  const plain = (text: string): { text: string; values: Record<string, never> } => ({ text, values: {} });
  const [repositories, snapshots, jobs, behind, editions, oldest, limits, missing] = await session.batch(
    plain(`SELECT COUNT(*) AS count FROM repositories WHERE tenant = :tenant AND state <> 'forgotten'`),
    plain(
      `SELECT COUNT(*) AS count, CAST(COALESCE(SUM(bytes), 0) AS bigint) AS bytes FROM snapshots WHERE tenant = :tenant`,
    ),
    plain(`SELECT state, COUNT(*) AS count FROM jobs WHERE tenant = :tenant GROUP BY state`),
    plain(`SELECT COUNT(*) AS count FROM refs f JOIN repositories r ON r.tenant = f.tenant AND r.id = f.repository
      WHERE f.tenant = :tenant AND f.commit_id IS NOT NULL AND r.state = 'active' AND NOT EXISTS (SELECT 1 FROM heads h
        WHERE h.tenant = f.tenant AND h.repository = f.repository AND h.ref = f.name AND h.push >= f.heard)`),
    plain(`SELECT name, label FROM editions WHERE tenant = :tenant ORDER BY asked_at DESC, name`),
    // A job that is tried again, or asked for, waits since it may be.
    plain(`SELECT CAST(:now - MIN(CASE WHEN not_before > made_at THEN not_before ELSE made_at END) AS bigint) AS waiting FROM jobs
      WHERE tenant = :tenant AND state = 'waiting' AND not_before <= :now`),
    plain(
      `SELECT name, most, CAST(${storedBytes} AS bigint) AS stored FROM limits WHERE tenant = :tenant ORDER BY name`,
    ),
    plain(`SELECT COUNT(*) AS count FROM missing WHERE tenant = :tenant AND mended = 0`),
  );
  const waiting = oldest![0]!['waiting'] ?? null;
  const byState = new Map(jobs!.map((row) => [String(row['state']), Number(row['count'])]));
  const states: readonly JobState[] = ['waiting', 'taken', 'done', 'failed', 'superseded'];
  return {
    repositories: Number(repositories![0]!['count']),
    snapshots: Number(snapshots![0]!['count']),
    snapshotBytes: Number(snapshots![0]!['bytes']),
    jobs: Object.fromEntries(states.map((state) => [state, byState.get(state) ?? 0])) as Counts['jobs'],
    oldestWaitingMs: waiting === null ? null : Number(waiting),
    behind: Number(behind![0]!['count']),
    editions: editions!.map((row) => ({ edition: String(row['name']), label: String(row['label']) })),
    limits: limits!.map((row) => {
      const name = String(row['name']) as LimitName;
      const counted = { store: row['stored'], repositories: repositories![0]!['count'] } as Partial<
        Record<LimitName, SqlValue>
      >;
      const used = counted[name] ?? null;
      return { name, most: Number(row['most']), used: used === null ? null : Number(used) };
    }),
    missing: Number(missing![0]!['count']),
  };
}
