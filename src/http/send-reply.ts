/** Writes a reply. Invariant: a client that does not read delays only its own stream; a client that disconnects cancels it. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { HttpReply } from '../util/http-message.ts';

const everyReply = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };

interface Manner {
  /** Close the connection after this reply. */
  close: boolean;
  /** Awaited after the reply is written and before it ends. */
  before?: () => Promise<void>;
}

/** Resolves when everything is written, or the client is gone. Never rejects. */
export async function sendReply(
  outgoing: ServerResponse,
  { status, headers = {}, body }: HttpReply,
  { close, before }: Manner,
): Promise<void> {
  if (outgoing.destroyed || outgoing.headersSent) {
    if (body instanceof ReadableStream) await body.cancel().catch(() => {});
    return;
  }
  const { connection: _, ...rest } = headers;
  const streamed = body instanceof ReadableStream;
  const length = streamed || status === 204 ? {} : { 'content-length': Buffer.byteLength(body ?? '') };
  outgoing.writeHead(status, { ...everyReply, ...rest, ...length, ...(close ? { connection: 'close' } : {}) });
  if (!streamed) {
    if (before === undefined) outgoing.end(body);
    else {
      if (body !== undefined) outgoing.write(body);
      await before();
      outgoing.end();
    }
    return;
  }
  outgoing.flushHeaders();
  // An error means that the client is gone; `pipeline` then cancels the body.
  await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), outgoing).catch(() => {});
}
