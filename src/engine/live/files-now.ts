/**
 * Finds files that differ from the index: changed ones by size and time, new ones by a walk if a folder or an ignore rule has changed. Deleted files are
 * not reported.
 * Invariant: a file that was written or added before the question is found, unless the walk takes longer than a question may wait. In that case the
 * next question uses the result of the walk.
 */
import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ParseWorkerData } from '../../indexer/parse-pool.ts';
import type { LeftOut } from '../../model/file.ts';
import { readSource } from '../../source/read/read-source.ts';
import { walk } from '../../source/walk/walk.ts';
import type { DocumentTable, Store, StoreState } from '../../store/store.ts';
import { fileSystemPath, rawPathOf } from '../../util/bytes/path-bytes.ts';
import { nextTurn } from '../../util/turns/turns.ts';

/** How long an answer waits for a walk if there is a complete index (ms). */
const patienceMs = 60;
/** How long an answer waits for a walk before there is a complete index (ms). */
const firstPatienceMs = 5000;
/** Files that are checked before other work gets a turn. */
const filesAtOnce = 500;
/** Paths of files with ignore rules. */
const ruleFile = /(?:^|\/)\.(?:gitignore|code-scoutignore|ignore)$/;

interface IndexedFiles {
  generation: number;
  states: ReadonlyMap<string, { size: number; mtimeMs: number }>;
  folders: readonly string[];
}

export class FilesNow {
  readonly #data: ParseWorkerData;
  #indexed: IndexedFiles | null = null;
  /** The last walk: modification times of the folders when it began, and the paths that it found. */
  #walked: { times: string; paths: readonly string[] } | null = null;
  /** The walk under way; questions that need the same walk share it. */
  #walking: { times: string; done: Promise<boolean> } | null = null;

  constructor(data: ParseWorkerData) {
    this.#data = data;
  }

  /**
   * Paths of files that have changed since they were indexed, and of files that the index does not have.
   * `isWhole`: whether the list is complete.
   */
  async findDifferent(
    store: Store,
    { documents, marks }: Pick<StoreState, 'documents' | 'marks'>,
  ): Promise<{ paths: string[]; isWhole: boolean }> {
    const { states, folders } = await this.#statesOf(store, documents);
    const changed: string[] = [];
    let checked = 0;
    for (const [path, { size, mtimeMs }] of states) {
      if (++checked % filesAtOnce === 0) await nextTurn();
      const now = this.#stat(path);
      if (now === null || (now.size === size && now.mtimeMs === mtimeMs)) continue;
      changed.push(path);
    }
    const times = folders.map((folder) => this.#stat(folder)?.mtimeMs ?? 0).join(' ');
    const isCurrent = this.#walked?.times === times && !changed.some((path) => ruleFile.test(path));
    const isIndexed = marks.lastIndexedMs !== null;
    const isWhole = isCurrent || (await this.#walk(times, isIndexed ? patienceMs : firstPatienceMs));
    const added = (this.#walked?.paths ?? []).filter((path) => !states.has(path));
    return { paths: [...changed, ...(await this.#withoutLeftOut(store, added))], isWhole };
  }

  /** Without the files that a run has read and left out, such as binary ones, unless they have become texts. */
  async #withoutLeftOut(store: Store, paths: readonly string[]): Promise<readonly string[]> {
    if (paths.length === 0) return paths;
    const { leftOut } = await store.leftOut({ paths, offset: 0, limit: paths.length });
    const stillOut = new Set(leftOut.filter((one) => this.#isStillOut(one)).map(({ path }) => path));
    return paths.filter((path) => !stillOut.has(path));
  }

  #isStillOut({ path, seen }: LeftOut): boolean {
    const now = this.#stat(path);
    if (now !== null && now.size === seen?.size && now.mtimeMs === seen.mtimeMs) return true;
    const { root } = this.#data;
    return readSource(root, { path, rawPath: rawPathOf(path), asWritten: true }, this.#data).text === null;
  }

  async #statesOf(store: Store, documents: DocumentTable): Promise<IndexedFiles> {
    if (this.#indexed?.generation === documents.generation) return this.#indexed;
    const all = await store.fileStates();
    const folders = new Set<string>(['.']);
    for (const { path } of all)
      for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
    const states = new Map(all.map(({ path, size, mtimeMs }) => [path, { size, mtimeMs }]));
    return (this.#indexed = { generation: documents.generation, states, folders: [...folders] });
  }

  #stat(path: string): { size: number; mtimeMs: number } | null {
    return lstatSync(fileSystemPath(this.#data.root, path, rawPathOf(path)), { throwIfNoEntry: false }) ?? null;
  }

  #startWalk(times: string): Promise<boolean> {
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

  /** Starts or joins a walk. Whether it ended within `waitMs`; if not, a later question uses its result. */
  async #walk(times: string, waitMs: number): Promise<boolean> {
    const walked = this.#walking?.times === times ? this.#walking.done : this.#startWalk(times);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<boolean>((done) => (timer = setTimeout(() => done(false), waitMs)));
    return Promise.race([walked, timeout]).finally(() => clearTimeout(timer));
  }
}
