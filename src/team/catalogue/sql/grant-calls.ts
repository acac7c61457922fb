/** Groups and their members, and what principals are granted. */
import type { AccessCalls, GrantRow, Permission } from '../catalogue.ts';
import { changer } from './audit-rows.ts';
import type { Session, SqlRow } from './sql-database.ts';

/** Stands for all repositories in a grant: their own numbers begin with 1. */
export const everyRepository = 0;

type GrantCalls = Pick<
  AccessCalls,
  | 'addMember'
  | 'removeMember'
  | 'listMembers'
  | 'grant'
  | 'revokeGrant'
  | 'listGrants'
  | 'setAdministrator'
  | 'listAdministrators'
>;

export function grantCalls(session: Session): GrantCalls {
  const change = changer(session);
  return {
    addMember: async (group, principal) => {
      const text = `INSERT INTO members (tenant, grp, principal) SELECT :tenant, g.id, p.id FROM principals g
        JOIN principals p ON p.tenant = g.tenant AND p.id = :principal
        WHERE g.tenant = :tenant AND g.id = :group AND g.kind = 'group' AND p.kind <> 'group' ON CONFLICT DO NOTHING`;
      await change('member added', { group, principal }, { text, values: { group, principal } });
    },
    removeMember: async (group, principal) => {
      const text = `DELETE FROM members WHERE tenant = :tenant AND grp = :group AND principal = :principal`;
      await change('member removed', { group, principal }, { text, values: { group, principal } });
    },
    listMembers: async () => {
      const text = `SELECT grp, principal FROM members WHERE tenant = :tenant ORDER BY grp, principal`;
      return (await session.all(text)).map((row) => ({
        group: Number(row['grp']),
        principal: Number(row['principal']),
      }));
    },
    grant: async (principal, repository, may) => {
      const all = `:repository = ${everyRepository}`;
      const text = `INSERT INTO grants (tenant, principal, repository, may) SELECT :tenant, p.id, :repository, :may FROM principals p
        WHERE p.tenant = :tenant AND p.id = :principal AND (${all} OR EXISTS (SELECT 1 FROM repositories r
          WHERE r.tenant = :tenant AND r.id = :repository)) ON CONFLICT DO NOTHING`;
      const values = { principal, repository: repository ?? everyRepository, may };
      await change('granted', { principal, repository, may }, { text, values });
    },
    revokeGrant: async (principal, repository, may) => {
      const text = `DELETE FROM grants WHERE tenant = :tenant AND principal = :principal AND repository = :repository AND may = :may`;
      const values = { principal, repository: repository ?? everyRepository, may };
      await change('grant revoked', { principal, repository, may }, { text, values });
    },
    listGrants: async () => {
      const text = `SELECT g.principal, g.repository, g.may FROM grants g WHERE g.tenant = :tenant AND (g.repository = ${everyRepository} OR EXISTS (
        SELECT 1 FROM repositories r WHERE r.tenant = :tenant AND r.id = g.repository AND r.state <> 'forgotten'))
        ORDER BY g.principal, g.repository, g.may`;
      return (await session.all(text)).map(readGrant);
    },
    setAdministrator: async (principal, administers) => {
      const text = administers
        ? `INSERT INTO administrators (tenant, principal) SELECT :tenant, p.id FROM principals p WHERE p.tenant = :tenant AND p.id = :principal
            ON CONFLICT DO NOTHING`
        : `DELETE FROM administrators WHERE tenant = :tenant AND principal = :principal`;
      const what = administers ? 'administrator added' : 'administrator removed';
      await change(what, { principal }, { text, values: { principal } });
    },
    listAdministrators: async () => {
      const text = `SELECT a.principal FROM administrators a JOIN principals p ON p.tenant = a.tenant AND p.id = a.principal
        WHERE a.tenant = :tenant ORDER BY a.principal`;
      return (await session.all(text)).map((row) => Number(row['principal']));
    },
  };
}

function readGrant(row: SqlRow): GrantRow {
  const repository = Number(row['repository']);
  return {
    principal: Number(row['principal']),
    repository: repository === everyRepository ? null : repository,
    may: row['may'] as Permission,
  };
}
