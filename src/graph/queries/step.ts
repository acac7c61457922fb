/** What leads from one symbol to another. */
import type { LinkedPlace, LinkIndex, SymbolFilter } from './index/link-index.ts';
import type { SymbolRef } from './ref-map.ts';

/** A place that leads from one symbol to another; `via` is what it names where the far end only stands in for that. */
export interface Step extends LinkedPlace {
  via: SymbolRef | null;
}

/** @param fresh which symbols the steps are to lead to; undefined for all. Steps to others may be given too. */
export type TakeStep = (
  index: LinkIndex,
  frontier: readonly SymbolRef[],
  fresh?: SymbolFilter,
) => Promise<readonly Step[]>;
