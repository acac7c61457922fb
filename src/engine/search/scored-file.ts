/** The stages of a file in the ranking: candidate, pending, scored. */
import type { ChunkScores } from '../../search/hybrid/chunks.ts';
import type { FileReading } from '../files/chunk-answers.ts';
import type { NearChunks } from './near-chunks.ts';

export interface Candidate {
  row: number;
  path: string;
  /** As `RankedDocument.fields`. */
  fields: number;
  /** How clearly the question names its path: 1 if it is the only file named, more if a line of it is. */
  mentioned: number;
  /** Null if no chunk is near. */
  near: NearChunks | null;
}

/** A candidate before its chunks are scored. */
export interface Pending {
  candidate: Candidate;
  fileId: number;
  factor: number;
  /** Score of its fields and its name. */
  ofFile: number;
  /** Upper bound of its score by words, whatever is in its chunks. */
  most: number;
  /** Additions for nearness in meaning, and for being named by its path. */
  near: number;
  named: number;
}

export interface ScoredFile extends ChunkScores {
  pending: Pending;
  /** Score by words alone, on a scale of its own. */
  raw: number;
  /** Additions to the score by words: nearness, being named, phrases. */
  bonus: number;
  /** The whole score: `raw` relative to the best file by words, plus `bonus`. */
  total: number;
  /** How likely it is to answer, 0 to 1. */
  score: number;
  /** Null if the file was not read for this question. */
  reading: FileReading | null;
}
