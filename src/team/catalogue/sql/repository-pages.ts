/** Repositories for administrators: a page of them, with what belongs to each, in two batches. */
import type { RepositoryState } from '../catalogue.ts';
import type { PageOf, PageRequest, RepositoryFilter, RepositoryOverview } from '../overview.ts';
import { hasText, jobColumns, pageOf, pageValues, readJobOverview, textOrNull } from './page-rows.ts';
import type { Session, Sql, SqlRow } from './sql-database.ts';

/** So many packages of a repository are named. */
const packagesNamed = 3;

/** That a branch `f` has a newer push than what is indexed of it. */
const isBehind = `f.commit_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM heads h WHERE h.tenant = f.tenant AND h.repository = f.repository
  AND h.ref = f.name AND h.push >= f.heard)`;
const headsOfRepository = `SELECT 1 FROM heads h WHERE h.tenant = r.tenant AND h.repository = r.id AND h.ref = r.default_ref`;
const refsOfRepository = `SELECT 1 FROM refs f WHERE f.tenant = r.tenant AND f.repository = r.id`;
/** That a job `j` is of the last push of its branch. */
const isOfLastPush = `EXISTS (SELECT 1 FROM refs f WHERE f.tenant = j.tenant AND f.repository = j.repository AND f.name = j.ref AND f.heard = j.push)`;

const conditions: Readonly<Record<RepositoryFilter, string>> = {
  all: '',
  behind: `AND r.state = 'active' AND EXISTS (${refsOfRepository} AND ${isBehind})`,
  failed: `AND EXISTS (SELECT 1 FROM jobs j WHERE j.tenant = r.tenant AND j.repository = r.id AND j.state = 'failed' AND ${isOfLastPush})`,
  new: `AND NOT EXISTS (${headsOfRepository})`,
};

export async function repositoryPage(
  session: Session,
  { filter, ...request }: PageRequest & { filter: RepositoryFilter },
): Promise<PageOf<RepositoryOverview>> {
  const { text, ...page } = pageValues(request);
  const where = `r.tenant = :tenant AND r.state <> 'forgotten' AND ${hasText('r.name')} ${conditions[filter]}`;
  const [counted, rows] = await session.batch(
    { text: `SELECT COUNT(*) AS count FROM repositories r WHERE ${where}`, values: { text } },
    {
      text: `SELECT r.id, r.name, r.state, r.default_ref, f.heard, f.commit_id AS heard_commit, f.heard_at, h.push, h.commit_id, s.bytes, s.files, s.lines
        FROM repositories r
        LEFT JOIN refs f ON f.tenant = r.tenant AND f.repository = r.id AND f.name = r.default_ref
        LEFT JOIN heads h ON h.tenant = r.tenant AND h.repository = r.id AND h.ref = r.default_ref AND h.edition = (SELECT n.edition FROM heads n
          WHERE n.tenant = r.tenant AND n.repository = r.id AND n.ref = r.default_ref ORDER BY n.push DESC, n.edition LIMIT 1)
        LEFT JOIN snapshots s ON s.tenant = r.tenant AND s.repository = r.id AND s.tree = h.tree AND s.flavour = h.flavour
        WHERE ${where} ORDER BY r.name, r.id LIMIT :limit OFFSET :offset`,
      values: { text, ...page },
    },
  );
  const ids = JSON.stringify(rows!.map((row) => String(row['id'])));
  const belonging = await session.batch(...belongings(session, ids));
  return pageOf([counted, rows], (row) => readOverview(row, belonging.map((of) => of.filter(({ repository }) => Number(repository) === Number(row['id']))))); // prettier-ignore
}

/** What belongs to the repositories of a page: snapshots, branches, packages, the job that says most. @param ids as JSON */
function belongings({ dialect }: Session, ids: string): Sql[] {
  const named = `(SELECT CAST(value AS integer) FROM ${dialect.texts('ids')} w)`;
  const values = { ids };
  return [
    {
      text: `SELECT repository, COUNT(*) AS count, CAST(SUM(bytes) AS bigint) AS bytes FROM snapshots
        WHERE tenant = :tenant AND repository IN ${named} GROUP BY repository`,
      values,
    },
    {
      text: `SELECT f.repository, COUNT(*) AS count, SUM(CASE WHEN ${isBehind} THEN 1 ELSE 0 END) AS behind FROM refs f
        WHERE f.tenant = :tenant AND f.commit_id IS NOT NULL AND f.repository IN ${named} GROUP BY f.repository`,
      values,
    },
    {
      text: `SELECT repository, ecosystem, package, count FROM (SELECT p.repository, p.ecosystem, p.package,
          ROW_NUMBER() OVER (PARTITION BY p.repository ORDER BY p.ecosystem, p.package) AS place, COUNT(*) OVER (PARTITION BY p.repository) AS count
          FROM (SELECT DISTINCT repository, ecosystem, package FROM provides WHERE tenant = :tenant AND repository IN ${named}) p) n
        WHERE place <= ${packagesNamed} ORDER BY repository, place`,
      values,
    },
    {
      text: `SELECT ${jobColumns} FROM repositories r JOIN jobs j ON j.tenant = r.tenant AND j.id = (SELECT j.id FROM jobs j
          WHERE j.tenant = r.tenant AND j.repository = r.id ORDER BY CASE WHEN j.state = 'failed' AND ${isOfLastPush} THEN 0 WHEN j.state = 'taken' THEN 1
          WHEN j.state = 'waiting' THEN 2 WHEN j.state = 'superseded' THEN 4 ELSE 3 END, COALESCE(j.ended_at, j.made_at) DESC, j.id LIMIT 1)
        WHERE r.tenant = :tenant AND r.id IN ${named}`,
      values,
    },
  ];
}

function readOverview(row: SqlRow, [snapshots, branches, packages, jobs]: readonly SqlRow[][]): RepositoryOverview {
  const number = (of: SqlRow | undefined, name: string): number => Number(of?.[name] ?? 0);
  const heard = row['heard'] ?? null;
  return {
    id: number(row, 'id'),
    name: String(row['name']),
    state: row['state'] as RepositoryState,
    defaultRef: String(row['default_ref']),
    heard:
      heard === null
        ? null
        : { push: Number(heard), commit: textOrNull(row['heard_commit']), atMs: number(row, 'heard_at') },
    head: (row['push'] ?? null) === null ? null : { push: number(row, 'push'), commit: String(row['commit_id']) },
    index: (row['bytes'] ?? null) === null ? null : { bytes: number(row, 'bytes'), files: number(row, 'files'), lines: number(row, 'lines') }, // prettier-ignore
    branches: number(branches?.[0], 'count'),
    branchesBehind: number(branches?.[0], 'behind'),
    snapshots: number(snapshots?.[0], 'count'),
    snapshotBytes: number(snapshots?.[0], 'bytes'),
    packages: {
      total: number(packages?.[0], 'count'),
      rows: (packages ?? []).map((one) => ({ ecosystem: String(one['ecosystem']), package: String(one['package']) })),
    },
    lastJob: jobs?.[0] === undefined ? null : readJobOverview(jobs[0]),
  };
}
