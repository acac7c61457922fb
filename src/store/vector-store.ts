/**
 * The part of the store's contract that holds vectors: those of each file's chunks, in the order of its chunks, by each embedder that is in
 * use: processes that are set to different models share an index, and none loses what it made to another.
 * Invariants: vectors of two embedders are never given together; a file's vectors go with its row, when it is removed and when it is
 * written anew.
 */

/** Embedders whose vectors are kept: that of the settings, one that they had before, and one that is only tried. */
export const mostEmbedders = 3;

export interface VectorState {
  /** Of the whole index: changes with every write. */
  generation: number;
  /** `Embedder.id` of each that there may be vectors by, at most `mostEmbedders`; the one that began last comes first. */
  embedders: readonly string[];
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

/** Where reading goes on; only the store knows what it stands for. */
export type VectorPlace = number & { readonly of: 'vectors' };

/** Vectors of several files, one file's behind another's. Its bytes are the caller's. */
export interface VectorPart {
  fileIds: readonly number[];
  /** How many vectors each of them has. */
  counts: readonly number[];
  /** A 32-bit float a vector, little-endian. */
  scales: Uint8Array;
  /** As many bytes a vector as it has dimensions. */
  values: Uint8Array;
  /** Null behind the last. */
  behind: VectorPlace | null;
}

export interface VectorStore {
  state(): Promise<VectorState>;
  /** There may be vectors by this one from now on; where there are too many embedders, those of the one that began first are forgotten. */
  begin(embedder: string): Promise<void>;
  /** Files that are gone by now are passed over. False, with nothing written, when others have begun so that `embedder` is forgotten. */
  write(embedder: string, files: readonly FileVectors[]): Promise<boolean>;
  /** Ids of the files whose vectors by `embedder` were written after this generation, ascending; of one state with `state`. */
  filesSince(embedder: string, generation: number): Promise<{ state: VectorState; fileIds: number[] }>;
  /**
   * The vectors of many files at a time, at a seventh of what `read` costs: those behind a place of an earlier answer, or from the first.
   * What is written meanwhile may be among them or not, and may come twice. Rejects where they have other dimensions.
   */
  readNext(of: VectorsOf, behind: VectorPlace | null, limit: number): Promise<VectorPart>;
  /** Packed vectors (`unpackVectors`) by file id; files without are left out. */
  read(embedder: string, fileIds: readonly number[]): Promise<Map<number, Uint8Array>>;
}
