/** The stages of a file in the ranking: candidate, pending, scored. */
import type { ChunkScores } from '../../search/hybrid/chunks.ts';
import type { FileReading } from '../files/chunk-answers.ts';
import type { NearChunks } from './near-chunks.ts';

export interface Candidate {
  /** Row of the file in the document table. */
  row: number;
  path: string;
  /** As `RankedDocument.fields`. */
  fields: number;
  /** How clearly the question names the file: 1 if its path is the only one named, more if a line number comes with it; 0 if it is not named. */
  mentioned: number;
  /** Null if no chunk is near. */
  near: NearChunks | null;
}

/** A candidate before its chunks are scored. */
export interface Pending {
  candidate: Candidate;
  fileId: number;
  /** Factor on the score by words: what is known of the file beforehand (its kind, its links). */
  factor: number;
  /** Score of the file's fields and of its name. */
  ofFile: number;
  /** Upper bound of the file's score by words, whatever is in its chunks. */
  most: number;
  /** Addition to the score for nearness in meaning. */
  near: number;
  /** Addition to the score if the question names the file. */
  named: number;
}

export interface ScoredFile extends ChunkScores {
  pending: Pending;
  /** Score by words alone; comparable only with other `raw` scores. */
  raw: number;
  /** Additions to the score by words: nearness, being named, phrases. */
  bonus: number;
  /** The whole score: `raw` relative to the best file by words, plus `bonus`. */
  total: number;
  /** How likely the file is to answer the question, 0 to 1. */
  score: number;
  /** Null if the file was not read for this question. */
  reading: FileReading | null;
}
