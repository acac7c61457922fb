/** The contract of text search. */
/** A search for text in the files of the project. */
export interface TextQuery {
  query: string;
  /** True: a regular expression in the syntax of Rust's regex crate. Absent: literal text; if no file has it and it looks like one, a regular expression. */
  isRegex?: boolean | undefined;
  /** Absent: case counts if the query has a capital letter. */
  caseSensitive?: boolean | undefined;
  wholeWord?: boolean | undefined;
  /** A match may span several lines. */
  multiline?: boolean | undefined;
  /** The path must match one of them, and none that begins with `!`. A glob without a slash matches file names. */
  globs?: readonly string[] | undefined;
  offset?: number | undefined;
  /** Most lines, or files. */
  limit: number;
  /** Lines to show before and after each match. */
  context?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** A matching line. */
export interface TextHit {
  path: string;
  line: number;
  /** Column of the first match in the line (UTF-16 units), from 1. */
  column: number;
  length: number;
  /** The line, or all lines of a match that spans several. */
  text: string;
  before: readonly string[];
  after: readonly string[];
}

interface TextAnswer {
  /** Number of matching lines, and of files with them. */
  total: number;
  files: number;
  /** Whether the query was taken as a regular expression. */
  isRegex: boolean;
  notes: readonly string[];
}

export interface TextSearchResult extends TextAnswer {
  /** Best first. */
  hits: readonly TextHit[];
}

export interface TextFiles extends TextAnswer {
  shown: readonly { path: string; count: number }[];
}

/** Search for text on disk. An invalid regular expression rejects with a `ValidationError`. */
export interface TextQueries {
  search: (query: TextQuery) => Promise<TextSearchResult>;
  /** Only files, with the number of matching lines of each. */
  files: (query: TextQuery) => Promise<TextFiles>;
}
