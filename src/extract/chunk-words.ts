/**
 * The words of a file's chunks.
 * Invariant: they follow from the file's text, chunks and definitions alone, whatever was read before.
 */
import type { ChunkSpan } from '../model/chunk.ts';
import { wordHash, type ChunkWords, type ChunkWordsEntry, type NameWords } from '../model/chunk-words.ts';
import type { Definition } from '../model/definition.ts';
import { qualifiedName } from '../model/link.ts';
import { placeWhole, type WordRun } from '../util/word-table.ts';
import { FileWords } from './file-words.ts';
import type { Lexicon } from './lexicon.ts';
import { TermCollector } from './term-collector.ts';

/** What lies behind it in a line is data (UTF-16 units). */
const maxLine = 2000;
/** Names of one chunk that are looked at. */
const maxNames = 40;

/** A file whose chunks are known. */
export interface ChunkedText {
  text: string;
  spans: readonly ChunkSpan[];
  definitions: readonly Pick<Definition, 'name' | 'kind' | 'container' | 'line'>[];
}

/** Owns the tables of one thread. */
export class ChunkWordsReader {
  readonly #words: FileWords;
  /** Words of the chunk at hand, and how often each stands there, by its number in the file. */
  readonly #seen: number[] = [];
  #counts = new Int32Array(1024);
  readonly #places = new TermCollector();

  /** @param words who shares them has counted the file's text there just before */
  constructor(words = new FileWords()) {
    this.#words = words;
  }

  read({ text, spans, definitions }: ChunkedText): ChunkWords {
    const byLine = definitions.toSorted((a, b) => a.line - b.line);
    const { lexicon } = this.#words;
    const { run, known } = this.#words.runOf(text);
    const chunks: ChunkWordsEntry[] = [];
    const reading = { text, run, offset: 0, word: 0 };
    let named = 0;
    for (const [chunk, { startLine, endLine, kind }] of spans.entries()) {
      this.#countLines(reading, endLine - startLine + 1);
      const length = this.#take(chunk, known);
      const first = named;
      while (named < byLine.length && byLine[named]!.line <= endLine) named++;
      const defined = byLine.slice(first, named);
      const kinds = defined.length === 0 ? [kind] : [...new Set([kind, ...defined.map((one) => one.kind)])];
      chunks.push({ length, kinds, names: namesOf(defined, lexicon) });
    }
    return { chunks, terms: this.#places.take(lexicon.hashes) };
  }

  /** Counts the words of so many lines; what begins behind `maxLine` of one is passed over. */
  #countLines(reading: Reading, lines: number): void {
    const { text } = reading;
    for (let left = lines; left > 0 && reading.offset < text.length; left--) {
      const feed = text.indexOf('\n', reading.offset);
      const end = feed === -1 ? text.length : feed;
      if (end - reading.offset > maxLine) {
        this.#countUntil(reading, reading.offset + maxLine);
        skipUntil(reading, end);
      }
      reading.offset = end + 1;
    }
    this.#countUntil(reading, reading.offset);
  }

  #countUntil(reading: Reading, offset: number): void {
    const { length, offsets, words } = reading.run;
    const seen = this.#seen;
    let counts = this.#counts;
    let at = reading.word;
    for (; at < length && offsets[at]! < offset; at++) {
      const word = words[at]!;
      if (word >= counts.length) counts = this.#widen(word);
      if (counts[word] === 0) seen.push(word);
      counts[word]!++;
    }
    reading.word = at;
  }

  /** Makes room for `word`. */
  #widen(word: number): Int32Array<ArrayBuffer> {
    const wider = new Int32Array(Math.max(word + 1, this.#counts.length * 2));
    wider.set(this.#counts);
    return (this.#counts = wider);
  }

  /** Takes the words that were counted for those of a chunk; how many terms they have. */
  #take(chunk: number, known: Int32Array): number {
    const { lexicon } = this.#words;
    const counts = this.#counts;
    const seen = this.#seen;
    const places = this.#places;
    let length = 0;
    for (let index = 0; index < seen.length; index++) {
      const word = seen[index]!;
      const count = counts[word]!;
      counts[word] = 0;
      const number = known[word]!;
      const end = lexicon.start(number + 1);
      for (let at = lexicon.start(number); at < end; at++) {
        length += count;
        places.add(lexicon.term(at), chunk, count);
      }
    }
    seen.length = 0;
    return length;
  }
}

/** How far a file is read. */
interface Reading {
  text: string;
  run: WordRun;
  /** Of the next line. */
  offset: number;
  /** The next word. */
  word: number;
}

function skipUntil(reading: Reading, offset: number): void {
  const { length, offsets } = reading.run;
  while (reading.word < length && offsets[reading.word]! < offset) reading.word++;
}

/** The first names, each once, as `chunkOutlines` gives them. */
function namesOf(definitions: ChunkedText['definitions'], lexicon: Lexicon): NameWords[] {
  if (definitions.length === 0) return [];
  const symbols = [...new Set(definitions.map(qualifiedName))].slice(0, maxNames);
  return symbols.map((symbol) => {
    const dot = symbol.lastIndexOf('.');
    const name = placeWhole(dot === -1 ? symbol : symbol.slice(dot + 1));
    const word = lexicon.number(name);
    const hashes: number[] = [];
    for (let at = lexicon.start(word); at < lexicon.start(word + 1); at++)
      hashes.push(lexicon.hashes[lexicon.term(at)]!);
    const whole = lexicon.isJoined(word) ? hashes.pop()! : null;
    return { written: wordHash(name), isTop: dot === -1, parts: [...new Set(hashes)], whole };
  });
}
