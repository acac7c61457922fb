/** What is looked for in texts, and what is found. */

export interface TextPattern {
  query: string;
  /** In the syntax of Rust's regex crate; else every character stands for itself. */
  isRegex: boolean;
  /** `smart`: capitals in the query count, and without any none do. */
  case: 'smart' | 'sensitive' | 'insensitive';
  wholeWord: boolean;
  /** A match may go on behind its line's end. */
  multiline: boolean;
}

export interface TextMatch {
  path: string;
  /** From 1. Of a match of several lines, the first. */
  line: number;
  /** Where the first match of the line begins and how long it is (UTF-16 units), from 1. */
  column: number;
  length: number;
  /** The line, or lines, without the last line's end. */
  text: string;
  /** Its bytes are UTF-8: other programs read others in their own ways. */
  isUtf8: boolean;
}

export interface TextSearch {
  root: string;
  /** Relative to the root, as shown; only those that `isNameable`. */
  paths: readonly string[];
  /** By path, of those whose bytes are not UTF-8: as ripgrep calls it. A byte order mark tells it by itself. */
  encodings?: ReadonlyMap<string, string>;
  pattern: TextPattern;
  /** Ends when it has more than so many matching lines. */
  most: number;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

export type TextEnd = 'whole' | 'limit' | 'time';
