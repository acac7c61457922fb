/** Statements that note what was done, and that tell nodes that scopes have changed. */
import { uniqueName } from '../../../util/unique-name.ts';
import { storable, type Session, type Sql, type SqlRow } from './sql-database.ts';

const maxDetail = 10_000;

export function noteOf(what: string, detail: unknown, principal: number | null = null): Sql {
  const values = {
    id: uniqueName(),
    what: storable(what, 200),
    detail: storable(JSON.stringify(detail ?? null), maxDetail),
  };
  return principal === null
    ? {
        text: `INSERT INTO audit (tenant, id, noted_at, principal, what, detail) VALUES (:tenant, :id, :now, NULL, :what, :detail)`,
        values,
      }
    : {
        text: `INSERT INTO audit (tenant, id, noted_at, principal, what, detail) VALUES (:tenant, :id, :now, :principal, :what, :detail)`,
        values: { ...values, principal },
      };
}

/** The end of each batch that changes who may see what. */
export function changeAccess(note: Sql): Sql[] {
  return [
    {
      text: `INSERT INTO access_versions (tenant, version) VALUES (:tenant, 1)
        ON CONFLICT (tenant) DO UPDATE SET version = access_versions.version + 1`,
      values: {},
    },
    note,
  ];
}

/** Changes of access wait for each other: nothing is granted to somebody who is being removed, and each principal gets a number of its own. */
export const oneByOne = ({ dialect }: Session): Sql => ({
  text: `SELECT id FROM tenants WHERE id = :tenant ${dialect.lock}`,
  values: {},
});

/** Changes who may see what, with its note. Returns the rows of the first statement. */
export function changer(
  session: Session,
): (
  what: string | { what: string; by: number | null },
  detail: Record<string, unknown>,
  ...statements: Sql[]
) => Promise<SqlRow[]> {
  return async (change, detail, ...statements) => {
    const { what, by } = typeof change === 'string' ? { what: change, by: null } : change;
    return (await session.batch(oneByOne(session), ...statements, ...changeAccess(noteOf(what, detail, by))))[1]!;
  };
}
