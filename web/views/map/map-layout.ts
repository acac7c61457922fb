/**
 * Places the boxes of a map in layers, and leads its edges around them.
 * Invariant: equal answers give equal pictures; nothing moves afterwards.
 */
import { Graph, layout } from '@dagrejs/dagre';
import type { MapAnswer, MapBox, MapEdge } from '../../../src/explorer/contract.ts';
import { counted } from '../../parts.tsx';
import { fitted } from './fitted-name.ts';

export interface PlacedBox {
  box: MapBox;
  /** Position in `MapAnswer.boxes`. */
  at: number;
  /** The upper left corner. */
  x: number;
  y: number;
  width: number;
  label: string;
  size: string;
}

export interface PlacedEdge {
  edge: MapEdge;
  /** Position in `MapAnswer.edges`. */
  at: number;
  /** A path of SVG. */
  path: string;
  /** Not part of the layout: drawn only when it is asked for. */
  isExtra: boolean;
}

export interface Picture {
  width: number;
  height: number;
  boxes: PlacedBox[];
  edges: PlacedEdge[];
  /** Boxes without edges, which are not drawn beside those with edges. */
  apart: MapBox[];
}

export const boxHeight = 44;
/** Around a name: its margins; and the sign of a circle, behind it. */
const [besideName, circleSign] = [24, 16];
const gap = 14;
const margin = 12;
let measured: CanvasRenderingContext2D | null | undefined;

function widthOf(text: string): number {
  measured ??= document.createElement('canvas').getContext('2d');
  if (measured === null) return text.length * 7.5;
  measured.font = '600 13px system-ui, sans-serif';
  return measured.measureText(text).width;
}

/** The name of a box in its picture. */
export function boxLabel({ kind, name, context }: MapBox): string {
  if (kind !== 'files') return name;
  return context === '' ? 'files at the top' : `files in ${context.split('/').at(-1)}`;
}

/** How large a box is, in words. */
export function boxSize({ kind, files, lines }: MapBox): string {
  const size = counted(lines, 'line');
  return kind === 'file' ? size : `${counted(files, 'file')}, ${size}`;
}

/** What stands below the name: short, because wide boxes make a wide picture. */
function boxLines({ lines }: MapBox): string {
  return counted(lines, 'line');
}

interface Point {
  x: number;
  y: number;
}

function curve(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  let path = `M${first.x.toFixed(1)} ${first.y.toFixed(1)}`;
  for (const [at, point] of rest.entries()) {
    const next = rest[at + 1];
    if (next === undefined) {
      path += `L${point.x.toFixed(1)} ${point.y.toFixed(1)}`;
      continue;
    }
    const middle = { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    const end = at + 2 === rest.length ? next : middle;
    path += `Q${point.x.toFixed(1)} ${point.y.toFixed(1)} ${end.x.toFixed(1)} ${end.y.toFixed(1)}`;
    if (at + 2 === rest.length) break;
  }
  return path;
}

type LaidOut = Graph<object, { width: number; height: number; x: number; y: number }, { points: Point[] }>;

interface PictureOptions {
  direction: 'TB' | 'LR';
  /** Whether edges that others imply are drawn, too. */
  all: boolean;
  /** The width of the place for the picture, which boxes without edges fill. */
  available: number;
}

interface Sized {
  box: MapBox;
  at: number;
  label: string;
  size: string;
  width: number;
}

function sized(box: MapBox, at: number): Sized {
  const { label, width } = fitted(boxLabel(box), besideName + (box.group === null ? 0 : circleSign), widthOf);
  const size = boxLines(box);
  return { box, at, label, size, width: Math.max(width, size.length * 6 + 22) };
}

function layOut(boxes: readonly Sized[], edges: readonly MapEdge[], direction: 'TB' | 'LR'): LaidOut {
  const graph: LaidOut = new Graph({ multigraph: false });
  const ranksep = direction === 'TB' ? 44 : 60;
  graph.setGraph({ rankdir: direction, nodesep: 14, edgesep: 6, ranksep, marginx: margin, marginy: margin });
  graph.setDefaultEdgeLabel(() => ({ points: [] }));
  for (const { at, width } of boxes) graph.setNode(String(at), { width, height: boxHeight, x: 0, y: 0 });
  for (const edge of edges) {
    // An edge that leads backwards is laid out the other way round, so that the layers are those of the order.
    const [from, to] = edge.isBack ? [edge.to, edge.from] : [edge.from, edge.to];
    if (!graph.hasEdge(String(from), String(to))) graph.setEdge(String(from), String(to), { points: [] });
  }
  layout(graph as never);
  return graph;
}

export function picture(
  { boxes, edges }: Pick<MapAnswer, 'boxes' | 'edges'>,
  { direction, all, available }: PictureOptions,
): Picture {
  const isJoined = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const sizes = boxes.map(sized);
  const joined = sizes.filter(({ at }) => isJoined.has(at));
  const isDrawn = ({ isImplied }: MapEdge): boolean => all || !isImplied;
  const graph = layOut(joined, edges.filter(isDrawn), direction);
  const placed = joined.map((one): PlacedBox => {
    const { x, y } = graph.node(String(one.at));
    return { ...one, x: x - one.width / 2, y: y - boxHeight / 2 };
  });
  const bottom = Math.max(0, ...placed.map(({ y }) => y + boxHeight));
  const right = Math.max(0, ...placed.map(({ x, width }) => x + width));
  const byBox = new Map(placed.map((one) => [one.at, one]));
  const lines = edges.map((edge, at): PlacedEdge => {
    const known = isDrawn(edge) ? pointsOf(graph, edge) : null;
    return { edge, at, isExtra: !isDrawn(edge), path: known === null ? direct(byBox, edge, direction) : curve(known) };
  });
  const others = sizes.filter(({ at }) => !isJoined.has(at));
  const isWithoutEdges = joined.length === 0;
  if (isWithoutEdges) placed.push(...inRows(others, margin, Math.min(available, 1000)));
  return {
    width: Math.max(right + margin, ...placed.map((one) => one.x + one.width + margin)),
    height: Math.max(bottom, ...placed.map((one) => one.y + boxHeight)) + margin,
    boxes: placed,
    edges: lines,
    apart: isWithoutEdges ? [] : others.map(({ box }) => box),
  };
}

/** The boxes of a map without edges, in rows. */
function inRows(boxes: readonly Sized[], top: number, rowWidth: number): PlacedBox[] {
  let [x, y] = [margin, top];
  return boxes.map((one) => {
    if (x + one.width > rowWidth - margin && x > margin) [x, y] = [margin, y + boxHeight + gap];
    const placed = { ...one, x, y };
    x += one.width + gap;
    return placed;
  });
}

function pointsOf(
  graph: { edge(from: string, to: string): { points: Point[] } | undefined },
  { from, to, isBack }: MapEdge,
): Point[] | null {
  const [first, second] = isBack ? [to, from] : [from, to];
  const points = graph.edge(String(first), String(second))?.points;
  if (points === undefined || points.length === 0) return null;
  return isBack ? points.toReversed() : points;
}

/** The path of an edge that is not part of the layout: one curve from box to box. */
function direct(boxes: ReadonlyMap<number, PlacedBox>, { from, to }: MapEdge, direction: 'TB' | 'LR'): string {
  const [a, b] = [boxes.get(from), boxes.get(to)];
  if (a === undefined || b === undefined) return '';
  if (direction === 'TB') {
    const isDown = b.y >= a.y;
    const start = { x: a.x + a.width / 2, y: a.y + (isDown ? boxHeight : 0) };
    const end = { x: b.x + b.width / 2, y: b.y + (isDown ? 0 : boxHeight) };
    const bend = (end.y - start.y) / 2;
    return `M${start.x} ${start.y}C${start.x} ${start.y + bend} ${end.x} ${end.y - bend} ${end.x} ${end.y}`;
  }
  const isRight = b.x >= a.x;
  const start = { x: a.x + (isRight ? a.width : 0), y: a.y + boxHeight / 2 };
  const end = { x: b.x + (isRight ? 0 : b.width), y: b.y + boxHeight / 2 };
  const bend = (end.x - start.x) / 2;
  return `M${start.x} ${start.y}C${start.x + bend} ${start.y} ${end.x - bend} ${end.y} ${end.x} ${end.y}`;
}
