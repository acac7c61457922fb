/** The outcome of a file's analysis. */
import type { EncodedSummary } from '../store/packed/packed-summary.ts';
import type { FileWrite } from '../store/store.ts';
import type { ReadOutcome } from './read-file.ts';

export interface IndexedFile {
  kind: 'indexed';
  file: FileWrite;
  /** The text that was analysed; null from a worker that was not asked for it. */
  text: string | null;
  /** The summary before it is packed; null for a file without a summary, undefined from a worker that was not asked for it. */
  encodedSummary?: EncodedSummary | null | undefined;
}

export type FileOutcome = IndexedFile | ReadOutcome;
