/**
 * What packs and reads the numbers of facts, and where terms stand: a WebAssembly module of our own (`assembly/`, written in AssemblyScript;
 * decision 28), which is at its full speed from the first file on. The formats are those of the `packed-….ts` beside it, which alone call this.
 * Owned by one thread, and opened with the first file that needs it.
 */
import type { TermTable } from '../model/chunk-words.ts';
import type { LinkFacts } from '../model/link-facts.ts';
import { writeCodeUnits } from '../util/code-units.ts';
import { byteSink } from '../util/varint.ts';
import { openModule } from '../util/wasm-kernel.ts';
import { describeFacts, tableNames } from './packed/facts-layout.ts';

/** What `assembly/index.ts` exports; addresses are in bytes. */
interface PackingModule {
  memory: { buffer: ArrayBuffer };
  description(): number;
  room(bytes: number): number;
  result(): number;
  packFacts(end: number): number;
  readFacts(bytes: number): number;
  packTerms(terms: number, places: number): number;
}

/** The numbers of facts. */
type FactNumbers = Pick<LinkFacts, 'nodes' | (typeof tableNames)[number]>;

/** What of facts is packed together. */
type PackedFacts = FactNumbers & Pick<LinkFacts, 'strings' | 'global'>;

interface ReadFacts {
  numbers: FactNumbers;
  /** Where the texts end; names of definitions follow. */
  textsEnd: number;
  /** Where the numbers end. */
  end: number;
}

/** Numbers in front of those of facts, and in front of those that were read. */
const [packedHeads, readHeads] = [5 + tableNames.length, 3 + tableNames.length];
/** The most bytes that a number takes, and those that each number of nodes takes besides while they are packed; some bytes to spare. */
const [longest, workBytes, spare] = [5, 36, 256];
/** The most bytes of a term and of one of its places. */
const termBytes = 10;

/** Memory only grows: a kernel with more (bytes) is let go. */
const maxKept = 32 * 1024 * 1024;

class PackingKernel {
  readonly #module: PackingModule;
  #numbers: Int32Array<ArrayBuffer>;
  #bytes: Buffer<ArrayBuffer>;

  constructor() {
    this.#module = openModule('packing', {}) as unknown as PackingModule;
    this.#numbers = new Int32Array(this.#module.memory.buffer);
    this.#bytes = Buffer.from(this.#module.memory.buffer);
    this.#numbers.set(describeFacts(), this.#module.description() >> 2);
  }

  get isLarge(): boolean {
    return this.#bytes.length > maxKept;
  }

  /** Gives where, in bytes. */
  #room(bytes: number): number {
    const at = this.#module.room(bytes);
    // Memory that has grown is another buffer, and the one before is empty; asking for it costs more than a look at that.
    if (this.#numbers.length === 0) {
      const { buffer } = this.#module.memory;
      this.#numbers = new Int32Array(buffer);
      this.#bytes = Buffer.from(buffer);
    }
    return at;
  }

  #made(length: number): Uint8Array {
    const at = this.#module.result();
    return this.#bytes.subarray(at, at + length);
  }

  /**
   * Bytes that the next call writes over. Throws a `RangeError` for nodes that there are not.
   * @param texts those of the facts, and behind them those that only the names of definitions need
   * @param names of each definition the number of its name, and what says its container
   */
  packFacts(facts: PackedFacts, texts: readonly string[], names: readonly number[]): Uint8Array {
    const joined = texts.join('');
    const { nodes } = facts;
    let count = packedHeads + texts.length + names.length + nodes.length;
    for (const table of tableNames) count += facts[table].length;
    const most = count * (4 + longest) + nodes.length * workBytes + joined.length * 6 + spare;
    const start = this.#room(most) >> 2;
    const numbers = this.#numbers;
    numbers[start] = texts.length;
    numbers[start + 1] = facts.strings.length;
    numbers[start + 2] = names.length / 2;
    numbers[start + 3] = nodes.length;
    tableNames.forEach((table, index) => (numbers[start + 4 + index] = facts[table].length));
    numbers[start + packedHeads - 1] = facts.global ? 1 : 0;
    const heads = start + packedHeads;
    let at = heads + texts.length;
    numbers.set(names, at);
    numbers.set(nodes, (at += names.length));
    at += nodes.length;
    for (const table of tableNames) {
      numbers.set(facts[table], at);
      at += facts[table].length;
    }
    const length = this.#module.packFacts(this.#writeTexts(texts, joined, heads, at << 2));
    if (length < 0) throw new RangeError('the nodes of facts are no nodes');
    return this.#made(length);
  }

  /**
   * Writes texts, and their heads (as `packed-texts.ts` has them) at entry `heads`; gives where the texts end.
   * @param joined all of them
   */
  #writeTexts(texts: readonly string[], joined: string, heads: number, at: number): number {
    const numbers = this.#numbers;
    // What is not ASCII takes more bytes than units.
    if (this.#bytes.write(joined, at) === joined.length) {
      for (let text = 0; text < texts.length; text++) numbers[heads + text] = texts[text]!.length * 2;
      return at + joined.length;
    }
    const wide = byteSink(joined.length * 3);
    for (let text = 0; text < texts.length; text++) {
      const length = writeCodeUnits(wide, texts[text]!);
      numbers[heads + text] = length * 2 + (length === texts[text]!.length ? 0 : 1);
    }
    this.#bytes.set(wide.bytes.subarray(0, wide.length), at);
    return at + wide.length;
  }

  /** Of what `packFacts` gave. Throws a `RangeError` for bytes that are cut or changed, as far as these do not mean anything else. */
  readFacts(bytes: Uint8Array): ReadFacts {
    const at = this.#room(bytes.length * 5 + readHeads * 4 + spare);
    this.#bytes.set(bytes, at);
    if (this.#module.readFacts(bytes.length) === 0) throw new RangeError('the numbers of facts run past their bytes');
    const all = this.#numbers;
    const heads = this.#module.result() >> 2;
    const from = heads + readHeads;
    let to = from;
    for (let head = heads + 2; head < from; head++) to += all[head]!;
    // In one buffer: making one takes longer than to fill it.
    const own = all.slice(from, to);
    let end = 0;
    const next = (table: number): Int32Array => own.subarray(end, (end += all[heads + 2 + table]!));
    const nodes = next(0);
    // As `tableNames` has them.
    const tables = { scopes: next(1), entities: next(2), exports: next(3), sites: next(4), expected: next(5) };
    return { numbers: { nodes, ...tables }, textsEnd: all[heads]!, end: all[heads + 1]! };
  }

  /** Bytes that the next call writes over. */
  packTerms({ hashes, starts, chunks, counts }: TermTable): Uint8Array {
    const [terms, places] = [hashes.length, chunks.length];
    const start = this.#room((terms + places + 1) * (8 + termBytes) + spare) >> 2;
    const numbers = this.#numbers;
    numbers.set(hashes, start);
    numbers.set(starts, start + terms);
    numbers.set(chunks, start + 2 * terms + 1);
    numbers.set(counts, start + 2 * terms + 1 + places);
    return this.#made(this.#module.packTerms(terms, places));
  }
}

let ofThread: PackingKernel | null = null;

/** That of the thread. */
export function packingKernel(): PackingKernel {
  if (ofThread?.isLarge === true) ofThread = null;
  ofThread ??= new PackingKernel();
  return ofThread;
}
