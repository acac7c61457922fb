/** Who may see what: principals, groups, grants and tokens. */
import type {
  AccessCalls,
  NamedPrincipal,
  NewToken,
  Permission,
  Principal,
  PrincipalKind,
  PrincipalScope,
  Scope,
  TokenRow,
} from '../catalogue.ts';
import { tokenId, tokenIdLength } from '../tokens.ts';
import { changeAccess, changer, noteOf, oneByOne } from './audit-rows.ts';
import { everyRepository, grantCalls } from './grant-calls.ts';
import type { Session, Sql, SqlRow } from './sql-database.ts';

function readPrincipal(row: SqlRow): Principal {
  return { id: Number(row['id']), kind: row['kind'] as PrincipalKind, name: String(row['name']) };
}

export function accessCalls(session: Session): AccessCalls {
  const change = changer(session);
  return {
    addPrincipal: (kind, name) => addPrincipal(session, kind, name),
    listPrincipals: async () =>
      (await session.all(`SELECT id, kind, name FROM principals WHERE tenant = :tenant ORDER BY id`)).map(
        readPrincipal,
      ),
    removePrincipal: async (principal) => {
      const values = { principal };
      await change(
        'principal removed',
        { principal },
        {
          text: `UPDATE tokens SET revoked_at = :now WHERE tenant = :tenant AND principal = :principal AND revoked_at IS NULL`,
          values,
        },
        { text: `DELETE FROM members WHERE tenant = :tenant AND (grp = :principal OR principal = :principal)`, values },
        { text: `DELETE FROM grants WHERE tenant = :tenant AND principal = :principal`, values },
        { text: `DELETE FROM administrators WHERE tenant = :tenant AND principal = :principal`, values },
        { text: `DELETE FROM principals WHERE tenant = :tenant AND id = :principal`, values },
      );
    },
    ...grantCalls(session),
    addToken: async (token) => {
      const { principal, name, may, repositories, administers = false } = token;
      await change(
        'token added',
        { id: tokenId(token.digest), principal, name, may, repositories, ...(administers ? { administers } : {}) },
        insertToken(token),
      );
    },
    revokeToken: async (id, by) => {
      const text = `UPDATE tokens SET revoked_at = :now WHERE tenant = :tenant AND substr(digest, 1, ${tokenIdLength}) = :id AND revoked_at IS NULL
        RETURNING digest`;
      return (await change({ what: 'token revoked', by: by ?? null }, { id }, { text, values: { id } })).length > 0;
    },
    listTokens: async () => {
      const text = `SELECT t.principal, ${tokenColumns} FROM tokens t WHERE t.tenant = :tenant ORDER BY t.made_at, t.digest`;
      return (await session.all(text)).map(readToken);
    },
    scopeOf: (digest) => scopeOf(session, digest),
    scopeOfPrincipal: (named) => scopeOfPrincipal(session, named),
    accessVersion: async () => {
      const row = await session.first(`SELECT version FROM access_versions WHERE tenant = :tenant`);
      return Number(row?.['version'] ?? 0);
    },
  };
}

/** The state of a token `t`. */
export const tokenState = `CASE WHEN t.revoked_at IS NOT NULL THEN 'revoked' WHEN t.expires_at <= :now THEN 'expired' ELSE 'valid' END`;

/** Columns of a token `t`, for `readToken`. */
export const tokenColumns = `t.digest, t.name AS note, t.repositories, t.may, t.administers, ${tokenState} AS state, t.expires_at - :now AS valid_ms`;

export function readToken(row: SqlRow): TokenRow {
  return {
    id: tokenId(String(row['digest'])),
    principal: Number(row['principal']),
    name: String(row['note']),
    repositories: row['repositories'] === null ? null : (JSON.parse(String(row['repositories'])) as number[]),
    may: row['may'] as Permission,
    administers: Number(row['administers']) === 1,
    state: row['state'] as TokenRow['state'],
    validMs: row['state'] === 'valid' ? Number(row['valid_ms']) : 0,
  };
}

function insertToken({ digest, principal, name, may, repositories, validMs, administers = false }: NewToken): Sql {
  const own = repositories === null ? 'NULL' : ':repositories';
  return {
    text: `INSERT INTO tokens (tenant, digest, principal, name, repositories, may, administers, made_at, expires_at, revoked_at)
      SELECT :tenant, :digest, p.id, :name, ${own}, :may, ${administers ? 1 : 0}, :now, :now + :validMs, NULL FROM principals p
      WHERE p.tenant = :tenant AND p.id = :principal ON CONFLICT DO NOTHING`,
    values: {
      ...{ digest, principal, name, may, validMs },
      ...(repositories === null ? {} : { repositories: JSON.stringify(repositories) }),
    },
  };
}

async function addPrincipal(session: Session, kind: PrincipalKind, name: string): Promise<Principal> {
  const values = { kind, name };
  const results = await session.batch(
    oneByOne(session),
    // A program that knows no administrators leaves its row when it removes somebody.
    {
      text: `DELETE FROM administrators WHERE tenant = :tenant AND principal NOT IN (SELECT id FROM principals WHERE tenant = :tenant)`,
      values: {},
    },
    // The number of somebody who had a token, or of whom something is noted, is not given again.
    {
      text: `INSERT INTO principals (tenant, id, kind, name) SELECT :tenant, 1 + GREATEST_OF(
          COALESCE((SELECT MAX(id) FROM principals WHERE tenant = :tenant), 0), COALESCE((SELECT MAX(principal) FROM tokens WHERE tenant = :tenant), 0),
          COALESCE((SELECT MAX(principal) FROM audit WHERE tenant = :tenant), 0)),
          :kind, :name
        WHERE NOT EXISTS (SELECT 1 FROM principals WHERE tenant = :tenant AND kind = :kind AND name = :name)`.replace(
        'GREATEST_OF',
        session.dialect.name === 'postgresql' ? 'GREATEST' : 'MAX',
      ),
      values,
    },
    { text: `SELECT id, kind, name FROM principals WHERE tenant = :tenant AND kind = :kind AND name = :name`, values },
    // Somebody who was refused as unknown is known now.
    ...changeAccess(noteOf('principal added', values)),
  );
  return readPrincipal(results[3]![0]!);
}

const version = `COALESCE((SELECT version FROM access_versions WHERE tenant = :tenant), 0) AS version`;

/**
 * The repositories that principals are granted. Grants of one and of all are selected apart: a join by either would compare each grant with each repository.
 * @param holders a selection of ids of principals
 */
function grantedTo(holders: string): string {
  const select = `SELECT r.id, CASE WHEN g.may = 'index' THEN 1 ELSE 0 END AS indexes FROM grants g
    JOIN repositories r ON r.tenant = g.tenant AND r.state <> 'forgotten'`;
  return `SELECT s.id, MAX(s.indexes) AS indexes FROM (
      ${select} AND r.id = g.repository WHERE g.tenant = :tenant AND g.principal IN (${holders})
      UNION ALL ${select} WHERE g.tenant = :tenant AND g.repository = ${everyRepository} AND g.principal IN (${holders})
    ) s GROUP BY s.id ORDER BY s.id`;
}

const groupsOf = (principal: string): string =>
  `SELECT m.grp FROM members m WHERE m.tenant = :tenant AND m.principal IN (${principal})`;

/** Whether one of the holders is an administrator. @param holders a selection of ids of principals */
const administers = (holders: string): string =>
  `CASE WHEN EXISTS (SELECT 1 FROM administrators a WHERE a.tenant = :tenant AND a.principal IN (${holders})) THEN 1 ELSE 0 END AS administers`;

function readScope(principal: SqlRow, granted: readonly SqlRow[]): PrincipalScope {
  const ids = (rows: readonly SqlRow[]): number[] => rows.map((row) => Number(row['id']));
  return {
    principal: readPrincipal(principal),
    read: ids(granted),
    index: ids(granted.filter((row) => Number(row['indexes']) === 1)),
    administers: Number(principal['administers']) === 1,
    accessVersion: Number(principal['version']),
  };
}

// In both of the following the version is read first: grants that change after that are newer than it says, so that whoever keeps the answer asks again.

async function scopeOf(session: Session, digest: string): Promise<Scope | null> {
  const valid = `t.tenant = :tenant AND t.digest = :digest AND t.revoked_at IS NULL AND t.expires_at > :now`;
  const principal = `SELECT t.principal FROM tokens t WHERE ${valid}`;
  const holders = `${principal} UNION ${groupsOf(principal)}`;
  const [tokens, grants] = await session.batch(
    {
      text: `SELECT p.id, p.kind, p.name, t.repositories, t.may, t.administers AS allows, t.expires_at - :now AS valid_ms, ${administers(holders)}, ${version}
        FROM tokens t JOIN principals p ON p.tenant = t.tenant AND p.id = t.principal WHERE ${valid}`,
      values: { digest },
    },
    {
      text: grantedTo(holders),
      values: { digest },
    },
  );
  const token = tokens![0];
  if (token === undefined) return null;
  const listed = token['repositories'];
  const own = listed === null ? null : new Set(JSON.parse(String(listed)) as number[]);
  const scope = readScope(token, grants!);
  const isListed = (id: number): boolean => own === null || own.has(id);
  return {
    ...scope,
    read: scope.read.filter(isListed),
    index: token['may'] === 'index' ? scope.index.filter(isListed) : [],
    administers: scope.administers && Number(token['allows']) === 1,
    validMs: Number(token['valid_ms']),
  };
}

async function scopeOfPrincipal(
  session: Session,
  { kind, name, groups }: NamedPrincipal,
): Promise<PrincipalScope | null> {
  const found = `p.tenant = :tenant AND p.kind = :kind AND p.name = :name`;
  const principal = `SELECT p.id FROM principals p WHERE ${found}`;
  const named = `SELECT n.id FROM principals n WHERE n.tenant = :tenant AND n.kind = 'group'
    AND n.name IN (SELECT value FROM ${session.dialect.texts('groups')} w)`;
  const holders = `${principal} UNION ${groupsOf(principal)} UNION ${named}`;
  const values = { kind, name, groups: JSON.stringify(groups) };
  const [principals, grants] = await session.batch(
    {
      text: `SELECT p.id, p.kind, p.name, ${administers(holders)}, ${version} FROM principals p WHERE ${found}`,
      values,
    },
    {
      text: grantedTo(holders),
      values,
    },
  );
  const [row] = principals!;
  return row === undefined ? null : readScope(row, grants!);
}
