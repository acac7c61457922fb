/** The calls and constructions of a file by their callee, in the order of the text. */
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
  const name = calledAs(nodes, nodes[node + 1]!);
  const ofName = calls.get(name);
  if (ofName === undefined) calls.set(name, [node]);
  else ofName.push(node);
}

/**
 * The key, in place of a name, for calls of a function or class expression. It is below -1, so that it is no string and not the key of nameless
 * callees.
 */
export function calledEntity(entity: number): number {
  return -2 - entity;
}

/** The key of a callee; -1 for a callee without a name. */
function calledAs(nodes: Int32Array, callee: number): number {
  switch (nodes[callee]) {
    case ops.name:
      return nodes[callee + 1]!;
    case ops.member:
      return nodes[callee + 2]!;
    case ops.entity:
      return calledEntity(nodes[callee + 1]!);
    default:
      return -1;
  }
}
