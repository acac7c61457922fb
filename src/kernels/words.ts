/**
 * The lines and words of the current file's text. The words are read once for two users: tags count them by column, and
 * chunks need their places. A WebAssembly module (`words/`, written in AssemblyScript) does the work. The module runs at full speed from the first
 * file on, and the text is written into its memory once. It asks `identifierTerms` for the terms of a word, once per word.
 * Owned by one thread; the results for one file are valid until the next call.
 */
import { wordHash, type TermTable } from '../model/chunk-words.ts';
import { giveBack } from '../util/bytes/freed-memory.ts';
import { hashWord } from '../util/words/word-hash.ts';
import { identifierTerms } from '../util/words/words.ts';
import { openModule } from './open-module.ts';
import { classesOfPage, pageUnits } from './unit-classes.ts';

/** Words are counted in columns, one for each kind of text that they come from (`extract/words/tags.ts`). This is the number of columns. */
export const columnCount = 9;

/** The exports of `words/index.ts`; addresses are in bytes. */
interface WordModule {
  memory: { buffer: ArrayBuffer };
  textRoom(length: number): number;
  room(bytes: number): number;
  classes(): number;
  begin(): number;
  boundDepth(jsx: number): number;
  deepRanges(): number;
  findBreaks(jsx: number): number;
  lineBreaks(): number;
  readLines(): number;
  startCount(): number;
  allStarts(): number;
  filledLines(): number;
  lineNumbers(): number;
  lineStarts(): number;
  lineEnds(): number;
  lineIndents(): number;
  lineFirsts(): number;
  lineHashes(): number;
  lineRanks(): number;
  chunkStarts(): number;
  chunkSums(): number;
  sumChunks(chunks: number): void;
  countFile(pieces: number, language: number): number;
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
  addTerm(term: number, hash: number): void;
  markJoined(): void;
  openKeywords(): number;
  addKeywords(language: number, count: number): void;
}

/** Texts about a file, such as its path, that are counted before the file's own text. */
export class TextPieces {
  readonly heads: number[] = [];
  readonly texts: string[] = [];

  /** Counts `text` as one word, whatever it is made of. */
  addWhole(text: string, column: number): void {
    this.heads.push((text.length << 5) | (column << 1) | 1);
    this.texts.push(text);
  }

  /** Counts the words of `text`. Numbers, words over 256 UTF-16 units and runs of encoded data are skipped. */
  addWords(text: string, column: number): void {
    this.heads.push((text.length << 5) | (column << 1));
    this.texts.push(text);
  }
}

/** The non-blank lines of a text. */
export interface TextLines {
  /** Lines of the whole text, blank ones included. */
  lineCount: number;
  /** Number of non-blank lines. The arrays below have one entry for each; `numbers` and `starts` have one more for the text's end. */
  count: number;
  /** 1-based. */
  numbers: Int32Array;
  /** Offset of the line's first character. */
  starts: Int32Array;
  /** Offset after the line's last character, line break not included. */
  ends: Int32Array;
  /** Columns of white space before the line's first word; a tab counts as four. */
  indents: Int32Array;
  /** Code unit of the line's first character that is not white space. */
  firsts: Int32Array;
  /** Hash of the line's characters, without a carriage return at the end. */
  hashes: Int32Array;
  /** For line n, the first entry at or after it (`ranks[lineCount + 1]` is `count`). */
  ranks: Int32Array;
}

/** The distinct terms of a file, in the order of first appearance. */
export interface CountedTerms {
  /** The kernel's numbers of the terms. */
  ids: Int32Array<ArrayBuffer>;
  /** `ids.length * 9` counts (0 to 255), row by row. */
  counts: Uint8Array<ArrayBuffer>;
  /** Sum of each column. */
  sums: number[];
}

/** The terms of a name, as hashes of `wordHash`. */
export interface NameTerms {
  /** Hash of the name as written. */
  written: number;
  parts: number[];
  /** All parts joined; null for a name of one part. */
  whole: number | null;
}

/** Maximum memory of the thread's kernel that is kept (bytes). Source code takes 12 MB; ten megabytes of distinct words take a gigabyte. */
const mostKept = 128 * 1024 ** 2;

export class WordKernel {
  readonly #module: WordModule;
  #numbers: Int32Array<ArrayBuffer>;
  #bytes: Buffer<ArrayBuffer>;
  /** Numbers of terms by their texts. */
  readonly #ids = new Map<string, number>();
  /** Numbers of languages by their keywords. */
  readonly #keywords = new Map<readonly string[], number>();
  /** The text in the module's memory. */
  #text: string | null = null;
  /** Number of lines of that text; null where they have not been read. */
  #lineCount: number | null = null;
  /** Whether the words of that text have been counted. */
  #isCounted = false;
  /** Terms by number; replaced by a new array when the numbers are assigned anew. */
  terms: string[] = [];

  constructor() {
    const learnTerms = (text: number, length: number, width: number): void => this.#learnTerms(text, length, width);
    const learnClasses = (page: number): void => this.#learnClasses(page);
    const imports = { lexicon: { learnTerms }, 'word-masks': { learnClasses } };
    this.#module = openModule('words', imports) as unknown as WordModule;
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

  #loadText(text: string): void {
    if (this.#text === text) return;
    this.#text = null;
    this.#lineCount = null;
    this.#isCounted = false;
    const at = this.#module.textRoom(text.length);
    this.#refreshViews();
    this.#bytes.write(text, at, 'utf16le');
    this.#text = text;
  }

  /**
   * The parts of a text of JavaScript or TypeScript that nest too deeply for the native parser: offsets of their starts and ends, alternating.
   * Null when the scan cannot distinguish code from text.
   * @param jsx whether `<` may start an element
   */
  deepRanges(text: string, jsx: boolean): number[] | null {
    this.#loadText(text);
    const count = this.#module.boundDepth(jsx ? 1 : 0);
    return this.#numbersAt(this.#module.deepRanges(), count);
  }

  /**
   * Where long lines of a text of JavaScript or TypeScript may be broken. Each number is twice an offset, plus one for a place in a string. A line
   * break may replace the code unit at the offset; in a string, a backslash and a line break may replace two. Null when the scan cannot distinguish
   * code from text.
   */
  lineBreaks(text: string, jsx: boolean): number[] | null {
    this.#loadText(text);
    const count = this.#module.findBreaks(jsx ? 1 : 0);
    return this.#numbersAt(this.#module.lineBreaks(), count);
  }

  #numbersAt(address: number, count: number): number[] | null {
    if (count <= 0) return count === 0 ? [] : null;
    this.#refreshViews();
    return [...this.#numbers.subarray(address >> 2, (address >> 2) + count)];
  }

  #readLines(text: string): number {
    this.#loadText(text);
    return (this.#lineCount ??= this.#module.readLines());
  }

  /** Where each line starts; a line break at the text's end starts one more. Valid until another text is read or words are counted. */
  lineStarts(text: string): Uint32Array {
    this.#readLines(text);
    const module = this.#module;
    return new Uint32Array(module.memory.buffer, module.allStarts(), module.startCount());
  }

  /** Valid until another text is read or words are counted. */
  readLines(text: string): TextLines {
    const lineCount = this.#readLines(text);
    const module = this.#module;
    const count = module.filledLines();
    const { buffer } = module.memory;
    return {
      lineCount,
      count,
      numbers: new Int32Array(buffer, module.lineNumbers(), count + 1),
      starts: new Int32Array(buffer, module.lineStarts(), count + 1),
      ends: new Int32Array(buffer, module.lineEnds(), count),
      indents: new Int32Array(buffer, module.lineIndents(), count),
      firsts: new Int32Array(buffer, module.lineFirsts(), count),
      hashes: new Int32Array(buffer, module.lineHashes(), count),
      ranks: new Int32Array(buffer, module.lineRanks(), lineCount + 2),
    };
  }

  /**
   * Two checksums for each chunk of the text that was read last, adjacent to each other.
   * @param starts entries of the lines at which chunks begin, ascending; the last chunk ends with the text
   */
  sumChunks(starts: readonly number[]): Int32Array {
    const module = this.#module;
    const { buffer } = module.memory;
    new Int32Array(buffer, module.chunkStarts(), starts.length).set(starts);
    module.sumChunks(starts.length);
    return new Int32Array(buffer, module.chunkSums(), starts.length * 2);
  }

  #learnClasses(page: number): void {
    this.#refreshViews();
    this.#bytes.set(classesOfPage(page), this.#module.classes() + page * pageUnits);
  }

  /** Passes the terms of a new word to the module. @param at address of the word @param width bytes per letter */
  #learnTerms(at: number, length: number, width: number): void {
    this.#refreshViews();
    const { parts, whole } = identifierTerms(
      this.#bytes.toString(width === 1 ? 'latin1' : 'utf16le', at, at + length * width),
    );
    for (const term of parts) this.#addTerm(term);
    if (whole === null) return;
    this.#addTerm(whole);
    this.#module.markJoined();
  }

  #addTerm(term: string): void {
    const id = this.#ids.get(term);
    if (id !== undefined) {
      this.#module.addTerm(id, 0);
      return;
    }
    this.#ids.set(term, this.terms.length);
    this.#module.addTerm(this.terms.length, wordHash(hashWord(term)));
    this.terms.push(term);
  }

  /** The module's number of the language with these keywords; the keywords are passed to the module at the first call. */
  #language(keywords: readonly string[]): number {
    const existing = this.#keywords.get(keywords);
    if (existing !== undefined) return existing;
    const language = this.#module.openKeywords();
    this.#keywords.set(keywords, language);
    this.#writeWords(keywords);
    this.#module.addKeywords(language, keywords.length);
    return language;
  }

  /** Writes words for the module: first their lengths, then the words. */
  #writeWords(words: readonly string[]): void {
    const text = words.join('');
    const room = this.#module.room(words.length * 4 + text.length * 2);
    this.#refreshViews();
    for (let word = 0; word < words.length; word++) this.#numbers[(room >> 2) + word] = words[word]!.length;
    this.#bytes.write(text, room + words.length * 4, 'utf16le');
  }

  /**
   * Counts the words of a file: those of the pieces in their columns, those of the text in the last column.
   * @param keywords words that are not counted in the file's own text; always the same object for the same language
   */
  countFile({ heads, texts }: TextPieces, text: string, keywords: readonly string[]): CountedTerms {
    const module = this.#module;
    if (module.begin() !== 0) this.#forgetTerms();
    const language = this.#language(keywords);
    this.#loadText(text);
    const pieces = texts.join('');
    const room = module.room(heads.length * 4 + pieces.length * 2);
    this.#refreshViews();
    this.#numbers.set(heads, room >> 2);
    this.#bytes.write(pieces, room + heads.length * 4, 'utf16le');
    const rows = module.countFile(heads.length, language);
    this.#isCounted = true;
    this.#refreshViews();
    const { buffer } = module.memory;
    const sums = module.columnSums() >> 2;
    return {
      ids: new Int32Array(buffer, module.terms(), rows).slice(),
      counts: new Uint8Array(buffer, module.termCounts(), rows * columnCount).slice(),
      sums: [...this.#numbers.subarray(sums, sums + columnCount)],
    };
  }

  #forgetTerms(): void {
    this.terms = [];
    this.#ids.clear();
  }

  /** Whether this text was counted last, and no other text was read since. */
  hasCounted(text: string): boolean {
    return this.#isCounted && this.#text === text;
  }

  /**
   * Counts the words of the file's chunks. Each line belongs to one chunk.
   * @param lines number of lines of each chunk
   * @returns the number of terms of each chunk, the chunks of each term, and whether two terms share a hash
   */
  countChunks(lines: readonly number[]): { lengths: Int32Array; table: TermTable; isShared: boolean } {
    const module = this.#module;
    const room = module.room(lines.length * 4);
    this.#refreshViews();
    this.#numbers.set(lines, room >> 2);
    const terms = module.countChunks(lines.length);
    this.#refreshViews();
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

  /** The terms of each name. */
  readNames(names: readonly string[]): NameTerms[] {
    const module = this.#module;
    this.#writeWords(names);
    module.readNames(names.length);
    this.#refreshViews();
    const numbers = this.#numbers;
    let at = module.nameNumbers() >> 2;
    return names.map((name) => {
      const terms = { written: wordHash(hashWord(name)), ...termsAt(numbers, at) };
      at += 2 + numbers[at]!;
      return terms;
    });
  }
}

/** Reads one entry: the number of hashes, whether the last of them is the hash of all parts joined, then the hashes. */
function termsAt(numbers: Int32Array, at: number): Omit<NameTerms, 'written'> {
  const isJoined = numbers[at + 1] !== 0;
  const end = at + 2 + numbers[at]! - (isJoined ? 1 : 0);
  const parts: number[] = [];
  for (let from = at + 2; from < end; from++) if (!parts.includes(numbers[from]!)) parts.push(numbers[from]!);
  return { parts, whole: isJoined ? numbers[end]! : null };
}

let kernelOfThread: WordKernel | null = null;

/** Has later users of this thread's kernel get a new one: after a trap a module's memory cannot be trusted. */
export function renewThreadKernel(): void {
  kernelOfThread = null;
}

/** Drops the thread's kernel if a text has made it large: its memory never shrinks. No result of it may be in use any more. */
export function dropLargeThreadKernel(): void {
  const memory = kernelOfThread?.memory ?? 0;
  if (memory <= mostKept) return;
  kernelOfThread = null;
  giveBack(memory);
}

/** The kernel of this thread, shared by everything that reads the same file. It lives as long as the thread, unless it traps or becomes large. */
export function threadKernel(): WordKernel {
  kernelOfThread ??= new WordKernel();
  return kernelOfThread;
}
