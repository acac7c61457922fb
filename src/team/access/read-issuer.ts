/**
 * Reads what an issuer publishes: its metadata and its keys.
 * Invariants: only the issuer's own host is asked, and the address of the keys that the administrator named; no redirect is followed; no more is read than
 * such a document has; who does not answer in time is left.
 */
import { AppError } from '../../model/error.ts';

const timeoutMs = 5000;
const maxBytes = 256 * 1024;

export class IssuerError extends AppError {
  constructor(url: string, what: string, cause?: unknown) {
    super('ConfigurationError', `The issuer of access tokens (${url}) ${what}`, {
      hint: 'Nobody can be let in by its tokens until it answers. Named tokens of the catalogue go on working.',
      ...(cause === undefined ? {} : { cause }),
    });
  }
}

/** Rejects with an `IssuerError`. Null: there is nothing at this address. */
export async function readJson(url: string): Promise<unknown> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 404) {
      await response.body?.cancel();
      return null;
    }
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new IssuerError(url, `answers with status ${response.status}`);
    }
    return JSON.parse(await readText(url, response)) as unknown;
  } catch (error) {
    throw error instanceof IssuerError ? error : new IssuerError(url, 'cannot be read', error);
  }
}

async function readText(url: string, response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = response.body ?? [];
  for await (const part of body) {
    length += part.length;
    if (length > maxBytes) throw new IssuerError(url, `answers with more than ${maxBytes / 1024} kB`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Where the metadata may be, in the order of the protocol's specification: OAuth's (RFC 8414), then OpenID Connect's. */
export function metadataUrls(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const oauth = `${origin}/.well-known/oauth-authorization-server`;
  const openid = '.well-known/openid-configuration';
  if (path === '') return [oauth, `${origin}/${openid}`];
  return [`${oauth}${path}`, `${origin}/${openid}${path}`, `${origin}${path}/${openid}`];
}

/** Where the issuer says that its keys are. Rejects with an `IssuerError`. */
export async function findKeysUrl(issuer: string, read = readJson): Promise<string> {
  for (const url of metadataUrls(issuer)) {
    const metadata = await read(url);
    if (metadata === null) continue;
    const { issuer: named, jwks_uri: keys } = metadata as Record<string, unknown>;
    if (named !== issuer) throw new IssuerError(url, 'has the metadata of another issuer: `access.issuer` must be as it names itself'); // prettier-ignore
    if (typeof keys !== 'string' || URL.parse(keys)?.origin !== new URL(issuer).origin)
      throw new IssuerError(url, 'names no keys on its own host: name their address in `access.keys`');
    return keys;
  }
  throw new IssuerError(issuer, 'publishes no metadata: name the address of its keys in `access.keys`');
}
