/** What the words of a file's chunks are, as ranking needs it: terms by their hashes, and the names of what is defined in each chunk. */
import type { ChunkKind } from './chunk.ts';
import type { DefinitionKind } from './definition.ts';

/** What a definition's name is made of. */
export interface NameWords {
  /** `wordHash` of the name as it is written, without what contains it. */
  written: number;
  /** Not in anything. */
  isTop: boolean;
  /** `wordHash` of its parts' terms, each once, and of all parts joined; null for a name of one part. */
  parts: readonly number[];
  whole: number | null;
}

export interface ChunkWordsEntry {
  /** Terms of all its words: those that stand n times count n times. */
  length: number;
  /** Its own kind, and the kinds of what is defined in it. */
  kinds: readonly (ChunkKind | DefinitionKind)[];
  names: readonly NameWords[];
}

/** A term and the chunks that have it. */
export interface TermPlaces {
  /** `wordHash` of the term. */
  hash: number;
  /** Ascending, from 0. */
  chunks: readonly number[];
  /** How often each has it. */
  counts: readonly number[];
}

export interface ChunkWords {
  /** In the order of the file. */
  chunks: readonly ChunkWordsEntry[];
  /** Ascending by hash, each once. */
  terms: readonly TermPlaces[];
}

/** Numbers from 0 to this tell words apart: a word is taken for one of a file's thousand terms once in 4,000 files. */
export const largestHash = 2 ** 22 - 1;

/** From the two hashes of `PlacedWord`. */
export function wordHash({ hashA, hashB }: { hashA: number; hashB: number }): number {
  const mixed = Math.imul(hashA ^ (hashB >>> 15) ^ (hashB << 11), 0x9e3779b1);
  return (mixed ^ (mixed >>> 13)) & largestHash;
}
