/**
 * The part of the store's contract for trigrams: which files may contain a text.
 * Invariants: a file that contains a text is a candidate for the text, unless the file's trigrams were never written; a file's trigrams are deleted
 * with its row, when the file is removed or written again.
 */

export interface TextStore {
  /** Ids of the files without trigrams, ascending. Cheap while nothing changes. */
  missing(): Promise<readonly number[]>;
  /** Writes trigrams; files that are gone are skipped. */
  write(files: readonly { fileId: number; text: string }[]): Promise<void>;
  /**
   * Ids of files with trigrams that may contain all texts of one of the alternatives, ignoring the case of ASCII letters, ascending. Texts of fewer
   * than three characters are ignored; an alternative with only such texts matches all files.
   */
  candidates(alternatives: readonly (readonly string[])[]): Promise<Uint32Array>;
  /** Encodings of all files that are not UTF-8, by id, with or without trigrams. Cheap while nothing changes. */
  encodings(): Promise<ReadonlyMap<number, string>>;
}
