/** The rows that a run of the linker writes. Of several rows of one file the last counts. */
import type { LinkedFile } from '../../store/link-store.ts';
import { noHeader } from '../incremental/linked-project.ts';

export class WrittenRows {
  readonly #rows = new Map<string, LinkedFile>();

  add(row: LinkedFile): LinkedFile {
    this.#rows.set(row.path, row);
    return row;
  }

  /** Adds rows of units, which store only the units' ids. */
  addUnits(ids: ReadonlyMap<string, number>): void {
    for (const [path, id] of ids)
      this.add({ id, path, fileId: 0, language: '', header: noHeader, interface: '', resolution: '', reads: [] });
  }

  rows(): Iterable<LinkedFile> {
    return this.#rows.values();
  }
}
