/**
 * A static model for single short texts, which is what questions are: it reads of the weights' file what their words need, where all of the
 * model takes 40 ms to be made ready and 9 MB. The file stays open: one that takes its place is another model's.
 * Invariant: gives the numbers that `StaticModel` gives, bit for bit.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { AppError } from '../../model/error.ts';
import { WeightedRows } from '../../kernels/weighted-rows.ts';
import { bucketOf, weightOf } from './row-weights.ts';
import { checkLength, weightsLayout, type WeightsLayout } from './static-weights.ts';
import { scanSubWords, textOf } from './sub-words.ts';

/** The header is in these, and a usual list of words too. */
const headBytes = 320 * 1024;
const lineFeed = 10;
/** More different words than questions have. */
const usualRows = 1000;

/** A sub-word of the text at hand, in the order in which they are met. */
interface Met {
  text: string;
  hashA: number;
  count: number;
}

export class QuestionModel {
  readonly #file: number;
  readonly #layout: WeightsLayout;
  /** The list of words, a line feed in front of each and behind the last. */
  readonly #list: Buffer;
  /** What the file looked like when its words were read. */
  readonly #stamp: string;
  /** Made by the first question. */
  #weightedRows: WeightedRows | null = null;
  #mostRows = 0;

  /** Throws what the file system throws, and an `AppError` for another file. */
  constructor(location: URL) {
    this.#file = openSync(location, 'r');
    try {
      this.#stamp = this.#looks();
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

  /** Gives how many bytes there were. */
  #fill(bytes: Buffer, at: number): number {
    let done = 0;
    while (done < bytes.length) {
      const read = readSync(this.#file, bytes, done, bytes.length - done, at + done);
      if (read === 0) break;
      done += read;
    }
    return done;
  }

  #looks(): string {
    const { size, mtimeMs } = fstatSync(this.#file);
    return `${size} ${mtimeMs}`;
  }

  /** All zeros for a text without sub-words. Throws as the constructor does, and where the file was written over. */
  embed(text: string): Float32Array {
    if (this.#looks() !== this.#stamp) throw replaced();
    const { dimensions, scalesAt, valuesAt } = this.#layout;
    const weights = this.#weightsOf(text);
    const rows = this.#rowsFor(weights.size);
    const room = rows.room(weights.size * dimensions);
    let at = 0;
    for (const [row, count] of weights) {
      this.#fill(room.subarray(at, at + dimensions), valuesAt + row * dimensions);
      rows.add(at, this.#read(scalesAt + row * 4, 4).readFloatLE() * weightOf(count));
      at += dimensions;
    }
    return rows.take().slice();
  }

  #rowsFor(count: number): WeightedRows {
    if (this.#weightedRows === null || count > this.#mostRows) {
      this.#mostRows = Math.max(count, usualRows);
      this.#weightedRows = new WeightedRows(this.dimensions, this.#mostRows);
    }
    return this.#weightedRows;
  }

  /** How often the words of each row stand in a text, rows in the order in which they are met. */
  #weightsOf(text: string): Map<number, number> {
    const met = new Map<string, Met>();
    scanSubWords(text, (word) => {
      const own = textOf(word);
      const known = met.get(own);
      if (known === undefined) met.set(own, { text: own, hashA: word.hashA, count: 1 });
      else known.count++;
    });
    const rows = this.#rowsOf([...met.keys()]);
    const weights = new Map<number, number>();
    for (const { text: own, hashA, count } of met.values()) {
      const row = rows.get(own) ?? this.#layout.words + bucketOf(hashA, this.#layout.buckets);
      weights.set(row, (weights.get(row) ?? 0) + count);
    }
    return weights;
  }

  /** Of those that have one of their own: how many others come before it in the list. */
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

/** Its numbers are not to be compared with those that were made before. */
export function replaced(): AppError {
  return new AppError('FileSystemError', 'the embedding model is another one than when it was opened', {
    hint: 'Start the server, or the command, again.',
  });
}
