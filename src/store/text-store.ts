/**
 * The part of the store's contract that says which files may hold a text, by the trigrams of what was read of them.
 * Invariants: a file that holds a text is a candidate for it, unless it was never written here; a file's trigrams go with its row, when it
 * is removed and when it is written anew.
 */

export interface TextStore {
  /** Ids of the files that were not written, ascending. Cheap while nothing changes. */
  missing(): Promise<readonly number[]>;
  /** Files that are gone by now are passed over. */
  write(files: readonly { fileId: number; text: string }[]): Promise<void>;
  /**
   * Ids of files that may hold all texts of one of the alternatives, whatever the case of ASCII letters, ascending; those that were not
   * written are not among them. Texts of fewer than three characters say nothing; an alternative of such texts alone has all files.
   */
  candidates(alternatives: readonly (readonly string[])[]): Promise<Uint32Array>;
  /** Of the files whose bytes are not UTF-8, written here or not: how they were read, by id. Cheap while nothing changes. */
  encodings(): Promise<ReadonlyMap<number, string>>;
}
