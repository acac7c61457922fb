/**
 * What scoring needs of a file's chunks, in one array of numbers: how many terms each has, which words how often, the names that are
 * defined in it, and what kinds they are.
 * Invariant: it follows from the file's text, chunks and definitions alone (its numbers are the lexicon's).
 */
import { chunkKinds, type ChunkKind, type ChunkSpan } from '../model/chunk.ts';
import { definitionKinds, type DefinitionKind } from '../model/definition.ts';
import { qualifiedName } from '../model/link.ts';
import type { OutlineEntry } from '../store/store.ts';
import type { WordLexicon } from './word-lexicon.ts';

/** What lies behind it in a line is data (UTF-16 units). */
const maxLine = 2000;
/** A longer run of letters is data, as it is for the index. */
const maxWord = 256;
/** Names of one chunk that are looked at. */
const maxSymbols = 40;

/** Fields of a chunk's record: how many terms its words have, its kinds, and where its words and its names end. */
const width = 4;
export const wordBits = 24;
const wordMask = 2 ** wordBits - 1;
const mostOfWord = 255;

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

  /** Where a chunk's words begin; they end where `wordsEnd` says. */
  wordsStart(chunk: number): number {
    return chunk === 0 ? this.count * width : this.#data[chunk * width - 1]!;
  }

  wordsEnd(chunk: number): number {
    return this.#data[chunk * width + 2]!;
  }

  /** Names begin where the words end. */
  namesEnd(chunk: number): number {
    return this.#data[chunk * width + 3]!;
  }

  /** A word's number in the lower `wordBits` bits, and above them how often it stands there; one that stands often has several entries. */
  word(at: number): number {
    return this.#data[at]!;
  }

  /** Twice the number of a name, one more for a name at the top of its file. */
  name(at: number): number {
    return this.#data[at]!;
  }
}

/** Classes of UTF-16 units: 0 not known yet, 1 none of a word's, 2 a word's, 3 a digit's, which begins no word. */
const unitClasses = new Uint8Array(65_536);
const ofWord = /[\p{L}\p{N}\p{M}_$]/u;

function classOf(unit: number): number {
  const digit = unit >= 48 && unit <= 57;
  const found = digit ? 3 : ofWord.test(String.fromCharCode(unit)) ? 2 : 1;
  unitClasses[unit] = found;
  return found;
}

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
  /** By word: where its last entry stands, counted through all files so that entries of other chunks are told by being too low. */
  #entryOf = new Int32Array(4096);
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
      const wordsEnd = this.#end;
      let kinds = kindBit(kind);
      const first = named;
      for (; named < byLine.length && byLine[named]!.line <= endLine; named++) kinds |= kindBit(byLine[named]!.kind);
      this.#addNames(byLine.slice(first, named));
      this.#data.set([this.#length, kinds, wordsEnd, this.#end], chunk * width);
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
      const first = unitClasses[text.charCodeAt(at)] || classOf(text.charCodeAt(at));
      if (first === 1) {
        at++;
        continue;
      }
      const start = at;
      // As `placeWhole` does it.
      let hashA = 0x811c9dc5 | 0;
      let hashB = 0;
      while (at < end) {
        const unit = text.charCodeAt(at);
        if ((unitClasses[unit] || classOf(unit)) === 1) break;
        hashA = Math.imul(hashA ^ unit, 0x01000193);
        hashB = (Math.imul(hashB, 0x85ebca6b | 0) + unit) | 0;
        at++;
      }
      if (at - start > maxWord || (first === 3 && isNumber(text, start, at))) continue;
      const word = this.#lexicon.number(text, start, at - start, hashA, hashB);
      this.#length += this.#lexicon.start(word + 1) - this.#lexicon.start(word);
      if (first !== 3) this.#addWord(word, from);
    }
  }

  #addWord(word: number, from: number): void {
    if (word >= this.#entryOf.length) this.#widenEntries(word);
    const known = this.#entryOf[word]! - this.#base;
    if (known >= from && this.#data[known]! >>> wordBits < mostOfWord) {
      this.#data[known]! += 2 ** wordBits;
      return;
    }
    if (word > wordMask) return;
    this.#reserve(1);
    this.#entryOf[word] = this.#base + this.#end;
    this.#data[this.#end++] = 2 ** wordBits + word;
  }

  #widenEntries(word: number): void {
    const wider = new Int32Array(Math.max(word + 1, this.#entryOf.length * 2));
    wider.set(this.#entryOf);
    this.#entryOf = wider;
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

function isNumber(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (unitClasses[text.charCodeAt(at)] !== 3) return false;
  return true;
}
