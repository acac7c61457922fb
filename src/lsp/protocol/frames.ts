/**
 * Takes messages out of a stream of bytes with `Content-Length` heads.
 * Invariant: whatever the bytes are, memory is bounded, nothing is thrown, and reading goes on with the next frame that can be read.
 */

/** Longer messages are refused (bytes): the largest text that the index reads is shorter. */
const maxBytes = 64 * 1024 * 1024;
/** A head is shorter than this (bytes). */
const maxHead = 8 * 1024;

export type Frame = { message: object } | { problem: string; code: 'parse' | 'invalid' };

const headEnd = Buffer.from('\r\n\r\n');

/** Collects bytes, and calls `take` for each frame. */
export class FrameReader {
  readonly #take: (frame: Frame) => void;
  #bytes: Buffer = Buffer.alloc(0);
  #parts: Buffer[] = [];
  #waiting = 0;
  /** The length of the body that is awaited; null while a head is. */
  #length: number | null = null;
  /** Whether what comes is no frame, until the next head: that is said once. */
  #isLost = false;

  constructor(take: (frame: Frame) => void) {
    this.#take = take;
  }

  push(chunk: Buffer): void {
    this.#parts.push(chunk);
    this.#waiting += chunk.length;
    // A long body comes in many chunks: they are joined once.
    if (this.#length !== null && this.#waiting < this.#length) return;
    this.#bytes = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
    while (this.#readOne());
    this.#parts = this.#bytes.length === 0 ? [] : [this.#bytes];
    this.#waiting = this.#bytes.length;
  }

  /** Reads a head or a body; false when more bytes are needed. */
  #readOne(): boolean {
    return this.#length === null ? this.#readHead() : this.#readBody(this.#length);
  }

  #readHead(): boolean {
    const end = this.#bytes.indexOf(headEnd);
    if (end === -1) {
      if (this.#bytes.length <= maxHead) return false;
      this.#lose(`a head is longer than ${maxHead} bytes`);
      this.#bytes = this.#bytes.subarray(-maxHead / 2);
      return false;
    }
    const head = this.#bytes.subarray(Math.max(0, end - maxHead), end).toString('latin1');
    this.#bytes = this.#bytes.subarray(end + headEnd.length);
    // What stands before the field may be the rest of a broken frame.
    const length = /(?:^|[^\w-])Content-Length:[ \t]*(\d{1,15})[ \t]*(?:\r\n|$)/i.exec(head)?.[1];
    if (length === undefined) this.#lose('a head has no Content-Length');
    // The message is not waited for: it may never come.
    else if (Number(length) > maxBytes) this.#lose(`a message has ${length} bytes, and at most ${maxBytes} are read`);
    else {
      this.#length = Number(length);
      this.#isLost = false;
    }
    return true;
  }

  #lose(problem: string): void {
    if (!this.#isLost) this.#take({ problem, code: 'parse' });
    this.#isLost = true;
  }

  #readBody(length: number): boolean {
    if (this.#bytes.length < length) return false;
    const body = this.#bytes.subarray(0, length);
    this.#bytes = this.#bytes.subarray(length);
    this.#length = null;
    this.#take(frameOf(body));
    return true;
  }
}

function frameOf(body: Buffer): Frame {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    return { problem: 'a message is no JSON', code: 'parse' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: 'a message is no object; batches are not part of the protocol', code: 'invalid' };
  const { id, method, params } = value as { id?: unknown; method?: unknown; params?: unknown };
  const isId = id === undefined || id === null || typeof id === 'string' || typeof id === 'number';
  if (!isId) return { problem: 'an id is neither a number nor a text', code: 'invalid' };
  if (method !== undefined && typeof method !== 'string') return { problem: 'a method is no text', code: 'invalid' };
  if (params !== undefined && params !== null && typeof params !== 'object')
    return { problem: 'params are neither an object nor a list', code: 'invalid' };
  return { message: value };
}
