/**
 * The part of the store's contract that holds chunks: where each file's chunks are and what they are called. Their texts stand in the files,
 * and what is defined in them is told by the definitions.
 * Invariant: a chunk is found by its id at the cost of one file's list, however many chunks there are.
 */

/** What a file's row says of its chunks. */
export interface ChunkWrite {
  /** `packChunks` of the file's chunks. */
  chunks: Uint8Array;
  chunkCount: number;
  /** `packChunkWords` of the same chunks; no bytes where they are not kept. */
  chunkWords: Uint8Array;
}

export interface ChunkStore {
  /** Packed chunks (`unpackChunks`) by file id; ids that are gone are left out. */
  chunks(fileIds: readonly number[]): Promise<Map<number, Uint8Array>>;
  /** Packed words of chunks (`unpackChunkWords`) by file id; ids that are gone are left out. */
  chunkWords(fileIds: readonly number[]): Promise<Map<number, Uint8Array>>;
  /** How many chunks each file has, by file id; ids that are gone are left out. */
  chunkCounts(fileIds: readonly number[]): Promise<Map<number, number>>;
  /** Ids of the files whose paths have this key (`chunkPathKey`), by path in code unit order: mostly one. */
  filesOfChunkPath(pathKey: number): Promise<number[]>;
  /** Ids of files that have a chunk of this key (`ChunkSpan.key`), whatever their paths, by path; reads the chunks of all files. */
  filesOfChunkKey(key: number, limit: number): Promise<number[]>;
}
