/** Writes a reply. Invariant: a client that does not read holds up only its own reply. If a client disconnects, the body of its reply is cancelled. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { HttpReply } from '../util/http-message.ts';

const commonHeaders = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };

interface SendOptions {
  /** Close the connection after this reply. */
  close: boolean;
  /** Called after the reply is written; the connection stays open until its promise resolves. */
  beforeEnd?: () => Promise<void>;
}

/** Resolves when Node has the whole reply (a stream: when it is written), or the client is gone. */
export async function sendReply(
  outgoing: ServerResponse,
  { status, headers = {}, body }: HttpReply,
  { close, beforeEnd }: SendOptions,
): Promise<void> {
  if (outgoing.destroyed || outgoing.headersSent) {
    if (body instanceof ReadableStream) await body.cancel().catch(() => {});
    return;
  }
  // A handler does not decide about the connection: `close` does.
  const { connection: _, ...rest } = headers;
  const isStream = body instanceof ReadableStream;
  const length = isStream || status === 204 ? {} : { 'content-length': Buffer.byteLength(body ?? '') };
  outgoing.writeHead(status, { ...commonHeaders, ...rest, ...length, ...(close ? { connection: 'close' } : {}) });
  if (!isStream) {
    if (beforeEnd === undefined) outgoing.end(body);
    else {
      if (body !== undefined) outgoing.write(body);
      await beforeEnd();
      outgoing.end();
    }
    return;
  }
  outgoing.flushHeaders();
  // An error means that the client is gone; `pipeline` then cancels the body.
  await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), outgoing).catch(() => {});
}
