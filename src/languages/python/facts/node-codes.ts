/** The grammar's node types as numbers: a type's name comes from WASM, where each is one string, so that looking it up is cheap. */
import { nodeCodes } from '../../collecting.ts';
import type { SyntaxNode } from '../../language.ts';
import { nodeNames } from '../parse/codes.ts';
import { PythonNode } from '../parse/node.ts';

export { codes } from '../parse/codes.ts';

const known = nodeCodes(nodeNames);

/** Lets go of the last node, and so of its tree. */
export const forgetNode = known.forget;

export function codeOf(node: SyntaxNode): number {
  return node instanceof PythonNode ? node.code : known.codeOf(node);
}

/** Named children, comments among them; the same array each time. The contract allows nulls, which the parser never gives here. */
export function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.namedChildren as SyntaxNode[];
}
