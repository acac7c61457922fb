/** Rows of the catalogue for its administrators, in pages. */
import type { JobState, PrincipalKind, TokenRow } from '../catalogue.ts';
import type {
  AuditOverview,
  JobOverview,
  NodeOverview,
  OverviewCalls,
  PageOf,
  PageRequest,
  TokenOverview,
  WorkerOverview,
} from '../overview.ts';
import { readToken, tokenColumns, tokenState } from './access-calls.ts';
import { nameOfWorker } from '../states.ts';
import { detailOf } from './operation-calls.ts';
import { hasText, jobColumns, numberOrNull, pageOf, pageValues, readJobOverview, textOrNull } from './page-rows.ts';
import { principalPage } from './principal-pages.ts';
import { repositoryPage } from './repository-pages.ts';
import type { Session, Sql, SqlRow } from './sql-database.ts';

/** A worker that was not heard of for this time is forgotten (ms). */
const forgottenMs = 24 * 3_600_000;

export function overviewCalls(session: Session): OverviewCalls {
  return {
    repositoryPage: (request) => repositoryPage(session, request),
    jobPage: (request) => jobPage(session, request),
    principalPage: (request) => principalPage(session, request),
    tokenPage: (request) => tokenPage(session, request),
    auditPage: (request) => auditPage(session, request),
    beatWorker: async ({ name, version, edition }) => {
      await session.batch(
        {
          text: `INSERT INTO workers (tenant, name, version, edition, started_at, seen_at) VALUES (:tenant, :name, :version, :edition, :now, :now)
            ON CONFLICT (tenant, name) DO UPDATE SET version = excluded.version, edition = excluded.edition, seen_at = excluded.seen_at`,
          values: { name, version, edition },
        },
        {
          text: `DELETE FROM workers WHERE tenant = :tenant AND seen_at < :now - :forgottenMs`,
          values: { forgottenMs },
        },
      );
    },
    endWorker: async (name) => {
      await session.all(`DELETE FROM workers WHERE tenant = :tenant AND name = :name`, { name });
    },
    listWorkers: async () => {
      const text = `SELECT w.name, w.version, w.edition, w.started_at, :now - w.seen_at AS seen_ago, r.name AS repository, j.ref FROM workers w
        LEFT JOIN jobs j ON j.tenant = w.tenant AND j.worker = w.name AND j.state = 'taken'
        LEFT JOIN repositories r ON r.tenant = j.tenant AND r.id = j.repository
        WHERE w.tenant = :tenant ORDER BY w.seen_at DESC, w.name`;
      return (await session.all(text)).map(readWorker);
    },
    listNodes: async (withinMs) => {
      const text = `SELECT name, url, version, bytes, held_bytes, held, :now - seen_at AS seen_ago FROM nodes
        WHERE tenant = :tenant AND seen_at >= :now - :withinMs ORDER BY name`;
      return (await session.all(text, { withinMs })).map(readNode);
    },
    lastSweep: async () => {
      const row = await session.first(
        `SELECT noted_at, detail FROM audit WHERE tenant = :tenant AND what = 'snapshots swept' ORDER BY noted_at DESC, id DESC LIMIT 1`,
      );
      if (row === null) return null;
      const { deleted = 0 } = detailOf(row) as { deleted?: number };
      return { atMs: Number(row['noted_at']), deleted };
    },
  };
}

async function jobPage(
  session: Session,
  { states, ...request }: PageRequest & { states: readonly JobState[] },
): Promise<PageOf<JobOverview>> {
  const from = `FROM jobs j JOIN repositories r ON r.tenant = j.tenant AND r.id = j.repository
    WHERE j.tenant = :tenant AND r.state <> 'forgotten' AND j.state IN (SELECT value FROM ${session.dialect.texts('states')} w) AND ${hasText('r.name')}`;
  const { text, ...page } = pageValues(request);
  const values = { text, states: JSON.stringify(states) };
  const results = await session.batch(
    { text: `SELECT COUNT(*) AS count ${from}`, values },
    {
      text: `SELECT ${jobColumns} ${from} ORDER BY COALESCE(j.ended_at, j.made_at) DESC, j.id LIMIT :limit OFFSET :offset`,
      values: { ...values, ...page },
    },
  );
  return pageOf(results, readJobOverview);
}

async function tokenPage(
  session: Session,
  { state, ...request }: PageRequest & { state: TokenRow['state'] | null },
): Promise<PageOf<TokenOverview>> {
  const { text, ...page } = pageValues(request);
  const from = `FROM tokens t LEFT JOIN principals p ON p.tenant = t.tenant AND p.id = t.principal
    WHERE t.tenant = :tenant AND (${hasText('p.name')} OR t.digest LIKE :beginning ESCAPE '!' OR :text = '%%')
      ${state === null ? '' : `AND ${tokenState} = :state`}`;
  const values = { text, beginning: text.slice(1), ...(state === null ? {} : { state }) };
  const results = await session.batch(
    { text: `SELECT COUNT(*) AS count ${from}`, values },
    {
      text: `SELECT ${tokenColumns}, p.kind AS holder_kind, p.name AS holder_name ${from} ORDER BY t.made_at DESC, t.digest LIMIT :limit OFFSET :offset`,
      values: { ...values, ...page },
    },
  );
  return pageOf(results, (row) => {
    const { repositories, principal: _, ...token } = readToken(row);
    const name = textOrNull(row['holder_name']);
    const holder = name === null ? null : { kind: row['holder_kind'] as PrincipalKind, name };
    return { ...token, holder, repositories: repositories === null ? null : repositories.length };
  });
}

async function auditPage(session: Session, request: PageRequest): Promise<PageOf<AuditOverview>> {
  const { text, ...page } = pageValues(request);
  const where = `a.tenant = :tenant AND ${hasText('a.what')}`;
  const results = await session.batch(
    { text: `SELECT COUNT(*) AS count FROM audit a WHERE ${where}`, values: { text } },
    {
      text: `SELECT a.noted_at, a.principal, a.what, a.detail, p.kind, p.name FROM audit a
        LEFT JOIN principals p ON p.tenant = a.tenant AND p.id = a.principal
        WHERE ${where} ORDER BY a.noted_at DESC, a.id DESC LIMIT :limit OFFSET :offset`,
      values: { text, ...page },
    },
  );
  const namesOf = await namesIn(session, results[1]!.map(detailOf));
  return pageOf(results, (row) => {
    const id = numberOrNull(row['principal']);
    const kind = textOrNull(row['kind']) as PrincipalKind | null;
    const who = id === null ? null : { id, kind, name: textOrNull(row['name']) };
    const detail = detailOf(row);
    return { atMs: Number(row['noted_at']), who, what: String(row['what']), detail, names: namesOf(detail) };
  });
}

/** The fields of a note that number something, and what; `repositories` is a list of numbers. */
const numberedFields = {
  principal: 'principals',
  group: 'principals',
  repository: 'repositories',
  repositories: 'repositories',
} as const;
type NumberedField = keyof typeof numberedFields;
/** So many of a list are named. */
const mostNamed = 5;

/** The numbers in a note, by their field. */
function numbersIn(detail: unknown): [field: NumberedField, ids: number[]][] {
  return Object.entries(typeof detail === 'object' && detail !== null ? detail : {}).flatMap(([field, value]) => {
    const ids = (Array.isArray(value) ? (value as unknown[]) : [value]).filter((one) => typeof one === 'number');
    return Object.hasOwn(numberedFields, field) && ids.length > 0 ? [[field, ids] as const] : [];
  }) as [NumberedField, number[]][];
}

/** Reads the names of what notes have numbers of. Returns what finds those of one note. */
async function namesIn(
  session: Session,
  details: readonly unknown[],
): Promise<(detail: unknown) => Record<string, string>> {
  const all = details.flatMap(numbersIn);
  const named = (table: 'principals' | 'repositories', columns: string): Sql => ({
    text: `SELECT id, ${columns} AS written FROM ${table} WHERE tenant = :tenant
      AND id IN (SELECT CAST(value AS integer) FROM ${session.dialect.texts('ids')} w)`,
    values: {
      ids: JSON.stringify(
        all.flatMap(([field, ids]) => (numberedFields[field] === table ? ids.slice(0, mostNamed).map(String) : [])),
      ),
    },
  });
  const [principals, repositories] = await session.batch(
    named('principals', `CASE WHEN kind = 'person' THEN name ELSE kind || ':' || name END`),
    named('repositories', 'name'),
  );
  const byId = (rows: readonly SqlRow[]): Map<number, string> => new Map(rows.map((row) => [Number(row['id']), String(row['written'])])); // prettier-ignore
  const names = { principals: byId(principals!), repositories: byId(repositories!) };
  return (detail) =>
    Object.fromEntries(
      numbersIn(detail).flatMap(([field, ids]) => {
        const known = ids.slice(0, mostNamed).map((id) => names[numberedFields[field]].get(id));
        const found = known.filter((name) => name !== undefined);
        if (found.length === 0) return [];
        const others = ids.length - found.length;
        return [[field, found.join(', ') + (others === 0 ? '' : ` and ${others} more`)]];
      }),
    );
}

function readWorker(row: SqlRow): WorkerOverview {
  const name = textOrNull(row['repository']);
  return {
    name: nameOfWorker(String(row['name'])),
    version: String(row['version']),
    edition: String(row['edition']),
    startedMs: Number(row['started_at']),
    seenMsAgo: Number(row['seen_ago']),
    job: name === null ? null : { name, ref: String(row['ref']) },
  };
}

function readNode(row: SqlRow): NodeOverview {
  return {
    name: String(row['name']),
    url: String(row['url']),
    version: String(row['version']),
    seenMsAgo: Number(row['seen_ago']),
    bytes: Number(row['bytes']),
    heldBytes: numberOrNull(row['held_bytes']),
    held: numberOrNull(row['held']),
  };
}
