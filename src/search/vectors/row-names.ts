/**
 * The chunk and file of each row. They are stored as runs while only runs of rows are added, and later one entry per row.
 * Invariant: the result for a row is the same in both forms.
 */
import { blockRows } from './row-layout.ts';

/** Chunks of one file, with consecutive numbers. */
export interface RowRun {
  firstId: number;
  file: number;
  count: number;
}

interface BlockNames {
  ids: Float64Array;
  files: Int32Array;
}

/** Size of the three numbers of a run (bytes). */
const runBytes = 24;
/** Size of the chunk and file of a row (bytes). */
const rowBytes = 12;

export class RowNames {
  /** By block; null while the runs suffice. */
  #blocks: BlockNames[] | null = null;
  /** For each run: the slot of its first row (ascending, without gaps), the number of its first chunk, and its file. */
  #slots: number[] = [];
  #firstIds: number[] = [];
  #files: number[] = [];
  /** The slot after the last run. */
  #end = 0;

  get bytes(): number {
    return (this.#blocks?.length ?? 0) * blockRows * rowBytes + this.#slots.length * runBytes;
  }

  /** Adds a run whose rows begin at `slot`, after all rows added before. */
  add(run: RowRun, slot: number): void {
    if (this.#blocks !== null) return nameRows(this.#blocks, slot, run);
    if (run.count === 0) return;
    this.#slots.push(slot);
    this.#firstIds.push(run.firstId);
    this.#files.push(run.file);
    this.#end = slot + run.count;
  }

  /** Sets a single row. */
  set(slot: number, { id, file }: { id: number; file: number }): void {
    nameRows(this.#rowByRow(), slot, { firstId: id, file, count: 1 });
  }

  idAt(slot: number): number {
    if (this.#blocks !== null) return this.#blocks[Math.floor(slot / blockRows)]!.ids[slot % blockRows]!;
    const run = lastAt(this.#slots, slot);
    return this.#firstIds[run]! + slot - this.#slots[run]!;
  }

  /** The file of each row of a block. The block must have a row. */
  filesOf(block: number): Int32Array {
    return this.#rowByRow()[block]!.files;
  }

  /** The chunk of each row of a block, like `filesOf`; null while the runs suffice. Then `idAt` returns them one by one. */
  idsOf(block: number): Float64Array | null {
    return this.#blocks?.[block]?.ids ?? null;
  }

  /** Switches from runs to one entry per row, which takes more memory and makes queries over many rows cheaper. */
  toRows(): void {
    this.#rowByRow();
  }

  #rowByRow(): BlockNames[] {
    if (this.#blocks !== null) return this.#blocks;
    const blocks: BlockNames[] = (this.#blocks = []);
    for (let run = 0; run < this.#slots.length; run++) {
      const slot = this.#slots[run]!;
      const count = (this.#slots[run + 1] ?? this.#end) - slot;
      nameRows(blocks, slot, { firstId: this.#firstIds[run]!, file: this.#files[run]!, count });
    }
    [this.#slots, this.#firstIds, this.#files] = [[], [], []];
    return blocks;
  }
}

function nameRows(blocks: BlockNames[], slot: number, { firstId, file, count }: RowRun): void {
  const end = slot + count;
  for (let at = slot; at < end;) {
    const block = Math.floor(at / blockRows);
    while (blocks.length <= block) blocks.push({ ids: new Float64Array(blockRows), files: new Int32Array(blockRows) });
    const { ids, files } = blocks[block]!;
    const row = at % blockRows;
    const rows = Math.min(end - at, blockRows - row);
    const id = firstId + at - slot;
    files.fill(file, row, row + rows);
    for (let i = 0; i < rows; i++) ids[row + i] = id + i;
    at += rows;
  }
}

/** The index of the last number that is not above `number`. The first one must not be above it. */
function lastAt(ascending: readonly number[], number: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (ascending[middle]! <= number) low = middle;
    else high = middle - 1;
  }
  return low;
}
