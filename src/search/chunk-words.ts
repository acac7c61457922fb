/**
 * What scoring needs of a file's chunks, in one array of numbers: how many terms each has, which of them how often, the names that are
 * defined in it, and what kinds they are. Identifiers are taken apart as `identifierTerms` does it, without a string made for them.
 * Invariant: it follows from the file's text, chunks and definitions alone (its numbers are the lexicon's).
 */
import { chunkKinds, type ChunkKind, type ChunkSpan } from '../model/chunk.ts';
import { definitionKinds, type DefinitionKind } from '../model/definition.ts';
import { qualifiedName } from '../model/link.ts';
import type { OutlineEntry } from '../store/store.ts';
import { manyTerms, noTerm, type WordLexicon } from './word-lexicon.ts';

/** What lies behind it in a line is data (UTF-16 units). */
const maxLine = 2000;
/** A longer run of letters is data, as it is for the index. */
const maxWord = 256;
/** Names of one chunk that are looked at. */
const maxSymbols = 40;

/** Longer ones are no terms, nor are shorter ones: as for `identifierTerms`. */
const leastTerm = 3;
const longestTerm = 64;

/** Fields of a chunk's record: how many terms its words have, its kinds, and where its terms, its joined terms and its names end. */
const width = 5;
export const termBits = 24;
const termMask = 2 ** termBits - 1;
const mostOfTerm = 255;

const chunkKindBits = new Map(chunkKinds.map((kind, at) => [kind, 1 << at]));
const definitionKindBits = new Map(definitionKinds.map((kind, at) => [kind, 1 << (chunkKinds.length + at)]));

/** As bits of `ChunkWords.kinds`. */
export function kindBit(kind: ChunkKind | DefinitionKind): number {
  const bit = chunkKindBits.get(kind as ChunkKind) ?? definitionKindBits.get(kind as DefinitionKind);
  if (bit === undefined) throw new RangeError(`no kind: ${kind}`);
  return bit;
}

export class ChunkWords {
  readonly #data: Uint32Array;
  readonly count: number;

  constructor(data: Uint32Array, count: number) {
    this.#data = data;
    this.count = count;
  }

  get bytes(): number {
    return this.#data.byteLength;
  }

  /** Terms of all words of a chunk. */
  length(chunk: number): number {
    return this.#data[chunk * width]!;
  }

  /** `kindBit` of the chunk's own kind and of the kinds of what is defined in it. */
  kinds(chunk: number): number {
    return this.#data[chunk * width + 1]!;
  }

  /** Where a chunk's terms begin. Those that are an identifier's parts joined follow, then its names. */
  start(chunk: number): number {
    return chunk === 0 ? this.count * width : this.#data[chunk * width - 1]!;
  }

  termsEnd(chunk: number): number {
    return this.#data[chunk * width + 2]!;
  }

  joinedEnd(chunk: number): number {
    return this.#data[chunk * width + 3]!;
  }

  namesEnd(chunk: number): number {
    return this.#data[chunk * width + 4]!;
  }

  /**
   * Of a term: its number in the lower `termBits` bits, and above them how often it stands there; one that stands often has several entries.
   * Of joined parts, `joinedFirst`, and behind it `joinedSecond` with how often they stand there in its lower 8 bits.
   * Of a name, twice its number, and one more for a name at the top of its file.
   */
  entry(at: number): number {
    return this.#data[at]!;
  }
}

/** 56 bits of hash tell joined parts from others, in two numbers from 0 to 2^32 - 1. */
export function joinedFirst(length: number, hashA: number): number {
  return (hashA ^ (length << 24)) >>> 0;
}
export function joinedSecond(hashB: number): number {
  return (hashB << 8) >>> 0;
}

/** Classes of UTF-16 units. */
const none = 1;
const lower = 2;
const upper = 3;
const digit = 4;
/** `_` and `$`, which part an identifier. */
const joint = 5;
/** Beyond ASCII. */
const other = 6;
/** 0: not known yet. */
const unitClasses = new Uint8Array(65_536);
const ofWord = /[\p{L}\p{N}\p{M}]/u;

function classOf(unit: number): number {
  const known = unitClasses[unit]!;
  if (known !== 0) return known;
  const character = String.fromCharCode(unit);
  let found = none;
  if (unit >= 128) found = ofWord.test(character) ? other : none;
  else if (/[a-z]/.test(character)) found = lower;
  else if (/[A-Z]/.test(character)) found = upper;
  else if (/[0-9]/.test(character)) found = digit;
  else if (/[_$]/.test(character)) found = joint;
  unitClasses[unit] = found;
  return found;
}

/** As `placeWhole` hashes. */
const seedA = 0x811c9dc5 | 0;
const factorA = 0x01000193;
const factorB = 0x85ebca6b | 0;

/** What the builder reads. */
export interface ChunkedText {
  text: string;
  spans: readonly ChunkSpan[];
  definitions: readonly OutlineEntry[];
}

/** Makes `ChunkWords`; owns the arrays that are used again for the next file. */
export class ChunkWordsBuilder {
  readonly #lexicon: WordLexicon;
  /** The array that is being filled, and how far it is. */
  #data = new Uint32Array(4096);
  #end = 0;
  /** By term: where its last entry stands, counted through all files so that entries of other chunks are told by being too low. */
  #entryOf = new Int32Array(4096);
  /** The same of joined parts, by open addressing. */
  #joinedSlots = new Int32Array(1024);
  /** Joined parts of the chunk at hand, on their way behind its terms: two numbers each. */
  #joined = new Uint32Array(512);
  #joinedCount = 0;
  /** Joined parts of all chunks before, so that slots of those are told by being too low. */
  #joinedBase = 0;
  /** Distinct terms of the word at hand. */
  readonly #ofWord = new Int32Array(maxWord);
  #ofWordCount = 0;
  /** What places of the file at hand are counted from. */
  #base = 0;
  /** Terms of the chunk at hand. */
  #length = 0;

  constructor(lexicon: WordLexicon) {
    this.#lexicon = lexicon;
  }

  build({ text, spans, definitions }: ChunkedText): ChunkWords {
    const byLine = definitions.toSorted((a, b) => a.line - b.line);
    this.#base += this.#end;
    if (this.#base > 2 ** 30) {
      this.#entryOf.fill(0);
      this.#base = 0;
    }
    this.#end = 0;
    this.#reserve(spans.length * width);
    this.#end = spans.length * width;
    let offset = 0;
    let named = 0;
    for (const [chunk, { startLine, endLine, kind }] of spans.entries()) {
      const from = this.#end;
      this.#length = 0;
      for (let line = startLine; line <= endLine && offset < text.length; line++) {
        const feed = text.indexOf('\n', offset);
        const end = feed === -1 ? text.length : feed;
        this.#addWords(text, offset, Math.min(end, offset + maxLine), from);
        offset = end + 1;
      }
      const termsEnd = this.#end;
      this.#endJoined();
      const joinedEnd = this.#end;
      let kinds = kindBit(kind);
      const first = named;
      for (; named < byLine.length && byLine[named]!.line <= endLine; named++) kinds |= kindBit(byLine[named]!.kind);
      this.#addNames(byLine.slice(first, named));
      this.#data.set([this.#length, kinds, termsEnd, joinedEnd, this.#end], chunk * width);
    }
    return new ChunkWords(this.#data.slice(0, this.#end), spans.length);
  }

  #reserve(room: number): void {
    if (this.#end + room <= this.#data.length) return;
    const wider = new Uint32Array(Math.max(this.#data.length * 2, this.#end + room));
    wider.set(this.#data);
    this.#data = wider;
  }

  /** The words of a line. They are the index's; those that begin with a digit, which it leaves out, count as length alone. */
  #addWords(text: string, offset: number, end: number, from: number): void {
    let at = offset;
    while (at < end) {
      const first = classOf(text.charCodeAt(at));
      if (first === none) {
        at++;
        continue;
      }
      const start = at;
      let isAscii = true;
      let isNumber = true;
      for (; at < end; at++) {
        const found = classOf(text.charCodeAt(at));
        if (found === none) break;
        if (found === other) isAscii = false;
        if (found !== digit) isNumber = false;
      }
      if (isNumber || at - start > maxWord) continue;
      this.#ofWordCount = 0;
      const counts = first !== digit;
      if (isAscii) this.#addIdentifier(text, start, at, counts);
      else this.#takeTerms(this.#lexicon.numberOf(text.slice(start, at)));
      this.#length += this.#ofWordCount;
      if (counts) this.#addTerms(from);
    }
  }

  /** Takes the terms of an identifier's parts, and adds the parts joined. */
  #addIdentifier(text: string, start: number, end: number, counts: boolean): void {
    let partA = seedA;
    let partB = 0;
    let partStart = -1;
    let parts = 0;
    let wholeA = seedA;
    let wholeB = 0;
    let wholeLength = 0;
    let previous = 0;
    let onlyDigits = true;
    for (let at = start; at <= end; at++) {
      const unit = at === end ? 0 : text.charCodeAt(at);
      const found = at === end ? joint : unitClasses[unit]!;
      const opens = found === upper && (previous !== upper || opensWord(text, at, end));
      if (partStart !== -1 && (opens || found === joint)) {
        if (at - partStart >= leastTerm)
          this.#takeTerms(this.#lexicon.partNumber(text, partStart, at - partStart, partA, partB));
        partStart = -1;
      }
      previous = found;
      if (found === joint) continue;
      if (partStart === -1) {
        partA = seedA;
        partB = 0;
        partStart = at;
        parts++;
      }
      const small = found === upper ? unit | 32 : unit;
      partA = Math.imul(partA ^ small, factorA);
      partB = (Math.imul(partB, factorB) + small) | 0;
      wholeA = Math.imul(wholeA ^ small, factorA);
      wholeB = (Math.imul(wholeB, factorB) + small) | 0;
      wholeLength++;
      if (found !== digit) onlyDigits = false;
    }
    if (parts < 2 || wholeLength < leastTerm || wholeLength > longestTerm || onlyDigits) return;
    this.#length++;
    if (counts) this.#addJoined(joinedFirst(wholeLength, wholeA), joinedSecond(wholeB));
  }

  /** Terms of a word, each once. */
  #takeTerms(word: number): void {
    const only = this.#lexicon.onlyTerm(word);
    if (only !== manyTerms) {
      if (only !== noTerm) this.#takeTerm(only);
      return;
    }
    const end = this.#lexicon.start(word + 1);
    for (let at = this.#lexicon.start(word); at < end; at++) {
      const term = this.#lexicon.termAt(at);
      this.#takeTerm(term < 0 ? ~term : term);
    }
  }

  #takeTerm(term: number): void {
    for (let place = 0; place < this.#ofWordCount; place++) if (this.#ofWord[place] === term) return;
    this.#ofWord[this.#ofWordCount++] = term;
  }

  #addTerms(from: number): void {
    this.#reserve(this.#ofWordCount);
    for (let at = 0; at < this.#ofWordCount; at++) this.#addTerm(this.#ofWord[at]!, from);
  }

  #addTerm(term: number, from: number): void {
    if (term >= this.#entryOf.length) this.#entryOf = widened(this.#entryOf, term + 1);
    const known = this.#entryOf[term]! - this.#base;
    if (known >= from && this.#data[known]! >>> termBits < mostOfTerm) {
      this.#data[known]! += 2 ** termBits;
      return;
    }
    if (term > termMask) return;
    this.#entryOf[term] = this.#base + this.#end;
    this.#data[this.#end++] = 2 ** termBits + term;
  }

  #addJoined(first: number, second: number): void {
    const mask = this.#joinedSlots.length - 1;
    let slot = (first ^ (first >>> 15)) & mask;
    for (;;) {
      // One more than its place, so that 0 is none.
      const at = this.#joinedSlots[slot]! - 1 - this.#joinedBase;
      if (at < 0) break;
      const known = this.#joined[at * 2 + 1]!;
      if (
        this.#joined[at * 2] === first &&
        known - (known & mostOfTerm) === second &&
        (known & mostOfTerm) < mostOfTerm
      ) {
        this.#joined[at * 2 + 1] = known + 1;
        return;
      }
      slot = (slot + 1) & mask;
    }
    if (this.#joinedCount * 2 + 2 > this.#joined.length) this.#joined = widened(this.#joined, 0);
    this.#joined[this.#joinedCount * 2] = first;
    this.#joined[this.#joinedCount * 2 + 1] = second + 1;
    this.#joinedSlots[slot] = ++this.#joinedCount + this.#joinedBase;
    if (this.#joinedCount * 2 > this.#joinedSlots.length) this.#widenSlots();
  }

  #widenSlots(): void {
    const slots = new Int32Array(this.#joinedSlots.length * 4);
    const mask = slots.length - 1;
    for (let at = 0; at < this.#joinedCount; at++) {
      const first = this.#joined[at * 2]!;
      let slot = (first ^ (first >>> 15)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = at + 1 + this.#joinedBase;
    }
    this.#joinedSlots = slots;
  }

  /** Puts the joined parts of the chunk behind its terms. */
  #endJoined(): void {
    const length = this.#joinedCount * 2;
    this.#reserve(length);
    this.#data.set(this.#joined.subarray(0, length), this.#end);
    this.#end += length;
    this.#joinedBase += this.#joinedCount;
    this.#joinedCount = 0;
    if (this.#joinedBase < 2 ** 30) return;
    this.#joinedSlots.fill(0);
    this.#joinedBase = 0;
  }

  /** The first names, each once, as `chunkOutlines` gives them. */
  #addNames(definitions: readonly OutlineEntry[]): void {
    const seen = new Set<string>();
    for (const definition of definitions) {
      const symbol = qualifiedName(definition);
      if (seen.has(symbol)) continue;
      if (seen.size >= maxSymbols) return;
      seen.add(symbol);
      const dot = symbol.lastIndexOf('.');
      this.#reserve(1);
      this.#data[this.#end++] = this.#lexicon.numberOf(symbol.slice(dot + 1)) * 2 + (dot === -1 ? 1 : 0);
    }
  }
}

/** Whether the capital at `at`, behind another, begins a part: a small letter follows that is not just a plural's s. */
function opensWord(text: string, at: number, end: number): boolean {
  if (at + 1 >= end || unitClasses[text.charCodeAt(at + 1)] !== lower) return false;
  if (text[at + 1] !== 's') return true;
  return at + 2 < end && unitClasses[text.charCodeAt(at + 2)] === lower;
}

function widened<A extends Int32Array | Uint32Array>(from: A, least: number): A {
  const to = new (from.constructor as new (length: number) => A)(Math.max(least, from.length * 2));
  to.set(from);
  return to;
}
