/** A symbol that was found for a query. */
import type { SymbolNode } from '../../model/graph.ts';
import type { SymbolRef } from './ref-map.ts';

export interface Signature {
  /** With parameter types: `Class.parse(string)`. */
  name: string;
  line: number;
}

export interface SignatureList {
  /** In the order of their declaration. */
  all: readonly Signature[];
  /** The bits (`Link.signatures`) of those that the question means; all where it names no types. */
  meant: number;
}

export interface FoundSymbol {
  /** The first of `refs`. */
  ref: SymbolRef;
  /** The symbol itself; all overloads of a function where the question chose none of them. */
  refs: readonly SymbolRef[];
  node: SymbolNode;
  /** Where the function has several signatures, which one symbol stands for. */
  signatures?: SignatureList;
}
