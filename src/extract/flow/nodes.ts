/** Nodes of Flow's trees and their fields, for which the parser declares no types. */
import type { ParsedNode } from 'hermes-parser/dist/HermesParser.js';

/** A node with its place: UTF-16 offsets, start and end. */
export type FlowNode = ParsedNode & { range: [start: number, end: number] };

export const noNodes: readonly FlowNode[] = [];

/** Fields that hold no inner nodes. */
const skippedFields: ReadonlySet<string> = new Set(['range', 'loc', 'parent', 'comments', 'tokens']);

/** Null where the value is not a node. */
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

/** The inner nodes of a node. */
export function nodesOf(node: FlowNode): FlowNode[] {
  const found: FlowNode[] = [];
  for (const field in node) {
    const value = node[field];
    if (typeof value !== 'object' || value === null || skippedFields.has(field)) continue;
    for (const one of Array.isArray(value) ? value : [value]) {
      const inner = nodeOf(one);
      if (inner !== null) found.push(inner);
    }
  }
  return found;
}

/** The inner nodes of a node, except some. */
export function nodesExcept(node: FlowNode, ...excluded: readonly (FlowNode | null)[]): FlowNode[] {
  return nodesOf(node).filter((inner) => !excluded.includes(inner));
}

export function textOf(text: string, { range: [start, end] }: FlowNode): string {
  return text.slice(start, end);
}
