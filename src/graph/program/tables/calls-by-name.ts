/** The calls and constructions of a file by what they call, in the order of the text. */
import { nodeLength, ops, type FileSummary } from '../../../model/file-summary.ts';

/** By the string of the callee's last name, or by `calledEntity` for a function or class that is called where it is written. */
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
  const known = calls.get(name);
  if (known === undefined) calls.set(name, [node]);
  else known.push(node);
}

/** Stands for a function or class that is called where it is written: no string is below zero. */
export function calledEntity(entity: number): number {
  return -2 - entity;
}

/** -1 for a callee without a name. */
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
