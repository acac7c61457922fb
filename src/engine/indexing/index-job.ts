/** A job of the indexer, and the messages between the thread that orders the job and the thread that does it. */
import type { EmbeddingSettings } from '../../embed/registry.ts';
import type { CompilerAnswers } from '../../graph/compiler/second-tier.ts';
import type { RunReport } from '../../indexer/batch-writer.ts';
import type { ParseWorkerData } from '../../indexer/parse-pool.ts';
import { AppError, type ErrorCode } from '../../model/error.ts';
import type { IndexLocation } from '../../store/index-location.ts';
import type { LocalState } from '../../store/local-state.ts';
import type { HealthProblem } from '../../store/store.ts';
import type { EmbeddingReport } from '../embedding/embedding.ts';
import type { MemoryPlan } from './memory-plan.ts';
import type { IndexProgress } from '../types.ts';

export interface IndexJob {
  data: ParseWorkerData;
  location: IndexLocation;
  /** Null for an index in memory. */
  state: LocalState | null;
  batchSize: number;
  maxWorkers: number;
  memory: MemoryPlan;
  /** Whether all files are read again, changed or not. */
  force: boolean;
  /** Whether trigrams are written together with the files, so that text search works during the run. Else they are written after it. */
  withTexts?: boolean;
  /** The embedder's settings; absent: no vectors are made. */
  embedding?: EmbeddingSettings;
  /** Answers of the compiler, to be stored when the files are linked. */
  answers?: CompilerAnswers;
}

export interface ThreadJob {
  /** `index`: run the indexer; `ask`: ask the compiler about unresolved sites; `embed`: make vectors; `texts`: make trigrams; `check`: look for damage. */
  task: 'index' | 'ask' | 'embed' | 'texts' | 'check';
  job: IndexJob;
}

export interface IndexThreadRequest {
  type: 'cancel';
}
export type IndexThreadResponse =
  | { type: 'progress'; progress: IndexProgress }
  | { type: 'done'; report: RunReport }
  | { type: 'answered'; answers: CompilerAnswers | null }
  | { type: 'embedded'; report: EmbeddingReport }
  | { type: 'texts' }
  | { type: 'checked'; problems: HealthProblem[] }
  | { type: 'failed'; code: ErrorCode; message: string; hint: string | null };

/** The last message of a job that does not fail. */
export type ThreadResult = Exclude<IndexThreadResponse, { type: 'progress' | 'failed' }>;

/** Lets the caller of a job follow its progress and cancel it. */
export interface JobListener {
  onProgress?: (progress: IndexProgress) => void;
  signal?: AbortSignal;
}

/** The error that a failed job reports. */
export function failureOf({ code, message, hint }: Extract<IndexThreadResponse, { type: 'failed' }>): AppError {
  return new AppError(code, message, hint === null ? {} : { hint });
}
