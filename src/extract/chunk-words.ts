/**
 * The words of a file's chunks.
 * Invariant: they follow from the file's text, chunks and definitions alone, whatever was read before.
 */
import type { ChunkSpan } from '../model/chunk.ts';
import { wordHash, type ChunkWords, type ChunkWordsEntry, type NameWords } from '../model/chunk-words.ts';
import type { Definition } from '../model/definition.ts';
import { qualifiedName } from '../model/link.ts';
import { placeWhole, WordTable } from '../util/word-table.ts';
import { identifierTerms } from '../util/words.ts';
import type { Lexicon } from './lexicon.ts';

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

interface Places {
  hash: number;
  chunks: number[];
  counts: number[];
}

/** Owns the tables of one thread. */
export class ChunkWordsReader {
  readonly #lexicon: Lexicon;
  readonly #words = new WordTable(1);

  /** @param lexicon trimmed by who owns it */
  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon;
  }

  read({ text, spans, definitions }: ChunkedText): ChunkWords {
    const byLine = definitions.toSorted((a, b) => a.line - b.line);
    const terms = new Map<number, Places>();
    const chunks: ChunkWordsEntry[] = [];
    let offset = 0;
    let named = 0;
    for (const [chunk, { startLine, endLine, kind }] of spans.entries()) {
      offset = this.#addLines(text, offset, endLine - startLine + 1);
      const length = this.#take(chunk, terms);
      const first = named;
      while (named < byLine.length && byLine[named]!.line <= endLine) named++;
      const defined = byLine.slice(first, named);
      chunks.push({ length, kinds: [...new Set([kind, ...defined.map((one) => one.kind)])], names: namesOf(defined) });
    }
    return { chunks, terms: [...terms.values()].sort((a, b) => a.hash - b.hash) };
  }

  /** Counts the words of so many lines; where the next one begins. */
  #addLines(text: string, start: number, lines: number): number {
    let offset = start;
    // Lines that are not too long are counted together.
    let from = start;
    for (let left = lines; left > 0 && offset < text.length; left--) {
      const feed = text.indexOf('\n', offset);
      const end = feed === -1 ? text.length : feed;
      if (end - offset > maxLine) {
        this.#words.addWords(text.slice(from, offset + maxLine), 0);
        from = end;
      }
      offset = end + 1;
    }
    this.#words.addWords(text.slice(from, offset), 0);
    return offset;
  }

  /** Takes the words that were counted for those of a chunk; how many terms they have. */
  #take(chunk: number, terms: Map<number, Places>): number {
    const lexicon = this.#lexicon;
    let length = 0;
    this.#words.drain((word, counts, from) => {
      const count = counts[from]!;
      const number = lexicon.number(word);
      const end = lexicon.start(number + 1);
      for (let at = lexicon.start(number); at < end; at++) {
        length += count;
        addPlace(terms, lexicon.hashes[lexicon.term(at)]!, chunk, count);
      }
    });
    return length;
  }
}

function addPlace(terms: Map<number, Places>, hash: number, chunk: number, count: number): void {
  const places = terms.get(hash);
  if (places === undefined) terms.set(hash, { hash, chunks: [chunk], counts: [count] });
  else if (places.chunks.at(-1) === chunk) places.counts[places.counts.length - 1]! += count;
  else {
    places.chunks.push(chunk);
    places.counts.push(count);
  }
}

/** The first names, each once, as `chunkOutlines` gives them. */
function namesOf(definitions: ChunkedText['definitions']): NameWords[] {
  const symbols = [...new Set(definitions.map(qualifiedName))].slice(0, maxNames);
  return symbols.map((symbol) => {
    const dot = symbol.lastIndexOf('.');
    const name = symbol.slice(dot + 1);
    const { parts, whole } = identifierTerms(name);
    return {
      written: hashOf(name),
      isTop: dot === -1,
      parts: [...new Set(parts.map(hashOf))],
      whole: whole === null ? null : hashOf(whole),
    };
  });
}

function hashOf(text: string): number {
  return wordHash(placeWhole(text));
}
