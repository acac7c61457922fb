/** What writes a node of Flow's trees otherwise, and the simplest ways to. */
import type { Edits } from './edits.ts';
import { listOf, none, type FlowNode } from './nodes.ts';

/** Writes a node otherwise, and gives what is to be gone through within; what was written over is not. */
export type Rewrite = (edits: Edits, node: FlowNode, around: FlowNode | null) => readonly FlowNode[];

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
