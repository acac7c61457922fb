/**
 * What files give to the inverted index, as blocks of sorted keys with their posting lists.
 * Each key's postings are a chain through parallel arrays, in the order of the files. V8 compiles what is called often and not what loops: there is a
 * function for each file and one for each key.
 * Invariant: what a segment holds follows from its files alone.
 */
import { isNumbered, type NumberedTexts, type TextList } from '../../../model/text-list.ts';
import { writeCodeUnits } from '../../../util/words/code-units.ts';
import { byteSink, writeVarint, type ByteSink } from '../../../util/bytes/varint.ts';
import { tagFields } from '../../store.ts';
import { writePayload } from './posting-list.ts';
import { writeName, type BlockWriter } from './term-block.ts';

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

/** The texts of one file. */
interface FileTexts {
  /** By the difference to the id of the segment's first file. */
  file: number;
  /** Distinct. */
  texts: TextList;
  /** Of each text, as many as a posting has. */
  counts: Uint8Array;
}

const noCounts = new Uint8Array(0);

class BatchPostings {
  /** Counts of all postings, row by row. */
  readonly #counts: Uint8Array;
  /** Counts a posting. */
  readonly #width: number;
  /** By posting. */
  readonly #files: Int32Array;
  /** The posting behind each in its chain, plus one; 0 for none. */
  readonly #next: Int32Array;
  /** By chain, its first and its last posting. */
  readonly #heads: Int32Array;
  readonly #tails: Int32Array;
  /** By text. */
  readonly #chains = new Map<string, number>();
  /** By table, the chains of its texts, plus one; 0 for none. */
  readonly #chainsOfTables = new Map<readonly string[], Int32Array>();
  readonly #list = byteSink();
  readonly #key = byteSink();

  constructor(files: readonly FileTexts[], width: number) {
    const count = files.reduce((sum, { texts }) => sum + texts.length, 0);
    this.#counts = new Uint8Array(count * width);
    this.#width = width;
    this.#files = new Int32Array(count);
    this.#next = new Int32Array(count);
    this.#heads = new Int32Array(count);
    this.#tails = new Int32Array(count);
    let from = 0;
    for (const { file, texts, counts } of files) {
      this.#files.fill(file, from, from + texts.length);
      this.#counts.set(counts, from * width);
      if (isNumbered(texts)) this.#addNumbered(texts, from);
      else this.#addTexts(texts, from);
      from += texts.length;
    }
  }

  #addNumbered({ table, numbers }: NumberedTexts, from: number): void {
    const chains = this.#chainsOf(table);
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at]!;
      const chain = chains[number]!;
      if (chain === 0) chains[number] = this.#open(table[number]!, from + at) + 1;
      else this.#append(chain - 1, from + at);
    }
  }

  #chainsOf(table: readonly string[]): Int32Array {
    let chains = this.#chainsOfTables.get(table);
    if (chains === undefined) this.#chainsOfTables.set(table, (chains = new Int32Array(table.length)));
    return chains;
  }

  #addTexts(texts: readonly string[], from: number): void {
    for (let at = 0; at < texts.length; at++) this.#open(texts[at]!, from + at);
  }

  /** A text that stands in several tables has one chain. */
  #open(text: string, posting: number): number {
    const known = this.#chains.get(text);
    if (known !== undefined) {
      this.#append(known, posting);
      return known;
    }
    const chain = this.#chains.size;
    this.#chains.set(text, chain);
    this.#heads[chain] = posting;
    this.#tails[chain] = posting;
    return chain;
  }

  #append(chain: number, posting: number): void {
    this.#next[this.#tails[chain]!] = posting + 1;
    this.#tails[chain] = posting;
  }

  /** Each key with its list, in ascending order. @param writeKey appends the key of a text */
  writeTo(writer: BlockWriter, writeKey: (sink: ByteSink, text: string) => void): void {
    // Keys sort by their bytes as texts do by their units.
    for (const text of [...this.#chains.keys()].sort()) {
      const key = this.#key;
      key.length = 0;
      writeKey(key, text);
      this.#writeList(this.#heads[this.#chains.get(text)!]! + 1);
      writer.add(key, this.#list.bytes, this.#list.length);
    }
  }

  #writeList(head: number): void {
    const list = this.#list;
    list.length = 0;
    let before = 0;
    for (let place = head; place > 0; place = this.#next[place - 1]!) {
      const file = this.#files[place - 1]!;
      writeVarint(list, file - before);
      writePayload(list, this.#counts, (place - 1) * this.#width, this.#width);
      before = file;
    }
  }
}

/** Adds what files give to a segment. @param files ascending by id */
export function buildSegment(files: readonly FileTerms[], writer: BlockWriter): void {
  const base = files[0]?.id ?? 0;
  const terms = files.map((file) => ({ file: file.id - base, texts: file.terms, counts: file.counts }));
  const names = files.map((file) => ({ file: file.id - base, texts: file.names, counts: noCounts }));
  new BatchPostings(terms, tagFields.length).writeTo(writer, writeCodeUnits);
  new BatchPostings(names, 0).writeTo(writer, writeName);
  writer.finish();
}
