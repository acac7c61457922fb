/** The options of a linking run, and its report. */
import type { Store } from '../../store/store.ts';
import type { PreviousSummaries } from '../incremental/changed-names.ts';
import type { LoadedSummaries } from '../program/loaded-summaries.ts';
import type { MentionedTexts } from '../incremental/name-filter.ts';

export interface LinkRunOptions {
  store: Store;
  onProgress?: (done: number, total: number) => void;
  /** Throws to end the run. */
  check?: () => void;
  /** The previous summaries of changed files, by path, where they are known. */
  before?: ReadonlyMap<string, PreviousSummaries>;
  /** The present summaries of changed files, as far as they are loaded. */
  loadedSummaries?: LoadedSummaries;
  /** Texts of files that are loaded already; the run adds those that it loads. Absent: none. */
  mentions?: MentionedTexts;
}

/** How many files were linked, and how many of them had not changed themselves. */
export interface LinkReport {
  linked: number;
  dependents: number;
  /** Files whose linking failed because of a defect of ours: their names are linked by name alone. */
  failed: string[];
  /** Places of the files that were linked. */
  places: readonly number[];
}
