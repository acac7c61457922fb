/** Messages as server-sent events. Invariant: a stream without messages still sends a line every fifteen seconds, so that it does not count as dead. */
import type { HttpReply } from '../../util/http-message.ts';

export interface EventStream {
  reply: HttpReply;
  send(message: object): void;
  end(): void;
}

const keepAliveMs = 15_000;

/** @param onGone called if the client disconnects before `end` */
export function eventStream(onGone: () => void): EventStream {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  const write = (text: string): void => controller?.enqueue(encoder.encode(text));
  const keepAlive = setInterval(() => write(': \n\n'), keepAliveMs);
  keepAlive.unref();
  const stop = (): void => {
    clearInterval(keepAlive);
    controller = null;
  };
  const body = new ReadableStream<Uint8Array>({
    start(created) {
      controller = created;
    },
    cancel() {
      stop();
      onGone();
    },
  });
  return {
    reply: {
      status: 200,
      headers: {
        'content-type': 'text/event-stream',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
      },
      body,
    },
    send: (message) => write(`event: message\ndata: ${JSON.stringify(message)}\n\n`),
    end() {
      const last = controller;
      stop();
      last?.close();
    },
  };
}
