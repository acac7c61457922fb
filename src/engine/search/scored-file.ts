/** A file that may answer a question, as the ranking knows it step by step. */
import type { ChunkScores } from '../../search/repo-chunks.ts';
import type { FileReading } from '../files/chunk-answers.ts';
import type { NearChunks } from './near-chunks.ts';

export interface Candidate {
  row: number;
  path: string;
  /** As `RankedDocument.fields`. */
  fields: number;
  /** How much the question names it by its place: 1 where it alone is named, more where a line of it is. */
  mentioned: number;
  /** Null for none. */
  near: NearChunks | null;
}

/** Before its chunks were looked at. */
export interface Pending {
  candidate: Candidate;
  fileId: number;
  factor: number;
  /** What its fields and its name say. */
  ofFile: number;
  /** No more than this do words say of it, whatever its chunks are. */
  most: number;
  /** What nearness in meaning and being named by its place add to its score. */
  near: number;
  named: number;
}

export interface ScoredFile extends ChunkScores {
  pending: Pending;
  /** By words alone, on a scale of its own. */
  raw: number;
  beside: number;
  /** All that speaks for it, the words beside those of the best by words. */
  total: number;
  /** How likely it is to answer, 0 to 1. */
  score: number;
  /** Null where it was not read for this question. */
  reading: FileReading | null;
}
