/** The default branches that nodes answer about, and which repositories are asked about. */
import type { Head, RefState, WatchedRef } from '../catalogue.ts';
import type { Session, SqlRow } from './sql-database.ts';

/** @param row of a branch @param heads its rows */
export function readRef(row: SqlRow, heads: readonly SqlRow[]): RefState {
  return {
    ref: String(row['name']),
    heard: Number(row['heard']),
    commit: row['commit_id'] === null ? null : String(row['commit_id']),
    heads: heads.map(readHead),
  };
}

function readHead(row: SqlRow): Head {
  return {
    edition: String(row['edition']),
    push: Number(row['push']),
    commit: String(row['commit_id']),
    tree: String(row['tree']),
    flavour: String(row['flavour']),
  };
}

export async function watchRefs(
  session: Session,
  { repositories, usedMs }: { repositories: readonly number[]; usedMs: number },
): Promise<WatchedRef[]> {
  // A snapshot that nobody has asked for yet has the time at which it was made.
  const used = `SELECT MAX(s.used_at) FROM snapshots s WHERE s.tenant = r.tenant AND s.repository = r.id AND s.used_at > s.made_at
    AND s.used_at > :now - :usedMs`;
  const named = `SELECT CAST(w.value AS integer) FROM ${session.dialect.texts('repositories')} w`;
  const watched = `SELECT r.tenant, r.id, r.default_ref, (${used}) AS used_at FROM repositories r
    WHERE r.tenant = :tenant AND r.state <> 'forgotten' AND (r.id IN (${named}) OR EXISTS (${used.replace('MAX(s.used_at)', '1')}))`;
  const values = { repositories: JSON.stringify(repositories), usedMs };
  const [refs, heads] = await session.batch(
    {
      text: `SELECT w.id, f.name, f.heard, f.commit_id, CAST(:now - w.used_at AS bigint) AS used_ago FROM (${watched}) w
        JOIN refs f ON f.tenant = w.tenant AND f.repository = w.id AND f.name = w.default_ref ORDER BY w.id`,
      values,
    },
    {
      text: `SELECT w.id, h.edition, h.push, h.commit_id, h.tree, h.flavour, s.bytes FROM (${watched}) w
        JOIN heads h ON h.tenant = w.tenant AND h.repository = w.id AND h.ref = w.default_ref
        LEFT JOIN snapshots s ON s.tenant = h.tenant AND s.repository = h.repository AND s.tree = h.tree AND s.flavour = h.flavour
        ORDER BY h.edition`,
      values,
    },
  );
  const headsOf = Map.groupBy(heads!, (row) => Number(row['id']));
  return refs!.map((row) => {
    const own = headsOf.get(Number(row['id'])) ?? [];
    const ago = row['used_ago'] ?? null;
    return {
      repository: Number(row['id']),
      state: readRef(row, own),
      bytes: Math.max(0, ...own.map(({ bytes }) => Number(bytes ?? 0))),
      usedMsAgo: ago === null ? null : Number(ago),
    };
  });
}
