/** The arguments of calls, constructions and enum constants. */
import type { SyntaxNode } from '../../language.ts';
import type { Collector } from './collector.ts';
import { partsOf } from './node-codes.ts';

/** Further arguments of a call are dropped. */
const maxArguments = 64;

/** Visits the arguments. Returns the list of their nodes. */
export function visitArguments(c: Collector, node: SyntaxNode | undefined): number {
  if (node === undefined) return 0;
  const values = partsOf(node).map((part) => c.visit(part));
  return c.writer.list(values.slice(0, maxArguments));
}
