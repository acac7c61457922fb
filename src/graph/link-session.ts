/**
 * What one run of linking leaves for the next in the same thread.
 * Invariant: it is used only while nobody else has written links; a run that is broken off leaves nothing.
 */
import type { LinkHeader } from '../model/link-header.ts';
import type { LinkedFile } from '../store/link-store.ts';
import type { Store } from '../store/store.ts';
import { MentionedTexts } from './mentioned-texts.ts';
import type { ProjectModules } from './project-modules.ts';

export const noHeader: LinkHeader = { unit: '', globals: [], extensions: [] };

/** The rows that a run writes. */
export class WrittenRows {
  readonly #rows = new Map<string, LinkedFile>();

  add(row: LinkedFile): LinkedFile {
    this.#rows.set(row.path, row);
    return row;
  }

  /** Units have a row for their id alone. */
  addUnits(ids: ReadonlyMap<string, number>): void {
    for (const [path, id] of ids)
      if (path.startsWith('//'))
        this.add({ id, path, fileId: 0, language: '', header: noHeader, interface: '', resolution: '', reads: [] });
  }

  /** Makes of the rows before those that are now. */
  putOver(rows: Map<string, LinkedFile>, removed: readonly LinkedFile[]): void {
    for (const { path } of removed) rows.delete(path);
    for (const [path, row] of this.#rows) rows.set(path, row);
  }
}

/** What is kept between two runs, so that one edit in a large project does not read what is known of all its files again. */
export class LinkSession {
  /** Rows by path, as they were at `generation`. */
  #rows: Map<string, LinkedFile> | null = null;
  #generation = '';
  #modules: ProjectModules | null = null;
  /** By file id, so that it holds whatever is written. */
  readonly mentions = new MentionedTexts();

  /** The rows of all files by path, if nobody has written links since. They belong to the run that takes them. */
  async rows(store: Store): Promise<Map<string, LinkedFile> | null> {
    if (this.#rows === null || (await store.getMeta('linkGeneration')) !== this.#generation) return null;
    return this.#rows;
  }

  /** Those of the last run; null where paths or configurations may have changed. */
  get modules(): ProjectModules | null {
    return this.#modules;
  }

  async keep(store: Store, rows: Map<string, LinkedFile>, modules: ProjectModules): Promise<void> {
    this.#rows = rows;
    this.#modules = modules;
    this.#generation = (await store.getMeta('linkGeneration')) ?? '';
  }

  forget(): void {
    this.#rows = null;
    this.#modules = null;
  }
}
