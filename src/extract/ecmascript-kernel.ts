/**
 * What reads the trees of JavaScript and TypeScript: a WebAssembly module of our own (`ecmascript-assembly/`, written in AssemblyScript;
 * decision 28), which is at its full speed from the first file on. It is given what the native parser has written, and gives numbers and texts.
 * Owned by one thread; it holds one tree at a time.
 */
import type { LinkFacts } from '../model/link-facts.ts';
import { openModule } from '../util/wasm-kernel.ts';
import type { RawComment } from './ecmascript-docs.ts';
import type { Places } from './ecmascript-places.ts';
import type { RawTree } from './raw-transfer.ts';

/** What `ecmascript-assembly/index.ts` exports; addresses are in bytes. */
interface TreeModule {
  memory: { buffer: ArrayBuffer };
  room(bytes: number): number;
  hold(at: number, from: number): void;
  firstError(): number;
  errorMessage(error: number): number;
  errorOffset(error: number): number;
  commentCount(): number;
  listComments(): number;
  lastEnd(): number;
  textRoom(length: number): number;
  lineRoom(count: number): number;
}

/** What the native parser finds wrong. */
export interface ParseError {
  message: string;
  offset: number | null;
}

/** Memory only grows: a kernel with more (bytes) is let go. */
const maxKept = 64 * 1024 * 1024;
/** Numbers of a comment. */
const commentNumbers = 3;

export class EcmascriptKernel {
  readonly #module: TreeModule;
  #numbers: Int32Array<ArrayBuffer>;
  #bytes: Buffer<ArrayBuffer>;

  constructor() {
    const writeNumber = (value: number, at: number): number => this.#writeNumber(value, at);
    this.#module = openModule('ecmascript', { host: { writeNumber } }) as unknown as TreeModule;
    this.#numbers = new Int32Array(this.#module.memory.buffer);
    this.#bytes = Buffer.from(this.#module.memory.buffer);
  }

  get isLarge(): boolean {
    return this.#bytes.length > maxKept;
  }

  /** Memory that has grown is another buffer, and the one before is empty; asking for it costs more than a look at that. */
  #look(): void {
    if (this.#numbers.length > 0) return;
    const { buffer } = this.#module.memory;
    this.#numbers = new Int32Array(buffer);
    this.#bytes = Buffer.from(buffer);
  }

  #writeNumber(value: number, at: number): number {
    this.#look();
    return this.#bytes.write(String(value), at, 'latin1');
  }

  /** The one tree of the kernel from here on. */
  hold({ bytes, from }: RawTree): void {
    const at = this.#module.room(bytes.length);
    this.#look();
    this.#bytes.set(bytes, at);
    this.#module.hold(at, from);
  }

  firstError(): ParseError | null {
    const error = this.#module.firstError();
    if (error === 0) return null;
    const offset = this.#module.errorOffset(error);
    const text = this.#module.errorMessage(error) >> 2;
    const at = this.#numbers[text]!;
    const message = this.#bytes.toString('utf8', at, at + this.#numbers[text + 1]!);
    return { message, offset: offset === -1 ? null : offset };
  }

  comments(): RawComment[] {
    const count = this.#module.commentCount();
    const from = this.#module.listComments() >> 2;
    this.#look();
    const numbers = this.#numbers;
    const comments = new Array<RawComment>(count);
    for (let index = 0, at = from; index < count; index++, at += commentNumbers) {
      const type = numbers[at + 2] === 1 ? 'Line' : 'Block';
      comments[index] = { type, start: numbers[at]!, end: numbers[at + 1]! };
    }
    return comments;
  }

  /** Where the last statement of the tree ends; 0 where there is none. */
  lastEnd(): number {
    return this.#module.lastEnd();
  }
}

let ofThread: EcmascriptKernel | null = null;

/** That of the thread. */
export function ecmascriptKernel(): EcmascriptKernel {
  if (ofThread?.isLarge === true) ofThread = null;
  ofThread ??= new EcmascriptKernel();
  return ofThread;
}
