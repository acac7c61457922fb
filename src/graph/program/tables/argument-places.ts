/** The arguments of the calls of a file, and where each stands: what is expected there chooses among the functions that a reference may mean. */
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
    const list = argumentList(nodes, node);
    if (list === 0) continue;
    for (let position = 0; position < nodes[list + 1]!; position++)
      found.set(argumentValue(nodes, nodes[list + 2 + position]!), { call: node, position });
  }
  return found;
}

/** The node of a call's list of arguments; 0 for none, and for a node that is no call. A call comes after the reference that it calls, and has the same list. */
export function argumentList(nodes: Int32Array, node: number): number {
  const op = nodes[node]!;
  if (op !== ops.call && op !== ops.construct && op !== ops.overload) return 0;
  const list = nodes[node + 2]!;
  return list > 0 && nodes[list] === ops.list ? list : 0;
}

/** The node of an argument's value. The operands of a named argument are its name and its value. */
export function argumentValue(nodes: Int32Array, argument: number): number {
  return nodes[argument] === ops.keyword ? nodes[argument + 2]! : argument;
}
