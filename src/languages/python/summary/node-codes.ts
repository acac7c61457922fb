/** The node types of the grammar as numbers. */
import { nodeCodes } from '../../collecting.ts';
import type { SyntaxNode } from '../../language.ts';
import { codes, nodeNames } from '../parse/codes.ts';
import type { PythonNode } from '../parse/node.ts';

export { codes };

const grammarCodes = nodeCodes(nodeNames);

/** Releases the last node, and with it its tree. */
export const forgetNode = grammarCodes.forget;

/** The code of a node's type. Nodes of our own parser have it as a property; for those of the grammar it is looked up. */
export function codeOf(node: SyntaxNode): number {
  return (node as Partial<PythonNode>).code ?? grammarCodes.codeOf(node);
}

/**
 * Named children, comments included. All calls for one node return one array. The contract allows nulls, but the parser returns
 * none here.
 */
export function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.namedChildren as SyntaxNode[];
}

/** Parts without comments. Returns `parts` itself where it has no comments. */
export function withoutComments(parts: readonly SyntaxNode[]): readonly SyntaxNode[] {
  for (let at = 0; at < parts.length; at++)
    if (codeOf(parts[at]!) === codes.comment) return parts.filter((part) => codeOf(part) !== codes.comment);
  return parts;
}

/** The last part; undefined where there is none. */
export function lastOf(parts: readonly SyntaxNode[]): SyntaxNode | undefined {
  return parts[parts.length - 1];
}
