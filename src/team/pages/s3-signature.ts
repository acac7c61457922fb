/**
 * Signs requests to S3 (AWS Signature Version 4). Written here because the official client is megabytes of packages for four requests; the tests are the
 * examples of its documentation.
 */
import { createHmac } from 'node:crypto';
import { sha256 } from '../../util/bytes/digest.ts';

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  /** Of temporary credentials; null for others. */
  sessionToken: string | null;
}

export interface SignedRequest {
  method: string;
  url: URL;
  /** Headers to sign and send, with names in small letters; `host` is added to the signature. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

const service = 's3';

/** The headers to send: those of the request and those of the signature. @param now ms since 1970 */
export function signRequest(
  request: SignedRequest,
  { region, credentials, now }: { region: string; credentials: S3Credentials; now: number },
): Record<string, string> {
  const time = new Date(now).toISOString().replaceAll(/[:-]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const bodyHash = sha256(request.body);
  const headers: Record<string, string> = {
    ...request.headers,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': time,
    ...(credentials.sessionToken === null ? {} : { 'x-amz-security-token': credentials.sessionToken }),
  };
  const signed = Object.entries({ ...headers, host: request.url.host }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const canonical = [
    request.method,
    request.url.pathname,
    canonicalQuery(request.url),
    ...signed.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    names,
    bodyHash,
  ].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
  const parts = [day, region, service, 'aws4_request'];
  const key = parts.reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`);
  const signature = hmac(key, toSign).toString('hex');
  const credential = `Credential=${credentials.accessKeyId}/${scope}`;
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

/** As RFC 3986 encodes it: `encodeURIComponent` leaves some characters out. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}

function canonicalQuery(url: URL): string {
  const pairs = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return pairs.toSorted().join('&');
}
