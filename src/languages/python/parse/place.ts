/** A position of the scanner to which it can return. */
import type { Mark } from '../../own-node.ts';
import type { Extras } from './extras.ts';

/** The state that the scanner needs to go back to a token. */
export interface Place extends Mark {
  /** The token at this position. */
  token: number;
  end: number;
  /** End of the previous token. */
  lastEnd: number;
  /** Where the scan for the next token continues: offset, row, and offset of the start of the row. */
  offset: number;
  nextRow: number;
  rowStart: number;
  /** Number of open brackets. */
  brackets: number;
  /** Depth of nested statements, expressions and types. */
  depth: number;
  extras: Extras;
  /** How many comments and imports were found before the token. */
  comments: number;
  imports: number;
}
