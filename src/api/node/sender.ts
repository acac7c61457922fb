/** The sender of the question that is being answered. Requests to other nodes have the sender's token, so each node answers about what the sender may read. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { headerOf, type HttpHandler } from '../../util/http-message.ts';

/** What other nodes have to be told. */
export interface Sender {
  /** Whose turn it is to have something fetched. */
  name: string;
  authorization: string;
  /** Fires when nobody waits for the answer any more. */
  signal: AbortSignal;
}

/** A repository that the sender may read. */
export interface SeenRepository {
  id: number;
  name: string;
}

const senders = new AsyncLocalStorage<Sender>();

export function withSender(handler: HttpHandler, name: string): HttpHandler {
  return (request) => {
    const authorization = headerOf(request, 'authorization');
    return authorization === undefined
      ? handler(request)
      : asSender({ name, authorization, signal: request.signal }, () => handler(request));
  };
}

export function asSender<T>(sender: Sender, work: () => T): T {
  return senders.run(sender, work);
}

/** Null outside of a request with a token. */
export function presentSender(): Sender | null {
  return senders.getStore() ?? null;
}
