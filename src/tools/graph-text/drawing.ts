/** The nodes and edges of a graph to be drawn, independent of the format (DOT, GraphML, Mermaid). */
import type { GraphDump, GraphEdge, SymbolNode } from '../../model/graph.ts';
import type { LinkKind, LinkResolution } from '../../model/link.ts';
import { oneLine } from '../budget.ts';

export interface DrawnEdge {
  /** Ids of nodes. */
  from: string;
  to: string;
  kind: LinkKind;
  resolution: LinkResolution;
  count: number;
}

export interface Drawing {
  nodes: readonly SymbolNode[];
  edges: readonly DrawnEdge[];
  /** Written as comments. */
  notes: readonly string[];
}

export function drawingOfDump(dump: GraphDump, maxNodes: number): Drawing {
  const notes = dump.truncated ? [`Only the first ${maxNodes} nodes; there are more.`] : [];
  return { nodes: dump.nodes, edges: dump.edges, notes };
}

/** One drawn edge for each kind and resolution of an edge's reference sites. */
export function drawnEdges({ from, to, sites }: GraphEdge): DrawnEdge[] {
  const edges = new Map<string, DrawnEdge>();
  for (const { kind, resolution } of sites) {
    const key = `${kind} ${resolution}`;
    const edge = edges.get(key) ?? { from: from.id, to: to.id, kind, resolution, count: 0 };
    edge.count++;
    edges.set(key, edge);
  }
  return [...edges.values()];
}

/** Short names for nodes by their id, safe in every format: `n0`, `n1`, … */
export function nodeNames(nodes: readonly SymbolNode[]): Map<string, string> {
  return new Map(nodes.map(({ id }, i) => [id, `n${i}`]));
}

/** The text on one line, without characters that no format allows. */
export function plainText(text: string, limit = Infinity): string {
  return oneLine(text.toWellFormed(), limit).replaceAll(/[\ufffe\uffff]/g, '\ufffd');
}

/** `src/a.ts:12`; null for a file, whose name is its path. */
export function nodePlace(node: SymbolNode): string | null {
  return node.kind === 'file' ? null : `${node.path}:${node.line}`;
}
