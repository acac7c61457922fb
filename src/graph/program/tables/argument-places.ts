/** Where each argument of a file's calls stands: what is expected there chooses among the functions that a reference may mean. */
import { nodeLength, ops, type FileSummary } from '../../../model/file-summary.ts';

/** Where an argument stands. */
interface ArgumentPlace {
  /** The node of the call or construction. */
  call: number;
  position: number;
}

/** By the node of an argument, also of one with a name: its place. Of a reference with arguments (`overload`) that is the node of the reference. */
export function argumentPlaces({ nodes }: FileSummary): ReadonlyMap<number, ArgumentPlace> {
  const found = new Map<number, ArgumentPlace>();
  for (let node = 0; node < nodes.length; node += nodeLength(nodes, node)) {
    const op = nodes[node]!;
    // A call comes after the reference that it calls, and has the same list.
    if (op === ops.call || op === ops.construct || op === ops.overload) addArguments(found, nodes, node);
  }
  return found;
}

function addArguments(found: Map<number, ArgumentPlace>, nodes: Int32Array, call: number): void {
  const list = nodes[call + 2]!;
  if (list <= 0 || nodes[list] !== ops.list) return;
  for (let position = 0; position < nodes[list + 1]!; position++) {
    const argument = nodes[list + 2 + position]!;
    // A named argument holds its value behind its name.
    const value = nodes[argument] === ops.keyword ? nodes[argument + 2]! : argument;
    found.set(value, { call, position });
  }
}
