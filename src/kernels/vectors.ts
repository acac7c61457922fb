/**
 * Stores and scores the rows of vectors: a WebAssembly module of our own (`vectors/`, written in AssemblyScript) with SIMD. Each opened module
 * has its own memory.
 */
import { openModule } from './open-module.ts';

/** The exports of `vectors/index.ts`; addresses are in bytes. `open` sets the number of rows in a block. */
export interface VectorModule {
  memory: { buffer: ArrayBuffer };
  /** Must be called once, before anything else. @param rows per block: a multiple of 32 */
  open(dimensions: number, rows: number): void;
  /** Number of values in a row, padding included. */
  width(): number;
  blockBytes(): number;
  /** Makes room for this many blocks in total; 0 where there is not enough memory. */
  reserveBlocks(count: number): number;
  /** Where to write the rows for `pack`, and how many rows fit there. */
  stagedAt(): number;
  stagedRows(): number;
  /** Splits the staged rows into halves, and stores them from `row` of a block on. @param perValue factor from a row's sum to its mean */
  pack(block: number, row: number, count: number, perValue: number): void;
  /** Joins the two halves of a row. @returns the address of the values */
  unpack(block: number, row: number): number;
  /** Scale factors of the rows of a block, as 32-bit floats. */
  scalesAt(block: number): number;
  /** Address of the query: sixteen bits per value. */
  queryAt(): number;
  /** Must be called when the query has changed. */
  forgetQuery(): void;
  /** Address of the selection: one bit for each row of a block. */
  selectionAt(): number;
  /** Removes rows that cannot reach the threshold from the selection. */
  narrow(block: number, threshold: number): void;
  /** Writes the selected rows that reach the threshold to the result. @returns their number */
  scan(block: number, threshold: number): number;
  /** Address of the result: pairs of a row (32-bit integer) and its score (32-bit float). */
  foundAt(): number;
}

/** Null where the machine or the runtime lacks WebAssembly with (relaxed) SIMD, or where no address space can be reserved. */
export function openVectors(): VectorModule | null {
  if (!('WebAssembly' in globalThis)) return null;
  try {
    return openModule('vectors', {}) as unknown as VectorModule;
  } catch (error) {
    if (error instanceof Error && (error.name === 'CompileError' || error.cause instanceof RangeError)) return null;
    throw error;
  }
}
