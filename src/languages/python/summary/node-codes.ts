/** The grammar's node types as numbers: a type's name comes from WASM, where each is one string, so that looking it up is cheap. */
import { nodeCodes } from '../../collecting.ts';
import type { SyntaxNode } from '../../language.ts';
import { codes, nodeNames } from '../parse/codes.ts';
import type { PythonNode } from '../parse/node.ts';

export { codes };

const known = nodeCodes(nodeNames);

/** Lets go of the last node, and so of its tree. */
export const forgetNode = known.forget;

/** Asked of each node several times over: a property tells it, which a node of the grammar has not. */
export function codeOf(node: SyntaxNode): number {
  return (node as Partial<PythonNode>).code ?? known.codeOf(node);
}

/** Named children, comments among them; the same array each time. The contract allows nulls, which the parser never gives here. */
export function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.namedChildren as SyntaxNode[];
}

/** Parts without comments: the same array where there are none. */
export function withoutComments(parts: readonly SyntaxNode[]): readonly SyntaxNode[] {
  for (let at = 0; at < parts.length; at++)
    if (codeOf(parts[at]!) === codes.comment) return parts.filter((part) => codeOf(part) !== codes.comment);
  return parts;
}

/** The last part; undefined where there is none. */
export function lastOf(parts: readonly SyntaxNode[]): SyntaxNode | undefined {
  return parts[parts.length - 1];
}
