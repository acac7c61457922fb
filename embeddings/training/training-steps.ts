/**
 * Training steps as one thread runs them: symmetric InfoNCE over the batch, and Adam on the rows that took part.
 * Invariant: threads work on different rows of the batch, then on different dimensions of the table, so the result does
 * not depend on the number of threads.
 */
import { batchAt } from './batches.ts';
import { loadKernels, type Kernels, type SharedMemory } from './kernels.ts';
import { random, scatter } from './random.ts';
import { adamFactors, layOut, learningRateAt, type TrainingMemory, type TrainingSettings } from './training-memory.ts';
import type { TrainingSet } from './training-set.ts';

export interface TrainingShare {
  memory: SharedMemory;
  /** The number of rows of the table. */
  rows: number;
  set: TrainingSet;
  settings: TrainingSettings;
}

/** Gradient weights below this have no effect on the result but would be most of the cost. */
const minWeight = 1e-4;
const maxCount = 255;
const sublinear = Float32Array.from({ length: maxCount + 1 }, (_, count) => 1 + Math.log(Math.max(1, count)));

export class TrainingThread {
  readonly #share: TrainingShare;
  readonly #thread: number;
  readonly #kernels: Kernels;
  readonly #at: TrainingMemory;
  readonly #floats: Float32Array;
  readonly #words: Int32Array;
  #batch: Uint32Array = new Uint32Array(0);
  #step = 0;

  constructor(share: TrainingShare, thread: number) {
    this.#share = share;
    this.#thread = thread;
    this.#kernels = loadKernels(share.memory);
    this.#at = layOut(share.rows, share.settings);
    this.#floats = new Float32Array(share.memory.buffer);
    this.#words = new Int32Array(share.memory.buffer);
  }

  /** Runs the steps from `first` up to `end`, synchronously with all other threads. */
  run(first: number, end: number): void {
    for (this.#step = first; this.#step < end; this.#step++) {
      this.#batch = batchAt(this.#step, this.#share.set, this.#share.settings);
      this.#pool();
      this.#wait();
      this.#score();
      this.#wait();
      this.#weigh();
      this.#wait();
      this.#backward();
      this.#wait();
      this.#update();
      this.#wait();
    }
  }

  /** Waits until all threads have come here. */
  #wait(): void {
    const count = this.#at.barrier / 4;
    const round = count + 1;
    const current = Atomics.load(this.#words, round);
    if (Atomics.add(this.#words, count, 1) === this.#share.settings.threads - 1) {
      Atomics.store(this.#words, count, 0);
      Atomics.add(this.#words, round, 1);
      Atomics.notify(this.#words, round);
    } else while (Atomics.load(this.#words, round) === current) Atomics.wait(this.#words, round, current);
  }

  /** This thread's part of the batch; its bounds are even. */
  #part(): [from: number, to: number] {
    const { batch, threads } = this.#share.settings;
    const place = (thread: number): number => Math.floor((batch * thread) / threads / 2) * 2;
    return [place(this.#thread), this.#thread === threads - 1 ? batch : place(this.#thread + 1)];
  }

  get #bytes(): number {
    return this.#share.settings.dimensions * 4;
  }

  /**
   * Whether this step leaves the `x`th token of side `side` out; never the first one, so that a side is never empty.
   */
  #dropped(side: number, x: number): boolean {
    const { dropout, seed } = this.#share.settings;
    const share = side % 2 === 0 ? dropout / 2 : dropout;
    return x > 0 && share > 0 && scatter(scatter(seed, this.#step), side * 4096 + x) < share * 2 ** 32;
  }

  /** Adds each token's row to a vector, or a vector to each token's gradient. `side` is 2i for the query of pair i, 2i + 1 for its passage. */
  #eachToken(side: number, visit: (row: number, weight: number) => void): void {
    const { starts, rows, counts } = this.#share.set;
    const place = 2 * this.#batch[side >> 1]! + (side & 1);
    const from = starts[place]!;
    const to = starts[place + 1]!;
    for (let i = from; i < to; i++) {
      if (!this.#dropped(side, i - from)) visit(rows[i]!, sublinear[counts[i]!]!);
    }
  }

  #pool(): void {
    const [from, to] = this.#part();
    const { table, queries, passages, lengths } = this.#at;
    const { dimensions } = this.#share.settings;
    for (let side = 2 * from; side < 2 * to; side++) {
      const vector = (side % 2 === 0 ? queries : passages) + (side >> 1) * this.#bytes;
      const start = vector / 4;
      this.#floats.fill(0, start, start + dimensions);
      this.#eachToken(side, (row, weight) =>
        this.#kernels.addScaled(vector, table + row * this.#bytes, weight, this.#bytes),
      );
      let square = 0;
      for (let k = start; k < start + dimensions; k++) square += this.#floats[k]! ** 2;
      const length = Math.sqrt(square) + 1e-8;
      for (let k = start; k < start + dimensions; k++) this.#floats[k]! /= length;
      this.#floats[lengths / 4 + side] = length;
    }
  }

  /**
   * Exponentials of the scores of this thread's queries with all passages. Cosines divided by τ are at most 1/τ;
   * subtracting 1/τ avoids an overflow.
   */
  #score(): void {
    const [from, to] = this.#part();
    const { batch, temperature } = this.#share.settings;
    const { queries, passages, scores } = this.#at;
    for (let i = from; i < to; i += 2) {
      this.#kernels.dotRows(queries + i * this.#bytes, passages, scores + i * batch * 4, batch, this.#bytes);
    }
    const floats = this.#floats;
    const end = scores / 4 + to * batch;
    for (let at = scores / 4 + from * batch; at < end; at++) floats[at] = Math.exp((floats[at]! - 1) / temperature);
    for (let i = from; i < to; i++) this.#leaveOutSame(i);
  }

  /** Pairs with an equal side are not used as negative examples for each other. */
  #leaveOutSame(i: number): void {
    const { batch } = this.#share.settings;
    const { queryHashes, passageHashes } = this.#share.set;
    const row = this.#at.scores / 4 + i * batch;
    const query = queryHashes[this.#batch[i]!];
    const passage = passageHashes[this.#batch[i]!];
    for (let j = 0; j < batch; j++) {
      const other = this.#batch[j]!;
      if (j !== i && (queryHashes[other] === query || passageHashes[other] === passage)) this.#floats[row + j] = 0;
    }
  }

  /** The sums of the scores' columns. */
  #sumColumns(): Float64Array {
    const { batch } = this.#share.settings;
    const floats = this.#floats;
    const sums = new Float64Array(batch);
    for (let i = 0, at = this.#at.scores / 4; i < batch; i++) {
      for (let j = 0; j < batch; j++, at++) sums[j]! += floats[at]!;
    }
    return sums;
  }

  /** Turns the scores of this thread's queries into gradient weights and losses. */
  #weigh(): void {
    const { batch } = this.#share.settings;
    const [from, to] = this.#part();
    const floats = this.#floats;
    const columns = this.#sumColumns().map((sum) => 0.5 / sum);
    for (let i = from; i < to; i++) {
      const row = this.#at.scores / 4 + i * batch;
      let sum = 0;
      for (let j = 0; j < batch; j++) sum += floats[row + j]!;
      const own = floats[row + i]!;
      floats[this.#at.losses / 4 + i] = -0.5 * (Math.log(own / sum) + Math.log(own * columns[i]! * 2));
      const share = 0.5 / sum;
      for (let j = 0; j < batch; j++)
        floats[this.#at.weights / 4 + i * batch + j] = floats[row + j]! * (share + columns[j]!);
      floats[this.#at.weights / 4 + i * batch + i]! -= 1;
    }
  }

  /** Gradients of the vectors: this thread's queries use their rows of the weights, its passages their columns. */
  #backward(): void {
    const { batch, dimensions } = this.#share.settings;
    const { weights, queries, passages, queryGradients, passageGradients } = this.#at;
    const [from, to] = this.#part();
    const floats = this.#floats;
    const bytes = this.#bytes;
    for (const gradients of [queryGradients, passageGradients]) {
      floats.fill(0, gradients / 4 + from * dimensions, gradients / 4 + to * dimensions);
    }
    for (let i = 0; i < batch; i++) {
      const row = weights / 4 + i * batch;
      const own = i >= from && i < to;
      const [first, end] = own ? [0, batch] : [from, to];
      for (let j = first; j < end; j++) {
        const weight = floats[row + j]!;
        if (weight < minWeight && weight > -minWeight) continue;
        if (own) this.#kernels.addScaled(queryGradients + i * bytes, passages + j * bytes, weight, bytes);
        if (j >= from && j < to)
          this.#kernels.addScaled(passageGradients + j * bytes, queries + i * bytes, weight, bytes);
      }
    }
    for (let i = from; i < to; i++) {
      this.#throughLength(queryGradients, queries, i, 2 * i);
      this.#throughLength(passageGradients, passages, i, 2 * i + 1);
    }
  }

  /** Turns the gradient of a normalised vector into that of the vector before normalisation. */
  #throughLength(gradients: number, vectors: number, i: number, side: number): void {
    const { batch, dimensions, temperature } = this.#share.settings;
    const gradient = gradients / 4 + i * dimensions;
    const vector = vectors / 4 + i * dimensions;
    let along = 0;
    for (let k = 0; k < dimensions; k++) along += this.#floats[gradient + k]! * this.#floats[vector + k]!;
    const factor = 1 / (temperature * this.#floats[this.#at.lengths / 4 + side]! * batch);
    for (let k = 0; k < dimensions; k++) {
      this.#floats[gradient + k] = (this.#floats[gradient + k]! - along * this.#floats[vector + k]!) * factor;
    }
  }

  /** Adds up the rows' gradients and updates the rows, in this thread's dimensions. */
  #update(): void {
    const { batch, dimensions, threads } = this.#share.settings;
    const { table, apart, queryGradients, passageGradients } = this.#at;
    const place = (thread: number): number => Math.floor((this.#bytes * thread) / threads / 16) * 16;
    const from = place(this.#thread);
    const bytes = (this.#thread === threads - 1 ? dimensions * 4 : place(this.#thread + 1)) - from;
    const touched = new Set<number>();
    for (let side = 0; side < 2 * batch; side++) {
      const gradient = (side % 2 === 0 ? queryGradients : passageGradients) + (side >> 1) * this.#bytes + from;
      this.#eachToken(side, (row, weight) => {
        touched.add(row);
        this.#kernels.addScaled(table + 3 * apart + row * this.#bytes + from, gradient, weight, bytes);
      });
    }
    const rate = learningRateAt(this.#step, this.#share.settings);
    for (const row of touched) {
      const idle = this.#step - this.#words[this.#lastStep(row)]! + 1;
      const { keepM, keepV, unbiasM, unbiasV } = adamFactors(this.#step, idle);
      this.#kernels.adam(table + row * this.#bytes + from, apart, bytes, keepM, keepV, rate * unbiasM, unbiasV);
      this.#words[this.#lastStep(row)] = this.#step + 1;
    }
  }

  /** Each thread has its own record. */
  #lastStep(row: number): number {
    return this.#at.lastSteps / 4 + this.#thread * this.#share.rows + row;
  }
}

/** Rows of frequent words start with a small length, because these words say less. */
export function fillTable({ memory, rows, set, settings }: TrainingShare): void {
  const { dimensions, seed } = settings;
  const uses = new Float64Array(rows);
  const end = set.starts[2 * set.repositories[set.repositories.length - 1]!]!;
  for (let i = 0; i < end; i++) uses[set.rows[i]!]!++;
  const table = new Float32Array(memory.buffer, layOut(rows, settings).table, rows * dimensions);
  const numbers = random(seed, 0x7ab1e);
  for (let row = 0; row < rows; row++) {
    const size = 0.15 + 1e-3 / (1e-3 + uses[row]! / end);
    for (let k = 0; k < dimensions; k++)
      table[row * dimensions + k] = (numbers.normal() * size) / Math.sqrt(dimensions);
  }
}
