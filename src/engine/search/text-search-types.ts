/** What the edges see of searches for text in files. */
/** A search for text in the files of the project. */
export interface TextQuery {
  query: string;
  /** In the syntax of Rust's regex crate; absent: as it stands, and where that is nowhere, as a regular expression if it looks like one. */
  isRegex?: boolean | undefined;
  /** Absent: capitals in the query count, and without any none do. */
  caseSensitive?: boolean | undefined;
  wholeWord?: boolean | undefined;
  /** A match may go on behind its line's end. */
  multiline?: boolean | undefined;
  /** Any of them, and none of those with `!` before them; one without a slash is about names. */
  globs?: readonly string[] | undefined;
  offset?: number | undefined;
  /** Lines, or files. */
  limit: number;
  /** Lines before and after each. */
  context?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** A line that matches. */
export interface TextHit {
  path: string;
  line: number;
  /** Of the first match in it (UTF-16 units), from 1. */
  column: number;
  length: number;
  /** Of a match of several lines, all of them. */
  text: string;
  before: readonly string[];
  after: readonly string[];
}

interface TextAnswer {
  /** Lines that match, in so many files. */
  total: number;
  files: number;
  /** How the query was taken. */
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

/** Text on disk. A regular expression that is none rejects with a `ValidationError`. */
export interface TextQueries {
  search: (query: TextQuery) => Promise<TextSearchResult>;
  /** Files alone, with how many lines of each match. */
  files: (query: TextQuery) => Promise<TextFiles>;
}
