/**
 * A server's project while nobody follows it: following begins behind the first answers, or is switched off.
 * Invariant: the answers before the index was compared with the disk are of the disk as it is, or `note` says that they may not be.
 */
import { readEnvironment } from '../config/environment.ts';
import type { FileState, SourceFile } from '../model/file.ts';
import type { Store } from '../store/store.ts';
import { rawPathOf } from '../util/path-bytes.ts';
import { comparingNote, type AnswerSource } from './following.ts';
import type { IndexRuns } from './index-runs.ts';
import type { ParseWorkerData } from '../indexer/parse-pool.ts';

/** In a project of more a look takes longer than an answer may. */
const mostFiles = 3000;
/** More changes are left to the comparison of everything. */
const mostChanges = 20;
/** A look that long ago is of now (ms). */
const freshMs = 1000;
/** Answers wait so long for a look, and so long for what it found (ms). */
const lookWaitMs = 400;
const updateWaitMs = 1500;
/** Files that are named as not yet seen. */
const namedFiles = 3;
/** What was last compared longer ago is compared again behind a question (ms)… */
const staleAfterMs = 5000;
/** … after so long (ms), in which most questions are answered … */
const behindMs = 200;
/** … but comparing takes no more than this share of the time, however slow the disk or the machine. */
const comparingShare = 0.02;

export class UnfollowedProject {
  readonly #runs: IndexRuns;
  readonly #data: ParseWorkerData;
  /** It is to be followed as soon as what is asked now is answered. */
  #isToFollow = false;
  #soon: NodeJS.Timeout | null = null;
  #look: Promise<void> | null = null;
  /** When the last look that ended began (`performance.now()`). */
  #lookedFrom = -Infinity;
  /** Changed files that it found and that are not in the index yet; null for too many. */
  #unseen: ReadonlySet<string> | null = new Set();

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
  async settle(store: Store, wants: AnswerSource): Promise<void> {
    this.#compareLater();
    if (this.#isCompared || performance.now() - this.#lookedFrom < freshMs) return;
    this.#look ??= this.#lookAt(store, wants).finally(() => (this.#look = null));
    await atMost(lookWaitMs + updateWaitMs, this.#look);
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
    if (this.#unseen === null || performance.now() - this.#lookedFrom > freshMs) return comparingNote;
    if (this.#unseen.size === 0) return null;
    const named = [...this.#unseen].slice(0, namedFiles).join(', ');
    return `Changed and not seen yet: ${named}${this.#unseen.size > namedFiles ? ', …' : ''}. Ask again.`;
  }

  get #isCompared(): boolean {
    return this.#runs.comparedFrom > -Infinity;
  }

  async #lookAt(store: Store, wants: AnswerSource): Promise<void> {
    if ((await store.documents()).count > mostFiles) return;
    const from = performance.now();
    const changed = await changedPaths(store, this.#data);
    this.#unseen = changed === null || changed.length > mostChanges ? null : new Set(changed);
    this.#lookedFrom = from;
    if (this.#unseen === null || this.#unseen.size === 0) return;
    const update = this.#runs.update([...this.#unseen].map((path) => ({ path, rawPath: rawPathOf(path) })));
    if (update === null) return;
    const seen = (wants === 'files' ? update.written : update.linked).then(() => (this.#unseen = new Set()));
    await atMost(updateWaitMs, seen);
    // It was of the moment before the update.
    this.#lookedFrom = performance.now();
  }
}

/** New, changed and gone files, by size and time; null where all is to be read anew. */
async function changedPaths(store: Store, data: ParseWorkerData): Promise<string[] | null> {
  const { indexVersion } = await import('./indexing.ts');
  if ((await store.getMeta('extractionVersion')) !== indexVersion(data)) return null;
  const { walk } = await import('../source/walk.ts');
  const { planChanges } = await import('../source/change-detection.ts');
  const { dropKnownLeftOut } = await import('../indexer/index-run.ts');
  const { root, maxFileSize, ignorePatterns } = data;
  const walked = await walk(root, { maxFileSize, ignorePatterns, gitEnvironment: readEnvironment().forGit });
  const states = await store.fileStates();
  const { suspects, removed } = planChanges(states, walked.files, Date.now());
  const known = new Map(states.map((state) => [state.path, state]));
  // Of a file that was written just before it was read, each answer about it looks at its content.
  const differing = suspects.filter((file) => !looksAlike(known.get(file.path), file));
  const left = await dropKnownLeftOut(store, differing, []);
  return [...left.map(({ path }) => path), ...removed];
}

function looksAlike(state: FileState | undefined, file: SourceFile): boolean {
  return state !== undefined && state.size === file.size && state.mtimeMs === file.mtimeMs;
}

/** Never rejects. */
async function atMost(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise((done) => (timer = setTimeout(done, limitMs)));
  await Promise.race([work.catch(() => {}), waited]).finally(() => clearTimeout(timer));
}
