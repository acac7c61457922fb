/** Writes a reply. Invariant: a client that does not read holds up its own stream and nothing else; one that leaves cancels it. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { HttpReply } from '../util/http-message.ts';

const everyReply = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };

interface Manner {
  /** This is the connection's last reply. */
  close: boolean;
  /** Is waited for when the reply is written and before it ends. */
  before?: () => Promise<void>;
}

/** Resolves when all is handed over, or nobody takes it any more. Never rejects. */
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
  // Its error is that the client has gone, which `pipeline` passes on by cancelling the body.
  await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), outgoing).catch(() => {});
}
