/** Persons, robots and groups for administrators: a page of them, with what belongs to each, in two batches. */
import type { Permission, PrincipalKind } from '../catalogue.ts';
import type { PageOf, PageRequest, PrincipalOverview } from '../overview.ts';
import { tokenState } from './access-calls.ts';
import { everyRepository } from './grant-calls.ts';
import { hasText, pageOf, pageValues, textOrNull } from './page-rows.ts';
import type { Session, Sql, SqlRow } from './sql-database.ts';

/** So many grants, groups or members of one are named. */
const named = 10;

export async function principalPage(
  session: Session,
  { kind, ...request }: PageRequest & { kind: PrincipalKind | null },
): Promise<PageOf<PrincipalOverview>> {
  const { text, ...page } = pageValues(request);
  const where = `p.tenant = :tenant AND ${hasText('p.name')} ${kind === null ? '' : 'AND p.kind = :kind'}`;
  const values = { text, ...(kind === null ? {} : { kind }) };
  const [counted, rows] = await session.batch(
    { text: `SELECT COUNT(*) AS count FROM principals p WHERE ${where}`, values },
    {
      text: `SELECT p.id, p.kind, p.name, CASE WHEN a.principal IS NULL THEN 0 ELSE 1 END AS administers,
          (SELECT COUNT(*) FROM tokens t WHERE t.tenant = p.tenant AND t.principal = p.id AND ${tokenState} = 'valid') AS tokens
        FROM principals p LEFT JOIN administrators a ON a.tenant = p.tenant AND a.principal = p.id
        WHERE ${where} ORDER BY p.name, p.kind, p.id LIMIT :limit OFFSET :offset`,
      values: { ...values, ...page },
    },
  );
  const [grants, others] = await session.batch(...belongings(session, JSON.stringify(rows!.map((row) => String(row['id']))))); // prettier-ignore
  const of = (all: readonly SqlRow[], row: SqlRow): SqlRow[] => all.filter(({ holder }) => Number(holder) === Number(row['id'])); // prettier-ignore
  return pageOf([counted, rows], (row) => {
    const [granted, belongs] = [of(grants!, row), of(others!, row)];
    const isAll = (one: SqlRow): boolean => Number(one['repository']) === everyRepository;
    return {
      id: Number(row['id']),
      kind: row['kind'] as PrincipalKind,
      name: String(row['name']),
      administers: Number(row['administers']) === 1,
      tokens: Number(row['tokens']),
      of: {
        total: Number(belongs[0]?.['count'] ?? 0),
        rows: belongs.map((one) => ({ kind: one['kind'] as PrincipalKind, name: String(one['name']) })),
      },
      grants: {
        total: Number(granted[0]?.['count'] ?? 0),
        rows: granted.map((one) => ({
          repository: isAll(one) ? null : textOrNull(one['name']),
          may: one['may'] as Permission,
        })),
      },
    };
  });
}

/** @param ids as JSON */
function belongings({ dialect }: Session, ids: string): Sql[] {
  const wanted = `(SELECT CAST(value AS integer) FROM ${dialect.texts('ids')} w)`;
  const first = (rows: string, order: string): string => `SELECT n.* FROM (SELECT s.*,
      ROW_NUMBER() OVER (PARTITION BY s.holder ORDER BY ${order}) AS place, COUNT(*) OVER (PARTITION BY s.holder) AS count FROM (${rows}) s) n
    WHERE n.place <= ${named} ORDER BY n.holder, n.place`;
  const values = { ids };
  return [
    {
      // Grants of all repositories come first: they have no name.
      text: first(
        `SELECT g.principal AS holder, g.repository, COALESCE(r.name, '') AS name, g.may FROM grants g
          LEFT JOIN repositories r ON r.tenant = g.tenant AND r.id = g.repository
          WHERE g.tenant = :tenant AND g.principal IN ${wanted} AND (g.repository = ${everyRepository} OR r.state <> 'forgotten')`,
        's.name, s.may',
      ),
      values,
    },
    {
      text: first(
        `SELECT m.principal AS holder, p.kind, p.name FROM members m JOIN principals p ON p.tenant = m.tenant AND p.id = m.grp
            WHERE m.tenant = :tenant AND m.principal IN ${wanted}
          UNION ALL SELECT m.grp AS holder, p.kind, p.name FROM members m JOIN principals p ON p.tenant = m.tenant AND p.id = m.principal
            WHERE m.tenant = :tenant AND m.grp IN ${wanted}`,
        's.name, s.kind',
      ),
      values,
    },
  ];
}
