/**
 * A static model for single short texts, such as queries. It reads only the rows that the words of a text need; loading
 * the whole model takes 40 ms and 9 MB. The file stays open. A file that replaces it belongs to another model.
 * Invariant: yields the same numbers as `StaticModel`, bit for bit.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { AppError } from '../../model/error.ts';
import { WeightedRows } from '../../kernels/weighted-rows.ts';
import { bucketOf, weightOf } from './row-weights.ts';
import { checkLength, weightsLayout, type WeightsLayout } from './static-weights.ts';
import { scanSubWords, textOf } from './sub-words.ts';

/** Number of bytes read first: they contain the header and, unless it is unusually long, the list of words. */
const headBytes = 320 * 1024;
const lineFeed = 10;
/** Number of rows to make room for at first: more than a query has distinct words. */
const defaultRows = 1000;

/** A sub-word of the current text, in the order of first appearance. */
interface CountedWord {
  text: string;
  hashA: number;
  count: number;
}

export class QuestionModel {
  readonly #file: number;
  readonly #layout: WeightsLayout;
  /** The list of words, with a line feed before each and after the last. */
  readonly #list: Buffer;
  /** The file's stat when its words were read. */
  readonly #stamp: string;
  /** Created for the first query. */
  #weightedRows: WeightedRows | null = null;
  #maxRows = 0;

  /** Throws what the file system throws, and an `AppError` for a file that is not a model. */
  constructor(location: URL) {
    this.#file = openSync(location, 'r');
    try {
      this.#stamp = this.#readStamp();
      const head = this.#read(0, Math.min(headBytes, fstatSync(this.#file).size));
      this.#layout = weightsLayout(head);
      checkLength(fstatSync(this.#file).size, this.#layout);
      const { listAt, listEnd } = this.#layout;
      const words = listEnd > head.length ? this.#read(listAt, listEnd - listAt) : head.subarray(listAt, listEnd);
      this.#list = Buffer.concat([Buffer.of(lineFeed), words, Buffer.of(lineFeed)]);
    } catch (error) {
      closeSync(this.#file);
      throw error;
    }
  }

  get dimensions(): number {
    return this.#layout.dimensions;
  }

  #read(at: number, length: number): Buffer<ArrayBuffer> {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, this.#fill(bytes, at));
  }

  /** @returns how many bytes were read */
  #fill(bytes: Buffer, at: number): number {
    let filled = 0;
    while (filled < bytes.length) {
      const count = readSync(this.#file, bytes, filled, bytes.length - filled, at + filled);
      if (count === 0) break;
      filled += count;
    }
    return filled;
  }

  #readStamp(): string {
    const { size, mtimeMs } = fstatSync(this.#file);
    return `${size} ${mtimeMs}`;
  }

  /** All zeros for a text without sub-words. Throws as the constructor does, and where the file has been overwritten. */
  embed(text: string): Float32Array {
    if (this.#readStamp() !== this.#stamp) throw modelReplaced();
    const { dimensions, scalesAt, valuesAt } = this.#layout;
    const counts = this.#countsOf(text);
    const rows = this.#rowsFor(counts.size);
    const room = rows.room(counts.size * dimensions);
    let at = 0;
    for (const [row, count] of counts) {
      this.#fill(room.subarray(at, at + dimensions), valuesAt + row * dimensions);
      rows.add(at, this.#read(scalesAt + row * 4, 4).readFloatLE() * weightOf(count));
      at += dimensions;
    }
    return rows.take().slice();
  }

  #rowsFor(count: number): WeightedRows {
    if (this.#weightedRows === null || count > this.#maxRows) {
      this.#maxRows = Math.max(count, defaultRows);
      this.#weightedRows = new WeightedRows(this.dimensions, this.#maxRows);
    }
    return this.#weightedRows;
  }

  /** For each row: how often its words occur in a text. The rows are in the order of first appearance. */
  #countsOf(text: string): Map<number, number> {
    const distinctWords = new Map<string, CountedWord>();
    scanSubWords(text, (word) => {
      const text = textOf(word);
      const earlier = distinctWords.get(text);
      if (earlier === undefined) distinctWords.set(text, { text, hashA: word.hashA, count: 1 });
      else earlier.count++;
    });
    const rows = this.#rowsOf([...distinctWords.keys()]);
    const counts = new Map<number, number>();
    for (const { text: word, hashA, count } of distinctWords.values()) {
      const row = rows.get(word) ?? this.#layout.words + bucketOf(hashA, this.#layout.buckets);
      counts.set(row, (counts.get(row) ?? 0) + count);
    }
    return counts;
  }

  /** The rows of those words that have a row of their own. A word's row is the number of words before it in the list. */
  #rowsOf(words: readonly string[]): Map<string, number> {
    const list = this.#list;
    const places = words
      .map((word) => ({ word, at: list.indexOf(`\n${word}\n`) }))
      .filter(({ at }) => at !== -1)
      .sort((a, b) => a.at - b.at);
    const rows = new Map<string, number>();
    let [row, from] = [0, 0];
    for (const { word, at } of places) {
      for (; from < at; from++) if (list[from] === lineFeed) row++;
      rows.set(word, row);
    }
    return rows;
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** The error for a replaced file. The vectors of another model must not be compared with those made before. */
export function modelReplaced(): AppError {
  return new AppError('FileSystemError', 'the embedding model has been replaced since it was opened', {
    hint: 'Start the server, or the command, again.',
  });
}
