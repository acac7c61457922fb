/** Which snapshots there are, which are to stay, and which packages the repositories provide and require. */
import type {
  LeavingSnapshot,
  ProvidedPackage,
  RequiredName,
  RetentionRules,
  SnapshotCalls,
  SnapshotRow,
} from '../catalogue.ts';
import { forgetOld } from './retention.ts';
import type { Session, SqlRow } from './sql-database.ts';

const columns = 's.repository, s.tree, s.flavour, s.commit_id, s.bytes, s.files, s.lines';
const mostCommits = 500;

function readSnapshot(row: SqlRow): SnapshotRow {
  return {
    repository: Number(row['repository']),
    tree: String(row['tree']),
    flavour: String(row['flavour']),
    commit: String(row['commit_id']),
    bytes: Number(row['bytes']),
    files: Number(row['files']),
    lines: Number(row['lines']),
  };
}

export function snapshotCalls(session: Session): SnapshotCalls {
  return {
    useSnapshot: async (repository, tree, flavour) => {
      const row = await session.first(
        `UPDATE snapshots AS s SET used_at = :now WHERE s.tenant = :tenant AND s.repository = :repository AND s.tree = :tree AND s.flavour = :flavour
          AND s.leaving = 0 RETURNING ${columns.replaceAll('s.', '')}`,
        { repository, tree, flavour },
      );
      return row === null ? null : readSnapshot(row);
    },
    nearestSnapshot: (repository, flavour, commits) => nearestSnapshot(session, { repository, flavour, commits }),
    condemnSnapshots: (rules, limit) => condemnSnapshots(session, rules, limit),
    forgetSnapshots: (snapshots) => forgetSnapshots(session, snapshots),
    providersOf: async (ecosystem, name) => {
      const rows = await session.all(
        `SELECT p.ecosystem, p.package, p.root, p.repository FROM provides p JOIN repositories r ON r.tenant = p.tenant AND r.id = p.repository
          WHERE p.tenant = :tenant AND p.ecosystem = :ecosystem AND p.package = :name AND r.state <> 'forgotten' ORDER BY p.repository, p.root`,
        { ecosystem, name },
      );
      return rows.map((row) => ({ ...readPackage(row), root: String(row['root']) }));
    },
    requirersOf: (ecosystem, name, names) => requirersOf(session, { ecosystem, name, names }),
  };
}

function readPackage(row: SqlRow): Omit<ProvidedPackage, 'root'> & { repository: number } {
  return {
    ecosystem: String(row['ecosystem']),
    package: String(row['package']),
    repository: Number(row['repository']),
  };
}

async function requirersOf(
  session: Session,
  { ecosystem, name, names }: { ecosystem: string; name: string; names: readonly string[] },
): Promise<(RequiredName & { repository: number })[]> {
  const some = names.length === 0 ? '' : `AND q.name IN (SELECT value FROM ${session.dialect.texts('names')} w)`;
  const rows = await session.all(
    `SELECT q.ecosystem, q.package, q.module, q.name, q.repository, q.files FROM requires q
      JOIN repositories r ON r.tenant = q.tenant AND r.id = q.repository
      WHERE q.tenant = :tenant AND q.ecosystem = :ecosystem AND q.package = :name AND r.state <> 'forgotten' ${some}
      ORDER BY q.repository, q.module, q.name`,
    { ecosystem, name, ...(names.length === 0 ? {} : { names: JSON.stringify([...names, '*']) }) },
  );
  return rows.map((row) => ({
    ...readPackage(row),
    module: String(row['module']),
    name: String(row['name']),
    files: JSON.parse(String(row['files'])) as number[],
  }));
}

async function nearestSnapshot(
  session: Session,
  { repository, flavour, commits }: { repository: number; flavour: string; commits: readonly string[] },
): Promise<SnapshotRow | null> {
  const values = { repository, flavour };
  const there = `s.tenant = :tenant AND s.repository = :repository AND s.flavour = :flavour AND s.leaving = 0`;
  const [near, ofDefault] = await session.batch(
    {
      text: `SELECT ${columns} FROM ${session.dialect.texts('commits')} w
        JOIN commits c ON c.tenant = :tenant AND c.repository = :repository AND c.commit_id = w.value
        JOIN snapshots s ON s.tree = c.tree AND ${there} ORDER BY w.position LIMIT 1`,
      values: { ...values, commits: JSON.stringify(commits.slice(0, mostCommits)) },
    },
    {
      text: `SELECT ${columns} FROM heads h JOIN repositories r ON r.tenant = h.tenant AND r.id = h.repository AND r.default_ref = h.ref
        JOIN snapshots s ON s.tree = h.tree AND ${there}
        WHERE h.tenant = :tenant AND h.repository = :repository AND h.flavour = :flavour ORDER BY h.push DESC LIMIT 1`,
      values,
    },
  );
  const row = near![0] ?? ofDefault![0];
  return row === undefined ? null : readSnapshot(row);
}

/** A snapshot that a rule keeps. */
const isKept = `
  EXISTS (SELECT 1 FROM repositories r WHERE r.tenant = s.tenant AND r.id = s.repository AND r.state <> 'forgotten')
  AND (s.used_at > :now - :usedMs
    OR EXISTS (SELECT 1 FROM heads h JOIN refs f ON f.tenant = h.tenant AND f.repository = h.repository AND f.name = h.ref
      JOIN repositories r ON r.tenant = h.tenant AND r.id = h.repository
      WHERE h.tenant = s.tenant AND h.repository = s.repository AND h.tree = s.tree AND h.flavour = s.flavour AND f.commit_id IS NOT NULL
        AND (f.heard_at > :now - :headsMs OR f.name = r.default_ref))
    OR EXISTS (SELECT 1 FROM commits c JOIN pushes p ON p.tenant = c.tenant AND p.repository = c.repository AND p.commit_id = c.commit_id
      JOIN repositories r ON r.tenant = p.tenant AND r.id = p.repository AND r.default_ref = p.ref
      JOIN refs f ON f.tenant = p.tenant AND f.repository = p.repository AND f.name = p.ref
      WHERE c.tenant = s.tenant AND c.repository = s.repository AND c.tree = s.tree AND p.push > f.heard - :lastOfDefault))`;

async function condemnSnapshots(session: Session, rules: RetentionRules, limit: number): Promise<LeavingSnapshot[]> {
  const values = { headsMs: rules.headsMs, usedMs: rules.usedMs, lastOfDefault: rules.lastOfDefault, limit };
  const results = await session.batch(
    {
      text: `UPDATE snapshots SET leaving = 1 WHERE tenant = :tenant AND leaving = 0 AND (repository, tree, flavour) IN
        (SELECT s.repository, s.tree, s.flavour FROM snapshots s WHERE s.tenant = :tenant AND s.leaving = 0 AND NOT (${isKept})
          ORDER BY s.used_at LIMIT :limit ${session.dialect.lock})`,
      values,
    },
    {
      text: `SELECT ${columns}, r.name FROM snapshots s JOIN repositories r ON r.tenant = s.tenant AND r.id = s.repository
        WHERE s.tenant = :tenant AND s.leaving = 1 ORDER BY s.repository, s.tree, s.flavour LIMIT :limit`,
      values: { limit },
    },
    ...forgetOld(rules),
  );
  return results[1]!.map((row) => ({ ...readSnapshot(row), name: String(row['name']) }));
}

async function forgetSnapshots(
  session: Session,
  snapshots: readonly Pick<SnapshotRow, 'repository' | 'tree' | 'flavour'>[],
): Promise<void> {
  const rows = snapshots.map(({ repository, tree, flavour }) => ({ repository, tree, flavour }));
  const gone = (
    row: string,
  ): string => `${row}.tenant = :tenant AND NOT EXISTS (SELECT 1 FROM snapshots s WHERE s.tenant = :tenant
    AND s.repository = ${row}.repository AND s.tree = ${row}.tree`;
  const objects = session.dialect.objects('rows');
  const named = `(SELECT CAST(value ->> 'repository' AS integer) FROM ${objects} o)`;
  const values = { rows: JSON.stringify(rows) };
  await session.batch(
    {
      text: `DELETE FROM snapshots WHERE tenant = :tenant AND leaving = 1 AND (repository, tree, flavour) IN
        (SELECT CAST(value ->> 'repository' AS integer), value ->> 'tree', value ->> 'flavour' FROM ${objects} o)`,
      values,
    },
    // A head without a snapshot says less than no head, and a commit leads nowhere without one.
    {
      text: `DELETE FROM heads WHERE repository IN ${named} AND ${gone('heads')} AND s.flavour = heads.flavour)`,
      values,
    },
    { text: `DELETE FROM commits WHERE repository IN ${named} AND ${gone('commits')})`, values },
  );
}
