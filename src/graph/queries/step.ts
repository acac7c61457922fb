/** The types of steps from one symbol to another. */
import type { LinkedPlace, LinkIndex, SymbolFilter } from './index/link-index.ts';
import type { SymbolRef } from './ref-map.ts';

/** A place that leads from one symbol to another. `via` is the symbol that the place names, where `to` overrides or implements it; null elsewhere. */
export interface Step extends LinkedPlace {
  via: SymbolRef | null;
}

/** Returns the steps from all symbols of a frontier. @param isUnreached which symbols are wanted; steps to others may be returned too */
export type TakeStep = (
  index: LinkIndex,
  frontier: readonly SymbolRef[],
  isUnreached?: SymbolFilter,
) => Promise<readonly Step[]>;
