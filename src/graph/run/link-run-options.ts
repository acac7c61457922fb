/** What a run of linking is given, and what it says of itself. */
import type { Store } from '../../store/store.ts';
import type { PreviousSummaries } from '../incremental/changed-names.ts';
import type { LoadedSummaries } from '../program/loaded-summaries.ts';
import type { MentionedTexts } from '../incremental/name-filter.ts';

export interface LinkRunOptions {
  store: Store;
  onProgress?: (done: number, total: number) => void;
  /** Throws to end the run. */
  check?: () => void;
  /** What changed files declared before, by path, where that is known. */
  before?: ReadonlyMap<string, PreviousSummaries>;
  /** Facts of changed files as they are now, as far as they are known without the index. */
  atHand?: LoadedSummaries;
  /** What is known of the texts of files, and comes to be; absent: nothing. */
  mentions?: MentionedTexts;
}

/** How many files were linked, and how many of them had not changed themselves. */
export interface LinkReport {
  linked: number;
  dependents: number;
  /** Files whose links could not be worked out, by a defect of ours: their names are linked by name alone. */
  failed: string[];
  /** Places of the files that were linked. */
  places: readonly number[];
}
