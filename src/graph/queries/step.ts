/** Steps from one symbol to another. */
import type { LinkedPlace, LinkIndex, SymbolFilter } from './index/link-index.ts';
import type { SymbolRef } from './ref-map.ts';

/** A place that leads from one symbol to another; `via` is what the place itself names, where the target implements or overrides that. */
export interface Step extends LinkedPlace {
  via: SymbolRef | null;
}

/** @param fresh which symbols the steps should lead to; undefined for all. Other steps may be returned too. */
export type TakeStep = (
  index: LinkIndex,
  frontier: readonly SymbolRef[],
  fresh?: SymbolFilter,
) => Promise<readonly Step[]>;
