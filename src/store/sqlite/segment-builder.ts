/**
 * What files give to the inverted index, as blocks of sorted keys with their posting lists. The work is done by a WebAssembly module of our own
 * (`assembly/`; decision 28), which is at its full speed from the first segment on: each posting is a number there, and each text of the batch is
 * written once.
 * Invariants: blocks are those that `blockWriter` cuts; what a segment holds follows from its files alone. Owned by one thread.
 */
import { isNumbered } from '../../model/text-list.ts';
import type { TextList } from '../../model/text-list.ts';
import { openModule } from '../../util/wasm-kernel.ts';
import { tagFields } from '../store.ts';

/** What one file gives to the inverted index. */
export interface FileTerms {
  id: number;
  /** Distinct. */
  terms: TextList;
  /** Of each term, one a field of `tagFields` (0 to 255). */
  counts: Uint8Array;
  /** Distinct names of its definitions. */
  names: readonly string[];
}

/** What `assembly/index.ts` exports; addresses are in bytes. */
interface SegmentModule {
  memory: { buffer: ArrayBuffer };
  begin(tagPostings: number, namePostings: number, fields: number): void;
  counts(): number;
  openTable(size: number): number;
  nextNumbers(): number;
  addNumbered(table: number, count: number, file: number): number;
  addTexts(count: number, file: number): void;
  numbers(): number;
  beginNames(): void;
  roomForTexts(units: number): number;
  build(): number;
  firstBlock(): number;
}

class SegmentBuilder {
  readonly #module = openModule('segments', {}) as unknown as SegmentModule;
  #numbers = new Int32Array(0);
  #bytes = Buffer.alloc(0);
  /** Those of the batch, as they were met: of terms, then of names. */
  #texts: string[] = [];
  readonly #tables = new Map<readonly string[], number>();

  /** Memory that has grown is another buffer, and the one before is empty. */
  #look(): void {
    if (this.#numbers.length > 0) return;
    const { buffer } = this.#module.memory;
    this.#numbers = new Int32Array(buffer);
    this.#bytes = Buffer.from(buffer);
  }

  build(files: readonly FileTerms[], take: (first: Uint8Array, entries: Uint8Array) => void): void {
    const module = this.#module;
    this.#texts = [];
    this.#tables.clear();
    const tagPostings = files.reduce((count, { terms }) => count + terms.length, 0);
    const namePostings = files.reduce((count, { names }) => count + names.length, 0);
    module.begin(tagPostings, namePostings, tagFields.length);
    this.#addTerms(files);
    module.beginNames();
    for (const { id, names } of files) {
      module.addTexts(names.length, id - files[0]!.id);
      for (const name of names) this.#texts.push(name);
    }
    this.#writeTexts();
    this.#takeBlocks(module.build(), take);
  }

  #addTerms(files: readonly FileTerms[]): void {
    const module = this.#module;
    let counts = module.counts();
    for (const file of files) {
      this.#look();
      this.#bytes.set(file.counts, counts);
      counts += file.terms.length * tagFields.length;
      this.#addFile(file.terms, file.id - files[0]!.id);
    }
  }

  #addFile(terms: TextList, file: number): void {
    const module = this.#module;
    if (!isNumbered(terms)) {
      for (const term of terms) this.#texts.push(term);
      module.addTexts(terms.length, file);
      return;
    }
    const table = this.#tableOf(terms.table);
    this.#look();
    this.#numbers.set(terms.numbers, module.nextNumbers() >> 2);
    const known = module.addNumbered(table, terms.length, file);
    const numbers = module.numbers() >> 2;
    for (let text = this.#texts.length; text < known; text++)
      this.#texts.push(terms.table[this.#numbers[numbers + text]!]!);
  }

  #tableOf(table: readonly string[]): number {
    let known = this.#tables.get(table);
    if (known === undefined) this.#tables.set(table, (known = this.#module.openTable(table.length)));
    return known;
  }

  #writeTexts(): void {
    const joined = this.#texts.join('');
    const room = this.#module.roomForTexts(joined.length);
    this.#look();
    const lengths = room >> 2;
    for (let text = 0; text < this.#texts.length; text++) this.#numbers[lengths + text] = this.#texts[text]!.length;
    this.#bytes.write(joined, room + this.#texts.length * 4, 'utf16le');
    this.#texts = [];
  }

  #takeBlocks(count: number, take: (first: Uint8Array, entries: Uint8Array) => void): void {
    this.#look();
    let head = this.#module.firstBlock();
    for (let block = 0; block < count; block++) {
      const first = head + 8;
      const entries = first + this.#numbers[head >> 2]!;
      const end = entries + this.#numbers[(head >> 2) + 1]!;
      take(this.#bytes.subarray(first, entries), this.#bytes.subarray(entries, end));
      head = (end + 15) & ~15;
    }
  }
}

let ofThread: SegmentBuilder | null = null;

/**
 * Makes the blocks of a segment. Throws a `WebAssembly.RuntimeError` where there is no memory for that.
 * @param files ascending by id
 * @param take gets each block's first key and its entries; both hold until the next segment is built
 */
export function buildSegment(
  files: readonly FileTerms[],
  take: (first: Uint8Array, entries: Uint8Array) => void,
): void {
  ofThread ??= new SegmentBuilder();
  ofThread.build(files, take);
}
