/**
 * Finds the words of a text without making a string for each: a word is an offset, a length and 64 bits of hash until someone asks for
 * its letters. Two words of one length are told apart by the hash alone: for a million of them the odds of one mistake are about one
 * in thirty million, and a mistake would be the same every time.
 */

/** Classes of the first 128 code points: 1 letter, `_` or `$`; 2 digit; 0 neither. Beyond them the scanner asks Unicode. */
const asciiClass = new Uint8Array(128);
for (let c = 0; c < 128; c++) {
  const character = String.fromCharCode(c);
  if (/[A-Za-z_$]/.test(character)) asciiClass[c] = 1;
  else if (/[0-9]/.test(character)) asciiClass[c] = 2;
}
const letterBeyondAscii = /[\p{L}\p{N}\p{M}]/u;

function isWord(text: string, i: number): boolean {
  const code = text.charCodeAt(i);
  return code < 128 ? asciiClass[code] !== 0 : letterBeyondAscii.test(text[i]!);
}

/** A longer run is data, not a word (UTF-16 units). */
const maxWord = 256;

/** Both hashes start and go on in their own way, over UTF-16 units: FNV-1a, and a multiply-and-add with an odd factor. */
export const hashSeed = 0x811c9dc5 | 0;
export const hashFactorA = 0x01000193;
export const hashFactorB = 0x85ebca6b | 0;

/** A word on its way from a text to a table. The object is used again for the next word. */
export interface PlacedWord {
  text: string;
  offset: number;
  /** UTF-16 units. */
  length: number;
  hashA: number;
  hashB: number;
}

/** The word that is all of `text`. */
export function placeWhole(text: string): PlacedWord {
  let hashA = hashSeed;
  let hashB = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    hashA = Math.imul(hashA ^ code, hashFactorA);
    hashB = (Math.imul(hashB, hashFactorB) + code) | 0;
  }
  return { text, offset: 0, length: text.length, hashA, hashB };
}

/** Fields of a slot's record. */
const width = 3;
/** Room that is kept between texts at the most: what one huge file took is given back. */
const keptSlots = 1 << 14;
const keptWords = keptSlots / 2;
const keptRun = 1 << 15;

/** Words that were cleared at the most before the slots are made anew, so that their numbers fit 32 bits. */
const mostCleared = 2 ** 30;

/** The words of a text in the order they stand there. */
export interface WordRun {
  length: number;
  /** Where each begins (UTF-16 units); only the first `length` values count. */
  offsets: Int32Array;
  /** Its number in the table. */
  words: Int32Array;
}

/**
 * Numbers words from 0 in the order they come in, by open addressing.
 * Owns nothing but its arrays; a word's letters are the caller's to keep.
 */
export class WordNumbers {
  /** Per slot: both hashes, with the word's length folded into the first, and the word's number plus `#free` and one. */
  #slots: Int32Array;
  /** A slot with no more than this is free: what was there has been cleared, without a pass over the slots. */
  #free = 0;
  #size = 0;
  #mask: number;

  /** @param bits slots to begin with, as a power of two */
  constructor(bits: number) {
    this.#mask = 2 ** bits - 1;
    this.#slots = new Int32Array(2 ** bits * width);
  }

  get size(): number {
    return this.#size;
  }

  /** The word's number; equal to `size` before the call when the word is new. */
  number(length: number, hashA: number, hashB: number): number {
    const first = hashA ^ (length << 24);
    const slots = this.#slots;
    let slot = (first ^ (first >>> 15)) & this.#mask;
    for (;;) {
      const at = slot * width;
      const entry = slots[at + 2]!;
      if (entry <= this.#free) return this.#take(at, first, hashB);
      if (slots[at] === first && slots[at + 1] === hashB) return entry - this.#free - 1;
      slot = (slot + 1) & this.#mask;
    }
  }

  #take(at: number, first: number, hashB: number): number {
    const number = this.#size++;
    const slots = this.#slots;
    slots[at] = first;
    slots[at + 1] = hashB;
    slots[at + 2] = this.#free + this.#size;
    if (this.#size * 2 > this.#mask) this.#grow();
    return number;
  }

  #grow(): void {
    const old = this.#slots;
    this.#mask = this.#mask * 2 + 1;
    const slots = new Int32Array((this.#mask + 1) * width);
    for (let from = 0; from < old.length; from += width) {
      const entry = old[from + 2]! - this.#free;
      if (entry > 0) this.#move(slots, old, from, entry);
    }
    this.#slots = slots;
    this.#free = 0;
  }

  #move(slots: Int32Array, old: Int32Array, from: number, entry: number): void {
    const first = old[from]!;
    let slot = (first ^ (first >>> 15)) & this.#mask;
    while (slots[slot * width + 2] !== 0) slot = (slot + 1) & this.#mask;
    const at = slot * width;
    slots[at] = first;
    slots[at + 1] = old[from + 1]!;
    slots[at + 2] = entry;
  }

  clear(): void {
    if (this.#mask >= keptSlots || this.#free > mostCleared) {
      this.#mask = Math.min(this.#mask, keptSlots - 1);
      this.#slots = new Int32Array((this.#mask + 1) * width);
      this.#free = 0;
    } else this.#free += this.#size;
    this.#size = 0;
  }
}

/**
 * Counts the words of several texts by column: what one file's words, comments and names are made of.
 * Words of one file only; `drain` empties it.
 */
export class WordTable {
  readonly #columns: number;
  #numbers = new WordNumbers(12);
  #texts: string[] = [];
  /** Per word: index of its text, offset, length, both hashes. */
  #places = new Int32Array(5 * keptWords);
  #counts: Int32Array;
  /** Of the last text of `addText`. */
  readonly run: WordRun = { length: 0, offsets: new Int32Array(keptRun), words: new Int32Array(keptRun) };
  readonly #word: PlacedWord = { text: '', offset: 0, length: 0, hashA: 0, hashB: 0 };

  constructor(columns: number) {
    this.#columns = columns;
    this.#counts = new Int32Array(columns * keptWords);
  }

  /** Counts `text` as one word, whatever it is made of. */
  addWhole(text: string, column: number): void {
    const { length, hashA, hashB } = placeWhole(text);
    if (length > maxWord) return;
    this.#texts.push(text);
    this.#add(0, length, hashA, hashB, column);
  }

  /** Counts the words of `text`. Numbers and words over 256 UTF-16 units are passed over. */
  addWords(text: string, column: number): void {
    this.#scan(text, column, null);
  }

  /** The same, and keeps in `run` where they stand until the next call. */
  addText(text: string, column: number): void {
    const { run } = this;
    if (run.offsets.length > keptRun) {
      run.offsets = new Int32Array(keptRun);
      run.words = new Int32Array(keptRun);
    }
    run.length = 0;
    this.#scan(text, column, run);
  }

  #scan(text: string, column: number, run: WordRun | null): void {
    this.#texts.push(text);
    const end = text.length;
    let i = 0;
    while (i < end) {
      const first = text.charCodeAt(i);
      if (first < 128 ? asciiClass[first] !== 1 : !letterBeyondAscii.test(text[i]!)) {
        i++;
        if (first < 128 && asciiClass[first] === 2) while (i < end && isWord(text, i)) i++;
        continue;
      }
      const start = i;
      let hashA = hashSeed;
      let hashB = 0;
      while (i < end) {
        const code = text.charCodeAt(i);
        if (code < 128 ? asciiClass[code] === 0 : !letterBeyondAscii.test(text[i]!)) break;
        hashA = Math.imul(hashA ^ code, hashFactorA);
        hashB = (Math.imul(hashB, hashFactorB) + code) | 0;
        i++;
      }
      if (i - start > maxWord) continue;
      const number = this.#add(start, i - start, hashA, hashB, column);
      if (run !== null) append(run, start, number);
    }
  }

  // Not one object: this runs once a word of every file.
  // eslint-disable-next-line max-params
  #add(offset: number, length: number, hashA: number, hashB: number, column: number): number {
    const before = this.#numbers.size;
    const number = this.#numbers.number(length, hashA, hashB);
    if (number === before) this.#place(number, offset, length, hashA, hashB);
    this.#counts[number * this.#columns + column]!++;
    return number;
  }

  // eslint-disable-next-line max-params
  #place(number: number, offset: number, length: number, hashA: number, hashB: number): void {
    const at = number * 5;
    if (at + 5 > this.#places.length) {
      this.#places = doubled(this.#places);
      this.#counts = doubled(this.#counts);
    }
    const places = this.#places;
    places[at] = this.#texts.length - 1;
    places[at + 1] = offset;
    places[at + 2] = length;
    places[at + 3] = hashA;
    places[at + 4] = hashB;
  }

  /**
   * Visits each word once, in the order of first appearance, which is that of their numbers from 0, and empties the table.
   * @param visit gets the word, and the counts of all words with the place where this one's begin
   */
  drain(visit: (word: PlacedWord, counts: Int32Array, from: number) => void): void {
    const { size } = this.#numbers;
    const word = this.#word;
    const places = this.#places;
    for (let number = 0, at = 0; number < size; number++, at += 5) {
      word.text = this.#texts[places[at]!]!;
      word.offset = places[at + 1]!;
      word.length = places[at + 2]!;
      word.hashA = places[at + 3]!;
      word.hashB = places[at + 4]!;
      visit(word, this.#counts, number * this.#columns);
    }
    if (size > keptWords) {
      this.#places = new Int32Array(5 * keptWords);
      this.#counts = new Int32Array(this.#columns * keptWords);
    } else this.#counts.fill(0, 0, size * this.#columns);
    this.#texts = [];
    word.text = '';
    this.#numbers.clear();
  }
}

function append(run: WordRun, offset: number, word: number): void {
  if (run.length === run.offsets.length) {
    run.offsets = doubled(run.offsets);
    run.words = doubled(run.words);
  }
  run.offsets[run.length] = offset;
  run.words[run.length++] = word;
}

function doubled(from: Int32Array): Int32Array<ArrayBuffer> {
  const to = new Int32Array(from.length * 2);
  to.set(from);
  return to;
}
