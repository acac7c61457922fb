/** Where each argument of the calls of a file stands: what is expected there chooses among the functions that a reference may mean. */
import { nodeLength, ops, type FileSummary } from '../../../model/file-summary.ts';

/** Where an argument stands. */
interface ArgumentPlace {
  /** The node of the call or construction; of the `overload` for a reference with arguments that nothing calls. */
  call: number;
  position: number;
}

/** By the node of an argument: where the argument stands. For a named argument it is the node of its value. */
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
    // The operands of a named argument are its name and its value.
    const value = nodes[argument] === ops.keyword ? nodes[argument + 2]! : argument;
    found.set(value, { call, position });
  }
}
