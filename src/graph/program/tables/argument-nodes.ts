/** The expressions of a file that are arguments of a call. Where such an expression names a function, the callee may run the function. */
import { nodeLength, ops, type FileSummary } from '../../../model/file-summary.ts';

/** The nodes of all arguments of calls, constructions and references to overloads. For a named argument it is the node of its value. */
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
    // The operands of a named argument are its name and its value.
    const value = nodes[argument] === ops.keyword ? nodes[argument + 2]! : argument;
    found.add(value);
  }
}
