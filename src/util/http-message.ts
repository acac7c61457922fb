/** A request and a reply of HTTP between the listener and those who answer, so that neither knows the other. */

export interface HttpRequest {
  method: string;
  /** Without the query, as it came: not decoded. */
  path: string;
  /** What follows the path's `?`, as it came; absent where nothing does. */
  query?: string;
  /** Lower-case names; several of one name are joined as HTTP says. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
  /** Fires when the client is gone, or when the server ends and can wait no longer. */
  signal: AbortSignal;
}

export interface HttpReply {
  status: number;
  headers?: Readonly<Record<string, string>>;
  /** A stream is sent as it comes, and cancelled when the client goes away. */
  body?: string | Uint8Array | ReadableStream<Uint8Array>;
  /** The stream waits for events and is no work: it does not count among the requests that are served at once. */
  idle?: boolean;
}

/** Rejects only by a defect. */
export type HttpHandler = (request: HttpRequest) => Promise<HttpReply>;

export function jsonReply(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): HttpReply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

/** The header's value; the first of several. */
export function headerOf({ headers }: Pick<HttpRequest, 'headers'>, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
