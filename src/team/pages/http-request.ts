/**
 * One request to a page store over HTTP. Invariants: no more is read than was allowed, whatever the server says about the length; no redirect is followed,
 * which could lead a token to another host; a server that stops answering is left.
 */
import { rangeHeader, StoreError, TooLargeError, type ByteRange } from './page-store.ts';

export interface StoreRequest {
  method: 'GET' | 'PUT' | 'DELETE';
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
  /** A longer answer is refused. */
  maxBytes: number;
  /** The part that is asked for. A server that does not know of parts answers with the whole, of which no more than is needed is read. */
  range?: ByteRange | undefined;
  signal?: AbortSignal | undefined;
}

export interface StoreAnswer {
  status: number;
  /** Of an answer to a request for a part: that part. */
  bytes: Uint8Array;
}

/** A request that takes longer is given up (ms): a pack of 64 MB at 1 MB/s. */
const timeoutMs = 90_000;

/** @param location of the store, for messages. Rejects with a `StoreError`. */
export async function requestStore(location: string, request: StoreRequest): Promise<StoreAnswer> {
  const { method, url, headers, body, maxBytes, range, signal } = request;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers: { 'accept-encoding': 'identity', ...headers, ...rangeHeader(range) },
      redirect: 'manual',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }),
    });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new StoreError(location, 'redirects, which is not followed');
    }
    const { status } = response;
    if (range !== undefined && status === 206 && !isOfRange(response, range)) {
      await response.body?.cancel();
      throw new StoreError(location, 'answers with another part than was asked for');
    }
    if (!response.ok) return { status, bytes: (await readBody(response, refusalBytes, true))! };
    // From where on the answer has what was asked for.
    const from = range === undefined || status === 206 ? 0 : range.at;
    if (from > maxSkipped) throw new StoreError(location, 'does not give parts of files');
    const bytes = await readBody(response, range === undefined ? maxBytes : from + range.length, range !== undefined);
    if (bytes === null) throw new TooLargeError(location, 'answers with more than was asked for');
    if (range === undefined) return { status, bytes };
    if (bytes.length < from + range.length) throw new StoreError(location, 'has a shorter file than expected');
    return { status, bytes: bytes.subarray(from) };
  } catch (error) {
    if (error instanceof StoreError) throw error;
    signal?.throwIfAborted();
    const what = timeout.aborted
      ? `did not answer within ${timeoutMs / 1000} s`
      : `cannot be reached: ${causeOf(error)}`;
    throw new StoreError(location, what, error);
  }
}

/** What is read of an answer that refuses (bytes). */
const refusalBytes = 16 * 1024;

/** An answer that does not say which part it is, is taken at its word. */
function isOfRange(response: Response, { at }: ByteRange): boolean {
  const said = response.headers.get('content-range');
  return said === null || said.trim().startsWith(`bytes ${at}-`);
}

/** What is read in vain at the most, where a server does not know of parts (bytes). */
const maxSkipped = 4 * 1024 * 1024;

/** Leaving the loop ends the answer. Null when there is more than `maxBytes`, unless the rest `mayBeLeft`. */
async function readBody(response: Response, maxBytes: number, mayBeLeft: boolean): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = response.body ?? [];
  for await (const part of body) {
    if (length + part.length > maxBytes) {
      if (!mayBeLeft) return null;
      parts.push(part.subarray(0, maxBytes - length));
      break;
    }
    length += part.length;
    parts.push(part);
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}

/** `fetch` hides why a connection failed in the causes of its error. */
function causeOf(error: unknown): string {
  let found = error instanceof Error ? error.message : String(error);
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause.message !== '') found = cause.message;
  return found;
}

/** The error for an answer that is no success. */
export function refusal(location: string, { method }: StoreRequest, { status }: StoreAnswer): StoreError {
  return new StoreError(location, `refuses to ${method === 'GET' ? 'read' : 'write'} (status ${status})`);
}
