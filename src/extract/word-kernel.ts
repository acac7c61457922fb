/**
 * The words of the file at hand, found once for all who count them: its tags by column, its chunks by place. The work is done by a
 * WebAssembly module of our own (`assembly/`, written in AssemblyScript; decision 28), which is at its full speed from the first file on.
 * Owned by one thread; what it gives of one file holds until the next call.
 */
import { readFileSync } from 'node:fs';
import type { TermTable } from '../model/chunk-words.ts';
import { assetUrl } from '../util/assets.ts';
import { openModule } from '../util/wasm-kernel.ts';
import { hashWord } from '../util/word-hash.ts';
import { identifierTerms } from '../util/words.ts';

/** What words are counted by. */
export const columnCount = 9;

/** What `assembly/index.ts` exports; addresses are in bytes. */
interface WordModule {
  memory: { buffer: ArrayBuffer };
  roomForTexts(bytes: number): number;
  room(bytes: number): number;
  classes(): number;
  begin(): number;
  countFile(pieces: number, length: number, language: number): number;
  countChunks(chunks: number): number;
  readNames(count: number): void;
  terms(): number;
  termCounts(): number;
  columnSums(): number;
  chunkLengths(): number;
  tableHashes(): number;
  tableStarts(): number;
  tableChunks(): number;
  tableCounts(): number;
  hasShared(): number;
  nameNumbers(): number;
  knownTerms(): number;
  termLengths(): number;
  newTermLetters(): number;
  takeLetters(): number;
  termRoom(): number;
  addTerm(length: number): number;
  markJoined(): void;
  openKeywords(): number;
  addKeyword(language: number, length: number, hashA: number, hashB: number): void;
}

/** Texts that are counted before that of the file, each in a column. */
export class TextPieces {
  readonly heads: number[] = [];
  readonly texts: string[] = [];

  /** Counts `text` as one word, whatever it is made of. */
  addWhole(text: string, column: number): void {
    this.heads.push((text.length << 5) | (column << 1) | 1);
    this.texts.push(text);
  }

  /** Counts the words of `text`. Numbers, words over 256 UTF-16 units and runs of encoded data are passed over. */
  addWords(text: string, column: number): void {
    this.heads.push((text.length << 5) | (column << 1));
    this.texts.push(text);
  }
}

/** Terms of a file, distinct, in the order of first appearance. */
export interface CountedTerms {
  /** The kernel's numbers of them. */
  ids: Int32Array<ArrayBuffer>;
  /** `ids.length * 9` counts (0 to 255), row by row. */
  counts: Uint8Array<ArrayBuffer>;
  /** Sum of each column. */
  sums: number[];
}

/** What a name is made of, by hashes of `wordHash`. */
export interface NameTerms {
  written: number;
  parts: number[];
  /** All parts joined; null for a name of one part. */
  whole: number | null;
}

let bytes: Uint8Array<ArrayBuffer> | null = null;

const base64 = /[A-Za-z0-9+/]/;
/** Runs of what is in words beyond ASCII. */
const wordUnits = /[\p{L}\p{N}\p{M}]+/gu;

/** The class of each UTF-16 unit, as `assembly/file-words.ts` says. */
function unitClasses(): Uint8Array {
  const units = new Uint16Array(1 << 16);
  for (let unit = 0; unit < units.length; unit++) units[unit] = unit;
  const classes = new Uint8Array(units.length);
  for (const { 0: run, index } of Buffer.from(units.buffer).toString('utf16le').matchAll(wordUnits))
    classes.fill(1, index, index + run.length);
  classes.fill(2, 0x30, 0x3a);
  for (const character of '_$') classes[character.charCodeAt(0)] = 1;
  for (let unit = 0; unit < 128; unit++) if (base64.test(String.fromCharCode(unit))) classes[unit]! |= 4;
  return classes;
}

export class WordKernel {
  readonly #module: WordModule;
  #numbers: Int32Array<ArrayBuffer>;
  #bytes: Buffer<ArrayBuffer>;
  /** Terms that are not all ASCII, until they are in `terms`. */
  readonly #wide = new Map<number, string>();
  /** By a language's keywords. */
  readonly #keywords = new Map<readonly string[], number>();
  readonly #termRoom: number;
  #text: string | null = null;
  /** By number; another array when numbers get another meaning. */
  terms: string[] = [];

  constructor() {
    bytes ??= readFileSync(assetUrl('words.wasm'));
    const learnElsewhere = (text: number, length: number): void => this.#learn(text, length);
    this.#module = openModule(bytes, { lexicon: { learnElsewhere } }) as unknown as WordModule;
    this.#numbers = new Int32Array(this.#module.memory.buffer);
    this.#bytes = Buffer.from(this.#module.memory.buffer);
    this.#bytes.set(unitClasses(), this.#module.classes());
    this.#termRoom = this.#module.termRoom();
  }

  /** Memory that has grown is another buffer, and the one before is empty; asking for it costs more than a look at that. */
  #look(): void {
    if (this.#numbers.length > 0) return;
    const { buffer } = this.#module.memory;
    this.#numbers = new Int32Array(buffer);
    this.#bytes = Buffer.from(buffer);
  }

  /** A word with letters beyond ASCII: what it is made of is for Unicode to say. */
  #learn(text: number, length: number): void {
    this.#look();
    const { parts, whole } = identifierTerms(this.#bytes.toString('utf16le', text, text + length * 2));
    for (const term of parts) this.#addTerm(term);
    if (whole === null) return;
    this.#addTerm(whole);
    this.#module.markJoined();
  }

  #addTerm(term: string): void {
    this.#look();
    this.#bytes.write(term, this.#termRoom, 'utf16le');
    this.#wide.set(this.#module.addTerm(term.length), term);
  }

  #takeTerms(): void {
    const module = this.#module;
    const { terms } = this;
    const known = module.knownTerms();
    if (terms.length === known) return;
    const length = module.newTermLetters();
    const start = module.takeLetters();
    const letters = this.#bytes.toString('latin1', start, start + length);
    const lengths = module.termLengths() >> 2;
    for (let at = 0; terms.length < known;) {
      const own = this.#numbers[lengths + terms.length]!;
      terms.push(own === -1 ? this.#wide.get(terms.length)! : letters.slice(at, (at += own)));
    }
    this.#wide.clear();
  }

  #language(keywords: readonly string[]): number {
    const known = this.#keywords.get(keywords);
    if (known !== undefined) return known;
    const language = this.#module.openKeywords();
    this.#keywords.set(keywords, language);
    for (const word of keywords) {
      const { length, hashA, hashB } = hashWord(word);
      this.#module.addKeyword(language, length, hashA, hashB);
    }
    return language;
  }

  /**
   * Counts the words of a file, those of its text in the last column.
   * @param keywords words of which the text's say nothing; the same object for the same language
   */
  countFile({ heads, texts }: TextPieces, text: string, keywords: readonly string[]): CountedTerms {
    const module = this.#module;
    if (module.begin() !== 0) this.#forget();
    const language = this.#language(keywords);
    const pieces = texts.join('');
    const room = module.roomForTexts(heads.length * 4 + (pieces.length + text.length) * 2);
    this.#look();
    this.#numbers.set(heads, room >> 2);
    const at = room + heads.length * 4;
    this.#bytes.write(pieces, at, 'utf16le');
    this.#bytes.write(text, at + pieces.length * 2, 'utf16le');
    const rows = module.countFile(heads.length, text.length, language);
    this.#text = text;
    this.#look();
    this.#takeTerms();
    const { buffer } = module.memory;
    const sums = module.columnSums() >> 2;
    return {
      ids: new Int32Array(buffer, module.terms(), rows).slice(),
      counts: new Uint8Array(buffer, module.termCounts(), rows * columnCount).slice(),
      sums: [...this.#numbers.subarray(sums, sums + columnCount)],
    };
  }

  #forget(): void {
    this.terms = [];
    this.#wide.clear();
  }

  /** Whether `countFile` was asked for this text last. */
  has(text: string): boolean {
    return this.#text === text;
  }

  /**
   * Counts the words of the file's chunks, of which each line is in one.
   * @param lines how many each chunk has
   * @returns how many terms each chunk has, and where each of them stands; two may have one hash where `isShared`
   */
  countChunks(lines: readonly number[]): { lengths: Int32Array; table: TermTable; isShared: boolean } {
    const module = this.#module;
    const room = module.room(lines.length * 4);
    this.#look();
    this.#numbers.set(lines, room >> 2);
    const terms = module.countChunks(lines.length);
    this.#look();
    const { buffer } = module.memory;
    const starts = new Int32Array(buffer, module.tableStarts(), terms + 1);
    const places = starts[terms]!;
    const table = {
      hashes: new Int32Array(buffer, module.tableHashes(), terms),
      starts,
      chunks: new Int32Array(buffer, module.tableChunks(), places),
      counts: new Int32Array(buffer, module.tableCounts(), places),
    };
    const lengths = new Int32Array(buffer, module.chunkLengths(), lines.length);
    return { lengths, table, isShared: module.hasShared() !== 0 };
  }

  /** What each name is made of. */
  readNames(names: readonly string[]): NameTerms[] {
    const module = this.#module;
    const text = names.join('');
    const room = module.room(names.length * 4 + text.length * 2);
    this.#look();
    for (let name = 0; name < names.length; name++) this.#numbers[(room >> 2) + name] = names[name]!.length;
    this.#bytes.write(text, room + names.length * 4, 'utf16le');
    module.readNames(names.length);
    this.#look();
    this.#takeTerms();
    const numbers = this.#numbers;
    let at = module.nameNumbers() >> 2;
    return names.map(() => {
      const [written, count, isJoined] = [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!];
      const hashes = numbers.subarray(at + 3, at + 3 + count);
      at += 3 + count;
      const parts = [...new Set(isJoined === 0 ? hashes : hashes.subarray(0, -1))];
      return { written, parts, whole: isJoined === 0 ? null : hashes.at(-1)! };
    });
  }
}
