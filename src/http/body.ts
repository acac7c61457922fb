/** Reads a request's body. Invariant: no more than the limit is held in memory, whatever the client declares or sends. */
import type { IncomingMessage } from 'node:http';

/** `gone`: the client disconnected. */
export type BodyRead = { body: Buffer } | { fault: 'too large' | 'gone' };

export function readBody(incoming: IncomingMessage, limit: number): Promise<BodyRead> {
  const declared = Number(incoming.headers['content-length'] ?? 0);
  if (declared > limit) return Promise.resolve({ fault: 'too large' });
  // Where it is gone already, no event says so any more.
  if (incoming.destroyed) return Promise.resolve({ fault: 'gone' });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (read: BodyRead): void => {
      incoming.off('data', onData);
      incoming.off('end', onEnd);
      incoming.off('close', onGone);
      incoming.off('error', onGone);
      incoming.pause();
      // An error event without a listener would end the process.
      incoming.on('error', () => {});
      resolve(read);
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) settle({ fault: 'too large' });
      else chunks.push(chunk);
    };
    const onEnd = (): void => settle({ body: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks) });
    const onGone = (): void => settle({ fault: 'gone' });
    incoming.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
  });
}

/** At most this many bytes of a refused body are read and discarded. They are read because a client that is still sending may not read the refusal. */
const maxDrainedBytes = 64 * 1024 * 1024;

/** Resolves when the rest of a body is discarded, the client is gone, or `maxDrainedBytes` or the time limit is reached. */
export function drain(incoming: IncomingMessage, limitMs: number): Promise<void> {
  if (incoming.readableEnded || incoming.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let size = 0;
    const done = (): void => {
      clearTimeout(timer);
      incoming.off('data', onData);
      resolve();
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > maxDrainedBytes) done();
    };
    const timer = setTimeout(done, limitMs);
    incoming.on('data', onData).once('end', done).once('close', done).resume();
  });
}
