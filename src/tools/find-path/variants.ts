/** Paths that differ only in what implements a declaration on them, as one. */
import type { GraphEdge, SymbolNode } from '../../model/graph.ts';

export interface MergedPath {
  edges: readonly GraphEdge[];
  /** For each edge: the symbols that it leads to in the paths that are merged, each once; that of `edges` first. */
  ends: readonly (readonly SymbolNode[])[];
}

/** In the order of the first path of each. */
export function mergeVariants(paths: readonly (readonly GraphEdge[])[]): MergedPath[] {
  const groups = Map.groupBy(paths, (edges) =>
    edges.map(({ via, to }) => (via === null ? to.id : `via ${via.id}`)).join('\n'),
  );
  return [...groups.values()].map((variants) => ({
    edges: variants[0]!,
    ends: variants[0]!.map((_, at) => [
      ...new Map(variants.map((edges) => [edges[at]!.to.id, edges[at]!.to])).values(),
    ]),
  }));
}
