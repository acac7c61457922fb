/** The rows that a run of the linker writes, for the next run in its thread. Of several rows of one file the last counts. */
import type { LinkedFile } from '../../store/link-store.ts';
import { emptyRow } from '../incremental/linked-project.ts';

export class WrittenRows {
  readonly #rows = new Map<string, LinkedFile>();

  add(row: LinkedFile): void {
    this.#rows.set(row.path, row);
  }

  /** Adds rows of units, which store only the units' ids. */
  addUnits(ids: ReadonlyMap<string, number>): void {
    for (const [path, id] of ids) this.add(emptyRow({ id, path }));
  }

  rows(): Iterable<LinkedFile> {
    return this.#rows.values();
  }
}
