/** What the engine offers for words that are not finished. */

/** What an unfinished word may become, likeliest first. */
export interface Completions {
  values: readonly string[];
  /** Of all that fit; at least as many as are given. */
  total: number;
}

/** @param typed the beginning of a word, or a part of one; nothing is a beginning too */
export interface CompletionQueries {
  /** Indexed files. */
  paths(typed: string, limit: number): Promise<Completions>;
  /** Names of definitions; with a dot in what was typed, of members (`Class.method`). */
  symbols(typed: string, limit: number): Promise<Completions>;
}
