/**
 * A server's project that is not watched: watching begins only after the first answers, or is switched off.
 * Invariant: answers given before the first comparison with the disk match the disk, or `note` says that they may not.
 */
import { readEnvironment } from '../../config/environment.ts';
import type { ParseWorkerData } from '../../indexer/parse-pool.ts';
import type { SourceFile } from '../../model/file.ts';
import type { Store } from '../../store/store.ts';
import { withTimeout } from '../../util/with-timeout.ts';
import { rawPathOf } from '../../util/bytes/path-bytes.ts';
import { comparingNote, unseenNote } from './watch-updates.ts';
import type { IndexRuns } from '../indexing/index-runs.ts';
import { clockMs } from '../../util/clock.ts';

/** A project with more files is not checked before an answer, because that takes too long. */
const mostFiles = 3000;
/** More changes than this are left to a whole run. */
const mostChanges = 20;
/** A check that began within this time counts as current (ms). */
const freshMs = 1000;
/** How long answers wait for each of the two checks (ms). */
const checkWaitMs = 400;
/** How long answers wait for the update between the two checks (ms). */
const updateWaitMs = 1500;
/** If the last comparison with the disk is older than this (ms), a question starts another one in the background. */
const staleAfterMs = 5000;
/** Delay of a comparison in the background (ms). Most questions are answered before it begins. */
const delayMs = 200;
/** Comparisons in the background take at most this share of the time, however slow the disk or the machine. */
const comparingShare = 0.02;

export class UnwatchedProject {
  readonly #runs: IndexRuns;
  readonly #data: ParseWorkerData;
  /** Whether watching is about to begin, so that no comparison is started from here. */
  #willWatch = false;
  #delayTimer: NodeJS.Timeout | null = null;
  #check: Promise<void> | null = null;
  /** When the last finished check began (`clockMs()`). */
  #checkedFrom = -Infinity;
  /** Changed files that the last check found and that are not in the index yet; null: too many, or all files have to be read again. */
  #unseen: readonly string[] | null = [];

  constructor(runs: IndexRuns, data: ParseWorkerData) {
    this.#runs = runs;
    this.#data = data;
  }

  /** Call this when watching begins: no comparison is started from here any more. */
  end(): void {
    this.#willWatch = true;
    if (this.#delayTimer !== null) clearTimeout(this.#delayTimer);
  }

  /** Call this before a question. Checks the files and updates the changed ones, with timeout. @returns whether it has waited for a check */
  async bringUpToDate(store: Store): Promise<boolean> {
    this.#compareLater();
    if (this.#isCompared || clockMs() - this.#checkedFrom < freshMs) return false;
    this.#check ??= this.#checkFiles(store).finally(() => (this.#check = null));
    await withTimeout(2 * checkWaitMs + updateWaitMs, this.#check);
    return true;
  }

  #compareLater(): void {
    const { run, lastEnded, lastMs } = this.#runs;
    if (this.#willWatch || run !== null) return;
    if (Date.now() - lastEnded <= Math.max(staleAfterMs, lastMs / comparingShare)) return;
    this.#delayTimer ??= setTimeout(() => {
      this.#delayTimer = null;
      if (!this.#willWatch) this.#runs.indexInBackground();
    }, delayMs).unref();
  }

  /** What the reader of an answer has to know; null if the index is up to date. */
  get note(): string | null {
    if (this.#isCompared) return null;
    if (this.#unseen === null || clockMs() - this.#checkedFrom > freshMs) return comparingNote;
    return this.#unseen.length === 0 ? null : unseenNote(this.#unseen);
  }

  get #isCompared(): boolean {
    return this.#runs.comparedFrom > -Infinity;
  }

  async #checkFiles(store: Store): Promise<void> {
    if ((await store.state()).documents.count > mostFiles) return;
    const updated = await this.#updateChanged(store, new Map());
    // Files may have changed again during the update: a second check finds them.
    if (updated !== null) await this.#updateChanged(store, updated);
  }

  /**
   * Checks the files, updates the changed ones and waits for the update, up to `updateWaitMs`.
   * @param upToDate stamps of files that are already up to date in the index, or skipped
   * @returns stamps of the files that were updated; null if nothing was updated, or not in time
   */
  async #updateChanged(store: Store, upToDate: Stamps): Promise<Stamps | null> {
    const from = clockMs();
    const found = await changedFiles(store, this.#data);
    const left = found === null ? [] : [...found].filter(([path, stamp]) => upToDate.get(path) !== stamp);
    this.#unseen = found === null || left.length > mostChanges ? null : left.map(([path]) => path);
    this.#checkedFrom = from;
    if (this.#unseen === null || left.length === 0) return null;
    const update = this.#runs.update(left.map(([path]) => ({ path, rawPath: rawPathOf(path) })));
    if (update === null) return null;
    let isDone = false;
    await withTimeout(
      updateWaitMs,
      update.linked.then(() => (isDone = true)),
    );
    return isDone ? new Map(left) : null;
  }
}

/** Sizes and times of files at a check, by path; the empty string for a file that is gone. */
type Stamps = ReadonlyMap<string, string>;

/** New, changed and deleted files, judged by size and time; null if all files have to be read again. */
async function changedFiles(store: Store, data: ParseWorkerData): Promise<Stamps | null> {
  const { indexVersion } = await import('../indexing/indexing.ts');
  if ((await store.getMeta('extractionVersion')) !== indexVersion(data)) return null;
  const { walk } = await import('../../source/walk/walk.ts');
  const { isChangedSince, planChanges } = await import('../../source/fingerprint/change-detection.ts');
  const { dropKnownLeftOut } = await import('../../indexer/index-run.ts');
  const { root, maxFileSize, ignorePatterns } = data;
  const walked = await walk(root, { maxFileSize, ignorePatterns, gitEnvironment: readEnvironment().forGit });
  const states = await store.fileStates();
  const { suspects, removed } = planChanges(states, walked.files, Date.now());
  const stateByPath = new Map(states.map((state) => [state.path, state]));
  // `suspects` also has files that were indexed so soon after a change that their time proves nothing. They are left out here: each answer about them
  // checks their content.
  const differing = suspects.filter((file) => {
    const state = stateByPath.get(file.path);
    if (state === undefined || isChangedSince(state, file)) return true;
    return state.size !== file.size || state.mtimeMs !== file.mtimeMs;
  });
  const left = await dropKnownLeftOut(store, differing, []);
  return new Map([
    ...left.map((file): [string, string] => [file.path, stampOf(file)]),
    ...removed.map((path): [string, string] => [path, '']),
  ]);
}

function stampOf({ size, mtimeMs, ctimeMs }: Pick<SourceFile, 'size' | 'mtimeMs' | 'ctimeMs'>): string {
  return `${size} ${mtimeMs} ${ctimeMs}`;
}
