/** Nodes of Flow's trees by their fields, of which the parser declares no types, and the simplest ways to write one otherwise. */
import type { ParsedNode } from 'hermes-parser/dist/HermesParser.js';
import type { Edits } from './edits.ts';

/** A node with its place: UTF-16 offsets, start and end. */
export type FlowNode = ParsedNode & { range: [start: number, end: number] };

/** Writes a node otherwise, and gives what is to be gone through within; what was written over is not. */
export type Rewrite = (edits: Edits, node: FlowNode, around: FlowNode | null) => readonly FlowNode[];

export const none: readonly FlowNode[] = [];

const notInside: ReadonlySet<string> = new Set(['range', 'loc', 'parent', 'comments', 'tokens']);

/** Null for what is no node. */
export function nodeOf(value: unknown): FlowNode | null {
  if (typeof value !== 'object' || value === null || typeof (value as Partial<ParsedNode>).type !== 'string')
    return null;
  const node = value as FlowNode;
  node.range ??= [node.loc.rangeStart, node.loc.rangeEnd];
  return node;
}

export function fieldOf(node: FlowNode, field: string): FlowNode | null {
  return nodeOf(node[field]);
}

export function listOf(node: FlowNode, field: string): FlowNode[] {
  const value = node[field];
  return Array.isArray(value) ? value.map(nodeOf).filter((one) => one !== null) : [];
}

export function nodesOf(node: FlowNode): FlowNode[] {
  const found: FlowNode[] = [];
  for (const field in node) {
    const value = node[field];
    if (typeof value !== 'object' || value === null || notInside.has(field)) continue;
    for (const one of Array.isArray(value) ? value : [value]) {
      const inner = nodeOf(one);
      if (inner !== null) found.push(inner);
    }
  }
  return found;
}

export function nodesBut(node: FlowNode, ...left: readonly (FlowNode | null)[]): FlowNode[] {
  return nodesOf(node).filter((one) => !left.includes(one));
}

export function textOf(text: string, { range: [start, end] }: FlowNode): string {
  return text.slice(start, end);
}

export const cover: Rewrite = (edits, { range }) => {
  edits.cover(...range);
  return none;
};

export const blank: Rewrite = (edits, { range }) => {
  edits.blank(...range);
  return none;
};

export const drop: Rewrite = (edits, { range }) => {
  edits.dropMember(...range);
  return none;
};

/** In TypeScript only the last parameters of a function may be left out. */
export function lastMayBeLeftOut(edits: Edits, node: FlowNode): void {
  const parameters = listOf(node, 'params');
  const isNeeded = ({ type, optional }: FlowNode): boolean =>
    optional !== true && type !== 'AssignmentPattern' && type !== 'RestElement';
  const last = parameters.findLastIndex(isNeeded);
  for (const { optional, range } of parameters.slice(0, Math.max(last, 0)))
    if (optional === true) edits.blankWord('?', ...range);
}
