/** The end of a repository: what is known of it goes in two steps, because its objects are in the page store and somebody may be writing there. */
import type { ForgottenRepository, UpkeepCalls } from '../catalogue.ts';
import { noteOf } from './audit-rows.ts';
import type { Session, Sql } from './sql-database.ts';

/** Tables whose rows are of a repository, in an order in which they can be emptied. */
const known = ['jobs', 'heads', 'pushes', 'commits', 'deliveries', 'provides', 'requires', 'missing', 'refs'] as const;

/** Forgets what was heard and made of a repository at once. Its snapshots are to be deleted, and its name and grants stay for a while. */
export function forgetRepository(repository: number): Sql[] {
  const values = { repository };
  return [
    ...known.map((table) => ({ text: `DELETE FROM ${table} WHERE tenant = :tenant AND repository = :repository`, values })), // prettier-ignore
    { text: `UPDATE snapshots SET leaving = 1 WHERE tenant = :tenant AND repository = :repository`, values },
  ];
}

/** One that was erased has no address any more. */
const isForgotten = `tenant = :tenant AND state = 'forgotten' AND url <> ''`;

export function removalCalls(session: Session): Pick<UpkeepCalls, 'listForgotten' | 'eraseRepository'> {
  return {
    listForgotten: async () => {
      const [, rows] = await session.batch(
        {
          text: `UPDATE repositories SET forgotten_at = :now WHERE ${isForgotten} AND forgotten_at IS NULL`,
          values: {},
        },
        {
          text: `SELECT id, name, CAST(:now - forgotten_at AS bigint) AS ago FROM repositories WHERE ${isForgotten} ORDER BY id`,
          values: {},
        },
      );
      return rows!.map((row): ForgottenRepository => ({
        id: Number(row['id']),
        name: String(row['name']),
        agoMs: Math.max(0, Number(row['ago'])),
      }));
    },
    eraseRepository: (repository, graceMs) => eraseRepository(session, repository, graceMs),
  };
}

async function eraseRepository(session: Session, repository: number, graceMs: number): Promise<boolean> {
  const values = { repository, graceMs };
  const over = `${isForgotten} AND id = :repository AND forgotten_at <= :now - :graceMs`;
  const ifOver = `EXISTS (SELECT 1 FROM repositories WHERE ${over})`;
  const results = await session.batch(
    // Whoever adds it again waits, and then adds one that is not known.
    { text: `SELECT id FROM repositories WHERE ${over} ${session.dialect.lock}`, values },
    ...[...known, 'snapshots', 'grants'].map((table) => ({
      text: `DELETE FROM ${table} WHERE tenant = :tenant AND repository = :repository AND ${ifOver}`,
      values,
    })),
    {
      text: `UPDATE repositories SET name = '#' || CAST(id AS text), url = '', default_ref = '', stored_bytes = 0 WHERE ${over} RETURNING id`,
      values,
    },
  );
  const isErased = results.at(-1)!.length > 0;
  if (isErased) await session.batch(noteOf('repository erased', { repository }));
  return isErased;
}
