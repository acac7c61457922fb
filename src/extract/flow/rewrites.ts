/** The contract of rewriting a node of Flow's trees, and the simplest rewrites. */
import type { Edits } from './edits.ts';
import { listOf, noNodes, type FlowNode } from './nodes.ts';

/** Rewrites a node, and returns the inner nodes to continue with, without those that were overwritten. */
export type Rewrite = (edits: Edits, node: FlowNode, parent: FlowNode | null) => readonly FlowNode[];

/** Replaces a type by `any`, or by something shorter. */
export const cover: Rewrite = (edits, { range }) => {
  edits.cover(...range);
  return noNodes;
};

/** Replaces a node by blanks. */
export const blank: Rewrite = (edits, { range }) => {
  edits.blank(...range);
  return noNodes;
};

/** Removes a list member, with the separator after it. */
export const drop: Rewrite = (edits, { range }) => {
  edits.dropMember(...range);
  return noNodes;
};

/** Removes the `?` of optional parameters before a required one: in TypeScript only the last parameters may be optional. */
export function keepOnlyLastOptional(edits: Edits, node: FlowNode): void {
  const parameters = listOf(node, 'params');
  const isRequired = ({ type, optional }: FlowNode): boolean =>
    optional !== true && type !== 'AssignmentPattern' && type !== 'RestElement';
  const last = parameters.findLastIndex(isRequired);
  for (const { optional, range } of parameters.slice(0, Math.max(last, 0)))
    if (optional === true) edits.blankWord('?', ...range);
}
