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

/** Terms and their chunks, as numbers alone: a file has a thousand terms, and each run makes those of thousands of files. */
export interface TermTable {
  /** Ascending, each once. */
  hashes: ArrayLike<number>;
  /** The places of term n are those from `starts[n]` to `starts[n + 1]`. */
  starts: ArrayLike<number>;
  chunks: ArrayLike<number>;
  counts: ArrayLike<number>;
}

export interface ChunkWords {
  /** In the order of the file. */
  chunks: readonly ChunkWordsEntry[];
  terms: TermTable;
}

/** @param terms ascending by hash, each once */
export function termTable(terms: readonly TermPlaces[]): TermTable {
  const starts = [0];
  for (const { chunks } of terms) starts.push(starts.at(-1)! + chunks.length);
  return {
    hashes: terms.map(({ hash }) => hash),
    starts,
    chunks: terms.flatMap(({ chunks }) => chunks),
    counts: terms.flatMap(({ counts }) => counts),
  };
}

export function termPlaces({ hashes, starts, chunks, counts }: TermTable): TermPlaces[] {
  const part = (all: ArrayLike<number>, term: number): number[] =>
    Array.from({ length: starts[term + 1]! - starts[term]! }, (_, at) => all[starts[term]! + at]!);
  return Array.from(hashes, (hash, term) => ({ hash, chunks: part(chunks, term), counts: part(counts, term) }));
}

/** Numbers from 0 to this tell words apart: a word is taken for one of a file's thousand terms once in 4,000 files. */
export const largestHash = 2 ** 22 - 1;

/** From the two hashes of `HashedWord`. */
export function wordHash({ hashA, hashB }: { hashA: number; hashB: number }): number {
  const mixed = Math.imul(hashA ^ (hashB >>> 15) ^ (hashB << 11), 0x9e3779b1);
  return (mixed ^ (mixed >>> 13)) & largestHash;
}
