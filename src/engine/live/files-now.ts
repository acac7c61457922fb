/**
 * Which files are not as the index knows them: changed ones by their sizes and times, new ones by a walk where a folder has changed.
 * Invariant: a file that was written or added before the question is named, unless the walk takes longer than a question may wait; what it
 * finds then counts for the next one.
 */
import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ParseWorkerData } from '../../indexer/parse-pool.ts';
import { walk } from '../../source/walk/walk.ts';
import type { DocumentTable, Store } from '../../store/store.ts';
import { fileSystemPath, rawPathOf } from '../../util/bytes/path-bytes.ts';

/** An answer waits so long for a walk (ms): where there is an index, and where there is none yet. */
const patienceMs = 60;
const firstPatienceMs = 5000;
/** Files that are looked at before others have their turn. */
const filesAtOnce = 500;
/** Files that say which others there are. */
const ruleFile = /(?:^|\/)\.(?:gitignore|code-scoutignore|ignore)$/;

interface Known {
  generation: number;
  states: ReadonlyMap<string, { size: number; mtimeMs: number }>;
  folders: readonly string[];
}

export class FilesNow {
  readonly #data: ParseWorkerData;
  #known: Known | null = null;
  /** Times of folders when the last walk began, and the paths that it found. */
  #walked: { times: string; paths: readonly string[] } | null = null;
  /** The walk under way: questions that need the same one share it. */
  #walking: { times: string; done: Promise<boolean> } | null = null;

  constructor(data: ParseWorkerData) {
    this.#data = data;
  }

  /**
   * Paths that are to be looked at beside what the index says: files that have changed, and those that it does not know.
   * `isWhole`: there are no others.
   */
  async unknown(store: Store, documents: DocumentTable): Promise<{ paths: string[]; isWhole: boolean }> {
    const { states, folders } = await this.#statesOf(store, documents);
    const changed: string[] = [];
    let looked = 0;
    for (const [path, { size, mtimeMs }] of states) {
      if (++looked % filesAtOnce === 0) await nextTurn();
      const now = this.#look(path);
      if (now === null || (now.size === size && now.mtimeMs === mtimeMs)) continue;
      changed.push(path);
    }
    const times = folders.map((folder) => this.#look(folder)?.mtimeMs ?? 0).join(' ');
    const isKnown = this.#walked?.times === times && !changed.some((path) => ruleFile.test(path));
    const isIndexed = (await store.getMeta('lastIndexedMs')) !== null;
    const isWhole = isKnown || (await this.#walk(times, isIndexed ? patienceMs : firstPatienceMs));
    const added = (this.#walked?.paths ?? []).filter((path) => !states.has(path));
    return { paths: [...changed, ...added], isWhole };
  }

  async #statesOf(store: Store, documents: DocumentTable): Promise<Known> {
    if (this.#known?.generation === documents.generation) return this.#known;
    const all = await store.fileStates();
    const folders = new Set<string>(['.']);
    for (const { path } of all)
      for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
    const states = new Map(all.map(({ path, size, mtimeMs }) => [path, { size, mtimeMs }]));
    return (this.#known = { generation: documents.generation, states, folders: [...folders] });
  }

  #look(path: string): { size: number; mtimeMs: number } | null {
    return lstatSync(fileSystemPath(this.#data.root, path, rawPathOf(path)), { throwIfNoEntry: false }) ?? null;
  }

  #begin(times: string): Promise<boolean> {
    const { root, ...options } = this.#data;
    const done = walk(root, options)
      .then(
        ({ files }) => {
          this.#walked = { times, paths: files.map(({ path }) => path) };
          return true;
        },
        () => false,
      )
      .finally(() => {
        if (this.#walking?.done === done) this.#walking = null;
      });
    this.#walking = { times, done };
    return done;
  }

  /** Whether it ended within its time. What it finds later counts for the next question. */
  async #walk(times: string, waitMs: number): Promise<boolean> {
    const walked = this.#walking?.times === times ? this.#walking.done : this.#begin(times);
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise<boolean>((done) => (timer = setTimeout(() => done(false), waitMs)));
    return Promise.race([walked, waited]).finally(() => clearTimeout(timer));
  }
}
