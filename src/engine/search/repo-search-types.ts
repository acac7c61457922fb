/** What the search of a project is asked and answers. */
import type { Chunk, FileLines } from '../../model/chunk.ts';

/** A question in words, names or both. */
export interface RepoQuery {
  /** Words, identifiers, "phrases", paths; `lang:`, `path:` and `kind:` before a word narrow. */
  query: string;
  limit: number;
  offset?: number;
  /** 0 to 1: hits below it are left out. */
  minScore?: number;
  /** Language id. */
  language?: string;
  pathPrefix?: string;
  /** Milliseconds since 1970, both inclusive: when files were modified. */
  afterMs?: number;
  beforeMs?: number;
}

/** The best chunk of one file. */
export interface RepoHit {
  file: FileLines;
  chunk: Chunk;
  /** 0 to 1, for the order of one answer's hits; no calibrated likelihood. */
  score: number;
  /** Other chunks of the file that fit, best first. */
  others: readonly Chunk[];
}

export interface RepoSearchResult {
  /** Files that have something of what was asked. */
  total: number;
  hits: readonly RepoHit[];
  /** What to know about the answer: how fresh it is, what it was found without. */
  notes: readonly string[];
  /** Kept from an earlier question. */
  cached?: boolean;
}
