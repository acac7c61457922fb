/** The calls and constructions of a file by their callee, in the order of their nodes. */
import { nodeLength, ops, type FileSummary } from '../../../model/file-summary.ts';

/** Calls by the callee's last name (index of a string), or by `calledEntity` for a function or class expression that is called itself. */
export function callsByName({ nodes }: FileSummary): ReadonlyMap<number, readonly number[]> {
  const calls = new Map<number, number[]>();
  for (let node = 0; node < nodes.length;) {
    const op = nodes[node]!;
    if (op === ops.call || op === ops.construct) addCall(calls, nodes, node);
    node += nodeLength(nodes, node);
  }
  return calls;
}

function addCall(calls: Map<number, number[]>, nodes: Int32Array, node: number): void {
  const key = calleeKey(nodes, nodes[node + 1]!);
  const ofKey = calls.get(key);
  if (ofKey === undefined) calls.set(key, [node]);
  else ofKey.push(node);
}

/** A name or member that is an argument of a call. */
export interface NamedArgument {
  call: number;
  position: number;
  /** The argument's node. */
  node: number;
}

/** The arguments of calls and constructions that are names or members, by their last name (index of a string), in the order of the calls. */
export function argumentsByName({ nodes }: FileSummary): ReadonlyMap<number, readonly NamedArgument[]> {
  const found = new Map<number, NamedArgument[]>();
  for (let call = 0; call < nodes.length;) {
    const op = nodes[call]!;
    const list = op === ops.call || op === ops.construct ? nodes[call + 2]! : 0;
    const count = list > 0 ? nodes[list + 1]! : 0;
    for (let position = 0; position < count; position++) {
      const node = nodes[list + 2 + position]!;
      const key = calleeKey(nodes, node);
      if (key < 0) continue;
      const ofKey = found.get(key);
      if (ofKey === undefined) found.set(key, [{ call, position, node }]);
      else ofKey.push({ call, position, node });
    }
    call += nodeLength(nodes, call);
  }
  return found;
}

/**
 * The key for calls of a function or class expression, which has no name. It is below -1, so that it differs from all indexes of strings and from
 * -1, the key of other callees without a name.
 */
export function calledEntity(entity: number): number {
  return -2 - entity;
}

/** The key of a callee: its last name (index of a string), or `calledEntity`; -1 for any other expression. */
function calleeKey(nodes: Int32Array, callee: number): number {
  switch (nodes[callee]) {
    case ops.name:
      return nodes[callee + 1]!;
    case ops.member:
      return nodes[callee + 2]!;
    case ops.overload:
      return calleeKey(nodes, nodes[callee + 1]!);
    case ops.entity:
      return calledEntity(nodes[callee + 1]!);
    default:
      return -1;
  }
}
