/** What becomes of a file. */
import type { OpenSummary } from '../store/packed/packed-summary.ts';
import type { FileWrite } from '../store/store.ts';
import type { ReadOutcome } from './read-file.ts';

export interface IndexedFile {
  kind: 'indexed';
  file: FileWrite;
  /** What was analysed; null from a worker that was not asked for it. */
  text: string | null;
  /** What the file's facts were made of; null in a file without facts, undefined from a worker that was not asked for it. */
  openSummary?: OpenSummary | null | undefined;
}

export type FileOutcome = IndexedFile | ReadOutcome;
