/**
 * The answers of precise sources for the present content of files, in one run of the linker.
 * Invariant: answers for another content of a file are deleted, so that our own links come back.
 */
import { symbolKeys } from '../../model/link.ts';
import type { PreciseAnswers } from '../../model/precise-links.ts';
import { unpackPreciseAnswers } from '../../store/packed/packed-precise-links.ts';
import type { Store } from '../../store/store.ts';
import type { LinksOfFile } from '../links/file-links.ts';
import type { LinkedProject } from '../incremental/linked-project.ts';
import { overlay } from '../links/precise-overlay.ts';

/** The number of files whose keys are cached. */
const maxCachedFiles = 4000;

export class PreciseSources {
  readonly #store: Store;
  readonly #project: LinkedProject;
  readonly #paths: ReadonlySet<string>;
  /** The keys of a file's symbols, by file id. */
  readonly #keys = new Map<number, ReadonlySet<number>>();

  private constructor(store: Store, project: LinkedProject, paths: ReadonlySet<string>) {
    this.#store = store;
    this.#project = project;
    this.#paths = paths;
  }

  static async open(store: Store, project: LinkedProject): Promise<PreciseSources> {
    const rows = await store.preciseFiles();
    if (rows.length === 0) return new PreciseSources(store, project, new Set());
    // The answers for an unchanged file were compared with its content when it was linked.
    const changed = new Set(project.changed);
    const isUnchanged = (place: number): boolean => place !== -1 && !changed.has(place);
    const suspects = rows.filter(({ path }) => !isUnchanged(project.placeOf(path)));
    const records = await store.filesByPath([...new Set(suspects.map(({ path }) => path))]);
    const hashes = new Map(records.map(({ path, hash }) => [path, hash]));
    const stale = suspects.filter(({ path, hash }) => hashes.get(path) !== hash);
    await store.writePreciseLinks({ files: [], removed: stale });
    const gone = new Set(stale);
    return new PreciseSources(store, project, new Set(rows.filter((row) => !gone.has(row)).map(({ path }) => path)));
  }

  /** Whether a source has answers for a file. */
  has(place: number): boolean {
    return this.#paths.has(this.#project.files[place]?.path ?? '');
  }

  /**
   * A file's links with the answers of its precise sources; the last source takes precedence.
   * @param reads gets the places of the files that the answers name
   */
  async replace(place: number, own: LinksOfFile, reads: { add(place: number): void }): Promise<LinksOfFile> {
    const { path, fileId } = this.#project.files[place]!;
    const allAnswers = (await this.#store.preciseLinks([path])).map(({ data }) => unpackPreciseAnswers(data));
    const definitions = (await this.#store.outlines([fileId])).get(fileId) ?? [];
    await this.#fetchKeys(allAnswers);
    let links = own;
    for (const answers of allAnswers) {
      links = overlay(links, answers, {
        definitions,
        targetOf: ({ path: target, target: key }) => {
          const index = this.#project.placeOf(target);
          const file = this.#project.files[index];
          if (file === undefined) return null;
          reads.add(index);
          return this.#keys.get(file.fileId)?.has(key) === true ? index : null;
        },
      });
    }
    return links;
  }

  async #fetchKeys(allAnswers: readonly PreciseAnswers[]): Promise<void> {
    const wanted = new Set<number>();
    for (const { links } of allAnswers) {
      for (const { path } of links) {
        const file = this.#project.files[this.#project.placeOf(path)];
        if (file !== undefined) wanted.add(file.fileId);
      }
    }
    const missing = [...wanted].filter((id) => !this.#keys.has(id));
    if (missing.length === 0) return;
    if (this.#keys.size + missing.length > maxCachedFiles) {
      for (const id of this.#keys.keys()) if (!wanted.has(id)) this.#keys.delete(id);
    }
    const found = await this.#store.outlines(missing);
    for (const id of missing) this.#keys.set(id, new Set(symbolKeys(found.get(id) ?? [])));
  }
}
