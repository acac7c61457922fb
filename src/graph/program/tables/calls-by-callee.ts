/** The calls and constructions of a file by the nodes of their callees. */
import { nodeLength, ops, type FileSummary } from '../../../model/file-summary.ts';

export function callsByCallee({ nodes }: FileSummary): ReadonlyMap<number, number> {
  const calls = new Map<number, number>();
  for (let node = 0; node < nodes.length; node += nodeLength(nodes, node))
    if (nodes[node] === ops.call || nodes[node] === ops.construct) calls.set(nodes[node + 1]!, node);
  return calls;
}
