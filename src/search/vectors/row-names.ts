/**
 * Whose each row is: its chunk and its file. Known by runs as long as runs of rows are all that is added, then row by row.
 * Invariant: what it says of a row does not depend on which of the two it is.
 */
import { blockRows } from './row-layout.ts';

/** Chunks of one file, with numbers that follow each other. */
export interface RowRun {
  firstId: number;
  file: number;
  count: number;
}

interface BlockNames {
  ids: Float64Array;
  files: Int32Array;
}

const runBytes = 24;

export class RowNames {
  /** By block; null while the runs are enough. */
  #blocks: BlockNames[] | null = null;
  /** Of each run the slot of its first row (ascending, without gaps), the number of its first chunk, and its file. */
  #slots: number[] = [];
  #firstIds: number[] = [];
  #files: number[] = [];
  /** Behind the last run. */
  #end = 0;

  get bytes(): number {
    return (this.#blocks?.length ?? 0) * blockRows * 12 + this.#slots.length * runBytes;
  }

  /** Of a run whose rows stand from `slot` on, behind all that were named before. */
  add(run: RowRun, slot: number): void {
    if (this.#blocks !== null) return nameRows(this.#blocks, slot, run);
    if (run.count === 0) return;
    this.#slots.push(slot);
    this.#firstIds.push(run.firstId);
    this.#files.push(run.file);
    this.#end = slot + run.count;
  }

  /** Of any one row. */
  set(slot: number, { id, file }: { id: number; file: number }): void {
    nameRows(this.#rowByRow(), slot, { firstId: id, file, count: 1 });
  }

  idAt(slot: number): number {
    if (this.#blocks !== null) return this.#blocks[Math.floor(slot / blockRows)]!.ids[slot % blockRows]!;
    const run = lastAt(this.#slots, slot);
    return this.#firstIds[run]! + slot - this.#slots[run]!;
  }

  /** The file of each row of a block; there is no such block where nothing of it was named. */
  filesOf(block: number): Int32Array {
    return this.#rowByRow()[block]!.files;
  }

  /** The chunk of each row of a block, as `filesOf`; null while runs are enough: `idAt` tells them one by one. */
  idsOf(block: number): Float64Array | null {
    return this.#blocks?.[block]?.ids ?? null;
  }

  /** Takes more memory, and makes what is asked of many rows cheaper. */
  spread(): void {
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

/** The last of ascending numbers that is not above one; that one is not below the first. */
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
