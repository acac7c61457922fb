/**
 * What is found by a pass over the text of the file at hand: its lines, and its words, once for all who count them (its tags by column, its
 * chunks by place). The work is done by a WebAssembly module of our own (`words/`, written in AssemblyScript), which is at its full speed
 * from the first file on, and into whose memory the text is written once. What a word is made of it asks of `identifierTerms`, once a word.
 * Owned by one thread; what it gives of one file holds until the next call.
 */
import { wordHash, type TermTable } from '../model/chunk-words.ts';
import { hashWord } from '../util/words/word-hash.ts';
import { identifierTerms } from '../util/words/words.ts';
import { openModule } from './open-module.ts';
import { classesOfPage, pageUnits } from './unit-classes.ts';

/** What words are counted by. */
export const columnCount = 9;

/** What `words/index.ts` exports; addresses are in bytes. */
interface WordModule {
  memory: { buffer: ArrayBuffer };
  holdText(length: number): number;
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

/** The lines of a text that hold something. */
export interface TextLines {
  /** Lines of the whole text, blank ones too. */
  lineCount: number;
  /** How many lines hold something; the arrays below have one entry for each, and `numbers` and `starts` one more for the text's end. */
  count: number;
  /** 1-based. */
  numbers: Int32Array;
  /** Offset of its first character. */
  starts: Int32Array;
  /** Offset behind its last character, line break not included. */
  ends: Int32Array;
  /** Columns of white space before its first word; a tab counts four. */
  indents: Int32Array;
  /** Its first character that is no white space. */
  firsts: Int32Array;
  /** Of its characters, without a carriage return at the end. */
  hashes: Int32Array;
  /** For line n, the first entry at or after it (`ranks[lineCount + 1]` is `count`). */
  ranks: Int32Array;
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

export class WordKernel {
  readonly #module: WordModule;
  #numbers: Int32Array<ArrayBuffer>;
  #bytes: Buffer<ArrayBuffer>;
  /** Terms by their texts. */
  readonly #ids = new Map<string, number>();
  /** By a language's keywords. */
  readonly #keywords = new Map<readonly string[], number>();
  /** What is in the module's memory. */
  #text: string | null = null;
  /** How many lines it has; null where they are not read. */
  #lineCount: number | null = null;
  /** Its words are counted. */
  #isCounted = false;
  /** By number; another array when numbers get another meaning. */
  terms: string[] = [];

  constructor() {
    const learnTerms = (text: number, length: number, width: number): void => this.#learnTerms(text, length, width);
    const learnClasses = (page: number): void => this.#learnClasses(page);
    const imports = { lexicon: { learnTerms }, 'word-masks': { learnClasses } };
    this.#module = openModule('words', imports) as unknown as WordModule;
    this.#numbers = new Int32Array(this.#module.memory.buffer);
    this.#bytes = Buffer.from(this.#module.memory.buffer);
  }

  /** Memory that has grown is another buffer, and the one before is empty; asking for it costs more than a look at that. */
  #look(): void {
    if (this.#numbers.length > 0) return;
    const { buffer } = this.#module.memory;
    this.#numbers = new Int32Array(buffer);
    this.#bytes = Buffer.from(buffer);
  }

  #hold(text: string): void {
    if (this.#text === text) return;
    this.#text = null;
    this.#lineCount = null;
    this.#isCounted = false;
    const at = this.#module.holdText(text.length);
    this.#look();
    this.#bytes.write(text, at, 'utf16le');
    this.#text = text;
  }

  /**
   * What of a text of JavaScript or TypeScript lies too deep for the native parser: offsets where it begins and ends, one behind the other.
   * Null when nobody can tell what of it is code.
   * @param jsx whether `<` may start an element
   */
  deepRanges(text: string, jsx: boolean): number[] | null {
    this.#hold(text);
    const count = this.#module.boundDepth(jsx ? 1 : 0);
    return this.#numbersAt(this.#module.deepRanges(), count);
  }

  /**
   * Where long lines of a text of JavaScript or TypeScript may be broken: twice the offset of a unit that may be a line break, plus one
   * where it and the next stand in a string and may be a backslash and a line break. Null when nobody can tell what of it is code.
   */
  lineBreaks(text: string, jsx: boolean): number[] | null {
    this.#hold(text);
    const count = this.#module.findBreaks(jsx ? 1 : 0);
    return this.#numbersAt(this.#module.lineBreaks(), count);
  }

  #numbersAt(address: number, count: number): number[] | null {
    if (count <= 0) return count === 0 ? [] : null;
    this.#look();
    return [...this.#numbers.subarray(address >> 2, (address >> 2) + count)];
  }

  #readLines(text: string): number {
    this.#hold(text);
    return (this.#lineCount ??= this.#module.readLines());
  }

  /** Where each line starts, with that behind a line break at the text's end. It holds until another text is read or words are counted. */
  lineStarts(text: string): Uint32Array {
    this.#readLines(text);
    const module = this.#module;
    return new Uint32Array(module.memory.buffer, module.allStarts(), module.startCount());
  }

  /** They hold until another text is read or words are counted. */
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
   * Two numbers for what stands in each chunk of the text that was read last, one behind the other.
   * @param starts entries of the lines at which chunks begin, ascending; the last ends with the lines
   */
  sumChunks(starts: readonly number[]): Int32Array {
    const module = this.#module;
    const { buffer } = module.memory;
    new Int32Array(buffer, module.chunkStarts(), starts.length).set(starts);
    module.sumChunks(starts.length);
    return new Int32Array(buffer, module.chunkSums(), starts.length * 2);
  }

  #learnClasses(page: number): void {
    this.#look();
    this.#bytes.set(classesOfPage(page), this.#module.classes() + page * pageUnits);
  }

  /** A word that the module has not met. @param width bytes a letter */
  #learnTerms(at: number, length: number, width: number): void {
    this.#look();
    const { parts, whole } = identifierTerms(
      this.#bytes.toString(width === 1 ? 'latin1' : 'utf16le', at, at + length * width),
    );
    for (const term of parts) this.#addTerm(term);
    if (whole === null) return;
    this.#addTerm(whole);
    this.#module.markJoined();
  }

  #addTerm(term: string): void {
    const known = this.#ids.get(term);
    if (known !== undefined) {
      this.#module.addTerm(known, 0);
      return;
    }
    this.#ids.set(term, this.terms.length);
    this.#module.addTerm(this.terms.length, wordHash(hashWord(term)));
    this.terms.push(term);
  }

  #language(keywords: readonly string[]): number {
    const known = this.#keywords.get(keywords);
    if (known !== undefined) return known;
    const language = this.#module.openKeywords();
    this.#keywords.set(keywords, language);
    this.#writeWords(keywords);
    this.#module.addKeywords(language, keywords.length);
    return language;
  }

  /** Writes words for the module: their lengths, then the words. */
  #writeWords(words: readonly string[]): void {
    const text = words.join('');
    const room = this.#module.room(words.length * 4 + text.length * 2);
    this.#look();
    for (let word = 0; word < words.length; word++) this.#numbers[(room >> 2) + word] = words[word]!.length;
    this.#bytes.write(text, room + words.length * 4, 'utf16le');
  }

  /**
   * Counts the words of a file, those of its text in the last column.
   * @param keywords words of which the text's say nothing; the same object for the same language
   */
  countFile({ heads, texts }: TextPieces, text: string, keywords: readonly string[]): CountedTerms {
    const module = this.#module;
    if (module.begin() !== 0) this.#forget();
    const language = this.#language(keywords);
    this.#hold(text);
    const pieces = texts.join('');
    const room = module.room(heads.length * 4 + pieces.length * 2);
    this.#look();
    this.#numbers.set(heads, room >> 2);
    this.#bytes.write(pieces, room + heads.length * 4, 'utf16le');
    const rows = module.countFile(heads.length, language);
    this.#isCounted = true;
    this.#look();
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
    this.#ids.clear();
  }

  /** Whether the words of this text are those that were counted last, and no other text was read since. */
  has(text: string): boolean {
    return this.#isCounted && this.#text === text;
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
    this.#writeWords(names);
    module.readNames(names.length);
    this.#look();
    const numbers = this.#numbers;
    let at = module.nameNumbers() >> 2;
    return names.map((name) => {
      const terms = { written: wordHash(hashWord(name)), ...termsAt(numbers, at) };
      at += 2 + numbers[at]!;
      return terms;
    });
  }
}

/** From how many hashes follow, whether the last of them is that of all parts joined, and these. */
function termsAt(numbers: Int32Array, at: number): Omit<NameTerms, 'written'> {
  const isJoined = numbers[at + 1] !== 0;
  const end = at + 2 + numbers[at]! - (isJoined ? 1 : 0);
  const parts: number[] = [];
  for (let from = at + 2; from < end; from++) if (!parts.includes(numbers[from]!)) parts.push(numbers[from]!);
  return { parts, whole: isJoined ? numbers[end]! : null };
}

let ofThread: WordKernel | null = null;

/** That of the thread, for as long as it lives, for all who read the same file one after another. */
export function threadKernel(): WordKernel {
  ofThread ??= new WordKernel();
  return ofThread;
}
