/**
 * Connections to PostgreSQL. The driver is loaded with the first connection, because few processes need it.
 * Invariants: another machine is only spoken to over TLS with a verified certificate, unless the user allows otherwise; no message has a password.
 */
import type { Pool, PoolConfig } from 'pg';
import type { PasswordPlace } from 'pgpass';
import { AppError } from '../../model/error.ts';
import { isOwnMachine } from '../own-machine.ts';

export interface PostgresPlace {
  /** For messages: host, port and database. */
  location: string;
  config: PoolConfig;
}

export const isPostgresUrl = (location: string): boolean => /^postgres(?:ql)?:\/\//i.test(location);

/** How long a connection may take, and a statement (ms). A pack of 64 MB takes some seconds. */
const connectMs = 10_000;
export const statementMs = 120_000;
const maxConnections = 10;

/** Throws a `ConfigurationError` that has nothing of the URL but host, port and database. */
export function postgresPlace(url: string, allowsPlain: boolean): PostgresPlace {
  const parsed = readPostgresUrl(url);
  const host = parsed.searchParams.get('host') ?? decodeURIComponent(parsed.hostname);
  const database = decodeURIComponent(parsed.pathname.slice(1));
  // A path is a socket of this machine.
  const isHere = host === '' || host.startsWith('/') || isOwnMachine(host);
  const mode = parsed.searchParams.get('sslmode');
  const isVerified = mode === null || mode === 'verify-full';
  if (!isHere && !isVerified && !allowsPlain)
    throw invalid('PostgreSQL on another machine needs TLS with a verified certificate', 'Leave `sslmode` out, or allow what it says with `team.allowHttp`.'); // prettier-ignore
  return {
    location: `postgresql://${host}${parsed.port === '' ? '' : `:${parsed.port}`}/${database}`,
    config: {
      connectionString: url,
      ...(isHere || mode !== null ? {} : { ssl: { rejectUnauthorized: true } }),
      application_name: 'code-scout',
      max: maxConnections,
      connectionTimeoutMillis: connectMs,
      // For a server that has gone without a word. Limits of the server's own are set in each transaction: poolers refuse them when a connection begins.
      query_timeout: 2 * statementMs,
      // Idle connections do not keep a command running.
      allowExitOnIdle: true,
    },
  };
}

/** Throws a `ConfigurationError` where it is no URL, or where a part of a password would be taken for something else. */
export function readPostgresUrl(url: string): URL {
  const parsed = URL.parse(url);
  const isUsable = parsed !== null && parsed.hash === '' && !parsed.pathname.includes('@') && !/%(?![0-9a-f]{2})/i.test(url); // prettier-ignore
  // The beginning of a password may be a port: `scout:12?cret@localhost/scout`.
  const isHostCut = parsed?.pathname === '' && parsed.search.includes('@');
  if (isUsable && !isHostCut) return parsed;
  throw invalid(
    'The URL of PostgreSQL is not usable',
    'It is postgresql://USER:PASSWORD@HOST/DATABASE. In a password, : / ? # @ % are written %3A %2F %3F %23 %40 %25; or leave it out, and put it into ~/.pgpass or PGPASSWORD.',
  );
}

function invalid(message: string, hint: string): AppError {
  return new AppError('ConfigurationError', message, { hint });
}

/** The type of `bigint` in PostgreSQL, which is read as a number: ours are times, sizes and counts. */
const bigintType = 20;

export async function openPool({ config }: PostgresPlace): Promise<Pool> {
  const [{ default: pg }, { default: connectionString }] = await Promise.all([
    import('pg'),
    import('pg-connection-string'),
  ]);
  const types = {
    getTypeParser: (type: number, format?: 'text' | 'binary') =>
      type === bigintType ? Number : (pg.types.getTypeParser(type, format) as unknown),
  } as PoolConfig['types'];
  const { connectionString: url = '', ...others } = config;
  const asked = connectionString.parse(url);
  // A password of the URL or of PGPASSWORD is stronger. Read for each connection: it may have been changed since the last.
  const password = new pg.Client({ connectionString: url }).password ?? passwordOfFile;
  const pool = new pg.Pool({ ...others, ...(asked as PoolConfig), password, types });
  // A connection that breaks is replaced when one is needed; whoever waits for its answer gets the error. Without listeners it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

/** From `~/.pgpass`. The driver would look there by itself, with a warning that it soon will not. */
async function passwordOfFile(asked?: PasswordPlace): Promise<string> {
  const { default: readFile } = await import('pgpass');
  // The driver says what is wrong where there is none.
  return new Promise((done) => readFile(asked!, (found) => done(found as string)));
}

/** Whether the server itself has refused a statement, so that the connection is in order. The codes of the system (`EPIPE`) have no digits. */
export function isRefusal(code: string | null): boolean {
  return code !== null && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) && !/^(?:08|57P)/.test(code);
}

/** PostgreSQL's code of an error (`23505`), or the system's (`ECONNREFUSED`); null where there is none. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
