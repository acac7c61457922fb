/** An indexing run that is under way. */
import type { IndexProgress, IndexReport } from './types.ts';

export interface RunHooks {
  signal: AbortSignal;
  onProgress: (progress: IndexProgress) => void;
}

export interface Run {
  promise: Promise<IndexReport>;
  progress: IndexProgress;
  force: boolean;
}
