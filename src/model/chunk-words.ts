/** The words of a file's chunks, as ranking needs them: hashes of the terms, and the names of the definitions in each chunk. */
import type { ChunkKind } from './chunk.ts';
import type { DefinitionKind } from './definition.ts';

/** The words of a definition's name. */
export interface NameWords {
  /** `wordHash` of the name as it is written, without its container. */
  written: number;
  /** Whether the definition has no container. */
  isTop: boolean;
  /** `wordHash` of the terms of the name's parts, each once. */
  parts: readonly number[];
  /** `wordHash` of all parts joined; null for a name of one part. */
  whole: number | null;
}

export interface ChunkWordsEntry {
  /** How many terms the words of the chunk have, repetitions counted. */
  length: number;
  /** The kind of the chunk, and the kinds of the definitions in it. */
  kinds: readonly (ChunkKind | DefinitionKind)[];
  names: readonly NameWords[];
}

/** A term and the chunks that have it. */
export interface TermPlaces {
  /** `wordHash` of the term. */
  hash: number;
  /** Positions of the chunks in the file, ascending, from 0. */
  chunks: readonly number[];
  /** How often each of these chunks has the term. */
  counts: readonly number[];
}

/** Terms and their chunks as plain numbers: a file has about a thousand terms, and a run handles thousands of files. */
export interface TermTable {
  /** `wordHash` of the terms, ascending, each once. */
  hashes: ArrayLike<number>;
  /** The chunks and counts of term n are those from `starts[n]` up to `starts[n + 1]`, exclusive. */
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

/** Hashes lie between 0 and this. A word is mistaken for one of a file's thousand terms once in 4,000 files. */
export const largestHash = 2 ** 22 - 1;

/** Makes one hash of the two hashes of a `HashedWord`. */
export function wordHash({ hashA, hashB }: { hashA: number; hashB: number }): number {
  const mixed = Math.imul(hashA ^ (hashB >>> 15) ^ (hashB << 11), 0x9e3779b1);
  return (mixed ^ (mixed >>> 13)) & largestHash;
}
