/**
 * The older revisions over HTTP as a transport of the SDK: one for each session, one for all requests without a session.
 * Invariants: each request is answered in the exchange (POST and reply) that it came in. Clients may choose equal ids, so the transport gives each
 * request a new id for the SDK. A reply is one JSON body, or a stream if a notification comes before the answer and the client accepts streams.
 * If the client of an exchange disconnects, the requests of the exchange are cancelled.
 */
import type { JSONRPCMessage, MessageExtraInfo, Transport, TransportSendOptions } from '@modelcontextprotocol/server';
import { jsonReply, type HttpReply } from '../../util/http-message.ts';
import {
  errorReply,
  isRequest,
  rpcCodes,
  type IncomingMessage,
  type RequestId,
  type RequestMessage,
} from '../envelope.ts';
import { eventStream, type EventStream } from './event-stream.ts';
import { correctReply } from '../reply-corrections.ts';

export interface Post {
  messages: readonly IncomingMessage[];
  /** Errors that answer single messages of a batch; the SDK does not get these messages. */
  refusals: readonly object[];
  isBatch: boolean;
  /** Whether the client accepts a stream of events. */
  takesEvents: boolean;
  signal: AbortSignal;
}

interface Exchange {
  post: Post;
  /** Requests without an answer, by the id that the transport gave them. */
  open: Map<number, RequestMessage>;
  answers: object[];
  stream: EventStream | null;
  reply: (reply: HttpReply) => void;
}

export class HttpWire implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void;
  readonly #exchanges = new Map<number, Exchange>();
  readonly #sharedByClients: boolean;
  #nextId = 1;
  #listener: EventStream | null = null;
  #closed = false;

  /** @param sharedByClients whether several clients use the transport. Cancellations are then ignored: the id may be that of another client's request */
  constructor({ sharedByClients }: { sharedByClients: boolean }) {
    this.#sharedByClients = sharedByClients;
  }

  /** Requests that are not answered yet. */
  get openRequests(): number {
    return this.#exchanges.size;
  }

  get hasListener(): boolean {
    return this.#listener !== null;
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  /** The reply to one POST. Resolves when its form is known: one body or a stream. */
  post(post: Post): Promise<HttpReply> {
    return new Promise((reply) => {
      const exchange: Exchange = { post, open: new Map(), answers: [...post.refusals], stream: null, reply };
      const deliveries = post.messages.flatMap((message) => this.#register(exchange, message));
      if (exchange.open.size === 0) this.#finish(exchange);
      else post.signal.addEventListener('abort', () => this.#abandon(exchange), { once: true });
      for (const message of deliveries) this.onmessage?.(message as JSONRPCMessage);
    });
  }

  /** The messages for the SDK: requests with ids of the transport, cancellations of such requests, or the message unchanged. Empty for an ignored cancellation. */
  #register(exchange: Exchange, message: IncomingMessage): object[] {
    if (isRequest(message)) {
      const id = this.#nextId++;
      exchange.open.set(id, message);
      this.#exchanges.set(id, exchange);
      return [{ ...message, id }];
    }
    if (!('method' in message) || message.method !== 'notifications/cancelled') return [message];
    const requestId = message.params?.['requestId'];
    return this.#sharedByClients ? [] : this.#cancellations(requestId as RequestId);
  }

  #cancellations(clientId: RequestId): object[] {
    const cancellations: object[] = [];
    for (const [id, exchange] of this.#exchanges) {
      if (exchange.open.get(id)?.id !== clientId) continue;
      cancellations.push({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
      // The SDK never answers a cancelled request.
      this.#settle(id, exchange);
    }
    return cancellations;
  }

  #settle(id: number, exchange: Exchange): void {
    this.#exchanges.delete(id);
    exchange.open.delete(id);
    if (exchange.open.size === 0) this.#finish(exchange);
  }

  #finish({ post, answers, stream, reply }: Exchange): void {
    if (stream !== null) stream.end();
    else if (answers.length === 0) reply({ status: 202 });
    else reply(jsonReply(200, post.isBatch ? answers : answers[0]));
  }

  /** Cancels the open requests of an exchange; their answers are dropped. */
  #abandon(exchange: Exchange): void {
    for (const id of exchange.open.keys()) {
      this.#exchanges.delete(id);
      this.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
    }
    exchange.open.clear();
    exchange.answers = [];
    this.#finish(exchange);
  }

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('The connection is closed'));
    if ('method' in message) this.#notify(message, options?.relatedRequestId);
    else this.#answer(message);
    return Promise.resolve();
  }

  #answer(message: Exclude<JSONRPCMessage, { method: string }>): void {
    const id = message.id as number;
    const exchange = this.#exchanges.get(id);
    const request = exchange?.open.get(id);
    if (exchange === undefined || request === undefined) return;
    const answer = { ...correctReply(message, { method: request.method, older: true }), id: request.id };
    if (exchange.stream === null) exchange.answers.push(answer);
    else exchange.stream.send(answer);
    this.#settle(id, exchange);
  }

  /** Sends a notification about a request in the exchange of that request; any other one to the stream of notifications, if there is one. */
  #notify(message: JSONRPCMessage, requestId: RequestId | undefined): void {
    if (requestId === undefined) {
      this.#listener?.send(message);
      return;
    }
    const exchange = this.#exchanges.get(requestId as number);
    if (exchange === undefined || !exchange.post.takesEvents) return;
    if (exchange.stream === null) {
      const stream = eventStream(() => this.#abandon(exchange));
      exchange.stream = stream;
      exchange.reply(stream.reply);
      for (const answer of exchange.answers.splice(0)) stream.send(answer);
    }
    exchange.stream.send(message);
  }

  /** Opens the stream of notifications; null if there is one already. */
  listen(): HttpReply | null {
    if (this.#listener !== null || this.#closed) return null;
    const stream = eventStream(() => {
      if (this.#listener === stream) this.#listener = null;
    });
    this.#listener = stream;
    return { ...stream.reply, idle: true };
  }

  /** Answers the open requests of an exchange with an error. */
  #failOpenRequests(exchange: Exchange): void {
    const message = 'The server or the session ended before the call did';
    const { answers, stream, reply, open } = exchange;
    const errors = [...open.values()].map(({ id }) => errorReply(id, rpcCodes.serverError, message));
    if (stream === null) reply(jsonReply(503, exchange.post.isBatch ? [...answers, ...errors] : errors[0]));
    else for (const error of errors) stream.send(error);
    this.#abandon(exchange);
  }

  close(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#closed = true;
    this.#listener?.end();
    this.#listener = null;
    for (const exchange of new Set(this.#exchanges.values())) this.#failOpenRequests(exchange);
    this.onclose?.();
    return Promise.resolve();
  }
}
