/**
 * Standard input and output as a transport of the SDK, with the answers that the SDK's own transport does not give.
 * Invariants: every request gets exactly one answer, unless it was cancelled. Standard output carries only messages. An invalid message never
 * ends the connection. While the client does not read our output, its input is not read either.
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
import { corrected } from '../reply-corrections.ts';

const messageLimit = 10 * 1024 * 1024;

export interface WireHooks {
  /** The first request was served: its answer, if not an error, has left the process. */
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
  readonly #open = new Map<RequestId, string>();
  #waiters: (() => void)[] = [];
  #lastWrite: Promise<void> = Promise.resolve();
  #answered = false;
  #listening = false;
  #closed = false;
  #ended = false;

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
    if (!this.#closed) this.#input.resume();
  };

  readonly #onend = (): void => {
    if (this.#ended) return;
    this.#ended = true;
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
    const served = this.gate.legacyVersion === '2025-03-26';
    if (!served || values.length === 0) {
      const why = served
        ? 'a batch must not be empty'
        : 'batches are not part of this protocol revision; send one message a line';
      void this.#answer(errorReply(null, rpcCodes.invalidRequest, `Invalid request: ${why}`));
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
    const passage = this.gate.admit(message);
    if (passage === 'drop') return;
    if (typeof passage === 'object') {
      void this.#answer(passage.reply);
      return;
    }
    // A subscription stays open as long as the connection, so `answered` does not wait for it.
    if (isRequest(message)) {
      if (message.method !== 'subscriptions/listen') this.#open.set(message.id, message.method);
      else if (!this.#listening) this.#hooks.onListen();
      this.#listening ||= message.method === 'subscriptions/listen';
    } else if ('method' in message && message.method === 'notifications/cancelled')
      this.#cancel(message.params?.['requestId']);
    this.onmessage?.(message as JSONRPCMessage);
  }

  /** The SDK never answers a cancelled request. */
  #cancel(id: unknown): void {
    if (typeof id !== 'string' && typeof id !== 'number') return;
    this.#settle(id);
    const completed = this.#batches.drop(id);
    if (completed !== null) void this.#send(completed);
  }

  #settle(id: RequestId): void {
    this.#open.delete(id);
    if (this.#open.size > 0) return;
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const done of waiters) done();
  }

  /** Resolves when all requests are answered and the answers are written. */
  async answered(): Promise<void> {
    if (this.#open.size > 0) await new Promise<void>((resolve) => this.#waiters.push(resolve));
    await this.#lastWrite;
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('The connection is closed'));
    if ('method' in message) return this.#send(message);
    const method = message.id === undefined ? undefined : this.#open.get(message.id);
    if ('error' in message && method === 'initialize') this.gate.handshakeFailed();
    return this.#answer(corrected(message, { method, older: this.gate.era === 'legacy' }));
  }

  async #answer(reply: { id?: RequestId | null | undefined }): Promise<void> {
    const id = reply.id ?? null;
    const part = id === null ? 'alone' : this.#batches.add(id, reply);
    try {
      if (part === 'alone') await this.#send(reply);
      else if (part !== 'waiting') await this.#send(part);
    } finally {
      if (id !== null) this.#settle(id);
    }
    // A refusal does not start the loading of the index: that waits for a handshake or a question.
    if (this.#answered || !('result' in reply)) return;
    this.#answered = true;
    this.#hooks.onFirstAnswer();
  }

  /** Resolves when the message is written, or when the client is gone. */
  #send(message: object): Promise<void> {
    if (this.#closed || this.#output.destroyed) return Promise.resolve();
    this.#lastWrite = new Promise((resolve) => {
      this.#write.call(this.#output, `${JSON.stringify(message)}\n`, 'utf8', () => resolve());
    });
    return this.#lastWrite;
  }

  /** Stops reading and writing; the streams belong to the process and stay open. */
  close(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#closed = true;
    this.#input.off('data', this.#ondata);
    this.#output.off('drain', this.#ondrain);
    this.#input.pause();
    this.onclose?.();
    return Promise.resolve();
  }
}
