/** Repositories, what was heard of their branches, and the jobs that follow from it. */
import type { HeardPush, NewRepository, RefState, Repository, RepositoryCalls, RepositoryState } from '../catalogue.ts'; // prettier-ignore
import { QuotaError } from '../catalogue.ts';
import { insertJobs, supersedeOthers } from './job-rows.ts';
import { changeAccess, noteOf } from './audit-rows.ts';
import { forgetRepository } from './removal-calls.ts';
import { hasRoomForRepository } from './retention.ts';
import type { Session, Sql, SqlRow } from './sql-database.ts';
import { readRef, watchRefs } from './watched-refs.ts';

export const repositoryColumns = 'r.id, r.family, r.name, r.url, r.default_ref, r.state';

export function readRepository(row: SqlRow): Repository {
  return {
    id: Number(row['id']),
    family: Number(row['family']),
    name: String(row['name']),
    url: String(row['url']),
    defaultRef: String(row['default_ref']),
    state: row['state'] as RepositoryState,
  };
}

export function repositoryCalls(session: Session): RepositoryCalls {
  return {
    addRepository: (repository) => addRepository(session, repository),
    listRepositories: async () => {
      const text = `SELECT ${repositoryColumns} FROM repositories r WHERE r.tenant = :tenant AND r.state <> 'forgotten' ORDER BY r.id`;
      return (await session.all(text)).map(readRepository);
    },
    setRepositoryState: async (repository, state) => {
      await session.batch(
        {
          text: `UPDATE repositories SET state = :state, forgotten_at = CASE WHEN :state = 'forgotten' THEN COALESCE(forgotten_at, :now) END
            WHERE tenant = :tenant AND id = :repository`,
          values: { repository, state },
        },
        ...(state === 'forgotten' ? forgetRepository(repository) : []),
        // What waits is not wanted any more; what is being indexed ends by itself.
        {
          text: `UPDATE jobs SET state = 'superseded', ended_at = :now WHERE tenant = :tenant AND repository = :repository AND state = 'waiting' AND :state <> 'active'`,
          values: { repository, state },
        },
        ...changeAccess(noteOf(`repository ${state}`, { repository })),
      );
    },
    moveRepository: async (repository, { url, defaultRef }) => {
      const values = { repository, url, defaultRef };
      const text = `UPDATE repositories SET url = :url, default_ref = :defaultRef, poll_after = :now WHERE tenant = :tenant AND id = :repository
        AND state <> 'forgotten'`;
      await session.batch({ text, values }, noteOf('repository moved', { repository, url, defaultRef }));
    },
    takePolls: async ({ limit, intervalMs }) => {
      const text = `UPDATE repositories AS r SET poll_after = :now + :intervalMs WHERE r.tenant = :tenant AND r.id IN
        (SELECT id FROM repositories WHERE tenant = :tenant AND state = 'active' AND poll_after <= :now ORDER BY poll_after, id LIMIT :limit
          ${session.dialect.lockFree('repositories')}) RETURNING id, family, name, url, default_ref, state`;
      return (await session.all(text, { limit, intervalMs })).map(readRepository).toSorted((a, b) => a.id - b.id);
    },
    hear: (push) => hear(session, push),
    listRefs: (repository) => listRefs(session, repository),
    watchRefs: (options) => watchRefs(session, options),
  };
}

async function addRepository(session: Session, { name, url, defaultRef, forkOf }: NewRepository): Promise<Repository> {
  const values = { name, url, defaultRef, forkOf: forkOf ?? '' };
  const isNew = `${hasRoomForRepository} AND NOT EXISTS (SELECT 1 FROM repositories WHERE tenant = :tenant AND name = :name)`;
  const fork = `SELECT family FROM repositories WHERE tenant = :tenant AND name = :forkOf`;
  const [, , , , rows] = await session.batch(
    // One after another, so that each gets a number of its own.
    { text: `SELECT id FROM tenants WHERE id = :tenant ${session.dialect.lock}`, values: {} },
    {
      text: `INSERT INTO families (tenant, id) SELECT :tenant, COALESCE(MAX(id), 0) + 1 FROM families WHERE tenant = :tenant
        HAVING ${isNew} AND NOT EXISTS (${fork})`,
      values,
    },
    {
      text: `INSERT INTO repositories (tenant, id, family, name, url, default_ref, state, poll_after)
        SELECT :tenant, COALESCE(MAX(id), 0) + 1, COALESCE((${fork}), (SELECT MAX(id) FROM families WHERE tenant = :tenant)), :name, :url, :defaultRef,
          'active', :now FROM repositories WHERE tenant = :tenant HAVING ${isNew}`,
      values,
    },
    {
      text: `UPDATE repositories SET url = :url, default_ref = :defaultRef, poll_after = :now,
        state = CASE WHEN state = 'forgotten' AND ${hasRoomForRepository} THEN 'active' ELSE state END,
        forgotten_at = CASE WHEN state = 'forgotten' AND NOT (${hasRoomForRepository}) THEN forgotten_at END WHERE tenant = :tenant AND name = :name`,
      values,
    },
    { text: `SELECT ${repositoryColumns} FROM repositories r WHERE r.tenant = :tenant AND r.name = :name`, values },
    ...changeAccess(noteOf('repository added', { name, url })),
  );
  const [row] = rows!;
  if (row !== undefined && row['state'] !== 'forgotten') return readRepository(row);
  throw new QuotaError(
    `The tenant ${session.tenantName} has as many repositories as it may have`,
    'Raise the limit with `code-scout catalogue limit repositories NUMBER`, or remove a repository.',
  );
}

async function hear(session: Session, push: HeardPush): Promise<number | null> {
  const { repository, ref, commit, delivery, before } = push;
  const values = { repository, ref, commit };
  const active = `r.tenant = :tenant AND r.id = :repository AND r.state = 'active'`;
  const known = `SELECT 1 FROM deliveries d WHERE d.tenant = :tenant AND d.repository = :repository AND d.delivery = :delivery`;
  const deliveries: Sql[] =
    delivery === null
      ? []
      : [
          {
            text: `INSERT INTO deliveries (tenant, repository, delivery, heard_at) SELECT :tenant, r.id, :delivery, :now FROM repositories r
              WHERE ${active} ON CONFLICT DO NOTHING`,
            values: { repository, delivery },
          },
        ];
  const gap: Sql[] =
    before === undefined
      ? []
      : [
          {
            text: `UPDATE repositories AS r SET poll_after = :now WHERE ${active} ${delivery === null ? '' : `AND NOT EXISTS (${known})`}
              AND COALESCE((SELECT f.commit_id FROM refs f WHERE f.tenant = :tenant AND f.repository = :repository AND f.name = :ref), '')
                NOT IN (:before, :after)`,
            values: {
              ...values,
              before: before ?? '',
              after: commit ?? '',
              ...(delivery === null ? {} : { delivery }),
            },
          },
        ];
  const results = await session.batch(
    ...gap,
    {
      // Of two messages at once about one branch, the second waits for the first here.
      text: `INSERT INTO refs (tenant, repository, name, heard, commit_id, heard_at)
        SELECT :tenant, r.id, :ref, 1, :commit, :now FROM repositories r WHERE ${active}
          ${delivery === null ? '' : `AND NOT EXISTS (${known})`}
          ${commit === null ? `AND EXISTS (SELECT 1 FROM refs f WHERE f.tenant = :tenant AND f.repository = :repository AND f.name = :ref)` : ''}
        ON CONFLICT (tenant, repository, name) DO UPDATE SET heard = refs.heard + 1, commit_id = excluded.commit_id, heard_at = excluded.heard_at
          WHERE refs.commit_id IS DISTINCT FROM excluded.commit_id`,
      values: { ...values, ...(delivery === null ? {} : { delivery }) },
    },
    {
      text: `INSERT INTO pushes (tenant, repository, ref, push, commit_id, heard_at)
        SELECT f.tenant, f.repository, f.name, f.heard, f.commit_id, f.heard_at FROM refs f
        WHERE f.tenant = :tenant AND f.repository = :repository AND f.name = :ref ON CONFLICT DO NOTHING`,
      values,
    },
    ...deliveries,
    insertJobs(`f.repository = :repository AND f.name = :ref`, { repository, ref }),
    supersedeOthers({ repository, ref }),
    {
      text: `SELECT f.heard FROM refs f JOIN repositories r ON r.tenant = f.tenant AND r.id = f.repository WHERE ${active} AND f.name = :ref`,
      values,
    },
  );
  const heard = results.at(-1)![0]?.['heard'];
  return heard === undefined ? null : Number(heard);
}

async function listRefs(session: Session, repository: number): Promise<RefState[]> {
  const [refs, heads] = await session.batch(
    {
      text: `SELECT name, heard, commit_id FROM refs WHERE tenant = :tenant AND repository = :repository ORDER BY name`,
      values: { repository },
    },
    {
      text: `SELECT ref, edition, push, commit_id, tree, flavour FROM heads WHERE tenant = :tenant AND repository = :repository ORDER BY ref, edition`,
      values: { repository },
    },
  );
  const headsOf = Map.groupBy(heads!, (row) => String(row['ref']));
  return refs!.map((row) => readRef(row, headsOf.get(String(row['name'])) ?? []));
}
