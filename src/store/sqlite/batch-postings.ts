/**
 * What the files of a batch give to the inverted index, by key: each key's postings as a chain through parallel arrays, in the order of the files.
 * V8 compiles what is called often and not what loops: there is a function for each file and one for each key.
 */
import { isNumbered, type NumberedTexts, type TextList } from '../../model/text-list.ts';
import { byteSink, longestVarint, putVarint } from '../../util/varint.ts';
import type { ByteSink } from '../../util/varint.ts';
import { mostPayload, putPayload } from './posting-list.ts';
import type { CountRows } from './posting-list.ts';
import type { BlockWriter } from './term-block.ts';

/** Of the texts of a table the chains that they have in the batch at hand, plus one; between batches all are 0. */
const chainsOfTables = new WeakMap<readonly string[], Int32Array>();

function chainsOf(table: readonly string[]): Int32Array {
  let chains = chainsOfTables.get(table);
  if (chains === undefined || chains.length < table.length) {
    const wider = new Int32Array(table.length * 2);
    if (chains !== undefined) wider.set(chains);
    chainsOfTables.set(table, wider);
    chains = wider;
  }
  return chains;
}

/** The texts of one file, with `counts.length / texts.length` counts for each. */
export interface FileTexts {
  id: number;
  /** Distinct. */
  texts: TextList;
  counts: Uint8Array;
}

export class BatchPostings {
  readonly count: number;
  readonly #rows: CountRows;
  /** Of each posting its file, by the difference to the id of the first. */
  readonly #files: Int32Array;
  /** The posting behind each in its chain, plus one; 0 for none. */
  readonly #next: Int32Array;
  readonly #heads: Int32Array;
  readonly #tails: Int32Array;
  /** By text. */
  readonly #chains = new Map<string, number>();
  /** By table, the numbers that have chains. */
  readonly #numbers = new Map<readonly string[], number[]>();
  /** Of the key at hand. */
  readonly #list: Uint8Array;
  readonly #key = byteSink();

  /**
   * @param files ascending by id
   * @param width counts a posting
   */
  constructor(files: readonly FileTexts[], width: number) {
    let count = 0;
    for (const { texts } of files) count += texts.length;
    this.count = count;
    this.#rows = { counts: new Uint8Array(count * width), width };
    this.#files = new Int32Array(count);
    this.#next = new Int32Array(count);
    this.#heads = new Int32Array(count);
    this.#tails = new Int32Array(count);
    this.#list = new Uint8Array(files.length * (longestVarint + mostPayload));
    let from = 0;
    for (const file of files) {
      this.#files.fill(file.id - files[0]!.id, from, from + file.texts.length);
      this.#rows.counts.set(file.counts, from * width);
      if (isNumbered(file.texts)) this.#addNumbered(file.texts, from);
      else this.#addTexts(file.texts, from);
      from += file.texts.length;
    }
    for (const [table, numbers] of this.#numbers) forgetChains(chainsOf(table), numbers);
  }

  #addNumbered({ table, numbers }: NumberedTexts, from: number): void {
    const chains = chainsOf(table);
    let opened = this.#numbers.get(table);
    if (opened === undefined) this.#numbers.set(table, (opened = []));
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at]!;
      const chain = chains[number]!;
      if (chain === 0) {
        opened.push(number);
        chains[number] = this.#open(table[number]!, from + at) + 1;
      } else this.#append(chain - 1, from + at);
    }
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
    const texts = [...this.#chains.keys()].sort();
    for (const text of texts) this.#writeEntry(text, writer, writeKey);
  }

  #writeEntry(text: string, writer: BlockWriter, writeKey: (sink: ByteSink, text: string) => void): void {
    const key = this.#key;
    key.length = 0;
    writeKey(key, text);
    writer.add(key, this.#list, this.#writeList(this.#heads[this.#chains.get(text)!]! + 1));
  }

  #writeList(head: number): number {
    const list = this.#list;
    const files = this.#files;
    let length = 0;
    let before = 0;
    for (let place = head; place > 0; place = this.#next[place - 1]!) {
      const file = files[place - 1]!;
      length = putPayload(list, putVarint(list, length, file - before), this.#rows, place - 1);
      before = file;
    }
    return length;
  }
}

function forgetChains(chains: Int32Array, numbers: readonly number[]): void {
  for (const number of numbers) chains[number] = 0;
}
