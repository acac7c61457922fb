/**
 * Builds a segment of the inverted index from files: blocks of sorted keys with their posting lists.
 * The postings of each key are a linked list in parallel arrays, in the order of the files. V8 optimises functions that are called often better than
 * long loops, so there is one function per file and one per key.
 * Invariant: the content of a segment depends only on its files.
 */
import { isNumbered, type NumberedTexts, type TextList } from '../../../model/text-list.ts';
import { writeCodeUnits } from '../../../util/words/code-units.ts';
import { byteSink, writeVarint, type ByteSink } from '../../../util/bytes/varint.ts';
import { tagFields } from '../../store.ts';
import { writePayload } from './posting-list.ts';
import { writeName, type BlockWriter } from './term-block.ts';

/** The terms and names of one file. */
export interface FileTerms {
  id: number;
  /** Distinct terms. */
  terms: TextList;
  /** For each term, one count per field of `tagFields` (0 to 255). */
  counts: Uint8Array;
  /** Distinct names of the file's definitions. */
  names: readonly string[];
}

/** The texts of one file. */
interface FileTexts {
  /** Id of the file, minus that of the segment's first file. */
  file: number;
  /** Distinct texts. */
  texts: TextList;
  /** For each text, the counts of its posting. */
  counts: Uint8Array;
}

const noCounts = new Uint8Array(0);

/** The postings of all texts of a batch of files. */
class BatchPostings {
  /** Counts of all postings, row by row. */
  readonly #counts: Uint8Array;
  /** Number of counts per posting. */
  readonly #width: number;
  /** File of each posting. */
  readonly #files: Int32Array;
  /** The next posting in the list of each posting, plus one; 0: none. */
  readonly #next: Int32Array;
  /** The first posting of each list. */
  readonly #heads: Int32Array;
  /** The last posting of each list. */
  readonly #tails: Int32Array;
  /** The list of each text. */
  readonly #lists = new Map<string, number>();
  /** For each table of texts (`NumberedTexts`): the list of each of its texts, plus one; 0: none. */
  readonly #listsOfTables = new Map<readonly string[], Int32Array>();
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
    const lists = this.#listsOf(table);
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at]!;
      const list = lists[number]!;
      if (list === 0) lists[number] = this.#add(table[number]!, from + at) + 1;
      else this.#append(list - 1, from + at);
    }
  }

  #listsOf(table: readonly string[]): Int32Array {
    let lists = this.#listsOfTables.get(table);
    if (lists === undefined) this.#listsOfTables.set(table, (lists = new Int32Array(table.length)));
    return lists;
  }

  #addTexts(texts: readonly string[], from: number): void {
    for (let at = 0; at < texts.length; at++) this.#add(texts[at]!, from + at);
  }

  /** Adds a posting to the list of a text. A text in several tables has one list. */
  #add(text: string, posting: number): number {
    const existing = this.#lists.get(text);
    if (existing !== undefined) {
      this.#append(existing, posting);
      return existing;
    }
    const list = this.#lists.size;
    this.#lists.set(text, list);
    this.#heads[list] = posting;
    this.#tails[list] = posting;
    return list;
  }

  #append(list: number, posting: number): void {
    this.#next[this.#tails[list]!] = posting + 1;
    this.#tails[list] = posting;
  }

  /** Writes each key with its postings, in ascending order. @param writeKey appends the key of a text */
  writeTo(writer: BlockWriter, writeKey: (sink: ByteSink, text: string) => void): void {
    // Keys in byte order have the same order as texts in code unit order.
    for (const text of [...this.#lists.keys()].sort()) {
      const key = this.#key;
      key.length = 0;
      writeKey(key, text);
      this.#writeList(this.#heads[this.#lists.get(text)!]! + 1);
      writer.add(key, this.#list.bytes, this.#list.length);
    }
  }

  /** Writes the postings of one list to `#list`. @param head its first posting, plus one */
  #writeList(head: number): void {
    const list = this.#list;
    list.length = 0;
    let previousFile = 0;
    for (let next = head; next > 0; next = this.#next[next - 1]!) {
      const file = this.#files[next - 1]!;
      writeVarint(list, file - previousFile);
      writePayload(list, this.#counts, (next - 1) * this.#width, this.#width);
      previousFile = file;
    }
  }
}

/** Writes a segment for files. @param files ascending by id */
export function buildSegment(files: readonly FileTerms[], writer: BlockWriter): void {
  const base = files[0]?.id ?? 0;
  const terms = files.map((file) => ({ file: file.id - base, texts: file.terms, counts: file.counts }));
  const names = files.map((file) => ({ file: file.id - base, texts: file.names, counts: noCounts }));
  new BatchPostings(terms, tagFields.length).writeTo(writer, writeCodeUnits);
  new BatchPostings(names, 0).writeTo(writer, writeName);
  writer.finish();
}
