/**
 * What keeps and scores the rows of vectors: a WebAssembly module of our own (`vectors/`, written in AssemblyScript) with SIMD. Each that is opened
 * has a memory of its own.
 */
import { openModule } from './open-module.ts';

/** What `vectors/index.ts` exports; addresses are in bytes. A block has as many rows as `open` was told. */
export interface VectorModule {
  memory: { buffer: ArrayBuffer };
  /** To be called once, before anything else. @param rows of a block: a multiple of 32 */
  open(dimensions: number, rows: number): void;
  /** Values of a row, those that only fill it up counted. */
  width(): number;
  blockBytes(): number;
  /** Makes room for so many blocks in all; 0 where there is none. */
  holdBlocks(count: number): number;
  /** Where the values of rows that `pack` takes are to be written, and how many rows at the most. */
  stagedAt(): number;
  stagedRows(): number;
  pack(block: number, row: number, count: number, perValue: number): void;
  /** Puts a row together, and gives where. */
  unpack(block: number, row: number): number;
  /** Factors of the rows of a block, as 32-bit floats. */
  scalesAt(block: number): number;
  /** Sixteen bits a value. */
  queryAt(): number;
  /** To be called when the query is another. */
  forgetQuery(): void;
  /** A bit for each row of a block. */
  selectionAt(): number;
  narrow(block: number, threshold: number): void;
  /** Gives how many rows were found. */
  scan(block: number, threshold: number): number;
  /** Pairs of a row, as 32-bit integer, and its score, as 32-bit float. */
  foundAt(): number;
}

/** Null where the machine or the runtime has no WebAssembly with (relaxed) SIMD, or no address space to reserve. */
export function openVectors(): VectorModule | null {
  if (!('WebAssembly' in globalThis)) return null;
  try {
    return openModule('vectors', {}) as unknown as VectorModule;
  } catch (error) {
    if (error instanceof Error && (error.name === 'CompileError' || error.cause instanceof RangeError)) return null;
    throw error;
  }
}
