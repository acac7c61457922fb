/**
 * Reads the trees of JavaScript and TypeScript. A WebAssembly module (`kernels/ecmascript/`, written in AssemblyScript) does the work: it runs at
 * full speed from the first file on. Its input is the native parser's output, its results are numbers and texts.
 * A kernel is owned by one thread, and has one tree at a time.
 */
import { SummaryWriter } from '../../model/summary-writer.ts';
import type { FileSummary } from '../../model/file-summary.ts';
import { giveBack } from '../../util/bytes/freed-memory.ts';
import { openModule } from '../../kernels/open-module.ts';
import type { RawComment } from './docs.ts';
import type { Places } from './places.ts';
import { textOf, type RecordModule, type RecordSource } from './records.ts';
import type { RawTree } from './raw-transfer.ts';

/** The exports of `kernels/ecmascript/index.ts`; addresses are in bytes. */
interface TreeModule extends RecordModule {
  memory: { buffer: ArrayBuffer };
  room(bytes: number): number;
  setTree(at: number, from: number): void;
  firstError(): number;
  errorMessage(error: number): number;
  errorOffset(error: number): number;
  commentCount(): number;
  listComments(): number;
  lastEnd(): number;
  textRoom(length: number): number;
  lineRoom(count: number): number;
  walk(declarationFile: number, withTypes: number): number;
  collect(withDocs: number): void;
  isGlobal(): number;
  summaryAt(table: number): number;
  summaryLength(table: number): number;
  joinTexts(table: number): void;
  bytesOfJoined(): number;
  lengthOfJoined(): number;
  headsOfJoined(): number;
}

/** The module's numbers of the tables of a file summary. */
const tables = {
  nodes: 0,
  scopes: 1,
  entities: 2,
  exports: 3,
  sites: 4,
  expected: 5,
  assignments: 6,
  strings: 7,
  modules: 8,
} as const;

/** Names of the global object, whose members are the program's variables. */
const globalObjects: ReadonlySet<string> = new Set(['globalThis', 'global', 'window', 'self']);
/** Those of them whose members `globalInterface` declares. */
const globalReaders: ReadonlySet<string> = new Set(['globalThis', 'window', 'self']);
const globalInterface = 'Window';

/** An error found by the native parser. */
export interface ParseError {
  message: string;
  offset: number | null;
}

/** Maximum memory of a kernel that is kept (bytes). A larger one is dropped, because its memory never shrinks. */
const maxRetained = 64 * 1024 * 1024;
/** Numbers per comment. */
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

  /** Bytes of the module. */
  get memory(): number {
    return this.#module.memory.buffer.byteLength;
  }

  /** Memory that has grown is a new buffer, and the old one is empty. Getting the buffer costs more than checking the length of the old one. */
  #refreshViews(): void {
    if (this.#numbers.length > 0) return;
    const { buffer } = this.#module.memory;
    this.#numbers = new Int32Array(buffer);
    this.#bytes = Buffer.from(buffer);
  }

  #writeNumber(value: number, at: number): number {
    this.#refreshViews();
    return this.#bytes.write(String(value), at, 'latin1');
  }

  /** Loads a tree, which replaces the previous one. */
  load({ bytes, from }: RawTree): void {
    const at = this.#module.room(bytes.length);
    this.#refreshViews();
    this.#bytes.set(bytes, at);
    this.#module.setTree(at, from);
  }

  firstError(): ParseError | null {
    const error = this.#module.firstError();
    if (error === 0) return null;
    const offset = this.#module.errorOffset(error);
    const text = this.#module.errorMessage(error) >> 2;
    const at = this.#numbers[text]!;
    const message = textOf(this.#bytes, at, at + this.#numbers[text + 1]!);
    return { message, offset: offset === -1 ? null : offset };
  }

  comments(): RawComment[] {
    const count = this.#module.commentCount();
    const from = this.#module.listComments() >> 2;
    this.#refreshViews();
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

  /**
   * Definitions and imports of the tree; null where the tree is too deep for the walk. The offsets in the result refer to the text. The result is
   * valid until the kernel is called again.
   * @param places of the text's lines
   * @param options whether the file is a declaration file for the compiler (`.d.ts`), and whether to walk its types
   */
  walk(text: string, places: Places, options: { declarationFile: boolean; withTypes: boolean }): RecordSource | null {
    const module = this.#module;
    const textAt = module.textRoom(text.length);
    this.#refreshViews();
    this.#bytes.write(text, textAt, 'utf16le');
    const linesAt = module.lineRoom(places.lines);
    this.#refreshViews();
    this.#numbers.set(places.starts.subarray(0, places.lines), linesAt >> 2);
    if (module.walk(options.declarationFile ? 1 : 0, options.withTypes ? 1 : 0) === 0) return null;
    this.#refreshViews();
    return { module, numbers: this.#numbers, bytes: this.#bytes, text };
  }

  /**
   * The file summary of the tree, whose definitions must have been walked.
   * @param definitions the definitions of the tree, for their places
   * @param withDocs whether to read types from comments
   */
  summarise(definitions: readonly { line: number; column: number }[], withDocs: boolean): FileSummary {
    const module = this.#module;
    module.collect(withDocs ? 1 : 0);
    const strings = this.#texts(tables.strings);
    // Who names the global object depends on what other files add to its interface: they find the file by the interface's name.
    if (strings.some((text) => globalReaders.has(text)) && !strings.includes(globalInterface))
      strings.push(globalInterface);
    const modules = this.#texts(tables.modules);
    const numbers = (table: number): Int32Array => {
      const from = module.summaryAt(table) >> 2;
      return this.#numbers.subarray(from, from + module.summaryLength(table));
    };
    const writer = SummaryWriter.continueTables({
      strings,
      modules,
      nodes: numbers(tables.nodes),
      scopes: numbers(tables.scopes),
      entities: numbers(tables.entities),
      exports: numbers(tables.exports),
      sites: numbers(tables.sites),
      expected: numbers(tables.expected),
      assignments: numbers(tables.assignments),
    });
    writer.global = module.isGlobal() === 1;
    writer.declaresByAssigning = true;
    writer.globalObjects = globalObjects;
    return writer.finish(definitions);
  }

  /**
   * The texts of a table. All are decoded as one string, from which the ASCII texts are cut; this costs a tenth of decoding each. Only the other
   * texts are decoded one by one.
   */
  #texts(table: number): string[] {
    const module = this.#module;
    module.joinTexts(table);
    this.#refreshViews();
    const count = module.summaryLength(table) / 2;
    const heads = module.headsOfJoined() >> 2;
    let at = module.bytesOfJoined();
    const all = this.#bytes.toString('latin1', at, at + module.lengthOfJoined());
    const texts = new Array<string>(count);
    for (let index = 0, from = 0; index < count; index++) {
      // A head is twice the length of the text in bytes, plus 1 where the text is not ASCII.
      const head = this.#numbers[heads + index]!;
      const length = head >> 1;
      texts[index] = (head & 1) === 0 ? all.slice(from, from + length) : textOf(this.#bytes, at, at + length);
      from += length;
      at += length;
    }
    return texts;
  }
}

let kernelOfThread: EcmascriptKernel | null = null;

/** The kernel of this thread. */
export function ecmascriptKernel(): EcmascriptKernel {
  kernelOfThread ??= new EcmascriptKernel();
  return kernelOfThread;
}

/** Drops the thread's kernel if a text has made it large. No result of the kernel may be in use any more. */
export function dropLargeKernel(): void {
  const memory = kernelOfThread?.memory ?? 0;
  if (memory <= maxRetained) return;
  kernelOfThread = null;
  giveBack(memory);
}
