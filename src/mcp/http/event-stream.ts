/** Messages as server-sent events. Invariant: an idle stream still sends a line every fifteen seconds. */
import type { HttpReply } from '../../util/http-message.ts';

export interface EventStream {
  reply: HttpReply;
  send(message: object): void;
  end(): void;
}

const keepAliveMs = 15_000;

/** @param onGone the client went away before the end */
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
    start(own) {
      controller = own;
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
      const open = controller;
      stop();
      open?.close();
    },
  };
}
