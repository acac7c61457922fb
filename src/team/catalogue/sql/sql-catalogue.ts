/** A catalogue in a database of SQL: the same statements for all engines. */
import { CatalogueError, type Catalogue } from '../catalogue.ts';
import { accessCalls } from './access-calls.ts';
import { jobCalls } from './job-calls.ts';
import { migrate, requireUsable } from './migrate.ts';
import { operationCalls } from './operation-calls.ts';
import { overviewCalls } from './overview-calls.ts';
import { repositoryCalls } from './repository-calls.ts';
import { snapshotCalls } from './snapshot-calls.ts';
import { Session, type SqlDatabase } from './sql-database.ts';
import { upkeepCalls } from './upkeep-calls.ts';

export interface CatalogueOptions {
  tenant: string;
  /** Makes the tables and the tenant where they are missing; else they have to be there. */
  creates: boolean;
  /** The time (ms since 1970); null: the database's, which is right wherever several machines use one catalogue. */
  clock?: (() => number) | null;
}

const tenantName = /^[a-z0-9][a-z0-9._-]{0,62}$/;

/** Closes the database where it rejects, which it does with a `CatalogueError`. */
export async function openSqlCatalogue(database: SqlDatabase, options: CatalogueOptions): Promise<Catalogue> {
  try {
    const { tenant, creates, clock = null } = options;
    if (!tenantName.test(tenant))
      throw new CatalogueError(database.location, `has no tenant of the name ${JSON.stringify(tenant)}`, {
        hint: 'A name has up to 63 small letters, digits, dots, dashes and underscores.',
      });
    if (creates) await migrate(database);
    else await requireUsable(database);
    const id = await findTenant(database, tenant, creates);
    const session = new Session(database, { id, name: tenant }, clock);
    return {
      location: database.location,
      tenant,
      notes: await notesOn(database),
      backup: database.backup?.bind(database) ?? null,
      close: () => database.close(),
      ...repositoryCalls(session),
      ...jobCalls(session),
      ...snapshotCalls(session),
      ...accessCalls(session),
      ...operationCalls(session),
      ...upkeepCalls(session),
      ...overviewCalls(session),
    };
  } catch (error) {
    await database.close().catch(() => {});
    throw error;
  }
}

/** The policies of PostgreSQL do not hold for everybody. */
async function notesOn(database: SqlDatabase): Promise<string[]> {
  if (database.dialect.name !== 'postgresql') return [];
  const text = `SELECT CASE WHEN rolsuper OR rolbypassrls THEN 1 ELSE 0 END AS passes FROM pg_catalog.pg_roles WHERE rolname = current_user`;
  const [rows] = await database.batch([{ text, values: {} }], { tenant: null, tenantName: '' });
  const note = 'This user of PostgreSQL is a superuser or bypasses row-level security, so only the program itself keeps tenants apart: give it a user that owns the database and nothing more'; // prettier-ignore
  return Number(rows![0]?.['passes'] ?? 0) === 1 ? [note] : [];
}

async function findTenant(database: SqlDatabase, name: string, creates: boolean): Promise<number> {
  const { now } = database.dialect;
  const insert = {
    text: `INSERT INTO tenants (name, made_at) SELECT :name, ${now} WHERE NOT EXISTS (SELECT 1 FROM tenants WHERE name = :name) ON CONFLICT DO NOTHING`,
    values: { name },
  };
  const find = { text: 'SELECT id FROM tenants WHERE name = :name', values: { name } };
  const results = await database.batch(creates ? [insert, find] : [find], { tenant: null, tenantName: name });
  const row = results.at(-1)![0];
  if (row !== undefined) return Number(row['id']);
  throw new CatalogueError(database.location, `has no tenant ${name}`, {
    hint: `Make it: \`code-scout catalogue init --tenant ${name}\`.`,
  });
}
