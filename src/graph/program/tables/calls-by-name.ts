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
