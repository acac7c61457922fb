/**
 * The part of the store's contract that holds vectors: those of each file's chunks, in the order of its chunks, all by one embedder.
 * Invariants: vectors of two embedders are never there together; a file's vectors go with its row, when it is removed and when it is
 * written anew.
 */

export interface VectorState {
  /** Of the whole index: changes with every write. */
  generation: number;
  /** `Embedder.id` of the one that all vectors are by; null before the first. */
  embedder: string | null;
}

export interface FileVectors {
  fileId: number;
  count: number;
  /** `packVectors` of as many vectors as the file has chunks. */
  data: Uint8Array;
}

export interface VectorStore {
  state(): Promise<VectorState>;
  /** Makes an embedder the one that vectors are by; those by another are forgotten. */
  begin(embedder: string): Promise<void>;
  /**
   * Files that are gone by now are passed over. False, with nothing written, when `embedder` is not the one that vectors are by: another
   * process has another model.
   */
  write(embedder: string, files: readonly FileVectors[]): Promise<boolean>;
  /** Ids of the files whose vectors were written after this generation, ascending; of one state with `state`. */
  filesSince(generation: number): Promise<{ state: VectorState; fileIds: number[] }>;
  /** Packed vectors (`unpackVectors`) by file id; files without are left out, and all are when vectors are by another embedder. */
  read(embedder: string, fileIds: readonly number[]): Promise<Map<number, Uint8Array>>;
}
