/** Opens the page store at a location: the path of a folder, `https://…`, `s3://bucket/prefix`, or `postgresql://…`. */
import { AppError } from '../../model/error.ts';
import { isFullPath, withoutEndSlashes } from '../../util/paths/system-paths.ts';
import { isPostgresUrl, postgresPlace } from '../postgres/postgres-pool.ts';
import { FolderStore } from './folder-store.ts';
import { HttpStore } from './http-store.ts';
import type { PageStore } from './page-store.ts';
import { PostgresStore } from './postgres-store.ts';
import { S3Store } from './s3-store.ts';
import { isOwnMachine } from '../own-machine.ts';

/** What the environment says about stores. */
export interface StoreAccess {
  /** Sent to an HTTP server; null for none. */
  token: string | null;
  s3: {
    accessKeyId: string | null;
    secretAccessKey: string | null;
    sessionToken: string | null;
    region: string | null;
    /** A URL; null for Amazon's own. */
    endpoint: string | null;
  };
  /** Whether hosts other than this machine may be asked without TLS. */
  allowsPlainHttp: boolean;
}

function invalid(message: string, hint: string): AppError {
  return new AppError('ConfigurationError', message, { hint });
}

/** Throws a `ConfigurationError`. Nothing is asked yet. @param location a relative path is refused */
export function openPageStore(location: string, access: StoreAccess): PageStore {
  if (location.startsWith('s3://')) return openS3(location, access);
  if (isPostgresUrl(location)) return new PostgresStore(postgresPlace(location, access.allowsPlainHttp));
  if (/^https?:\/\//i.test(location)) {
    const url = parseUrl(location, 'page store');
    requireTls(url, access);
    return new HttpStore(url, access.token);
  }
  if (isFullPath(location)) return new FolderStore(location);
  throw invalid(
    'This is no page store',
    'Name the absolute path of a folder, an https:// URL, s3://bucket/prefix, or postgresql://HOST/DATABASE.',
  );
}

function parseUrl(text: string, what: string): URL {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw invalid(`The URL of the ${what} is not usable`, 'It has no user, password, query or fragment.');
  return url;
}

/** Over plain HTTP anybody on the way reads the names in the code, and a token. */
function requireTls({ protocol, hostname }: URL, { allowsPlainHttp }: StoreAccess): void {
  if (protocol === 'https:' || isOwnMachine(hostname) || allowsPlainHttp) return;
  throw invalid('A page store on another machine needs https', 'Or allow plain HTTP with `team.allowHttp`.');
}

function openS3(location: string, access: StoreAccess): S3Store {
  const found = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9/_.-]*))?$/.exec(location);
  const [, bucket, path = ''] = found ?? [];
  const prefix = withoutEndSlashes(path.replace(/^\/+/, ''));
  if (bucket === undefined || prefix.split('/').some((part) => part === '.' || part === '..'))
    throw invalid('This is no location in S3', 'It is s3://bucket or s3://bucket/prefix.');
  const { accessKeyId, secretAccessKey, sessionToken, region, endpoint } = access.s3;
  if (accessKeyId === null || secretAccessKey === null)
    throw invalid('There are no credentials for S3', 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  const url = endpoint === null ? null : parseUrl(endpoint, 'S3 endpoint');
  if (url !== null) requireTls(url, access);
  const credentials = { accessKeyId, secretAccessKey, sessionToken };
  return new S3Store({ bucket, prefix, region: region ?? 'us-east-1', endpoint: url, credentials });
}
