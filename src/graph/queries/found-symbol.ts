/** A symbol that was asked for. */
import type { SymbolNode } from '../../model/graph.ts';
import type { SymbolRef } from './ref-map.ts';

export interface FoundSymbol {
  ref: SymbolRef;
  node: SymbolNode;
}
