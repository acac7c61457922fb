/** A symbol that was found for a query. */
import type { SymbolNode } from '../../model/graph.ts';
import type { SymbolRef } from './ref-map.ts';

export interface FoundSymbol {
  ref: SymbolRef;
  node: SymbolNode;
}
