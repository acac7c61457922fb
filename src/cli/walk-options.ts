/** Options of the commands that follow links from a symbol: where the symbol is defined, how far to follow links, and the size of the answer. */
import type { ListOptions } from './place-options.ts';

export interface WalkOptions extends ListOptions {
  file?: string;
  module?: string;
  package?: string;
  depth?: string;
  maxChars?: string;
}
