/** Completion, as servers and the command line ask for it. */

/** Completions of an unfinished word, likeliest first. */
export interface Completions {
  values: readonly string[];
  /** Number of all completions that fit, including those not given. */
  total: number;
}

/** @param typed the beginning or a part of a word; may be empty */
export interface CompletionQueries {
  /** Indexed files. */
  paths(typed: string, limit: number): Promise<Completions>;
  /** Names of definitions; if `typed` contains a dot, names of members (`Class.method`). */
  symbols(typed: string, limit: number): Promise<Completions>;
}
