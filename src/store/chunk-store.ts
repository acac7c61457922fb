/**
 * The part of the store's contract for chunks: the line ranges and keys of each file's chunks. Their texts are in the files, and their symbols
 * follow from the definitions.
 * The id of a chunk contains a key of its file's path and a key of the chunk.
 * Invariant: a chunk whose file has kept its path is found by its id at the cost of reading one file's list, or few if paths share a key.
 */

/** The columns of a file's row about its chunks. */
export interface ChunkWrite {
  /** `packChunks` of the file's chunks. */
  chunks: Uint8Array;
  chunkCount: number;
  /** `packChunkWords` of the same chunks; empty if they are not stored. */
  chunkWords: Uint8Array;
}

export interface ChunkStore {
  /** Packed chunks (`unpackChunks`) by file id; unknown ids have no entry. */
  chunks(fileIds: readonly number[]): Promise<Map<number, Uint8Array>>;
  /** Packed words of chunks (`unpackChunkWords`) by file id; unknown ids have no entry. */
  chunkWords(fileIds: readonly number[]): Promise<Map<number, Uint8Array>>;
  /** Number of chunks by file id; unknown ids have no entry. */
  chunkCounts(fileIds: readonly number[]): Promise<Map<number, number>>;
  /** Ids of the files whose paths have this key (`chunkPathKey`), ordered by path in code units: usually one. */
  filesOfChunkPath(pathKey: number): Promise<number[]>;
  /** Ids of at most `limit` files with a chunk of this key (`ChunkSpan.key`), ordered by path; reads the chunks of all files. */
  filesOfChunkKey(key: number, limit: number): Promise<number[]>;
}
