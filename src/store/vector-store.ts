/**
 * The part of the store's contract for vectors: for each embedder in use, the vectors of each file's chunks, in the order of the chunks. Processes
 * with different models can share an index: none deletes the vectors of another.
 * Invariants: an answer never mixes vectors of two embedders; a file's vectors are deleted with its row, when it is removed or written again.
 */

/** Maximum number of embedders whose vectors are stored: the one in the settings, the one before it, and one that is being tried out. */
export const mostEmbedders = 3;

/** The part of the index's state that vectors depend on. */
export interface VectorState {
  /** Generation of the whole index: changes when files, links, vectors or the list of skipped files are written. */
  readonly generation: number;
  /** `Embedder.id` of the embedders that may have vectors, at most `mostEmbedders`; the one that began last comes first. */
  readonly embedders: readonly string[];
}

export interface FileVectors {
  fileId: number;
  count: number;
  /** `packVectors` of as many vectors as the file has chunks. */
  data: Uint8Array;
}

export interface VectorsOf {
  embedder: string;
  dimensions: number;
}

/** A position among the vectors where reading continues. Its value means nothing to callers. */
export type VectorPlace = number & { readonly of: 'vectors' };

/** Vectors of several files, one file after the other. The caller owns the bytes. */
export interface VectorPart {
  fileIds: readonly number[];
  /** Number of vectors of each file. */
  counts: readonly number[];
  /** One 32-bit float per vector, little-endian. */
  scales: Uint8Array;
  /** One byte per dimension for each vector. */
  values: Uint8Array;
  /** Where to continue; null after the last vector. */
  next: VectorPlace | null;
}

export interface VectorStore {
  /** Registers an embedder. If there are too many, the vectors of the one that began first are deleted. */
  begin(embedder: string): Promise<void>;
  /** Writes vectors; files that are gone are skipped. False, with nothing written, if `embedder` was dropped in favour of others. */
  write(embedder: string, files: readonly FileVectors[]): Promise<boolean>;
  /** Ids of the files whose vectors by `embedder` were written after this generation, ascending; `state` is read at the same time. */
  filesSince(embedder: string, generation: number): Promise<{ state: VectorState; fileIds: number[] }>;
  /**
   * The vectors of up to `limit` files, at a seventh of the cost of `read`. `from`: null for the beginning, or `next` of an earlier part. Vectors
   * written meanwhile may or may not be included, and may come twice. Rejects if the vectors have other dimensions than `of` says.
   */
  readNext(of: VectorsOf, from: VectorPlace | null, limit: number): Promise<VectorPart>;
  /** Packed vectors (`unpackVectors`) by file id; files without vectors have no entry. */
  read(embedder: string, fileIds: readonly number[]): Promise<Map<number, Uint8Array>>;
}
