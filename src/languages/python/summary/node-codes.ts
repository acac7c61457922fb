/** The node types of the grammar as numbers. */
import { nodeCodes } from '../../collecting.ts';
import type { SyntaxNode } from '../../language.ts';
import { codes, nodeNames } from '../parse/codes.ts';
import type { PythonNode } from '../parse/node.ts';

export { codes };

const known = nodeCodes(nodeNames);

/** Releases the last node, and with it its tree. */
export const forgetNode = known.forget;

/** Called several times for each node. Nodes of our own parser have a property `code`, those of the grammar do not. */
export function codeOf(node: SyntaxNode): number {
  return (node as Partial<PythonNode>).code ?? known.codeOf(node);
}

/** Named children, comments included; the same array each time. The contract allows nulls, but the parser never returns any here. */
export function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.namedChildren as SyntaxNode[];
}

/** Parts without comments; the same array where there are none. */
export function withoutComments(parts: readonly SyntaxNode[]): readonly SyntaxNode[] {
  for (let at = 0; at < parts.length; at++)
    if (codeOf(parts[at]!) === codes.comment) return parts.filter((part) => codeOf(part) !== codes.comment);
  return parts;
}

/** The last part; undefined where there is none. */
export function lastOf(parts: readonly SyntaxNode[]): SyntaxNode | undefined {
  return parts[parts.length - 1];
}
