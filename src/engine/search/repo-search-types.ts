/** The contract of hybrid search. */
import type { Chunk, FileLines } from '../../model/chunk.ts';

/** A question in words, names or both. */
export interface RepoQuery {
  /** Words, identifiers, "phrases", paths; `lang:`, `path:` and `kind:` before a word are filters. */
  query: string;
  limit: number;
  offset?: number;
  /** 0 to 1: hits below it are left out. */
  minScore?: number;
  /** Language id. */
  language?: string;
  pathPrefix?: string;
  /** Bounds of the files' modification times (ms since 1970), both inclusive. */
  afterMs?: number;
  beforeMs?: number;
}

/** The best chunk of one file. */
export interface RepoHit {
  file: FileLines;
  chunk: Chunk;
  /** 0 to 1, for the order of the hits in one answer; not a calibrated likelihood. */
  score: number;
  /** Other matching chunks of the file, best first. */
  others: readonly Chunk[];
}

export interface RepoSearchResult {
  /** Number of files that match. */
  total: number;
  hits: readonly RepoHit[];
  /** Limits of the answer: how well it matches the disk, and parts of the search that were missing. */
  notes: readonly string[];
  /** The answer comes from the cache. */
  cached?: boolean;
}
