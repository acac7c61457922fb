/** Where the texts of the project have a word, as the engine finds it. */

export interface NamedFile {
  path: string;
  language: string;
  /** Whether the file is documentation without code. */
  isProse: boolean;
  text: string;
  /** In order. `line` and `column` are 1-based, the column in UTF-16 units; `at` is the index in the text. */
  places: readonly { line: number; column: number; at: number }[];
}

export interface NamedFiles {
  files: readonly NamedFile[];
  /** Number of files that may have the word, but were not read because of the limits. */
  unread: number;
}

/** Finds the files that have a word. @param goesFirst if not all can be read: whether files of this language are read before others */
export type FilesNaming = (word: string, goesFirst: (language: string) => boolean) => Promise<NamedFiles>;
