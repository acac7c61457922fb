/** Places the boxes of a picture in layers, from what uses to what is used. */
import * as dagre from '@dagrejs/dagre';
import type { Arrow, Box, Picture } from './picture.ts';

export interface Point {
  x: number;
  y: number;
}

export interface PlacedBox extends Box {
  /** The corner at the top left. */
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PlacedArrow extends Arrow {
  points: readonly Point[];
}

export interface PlacedPicture {
  width: number;
  height: number;
  boxes: readonly PlacedBox[];
  arrows: readonly PlacedArrow[];
}

interface PlacedNode extends Point {
  width: number;
  height: number;
}

/** What is used of dagre. Its own types name modules in a way that this project's settings do not resolve. */
interface LayerGraph {
  setGraph(label: Readonly<Record<string, string | number>>): void;
  setNode(id: string, size: { width: number; height: number }): void;
  setEdge(from: string, to: string, label: { weight: number }): void;
  node(id: string): PlacedNode;
  edge(from: string, to: string): { points: Point[] };
  graph(): { width: number; height: number };
}
interface Layering {
  Graph: new () => LayerGraph;
  layout(graph: LayerGraph): void;
}
const { Graph, layout } = dagre as unknown as Layering;

/** Sizes in pixels. A letter of a monospaced font of 13 pixels is 7.8 wide. */
export const sizes = { letter: 7.8, detailLetter: 6.6, line: 18, padding: 10, margin: 16 };

/** @param lineLength letters of a label that are shown */
export function placeBoxes({ boxes, arrows }: Picture, lineLength: number): PlacedPicture {
  const graph = new Graph();
  graph.setGraph({
    rankdir: 'LR',
    nodesep: 14,
    ranksep: 70,
    edgesep: 16,
    marginx: sizes.margin,
    marginy: sizes.margin,
  });
  for (const { id, label, detail } of boxes) {
    const letters = Math.min(label.length, lineLength) * sizes.letter;
    const width = Math.max(letters, (detail?.length ?? 0) * sizes.detailLetter) + 2 * sizes.padding;
    graph.setNode(id, { width, height: (detail === null ? 1 : 2) * sizes.line + sizes.padding });
  }
  for (const { from, to, count } of arrows) graph.setEdge(from, to, { weight: Math.ceil(Math.log2(count + 1)) });
  layout(graph);
  const { width, height } = graph.graph();
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    boxes: boxes.map((box) => {
      // dagre gives the middle.
      const size = graph.node(box.id);
      return { ...box, ...size, x: size.x - size.width / 2, y: size.y - size.height / 2 };
    }),
    arrows: arrows.map((arrow) => ({ ...arrow, points: graph.edge(arrow.from, arrow.to).points })),
  };
}
