/** The expressions of a file that are arguments of a call: a function named by one of them is handed on. */
import { nodeLength, ops, type FileSummary } from '../../../model/file-summary.ts';

/** Nodes of names and member accesses that are arguments of calls and constructions, also by keyword. */
export function argumentNodes({ nodes }: FileSummary): ReadonlySet<number> {
  const found = new Set<number>();
  for (let node = 0; node < nodes.length;) {
    const op = nodes[node]!;
    if (op === ops.call || op === ops.construct || op === ops.overload) addArguments(found, nodes, nodes[node + 2]!);
    node += nodeLength(nodes, node);
  }
  return found;
}

/** @param list the node of a list of arguments; 0 or less for none */
function addArguments(found: Set<number>, nodes: Int32Array, list: number): void {
  if (list <= 0 || nodes[list] !== ops.list) return;
  for (let at = 0; at < nodes[list + 1]!; at++) {
    const argument = nodes[list + 2 + at]!;
    // A named argument holds its value behind its name.
    const value = nodes[argument] === ops.keyword ? nodes[argument + 2]! : argument;
    found.add(value);
  }
}
