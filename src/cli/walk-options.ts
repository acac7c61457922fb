/** Options of the commands that walk from a symbol. */

/** Where a symbol is defined, how far to walk, how much to say. */
export interface WalkOptions {
  file?: string;
  module?: string;
  package?: string;
  depth?: string;
  maxChars?: string;
}
