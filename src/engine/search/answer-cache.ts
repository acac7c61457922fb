/**
 * Answers to earlier questions, of one state of the index; those asked for least lately go first.
 * Invariants: an answer is given again only while nothing was written to the index since, and no file that it was made from has changed on
 * disk; what is kept stays within a number of answers and of bytes.
 */
import type { FileRecord, Store } from '../../store/store.ts';
import { hasChanged } from '../files/changed-file.ts';

/** About so much memory is used, however many answers are wanted. */
const mostBytes = 16 * 2 ** 20;
/** An answer that alone takes more is not kept: it would drive out too many others. */
const largestShare = 1 / 16;
/** A character of an answer's JSON, with what objects take beside it; a path that is another's string; an entry itself (bytes). */
const bytesOfCharacter = 3;
const bytesOfPath = 8;
const bytesOfEntry = 300;

/** How much the cache is used, since its engine was opened. */
export interface CacheStatus {
  /** Answers that it may keep (`search.cacheSize`); 0: none. */
  limit: number;
  /** Answers that it keeps, and about how many bytes they take. */
  entries: number;
  bytes: number;
  /** Questions that it answered, and those that had to be worked out. */
  hits: number;
  misses: number;
  /** `hits` of all questions, 0 to 1; null before the first. */
  hitRatio: number | null;
}

/** An answer, and what is to be kept of it. */
export interface Answered<Answer, Kept> {
  answer: Answer;
  /** Null when it holds for this moment only. Else data that may be written as JSON, and the files that it was made from. */
  keep: { kept: Kept; paths: readonly string[] } | null;
}

export interface Question<Answer, Kept> {
  /** What is asked, as data: the same for the same question. */
  asked: readonly [kind: string, request: object];
  answer: () => Promise<Answered<Answer, Kept>>;
  /** The answer from what was kept; null where it cannot be made of it any more. */
  restore: (kept: Kept) => Answer | null | Promise<Answer | null>;
}

interface Entry {
  kept: unknown;
  paths: readonly string[];
  bytes: number;
}

export class AnswerCache {
  readonly #root: string;
  readonly #limit: number;
  readonly #entries = new Map<string, Entry>();
  /** Files that kept answers were made from, as the index knows them. */
  readonly #records = new Map<string, FileRecord>();
  #of: { store: Store; generation: number } | null = null;
  #bytes = 0;
  #hits = 0;
  #misses = 0;

  constructor(root: string, limit: number) {
    this.#root = root;
    this.#limit = limit;
  }

  /** @param store the index that the question is asked of, made ready for it */
  async ask<Answer, Kept>(
    store: Store,
    question: Question<Answer, Kept>,
  ): Promise<{ answer: Answer; cached: boolean }> {
    if (this.#limit === 0) return { answer: (await question.answer()).answer, cached: false };
    const generation = await this.#follow(store);
    const key = keyOf(question.asked);
    const entry = this.#entries.get(key);
    if (entry !== undefined) {
      // What is under a key was kept by a question of the same kind.
      const answer = (await this.#holds(store, entry.paths)) ? await question.restore(entry.kept as Kept) : null;
      if (answer !== null && generation === (await this.#follow(store))) {
        this.#hits++;
        this.#touch(key, entry);
        return { answer, cached: true };
      }
    }
    this.#misses++;
    const { answer, keep } = await question.answer();
    // Made from one state of the index, from its first step to its last.
    if (keep !== null && generation === (await this.#follow(store))) this.#keep(key, keep);
    return { answer, cached: false };
  }

  status(): CacheStatus {
    const asked = this.#hits + this.#misses;
    return {
      limit: this.#limit,
      entries: this.#entries.size,
      bytes: this.#bytes,
      hits: this.#hits,
      misses: this.#misses,
      hitRatio: asked === 0 ? null : Math.round((this.#hits / asked) * 1000) / 1000,
    };
  }

  /** Forgets all when something was written, by this process or another; the generation that is there now. */
  async #follow(store: Store): Promise<number> {
    const { generation } = await store.vectors.state();
    if (this.#of?.store !== store || this.#of.generation !== generation) {
      this.#entries.clear();
      this.#records.clear();
      this.#bytes = 0;
      this.#of = { store, generation };
    }
    return generation;
  }

  async #holds(store: Store, paths: readonly string[]): Promise<boolean> {
    const unknown = paths.filter((path) => !this.#records.has(path));
    if (unknown.length > 0)
      for (const record of await store.filesByPath(unknown)) this.#records.set(record.path, record);
    return paths.every((path) => {
      const record = this.#records.get(path);
      return record !== undefined && !hasChanged(this.#root, record);
    });
  }

  #keep(key: string, { kept, paths }: { kept: unknown; paths: readonly string[] }): void {
    const text = JSON.stringify(kept);
    const bytes = bytesOfEntry + bytesOfCharacter * (key.length + text.length) + bytesOfPath * paths.length;
    if (bytes > mostBytes * largestShare) return;
    this.#forget(key);
    this.#entries.set(key, { kept, paths, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limit && this.#bytes <= mostBytes) break;
      this.#forget(oldest);
    }
  }

  #touch(key: string, entry: Entry): void {
    // Another question may have driven it out meanwhile.
    if (this.#entries.get(key) !== entry) return;
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

/** Whatever the order of the parts, and whether one is absent or undefined. */
function keyOf(asked: readonly [string, object]): string {
  return JSON.stringify(asked, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
