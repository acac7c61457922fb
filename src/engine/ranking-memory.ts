/**
 * What questions to the fused ranking leave behind for those after them: words by number, and the words of files that were looked at.
 * Invariant: bounded; a file's words are given for the content alone that they were read from.
 */
import { ChunkWordsBuilder, type ChunkedText, type ChunkWords } from '../search/chunk-words.ts';
import { WordLexicon } from '../search/word-lexicon.ts';
import type { FileRecord, Store } from '../store/store.ts';

/** What the words of files may take: those of some 25 MB of text. */
const mostBytes = 8 * 2 ** 20;
/** Of a file's words, besides their numbers. */
const entryBytes = 200;
/** Words, parts of identifiers for the most, that are known before all is forgotten: up to here their table takes 3 MB. */
const mostWords = 100_000;

interface KnownFile {
  hash: string;
  words: ChunkWords;
}

/** Words by number, and those of files by these numbers. Numbers stay what they are for who holds it. */
export class KnownWords {
  readonly lexicon = new WordLexicon();
  readonly #builder = new ChunkWordsBuilder(this.lexicon);
  /** By the file's id, the one that was used last at the end. */
  readonly #files = new Map<number, KnownFile>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes + this.lexicon.bytes;
  }

  /** Null for a content that was not looked at of late. */
  of({ id, hash }: FileRecord): ChunkWords | null {
    const known = this.#files.get(id);
    if (known?.hash !== hash) return null;
    this.#files.delete(id);
    this.#files.set(id, known);
    return known.words;
  }

  read(file: ChunkedText): ChunkWords {
    return this.#builder.build(file);
  }

  keep({ id, hash }: FileRecord, words: ChunkWords): void {
    this.#drop(id);
    this.#files.set(id, { hash, words });
    this.#bytes += words.bytes + entryBytes;
    for (const oldest of this.#files.keys()) {
      if (this.#bytes <= mostBytes) return;
      this.#drop(oldest);
    }
  }

  #drop(id: number): void {
    const known = this.#files.get(id);
    if (known === undefined) return;
    this.#files.delete(id);
    this.#bytes -= known.words.bytes + entryBytes;
  }
}

export class RankingMemory {
  #current: { of: Store; words: KnownWords } | null = null;

  /** For one question from its start to its end. */
  wordsFor(store: Store): KnownWords {
    if (this.#current?.of !== store || this.#current.words.lexicon.size > mostWords)
      this.#current = { of: store, words: new KnownWords() };
    return this.#current.words;
  }

  /** What it takes in memory. */
  get bytes(): number {
    return this.#current?.words.bytes ?? 0;
  }
}
