import type { Mark } from '../../own-node.ts';
import type { Extras } from './extras.ts';

/** The state that is needed to go back to a token. */
export interface Place extends Mark {
  token: number;
  end: number;
  lastEnd: number;
  at: number;
  atRow: number;
  atLine: number;
  brackets: number;
  depth: number;
  extras: Extras;
  comments: number;
  imports: number;
}
