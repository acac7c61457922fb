/** The types of steps from one symbol to another. */
import type { LinkedPlace, LinkIndex, SymbolFilter } from './index/link-index.ts';
import type { SymbolRef } from './ref-map.ts';

/** A place that leads from one symbol to another. */
export interface Step extends LinkedPlace {
  /**
   * The symbol that the place names or runs, where that is not `to`: a symbol that `to` overrides or implements, or a constructor of the class `to`.
   * Null for a place that names `to`.
   */
  via: SymbolRef | null;
}

/** Returns the steps from all symbols of a frontier. @param isUnreached which symbols are wanted; steps to others may be returned too */
export type TakeStep = (
  index: LinkIndex,
  frontier: readonly SymbolRef[],
  isUnreached?: SymbolFilter,
) => Promise<readonly Step[]>;
