/** Nodes of oxc's syntax trees, of any kind. */
import type { Node } from 'oxc-parser';

type Parts = Record<string, unknown>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Parts)['type'] === 'string';
}

export function children(node: Node): Node[] {
  return Object.values(node as unknown as Parts)
    .flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(isNode);
}
