/**
 * A server's project while nobody follows it: following begins behind the first answers, or is switched off.
 * Invariant: the answers before the index was compared with the disk are of the disk as it is, or `note` says that they may not be.
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

/** In a project of more a look takes longer than an answer may. */
const mostFiles = 3000;
/** More changes are left to the comparison of everything. */
const mostChanges = 20;
/** A look that long ago is of now (ms). */
const freshMs = 1000;
/** Answers wait so long for a look, of which there are two at the most, and so long for what the first one found (ms). */
const lookWaitMs = 400;
const updateWaitMs = 1500;
/** What was last compared longer ago is compared again behind a question (ms)… */
const staleAfterMs = 5000;
/** … after so long (ms), in which most questions are answered … */
const behindMs = 200;
/** … but comparing takes no more than this share of the time, however slow the disk or the machine. */
const comparingShare = 0.02;

export class UnwatchedProject {
  readonly #runs: IndexRuns;
  readonly #data: ParseWorkerData;
  /** It is to be followed as soon as what is asked now is answered. */
  #isToFollow = false;
  #soon: NodeJS.Timeout | null = null;
  #look: Promise<void> | null = null;
  /** When the last look that ended began (`clockMs()`). */
  #lookedFrom = -Infinity;
  /** Changed files that it found and that are not in the index yet; null for too many. */
  #unseen: readonly string[] | null = [];

  constructor(runs: IndexRuns, data: ParseWorkerData) {
    this.#runs = runs;
    this.#data = data;
  }

  /** Nothing is compared behind answers any more. */
  end(): void {
    this.#isToFollow = true;
    if (this.#soon !== null) clearTimeout(this.#soon);
  }

  /** Before a question. */
  async settle(store: Store): Promise<void> {
    this.#compareLater();
    if (this.#isCompared || clockMs() - this.#lookedFrom < freshMs) return;
    this.#look ??= this.#lookAt(store).finally(() => (this.#look = null));
    await withTimeout(2 * lookWaitMs + updateWaitMs, this.#look);
  }

  #compareLater(): void {
    const { run, lastEnded, lastMs } = this.#runs;
    if (this.#isToFollow || run !== null) return;
    if (Date.now() - lastEnded <= Math.max(staleAfterMs, lastMs / comparingShare)) return;
    this.#soon ??= setTimeout(() => {
      this.#soon = null;
      if (!this.#isToFollow) this.#runs.indexInBackground();
    }, behindMs).unref();
  }

  /** What a reader has to know; null where all is seen. */
  get note(): string | null {
    if (this.#isCompared) return null;
    if (this.#unseen === null || clockMs() - this.#lookedFrom > freshMs) return comparingNote;
    return this.#unseen.length === 0 ? null : unseenNote(this.#unseen);
  }

  get #isCompared(): boolean {
    return this.#runs.comparedFrom > -Infinity;
  }

  async #lookAt(store: Store): Promise<void> {
    if ((await store.documents()).count > mostFiles) return;
    const brought = await this.#bringUp(store, new Map());
    // What was written meanwhile is of that moment; another look tells what has changed since.
    if (brought !== null) await this.#bringUp(store, brought);
  }

  /**
   * Looks, and waits for what it finds.
   * @param seen stamps of files that are in the index, or are left out of it, by path
   * @returns those that it has brought up; null where there are none
   */
  async #bringUp(store: Store, seen: Stamps): Promise<Stamps | null> {
    const from = clockMs();
    const found = await changedFiles(store, this.#data);
    const left = found === null ? [] : [...found].filter(([path, stamp]) => seen.get(path) !== stamp);
    this.#unseen = found === null || left.length > mostChanges ? null : left.map(([path]) => path);
    this.#lookedFrom = from;
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

/** Sizes and times of files as they were seen, by path; empty for one that is gone. */
type Stamps = ReadonlyMap<string, string>;

/** New, changed and gone files, by size and time; null where all is to be read anew. */
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
  const known = new Map(states.map((state) => [state.path, state]));
  // Of a file that was written just before it was read, each answer about it looks at its content.
  const differing = suspects.filter((file) => {
    const state = known.get(file.path);
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
