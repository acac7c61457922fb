/** The part of the explorer's contract that all answers share: lists, and the symbols in them. */
import type { SymbolNode } from '../model/graph.ts';

/** A part of a list, in the order of the list. */
export interface Listed<T> {
  /** Number of all entries, also of those that are not shown. */
  total: number;
  shown: T[];
}

/** A symbol, as lists show it. Long texts are cut. */
export interface SymbolRef {
  /** `path#Outer.name`; the path alone for a file. */
  id: string;
  name: string;
  /** `Outer.name`. */
  qualified: string;
  kind: SymbolNode['kind'];
  path: string;
  /** From 1; 0 for a file. */
  line: number;
  endLine: number;
  signature: string | null;
  exported: boolean;
  isTest: boolean;
  package: string | null;
}

/** A question that is about the whole project. */
export type NoParameters = Readonly<Record<string, never>>;
