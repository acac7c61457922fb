/**
 * The vectors of an index's chunks in memory: nearest neighbours by int8 rows with one scale per row.
 * Invariant: an answer is the beginning of a sort of all wanted rows by score, then by id, whatever was added, replaced or removed before. (From a
 * second query on, errors with the odds stated in kernels/vectors/narrow.ts are possible.) No row is moved or copied when others are added.
 *
 * A slot is the number of a row's place: block by block, from 0. Removing a row frees its slot for a new row.
 * Costs 28 to 36 bytes per row besides the row itself (whose width is a multiple of 32): scale, mean of lower halves, id, file, slot by id. As long
 * as rows are only added by `putNew` and searched, their chunks and files are stored as runs, and a row costs only scale and mean.
 */
import { indexClosed } from '../../model/error.ts';
import { bestRows, offer, sortBest, threshold } from './best-rows.ts';
import type { BestRows } from './best-rows.ts';
import { IdSlots } from './id-slots.ts';
import { openRowBlocks } from './row-blocks.ts';
import type { RowBlocks } from './row-blocks.ts';
import { blockRows } from './row-layout.ts';
import { RowNames, type RowRun } from './row-names.ts';
import { QuestionTurns } from '../../util/turns/question.ts';

/** One chunk's vector as stored: `value = vector[i] * scale`. */
export interface VectorRow {
  /** One value for each dimension of the index. */
  vector: Int8Array;
  /** Finite, not negative. */
  scale: number;
  /** Number of the chunk's file, from 0, as used by `rowsOfFiles`. */
  file: number;
}

/** Vectors, concatenated. */
export interface RunValues {
  scales: Float32Array;
  values: Int8Array;
}

/** One bit per slot; slots beyond its end are not included. */
export type RowSet = Int32Array;

export interface VectorHit {
  id: number;
  /** Dot product of the query and the row: the cosine when both had length 1. */
  score: number;
}

export interface VectorSearchOptions {
  /** Only these rows are scored. */
  filter?: RowSet;
  /**
   * This many of the best (at least `k`) are scored again with the exact query, in 64-bit floats. Without `rescore`, the scores are those of a
   * query that is rounded to 16 bits, or fewer from 512 dimensions on.
   */
  rescore?: number;
}

const blockWords = blockRows / 32;
const blockBits = Math.log2(blockRows);
const largestDimensions = 16_384;

/**
 * A sample of one in this many rows is scored first and shows how near the nearest rows are. The sample consists of separate groups of 32 rows, since
 * similar vectors are adjacent.
 */
const sampleEvery = 16;
/** The sample returns this many times its share of the wanted rows, so that enough of all rows score higher than its last row. */
const sampleExcess = 2;
/** With fewer blocks of rows a single pass is as fast. */
const minSampledBlocks = 16;
/** With fewer rows wanted a single pass is as fast. */
const minSampledLimit = 256;
/** So many rows are rescored between two looks at the clock. */
const rescoredAtOnce = 256;
const isSampled = (word: number): boolean => word % sampleEvery === 0;
const isUnsampled = (word: number): boolean => word % sampleEvery !== 0;

/** The rows to score. */
interface ScanPart {
  filter: RowSet | undefined;
  isNarrowed: boolean;
  /** Which groups of 32 rows of each block are included. */
  isWanted: (word: number) => boolean;
  /** Rows with lower scores are skipped. */
  least: number;
}

/** Writes the query as integers whose products with any row sum up below 2^31. @returns the factor for the scores */
function roundQuery(query: Float32Array, into: Int16Array): number {
  let largest = 0;
  for (const value of query) {
    if (!Number.isFinite(value)) throw new RangeError('a query vector holds a value that is not finite');
    largest = Math.max(largest, Math.abs(value));
  }
  const maxRounded = Math.min(32_767, Math.floor((2 ** 31 - 1) / (128 * query.length)));
  const factor = largest === 0 ? 0 : maxRounded / largest;
  for (let i = 0; i < query.length; i++) into[i] = Math.round(query[i]! * factor);
  return largest / maxRounded;
}

function checkId(id: number): void {
  if (!Number.isSafeInteger(id) || id < 0) throw new RangeError(`not an id of a chunk: ${id}`);
}

function checkScale(scale: number): void {
  if (!(scale >= 0 && scale < Infinity)) throw new RangeError(`not a scale of a vector: ${scale}`);
}

export class VectorIndex {
  readonly dimensions: number;
  #blocks: RowBlocks | null;
  /** By block, one bit for each row in use. */
  #live: Int32Array[] = [];
  #names = new RowNames();
  /** Null until an id is looked up: searching alone does not need it. */
  #idSlots: IdSlots | null = null;
  #free: number[] = [];
  #hasSearched = false;
  /** Number of slots that have ever been used. */
  #slots = 0;

  /** @param options `simd: false` avoids WebAssembly, for comparison */
  constructor({ dimensions, simd = true }: { dimensions: number; simd?: boolean }) {
    if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > largestDimensions) {
      throw new RangeError(`vectors have 1 to ${largestDimensions} dimensions, not ${dimensions}`);
    }
    this.dimensions = dimensions;
    this.#blocks = openRowBlocks(dimensions, { simd });
  }

  /** Number of rows. */
  get size(): number {
    return this.#slots - this.#free.length;
  }

  /** Whether the WebAssembly kernel is used. */
  get simd(): boolean {
    return this.#open().simd;
  }

  /** Size of the rows with all their data (bytes). */
  get bytes(): number {
    const columns = this.#names.bytes + this.#live.length * blockWords * 4;
    return this.#open().bytes + columns + (this.#idSlots?.bytes ?? 0) + this.#free.length * 8;
  }

  #open(): RowBlocks {
    if (this.#blocks === null) throw indexClosed();
    return this.#blocks;
  }

  #slotsById(): IdSlots {
    if (this.#idSlots !== null) return this.#idSlots;
    this.#names.toRows();
    const slots = new IdSlots((slot) => this.#names.idAt(slot));
    // Every slot is in use: `remove`, which frees slots, needs `#idSlots`.
    for (let slot = 0; slot < this.#slots; slot++) slots.add(this.#names.idAt(slot), slot);
    return (this.#idSlots = slots);
  }

  #newSlot(): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    this.#makeRoom();
    return this.#slots++;
  }

  /** Makes room for one more slot. */
  #makeRoom(): void {
    if (this.#slots < this.#live.length * blockRows) return;
    this.#open().grow();
    this.#live.push(new Int32Array(blockWords));
  }

  /** Adds the rows of new chunks, like `put` of each, but much cheaper. */
  putNew(runs: readonly RowRun[], { scales, values }: RunValues): void {
    const { dimensions } = this;
    const count = runs.reduce((sum, run) => sum + run.count, 0);
    if (values.length !== count * dimensions || scales.length !== count)
      throw new RangeError(`${values.length} values of ${count} vectors of ${dimensions} dimensions`);
    for (const run of runs) checkId(run.firstId + run.count);
    for (let i = 0; i < count; i++) checkScale(scales[i]!);
    const from = this.#slots;
    for (let done = 0; done < count;) {
      this.#makeRoom();
      const [block, row] = [this.#slots >>> blockBits, this.#slots % blockRows];
      const end = Math.min(count, done + blockRows - row);
      const part = { values: values.subarray(done * dimensions, end * dimensions), scales: scales.subarray(done, end) };
      this.#open().put(block, row, part);
      this.#slots += end - done;
      done = end;
    }
    this.#markLive(from, this.#slots);
    let slot = from;
    for (const run of runs) {
      this.#names.add(run, slot);
      if (this.#idSlots !== null) for (let i = 0; i < run.count; i++) this.#idSlots.add(run.firstId + i, slot + i);
      slot += run.count;
    }
  }

  /** Marks slots as used. */
  #markLive(from: number, end: number): void {
    for (let slot = from; slot < end;) {
      const live = this.#live[slot >>> blockBits]!;
      const row = slot % blockRows;
      const isWord = row % 32 === 0 && end - slot >= 32;
      if (isWord) live[row >>> 5] = -1;
      else live[row >>> 5]! |= 1 << row;
      slot += isWord ? 32 : 1;
    }
  }

  /** Adds the chunk's row, or replaces it in place. Returns its slot. `id`: an integer from 0 to 2^53 - 1. */
  put(id: number, { vector, scale, file }: VectorRow): number {
    checkId(id);
    if (vector.length !== this.dimensions) {
      throw new RangeError(`a vector of ${vector.length} dimensions among vectors of ${this.dimensions}`);
    }
    checkScale(scale);
    const blocks = this.#open();
    const idSlots = this.#slotsById();
    const existing = idSlots.slot(id);
    const slot = existing === -1 ? this.#newSlot() : existing;
    const block = slot >>> blockBits;
    const row = slot % blockRows;
    blocks.put(block, row, { values: vector, scales: Float32Array.of(scale) });
    this.#names.set(slot, { id, file });
    if (existing === -1) {
      this.#live[block]![row >>> 5]! |= 1 << row;
      idSlots.add(id, slot);
    }
    return slot;
  }

  /** False when there is no such chunk. */
  remove(id: number): boolean {
    this.#open();
    const idSlots = this.#slotsById();
    const slot = idSlots.slot(id);
    if (slot === -1) return false;
    const row = slot % blockRows;
    idSlots.remove(id);
    this.#live[slot >>> blockBits]![row >>> 5]! &= ~(1 << row);
    this.#free.push(slot);
    return true;
  }

  /** The slot of a chunk, as used in `RowSet`; -1 when there is none. */
  slotOf(id: number): number {
    return this.#slotsById().slot(id);
  }

  /** The rows of the files for which `wanted` is not 0. Valid until rows are put or removed. */
  rowsOfFiles(wanted: Uint8Array): RowSet {
    const set = new Int32Array(this.#live.length * blockWords);
    for (const [block, live] of this.#live.entries()) {
      const files = this.#names.filesOf(block);
      for (let word = 0; word < blockWords; word++) {
        let bits = 0;
        for (let rest = live[word]!; rest !== 0; rest &= rest - 1) {
          const bit = 31 - Math.clz32(rest & -rest);
          if (wanted[files[word * 32 + bit]!]) bits |= 1 << bit;
        }
        set[block * blockWords + word] = bits;
      }
    }
    return set;
  }

  /** Writes which rows of a block are wanted. Returns whether there are any. */
  #select(block: number, selection: Int32Array, { filter, isWanted }: ScanPart): boolean {
    const live = this.#live[block]!;
    const from = block * blockWords;
    let selectedBits = 0;
    for (let word = 0; word < blockWords; word++) {
      // A filter that ends earlier gives undefined, which sets no bit.
      const bits = filter === undefined ? live[word]! : live[word]! & filter[from + word]!;
      const selected = isWanted(word) ? bits : 0;
      selection[word] = selected;
      selectedBits |= selected;
    }
    return selectedBits !== 0;
  }

  /** The best rows by the rounded query. Their scores must still be multiplied by the scale of the query. */
  async #scan(blocks: RowBlocks, limit: number, filter: RowSet | undefined, isNarrowed: boolean): Promise<BestRows> {
    if (isNarrowed && limit >= minSampledLimit && this.#live.length >= minSampledBlocks) {
      const sample = bestRows(Math.ceil((limit * sampleExcess) / sampleEvery));
      await this.#offerRows(blocks, sample, { filter, isNarrowed, isWanted: isSampled, least: -Infinity });
      const best = bestRows(limit);
      for (let i = 0; i < sample.length; i++)
        offer(best, { slot: sample.slots[i]!, id: sample.ids[i]!, score: sample.scores[i]! });
      await this.#offerRows(blocks, best, { filter, isNarrowed, isWanted: isUnsampled, least: threshold(sample) });
      // Where rows are missing, the sample contained more than its share of the nearest, and too few others reach its last score. All are scored.
      if (best.length === limit) return best;
    }
    const best = bestRows(limit);
    await this.#offerRows(blocks, best, { filter, isNarrowed, isWanted: () => true, least: -Infinity });
    return best;
  }

  async #offerRows(blocks: RowBlocks, best: BestRows, part: ScanPart): Promise<void> {
    const row = { slot: 0, id: 0, score: 0 };
    const turns = new QuestionTurns();
    for (let block = 0; block < this.#live.length; block++) {
      const turn = block === 0 ? null : turns.take();
      if (turn !== null) await this.#after(turn);
      if (!this.#select(block, blocks.selection(), part)) continue;
      const ids = this.#names.idsOf(block);
      if (part.isNarrowed) blocks.narrow(block, Math.max(part.least, threshold(best)));
      const found = blocks.scan(block, Math.max(part.least, threshold(best)));
      for (let index = 0; index < found; index++) {
        const at = blocks.foundRow(index);
        row.slot = block * blockRows + at;
        row.id = ids === null ? this.#names.idAt(row.slot) : ids[at]!;
        row.score = blocks.foundScore(index);
        offer(best, row);
      }
    }
  }

  /** Waits for a turn. Rejects where the index was closed meanwhile. */
  async #after(turn: Promise<void>): Promise<void> {
    await turn;
    this.#open();
  }

  #exactScore(blocks: RowBlocks, slot: number, query: Float32Array): number {
    const block = slot >>> blockBits;
    const row = blocks.row(block, slot % blockRows);
    let sum = 0;
    for (let i = 0; i < query.length; i++) sum += query[i]! * row[i]!;
    return sum * blocks.scale(block, slot % blockRows);
  }

  /**
   * The `k` rows nearest to the query by dot product, best first; equal scores by id. Fewer where fewer rows can be scored.
   * Takes turns of the event loop: until it resolves, nothing else may be done with the index, except to close it.
   * Rejects with a `RangeError` for a query of other dimensions or with values that are not finite, and as `QuestionTurns.take`.
   */
  async search(query: Float32Array, k: number, { filter, rescore }: VectorSearchOptions = {}): Promise<VectorHit[]> {
    const blocks = this.#open();
    if (query.length !== this.dimensions) {
      throw new RangeError(`a query of ${query.length} dimensions among vectors of ${this.dimensions}`);
    }
    const scale = roundQuery(query, blocks.query());
    const limit = Math.min(Math.max(k, rescore ?? 0), this.size);
    if (k < 1 || limit < 1) return [];
    // The first answer comes faster without narrowing and without one entry per row.
    const isFirst = !this.#hasSearched;
    if (!isFirst) this.#names.toRows();
    this.#hasSearched = true;
    let best = await this.#scan(blocks, limit, filter, !isFirst);
    if (rescore === undefined) for (let i = 0; i < best.length; i++) best.scores[i]! *= scale;
    else {
      const rescored = bestRows(limit);
      const turns = new QuestionTurns();
      for (let i = 0; i < best.length; i++) {
        const turn = i % rescoredAtOnce === 0 ? turns.take() : null;
        if (turn !== null) await this.#after(turn);
        const slot = best.slots[i]!;
        offer(rescored, { slot, id: best.ids[i]!, score: this.#exactScore(blocks, slot, query) });
      }
      best = rescored;
    }
    sortBest(best);
    return Array.from({ length: Math.min(k, best.length) }, (_, i) => ({ id: best.ids[i]!, score: best.scores[i]! }));
  }

  /** Releases the memory; any use after it throws. */
  close(): void {
    this.#blocks = null;
    this.#live = [];
    this.#names = new RowNames();
    this.#idSlots = null;
    this.#free = [];
    this.#slots = 0;
  }
}
