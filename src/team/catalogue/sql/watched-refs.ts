/** The default branches that nodes answer about, and which repositories are asked about. */
import type { Catalogue, Head, RefState, WatchedRef } from '../catalogue.ts';
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

/** So many of those that were indexed lately are named at once: more than a node has room for. */
const mostIndexed = 2000;

export async function watchRefs(
  session: Session,
  { repositories, usedMs, indexedMs = 0 }: Parameters<Catalogue['watchRefs']>[0],
): Promise<WatchedRef[]> {
  // A snapshot that nobody has asked for yet has the time at which it was made.
  const isUsed = 's.tenant = :tenant AND s.used_at > s.made_at AND s.used_at > :now - :usedMs';
  const isNew = 's.tenant = :tenant AND s.made_at > :now - :indexedMs';
  const last = (time: string, condition: string): string =>
    `(SELECT MAX(s.${time}) FROM snapshots s WHERE s.repository = r.id AND ${condition}) AS ${time}`;
  const watched = `SELECT r.tenant, r.id, r.default_ref, ${last('used_at', isUsed)}, ${last('made_at', isNew)} FROM repositories r
    WHERE r.tenant = :tenant AND r.state <> 'forgotten' AND r.id IN (
      SELECT CAST(w.value AS integer) FROM ${session.dialect.texts('repositories')} w
      UNION SELECT s.repository FROM snapshots s WHERE ${isUsed}
      UNION SELECT n.repository FROM (SELECT s.repository FROM snapshots s WHERE ${isNew} GROUP BY s.repository
        ORDER BY MAX(s.made_at) DESC LIMIT ${mostIndexed}) n)`;
  const values = { repositories: JSON.stringify(repositories), usedMs, indexedMs };
  const [refs, heads] = await session.batch(
    {
      text: `SELECT w.id, f.name, f.heard, f.commit_id, CAST(:now - w.used_at AS bigint) AS used_ago, CAST(:now - w.made_at AS bigint) AS made_ago FROM (${watched}) w
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
    const ago = (name: string): number | null => (row[name] === null ? null : Number(row[name]));
    return {
      repository: Number(row['id']),
      state: readRef(row, own),
      bytes: Math.max(0, ...own.map(({ bytes }) => Number(bytes ?? 0))),
      usedMsAgo: ago('used_ago'),
      indexedMsAgo: ago('made_ago'),
    };
  });
}
