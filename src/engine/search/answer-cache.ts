/**
 * A cache of answers for one state of the index; the least recently used answers are dropped first.
 * Invariants: a cached answer is given only if neither the index nor, on disk, a file behind the answer has been written since. The number of answers
 * and their bytes have limits.
 */
import type { FileRecord, IndexView, Store, StoreState } from '../../store/store.ts';
import { nextTurn } from '../../util/turns/turns.ts';
import type { FilesOnDisk } from '../files/files-on-disk.ts';

/** Memory limit of the cache (bytes, approximate), in addition to the limit on the number of answers. */
const mostBytes = 16 * 2 ** 20;
/** An answer that takes a larger share is not cached: it would displace too many others. */
const largestShare = 1 / 16;
/** Estimated memory for each character of an answer's JSON, with the overhead of objects (bytes). */
const bytesOfCharacter = 3;
/** Estimated memory for a path in an entry (bytes). Small, because the string is shared. */
const bytesOfPath = 8;
/** Estimated memory of an entry without its data (bytes). */
const bytesOfEntry = 300;

/** Use of the cache since its engine was opened. */
export interface CacheStatus {
  /** Limit on the number of cached answers (`search.cacheSize`); 0: none. */
  limit: number;
  /** Number of cached answers. */
  entries: number;
  /** Size of the cached answers (bytes, approximate). */
  bytes: number;
  /** Number of questions that were answered from the cache. */
  hits: number;
  /** Number of questions whose answer had to be computed. */
  misses: number;
  /** Share of `hits` in all questions, 0 to 1; null before the first question. */
  hitRatio: number | null;
}

/** An answer that was computed, and the data to cache for it. */
export interface ComputedAnswer<Answer, Cached> {
  answer: Answer;
  /** The state of the index when the answer was whole. */
  state: StoreState;
  /** Data that can be written as JSON, and the paths of the files behind the answer; null if the answer must not be cached. */
  toCache: { data: Cached; paths: readonly string[] } | null;
}

export interface Question<Answer, Cached> {
  /** The question as data: equal for equal questions. */
  asked: readonly [kind: string, request: object];
  /** Computes the answer. */
  answer: () => Promise<ComputedAnswer<Answer, Cached>>;
  /** Makes the answer from cached data; null if that is no longer possible. */
  restore: (data: Cached) => Answer | null | Promise<Answer | null>;
}

interface Entry {
  data: unknown;
  paths: readonly string[];
  bytes: number;
}

export class AnswerCache {
  readonly #disk: Pick<FilesOnDisk, 'hasChanged'>;
  readonly #limit: number;
  readonly #entries = new Map<string, Entry>();
  /** The answers that are being computed, by key. A question that is asked again before its answer is there waits for that answer. */
  readonly #underWay = new Map<string, Promise<Pick<Entry, 'data' | 'paths'> | null>>();
  /** Records of the files behind cached answers, by path. */
  readonly #records = new Map<string, FileRecord>();
  #cachedState: { store: Store; generation: number } | null = null;
  #bytes = 0;
  #hits = 0;
  #misses = 0;

  constructor(disk: Pick<FilesOnDisk, 'hasChanged'>, limit: number) {
    this.#disk = disk;
    this.#limit = limit;
  }

  /**
   * Answers from the cache, or else computes the answer and caches it.
   * @param view the index, already brought up to date for the question
   * @returns `state`: that of the index when the answer was whole
   */
  async ask<Answer, Cached>(
    { store, state: before }: IndexView,
    question: Question<Answer, Cached>,
  ): Promise<{ answer: Answer; state: StoreState; cached: boolean }> {
    if (this.#limit === 0) {
      const { answer, state } = await question.answer();
      return { answer, state, cached: false };
    }
    const { generation } = before;
    this.#forgetOthers(store, generation);
    const key = keyOf(question.asked);
    const known = this.#entries.get(key) ?? (await this.#waitFor(key));
    if (known !== null) {
      // The kind of question is part of the key, so the data has the type of this kind.
      const answer = (await this.#areUnchanged(store, known.paths))
        ? await question.restore(known.data as Cached)
        : null;
      const state = answer === null ? null : await store.state();
      if (answer !== null && state?.generation === generation) {
        this.#hits++;
        this.#touch(key, known);
        return { answer, state, cached: true };
      }
    }
    this.#misses++;
    const computed = this.#compute(store, { key, generation }, question);
    const shared = computed.then(({ toCache }) => toCache).catch(() => null);
    this.#underWay.set(key, shared);
    try {
      const { answer, state } = await computed;
      return { answer, state, cached: false };
    } finally {
      if (this.#underWay.get(key) === shared) this.#underWay.delete(key);
    }
  }

  /** What others compute for the same question; null if nobody does, or it must not be cached. */
  async #waitFor(key: string): Promise<Pick<Entry, 'data' | 'paths'> | null> {
    const shared = this.#underWay.get(key);
    if (shared === undefined) return null;
    const known = await shared;
    // A hundred that wait go on one after another.
    if (known !== null) await nextTurn();
    return known;
  }

  /**
   * Computes an answer, and caches it if the index had one state meanwhile and no other question has met a newer one; `toCache` is null if it must not be
   * cached.
   */
  async #compute<Answer, Cached>(
    store: Store,
    { key, generation }: { key: string; generation: number },
    question: Question<Answer, Cached>,
  ): Promise<ComputedAnswer<Answer, Cached>> {
    const { answer, state, toCache } = await question.answer();
    const isCurrent = this.#cachedState?.store === store && this.#cachedState.generation === generation;
    if (toCache === null || generation !== state.generation || !isCurrent) return { answer, state, toCache: null };
    this.#put(key, toCache);
    return { answer, state, toCache };
  }

  status(): CacheStatus {
    const questions = this.#hits + this.#misses;
    return {
      limit: this.#limit,
      entries: this.#entries.size,
      bytes: this.#bytes,
      hits: this.#hits,
      misses: this.#misses,
      hitRatio: questions === 0 ? null : Math.round((this.#hits / questions) * 1000) / 1000,
    };
  }

  /** Clears the cache if its answers are of another state of the index. */
  #forgetOthers(store: Store, generation: number): void {
    if (this.#cachedState?.store === store && this.#cachedState.generation === generation) return;
    this.#entries.clear();
    this.#records.clear();
    this.#bytes = 0;
    this.#cachedState = { store, generation };
  }

  async #areUnchanged(store: Store, paths: readonly string[]): Promise<boolean> {
    const missing = paths.filter((path) => !this.#records.has(path));
    if (missing.length > 0)
      for (const record of await store.filesByPath(missing)) this.#records.set(record.path, record);
    return paths.every((path) => {
      const record = this.#records.get(path);
      return record !== undefined && !this.#disk.hasChanged(record);
    });
  }

  #put(key: string, { data, paths }: { data: unknown; paths: readonly string[] }): void {
    const text = JSON.stringify(data);
    const bytes = bytesOfEntry + bytesOfCharacter * (key.length + text.length) + bytesOfPath * paths.length;
    if (bytes > mostBytes * largestShare) return;
    this.#forget(key);
    this.#entries.set(key, { data, paths, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limit && this.#bytes <= mostBytes) break;
      this.#forget(oldest);
    }
  }

  #touch(key: string, known: object): void {
    const entry = this.#entries.get(key);
    // Another question may have displaced the entry meanwhile.
    if (entry === undefined || entry !== known) return;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
  }

  #forget(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}

/** A key that depends neither on the order of properties nor on whether a property is absent or undefined. */
function keyOf(asked: readonly [string, object]): string {
  return JSON.stringify(asked, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
