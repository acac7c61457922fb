/**
 * Standard input and output as a transport of the SDK, with the answers that the SDK's own transport does not give.
 * Invariants: every request gets exactly one answer, unless it was cancelled. Standard output carries only messages. An invalid message never
 * ends the connection. While the client does not read the output, no input is read.
 */
import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, MessageExtraInfo, Transport } from '@modelcontextprotocol/server';
import { createBatches } from '../batches.ts';
import {
  errorReply,
  isRequest,
  oversizedReply,
  readLine,
  readMessage,
  rpcCodes,
  type IncomingMessage,
  type RequestId,
} from '../envelope.ts';
import { createGate, type Gate } from '../http/gate.ts';
import { createLineSplitter, type LineSplitter } from './line-splitter.ts';
import { correctReply } from '../reply-corrections.ts';

/** Bytes of one message. */
const messageLimit = 10 * 1024 * 1024;

export interface WireHooks {
  /** The first answer that is not an error was written. */
  onFirstAnswer: () => void;
  /** A client of 2026-07-28 subscribes for the first time. */
  onListen: () => void;
  /** Input ended, or output can no longer be written. */
  onEnd: (reason: 'end of input' | 'output closed') => void;
}

export class StdioWire implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void;
  readonly gate: Gate = createGate();
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #write: Writable['write'];
  readonly #hooks: WireHooks;
  readonly #lines: LineSplitter;
  readonly #batches = createBatches();
  /** Admitted requests without an answer yet, with their methods. */
  readonly #openRequests = new Map<RequestId, string>();
  #waiters: (() => void)[] = [];
  #lastWrite: Promise<void> = Promise.resolve();
  #hasAnswered = false;
  #hasListener = false;
  #isClosed = false;
  #inputEnded = false;

  /** @param streams `write` is the original method of the output: text that other code prints with `output.write` must not mix with messages */
  constructor(streams: { input: Readable; output: Writable; write: Writable['write'] }, hooks: WireHooks) {
    this.#input = streams.input;
    this.#output = streams.output;
    this.#write = streams.write;
    this.#hooks = hooks;
    this.#lines = createLineSplitter(
      messageLimit,
      (line) => this.#receive(line),
      (line) => void this.#answer(oversizedReply(line, messageLimit)),
    );
  }

  start(): Promise<void> {
    this.#input.on('data', this.#ondata);
    this.#input.once('end', this.#onend);
    this.#input.once('close', this.#onend);
    this.#input.on('error', this.#onend);
    this.#output.on('error', this.#onoutputerror);
    this.#output.on('drain', this.#ondrain);
    if (this.#input.readableEnded || this.#input.destroyed) setImmediate(this.#onend);
    return Promise.resolve();
  }

  readonly #ondata = (chunk: Buffer): void => {
    this.#lines.push(chunk);
    if (this.#output.writableNeedDrain) this.#input.pause();
  };

  readonly #ondrain = (): void => {
    if (!this.#isClosed) this.#input.resume();
  };

  readonly #onend = (): void => {
    if (this.#inputEnded) return;
    this.#inputEnded = true;
    this.#lines.end();
    this.#hooks.onEnd('end of input');
  };

  readonly #onoutputerror = (): void => {
    this.#hooks.onEnd('output closed');
  };

  #receive(line: Buffer): void {
    const read = readLine(line);
    if ('batch' in read) this.#receiveBatch(read.batch);
    else if ('reply' in read) void this.#answer(read.reply);
    else if ('message' in read) this.#admit(read.message);
  }

  /** Only 2025-03-26 has batches. */
  #receiveBatch(values: unknown[]): void {
    const hasBatches = this.gate.legacyVersion === '2025-03-26';
    if (!hasBatches || values.length === 0) {
      const reason = hasBatches
        ? 'a batch must not be empty'
        : 'batches are not part of this protocol revision; send one message a line';
      void this.#answer(errorReply(null, rpcCodes.invalidRequest, `Invalid request: ${reason}`));
      return;
    }
    const reads = values.map(readMessage);
    const messages = reads.flatMap((read) => ('message' in read ? [read.message] : []));
    const replies = reads.flatMap((read) => ('reply' in read ? [read.reply] : []));
    const completed = this.#batches.open(messages.filter(isRequest), replies);
    if (completed !== null) void this.#send(completed);
    for (const message of messages) this.#admit(message);
  }

  #admit(message: IncomingMessage): void {
    const admission = this.gate.admit(message);
    if (admission === 'drop') return;
    if (typeof admission === 'object') {
      void this.#answer(admission.reply);
      return;
    }
    // A subscription stays open as long as the connection, so it is not one of the requests that `answered` waits for.
    if (isRequest(message)) {
      if (message.method !== 'subscriptions/listen') this.#openRequests.set(message.id, message.method);
      else if (!this.#hasListener) this.#hooks.onListen();
      this.#hasListener ||= message.method === 'subscriptions/listen';
    } else if ('method' in message && message.method === 'notifications/cancelled')
      this.#cancel(message.params?.['requestId']);
    this.onmessage?.(message as JSONRPCMessage);
  }

  /** The SDK never answers a cancelled request. */
  #cancel(id: unknown): void {
    if (typeof id !== 'string' && typeof id !== 'number') return;
    this.#removeRequest(id);
    const completed = this.#batches.drop(id);
    if (completed !== null) void this.#send(completed);
  }

  #removeRequest(id: RequestId): void {
    this.#openRequests.delete(id);
    if (this.#openRequests.size > 0) return;
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const done of waiters) done();
  }

  /** Resolves when all requests are answered and the answers are written. */
  async answered(): Promise<void> {
    if (this.#openRequests.size > 0) await new Promise<void>((resolve) => this.#waiters.push(resolve));
    await this.#lastWrite;
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('The connection is closed'));
    if ('method' in message) return this.#send(message);
    const method = message.id === undefined ? undefined : this.#openRequests.get(message.id);
    if ('error' in message && method === 'initialize') this.gate.handshakeFailed();
    return this.#answer(correctReply(message, { method, older: this.gate.era === 'legacy' }));
  }

  async #answer(reply: { id?: RequestId | null | undefined }): Promise<void> {
    const id = reply.id ?? null;
    const batchState = id === null ? 'alone' : this.#batches.add(id, reply);
    try {
      if (batchState === 'alone') await this.#send(reply);
      else if (batchState !== 'waiting') await this.#send(batchState);
    } finally {
      if (id !== null) this.#removeRequest(id);
    }
    // An error does not start loading the index: that waits for a handshake or an answered question.
    if (this.#hasAnswered || !('result' in reply)) return;
    this.#hasAnswered = true;
    this.#hooks.onFirstAnswer();
  }

  /** Resolves when the message is written, or when the client is gone. */
  #send(message: object): Promise<void> {
    if (this.#isClosed || this.#output.destroyed) return Promise.resolve();
    this.#lastWrite = new Promise((resolve) => {
      this.#write.call(this.#output, `${JSON.stringify(message)}\n`, 'utf8', () => resolve());
    });
    return this.#lastWrite;
  }

  /** Stops reading and writing; the streams belong to the process and stay open. */
  close(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#isClosed = true;
    this.#input.off('data', this.#ondata);
    this.#output.off('drain', this.#ondrain);
    this.#input.pause();
    this.onclose?.();
    return Promise.resolve();
  }
}
