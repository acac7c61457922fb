/** The contract of rewriting a node of Flow's trees, and the simplest rewrites. */
import type { Edits } from './edits.ts';
import { listOf, none, type FlowNode } from './nodes.ts';

/** Rewrites a node, and returns the inner nodes to continue with, without those that were overwritten. */
export type Rewrite = (edits: Edits, node: FlowNode, parent: FlowNode | null) => readonly FlowNode[];

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

/** Removes the `?` of optional parameters before a required one: in TypeScript only the last parameters may be optional. */
export function keepOnlyLastOptional(edits: Edits, node: FlowNode): void {
  const parameters = listOf(node, 'params');
  const isNeeded = ({ type, optional }: FlowNode): boolean =>
    optional !== true && type !== 'AssignmentPattern' && type !== 'RestElement';
  const last = parameters.findLastIndex(isNeeded);
  for (const { optional, range } of parameters.slice(0, Math.max(last, 0)))
    if (optional === true) edits.blankWord('?', ...range);
}
