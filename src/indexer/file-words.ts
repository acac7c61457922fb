/**
 * The words of a file: its tags, and those of its chunks. What is counted besides the text comes from the extraction, so that another thread than that of
 * the parsers may count.
 */
import { ChunkWordsReader, type NamedChunks } from '../extract/words/chunk-words.ts';
import { TagExtractor } from '../extract/words/tags.ts';
import { WordKernel, type TextPieces } from '../kernels/words.ts';
import { packChunkWords } from '../store/packed/packed-chunk-words.ts';
import type { FileWrite } from '../store/store.ts';

/** What a file's words are counted by, without its text. */
export interface WordSource {
  pieces: TextPieces;
  /** The same object for the same language. */
  keywords: readonly string[];
  /** Null where the words of its chunks are not kept. */
  chunks: NamedChunks | null;
}

export type FileWords = Pick<FileWrite, 'terms' | 'termCounts' | 'fieldLengths' | 'chunkWords'>;

const noWords = new Uint8Array(0);

/** Owns nothing: the kernel is that of who gives it. */
export class WordCounter {
  readonly #tags: TagExtractor;
  readonly #chunkWords: ChunkWordsReader;

  constructor(kernel = new WordKernel()) {
    this.#tags = new TagExtractor(kernel);
    this.#chunkWords = new ChunkWordsReader(kernel);
  }

  count(text: string, { pieces, keywords, chunks }: WordSource): FileWords {
    const { terms, counts, fieldLengths } = this.#tags.count(pieces, text, keywords);
    const chunkWords = chunks === null ? noWords : packChunkWords(this.#chunkWords.count(text, chunks));
    return { terms, termCounts: counts, fieldLengths, chunkWords };
  }
}
