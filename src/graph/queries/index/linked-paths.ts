/**
 * The linked files by id and by path, for queries.
 * Invariant: after `refresh` the tables equal the index. While no path changes, `refresh` updates only the entries of rewritten files.
 */
import { hasTrait } from '../../../model/file.ts';
import type { DocumentTable, Store, StoreState } from '../../../store/store.ts';
import { isDeclarationFile } from '../../resolve/declaration-files.ts';
import { fileRank } from '../file-rank.ts';

export interface LinkedPath {
  path: string;
  fileId: number;
  isTest: boolean;
  isVendored: boolean;
  /** The file's rank (`fileRank`). */
  rank: number;
  language: string;
}

export class LinkedPaths {
  #documents: DocumentTable | null = null;
  /** A text that identifies the set of linked paths (`linkExtent`). */
  #extent = '';
  #files = new Map<number, LinkedPath>();
  #ids = new Map<string, number>();
  /** The ids by `fileId`; made at first use. */
  #byFileId: Map<number, number> | null = null;
  /** Whether there are declaration files (`.d.ts`). */
  hasDeclarationFiles = false;

  async refresh(
    store: Store,
    { documents, linkExtent: extent }: Pick<StoreState, 'documents' | 'linkExtent'>,
  ): Promise<void> {
    const before = this.#documents;
    if (before !== null && extent === this.#extent && this.#advance(before, documents)) return;
    const rows = new Map(documents.paths.map((path, row) => [path, row]));
    const [files, ids] = [new Map<number, LinkedPath>(), new Map<string, number>()];
    this.hasDeclarationFiles = false;
    for (const { id, path } of await store.linkPlaces()) {
      const row = rows.get(path);
      if (row === undefined) continue;
      files.set(id, linkedPath(documents, row));
      ids.set(path, id);
      this.hasDeclarationFiles ||= isDeclarationFile({ path });
    }
    [this.#files, this.#ids, this.#documents, this.#extent] = [files, ids, documents, extent];
    this.#byFileId = null;
  }

  /** Updates the rewritten files; false where paths have changed. */
  #advance(before: DocumentTable, documents: DocumentTable): boolean {
    if (before.count !== documents.count) return false;
    const changed: number[] = [];
    for (let row = 0; row < documents.count; row++) {
      if (documents.ids[row] === before.ids[row]) continue;
      if (documents.paths[row] !== before.paths[row]) return false;
      changed.push(row);
    }
    for (const row of changed) {
      const id = this.#ids.get(documents.paths[row]!);
      if (id !== undefined) this.#files.set(id, linkedPath(documents, row));
    }
    this.#documents = documents;
    this.#byFileId = null;
    return true;
  }

  idOf(path: string): number | undefined {
    return this.#ids.get(path);
  }

  /** The id of a linked file by its `fileId`. */
  idOfFile(fileId: number): number | undefined {
    this.#byFileId ??= new Map(this.#files.entries().map(([id, file]) => [file.fileId, id]));
    return this.#byFileId.get(fileId);
  }

  file(id: number): LinkedPath | undefined {
    return this.#files.get(id);
  }

  get paths(): IterableIterator<string> {
    return this.#ids.keys();
  }
}

function linkedPath({ paths, ids, traits, languages }: DocumentTable, row: number): LinkedPath {
  return {
    path: paths[row]!,
    fileId: ids[row]!,
    isTest: hasTrait(traits[row]!, 'test'),
    isVendored: hasTrait(traits[row]!, 'vendored'),
    rank: fileRank(paths[row]!, traits[row]!),
    language: languages[row]!,
  };
}
