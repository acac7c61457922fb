/** A job of the indexer, and what is said of it between who wants it and the thread that does it. */
import type { EmbeddingSettings } from '../../embed/registry.ts';
import type { CompilerAnswers } from '../../graph/compiler/second-tier.ts';
import type { RunReport } from '../../indexer/batch-writer.ts';
import type { ParseWorkerData } from '../../indexer/parse-pool.ts';
import { AppError, type ErrorCode } from '../../model/error.ts';
import type { EmbeddingReport } from '../embedding/embedding.ts';
import type { MemoryPlan } from './memory-plan.ts';
import type { IndexProgress } from '../types.ts';

export interface IndexJob {
  data: ParseWorkerData;
  databasePath: string;
  batchSize: number;
  maxWorkers: number;
  memory: MemoryPlan;
  force: boolean;
  /** Files get their trigrams as they are written, not behind the run: text is searched meanwhile. */
  withTexts?: boolean;
  /** What is to make vectors; absent where nothing is. */
  embedding?: EmbeddingSettings;
  /** To be kept when the files are linked. */
  answers?: CompilerAnswers;
}

/** What a thread is started for: a run of the indexer, the compiler's answers to what it left open, vectors, or trigrams. */
export interface ThreadJob {
  task: 'index' | 'ask' | 'embed' | 'texts';
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
  | { type: 'failed'; code: ErrorCode; message: string; hint: string | null };

/** How a job ends that does not fail. */
export type ThreadResult = Exclude<IndexThreadResponse, { type: 'progress' | 'failed' }>;

/** Of who wants a job: hears how far it is, and may call it off. */
export interface JobListener {
  onProgress?: (progress: IndexProgress) => void;
  signal?: AbortSignal;
}

/** The rejection that a response tells of. */
export function failureOf({ code, message, hint }: Extract<IndexThreadResponse, { type: 'failed' }>): AppError {
  return new AppError(code, message, hint === null ? {} : { hint });
}
