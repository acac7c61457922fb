/** An HTTP request and reply, exchanged between the listener and the handlers, so that neither depends on the other. */

export interface HttpRequest {
  method: string;
  /** Without the query, as received: not decoded. */
  path: string;
  /** The part after the path's `?`, as received; absent where there is none. */
  query?: string;
  /** Lower-case names; repeated headers are joined by HTTP's rules. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
  /** Fires when the client is gone, or when the server ends and cannot wait any longer. */
  signal: AbortSignal;
}

export interface HttpReply {
  status: number;
  headers?: Readonly<Record<string, string>>;
  /** A stream is sent as it is produced, and cancelled when the client disconnects. */
  body?: string | Uint8Array | ReadableStream<Uint8Array>;
  /** Whether the stream only waits for events: then it does not count among the concurrent requests. */
  idle?: boolean;
}

/** Replies with an error status where something fails. If the promise is rejected, the handler has a defect. */
export type HttpHandler = (request: HttpRequest) => Promise<HttpReply>;

export function jsonReply(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): HttpReply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

/** The header's value; the first one of several. @param name in lower case */
export function headerOf({ headers }: Pick<HttpRequest, 'headers'>, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Whether a Content-Type is that of JSON, which is UTF-8 (RFC 8259): a body in another charset would be read wrongly. */
export function isJsonType(type: string): boolean {
  const [, rest] = /^application\/json\s*(;.*)?$/is.exec(type.trim()) ?? [null, null];
  if (rest === null) return false;
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(rest ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  return charset === 'utf-8' || charset === 'utf8' || charset === 'us-ascii';
}
