/** A symbol that was found for a query. */
import type { SymbolNode } from '../../model/graph.ts';
import type { SignatureList } from './signature-lists.ts';
import type { SymbolRef } from './ref-map.ts';

export interface FoundSymbol {
  /** The first of `refs`. */
  ref: SymbolRef;
  /** The symbol itself; all overloads of a function where the question chose none of them. */
  refs: readonly SymbolRef[];
  node: SymbolNode;
  /** Where the function has several signatures, which one symbol stands for. */
  signatures?: SignatureList;
}
