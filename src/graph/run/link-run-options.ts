/** The options of a linking run, and its report. */
import type { Store } from '../../store/store.ts';
import type { PreviousSummaries } from '../incremental/changed-names.ts';
import type { LoadedSummaries } from '../program/loaded-summaries.ts';
import type { MentionedTexts } from '../incremental/name-filter.ts';
import type { WrittenRows } from './written-rows.ts';

export interface LinkRunOptions {
  store: Store;
  onProgress?: (done: number, total: number) => void;
  /** Called before each file; throws to abort the run. With it, a run gives the event loop turns, so that what aborts it is heard. */
  check?: () => void;
  /** The summaries that changed files had before, by path, as far as they are known. */
  before?: ReadonlyMap<string, PreviousSummaries>;
  /** The new summaries of changed files, as far as they are in memory. */
  loadedSummaries?: LoadedSummaries;
  /** Hashes of the texts of files, which the run uses and adds to. */
  mentions?: MentionedTexts;
  /** Takes the rows that the run writes. Without it they are not kept: those of a large tree take hundreds of megabytes. */
  written?: WrittenRows;
}

/** The result of a run. */
export interface LinkReport {
  /** How many files were linked. */
  linked: number;
  /** How many of the linked files had not changed themselves. */
  dependents: number;
  /** Files whose linking failed because of a defect of ours: their names are linked by name alone. */
  failed: string[];
  /** Places of the files that were linked. */
  places: readonly number[];
}
