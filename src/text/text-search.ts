/** The input and output of text search. */

export interface TextPattern {
  query: string;
  /** Whether `query` is in the syntax of Rust's regex crate; otherwise it is literal text. */
  isRegex: boolean;
  /** `smart`: case matters only if the query contains capitals. */
  case: 'smart' | 'sensitive' | 'insensitive';
  wholeWord: boolean;
  /** Whether a match may extend over several lines. */
  multiline: boolean;
}

/** A part of a text. */
export interface TextSpan {
  /** 1-based, in UTF-16 units, as is the length. */
  column: number;
  length: number;
}

/** So many matches of a line are told: nobody reads more, and a line of a megabyte may have a million. */
export const mostSpans = 1000;

export interface TextMatch {
  path: string;
  /** 1-based. For a match over several lines, the first. */
  line: number;
  /** Place of the first match of the line, 1-based, and its length (UTF-16 units). */
  column: number;
  length: number;
  /** The further matches of the line, in their order, up to `mostSpans` together; absent if there are none. */
  more?: readonly TextSpan[];
  /** The line or lines, without the last line end. */
  text: string;
  /** Whether the line is UTF-8; programs differ in how they read other bytes. */
  isUtf8: boolean;
}

export interface TextSearch {
  root: string;
  /** Relative to the root, as displayed; only paths for which `isNameable` is true. */
  paths: readonly string[];
  /** By path, for files that are not UTF-8: ripgrep's name of the encoding. Not needed with a byte order mark. */
  encodings?: ReadonlyMap<string, string>;
  pattern: TextPattern;
  /** The search stops when it has more matching lines than this. */
  most: number;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** Why a search ended: it was complete, at its limit, or at its timeout. */
export type TextEnd = 'whole' | 'limit' | 'time';
