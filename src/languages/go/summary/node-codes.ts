/** The grammar's node types as numbers: a type's name comes from WASM, where each is one string, so that looking it up is cheap. */
import { nodeCodes } from '../../collecting.ts';
import type { SyntaxNode } from '../../language.ts';
import { codes, nodeNames } from '../parse/codes.ts';
import type { GoNode } from '../parse/node.ts';

export { codes, type NodeName } from '../parse/codes.ts';

const known = nodeCodes(nodeNames);

export function codeOf(node: SyntaxNode): number {
  // The grammar's nodes have none; `instanceof` costs three times as much.
  return (node as Partial<GoNode>).code ?? known.codeOf(node);
}

/** The text that the nodes at hand are of. */
let source = '';

/** To be called before the nodes of a text are asked. */
export function startNodes(text: string): void {
  source = text;
}

/** Lets go of the text and of the last node, and so of its tree. */
export function forgetNodes(): void {
  known.forget();
  source = '';
}

/** Named children, comments among them; the same array each time. The contract allows nulls, which the parser never gives here. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.namedChildren as SyntaxNode[];
}

/** Named children without comments. */
export function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  // Of our own trees comments are no part.
  if ((node as Partial<GoNode>).code !== undefined) return (node as GoNode).namedChildren;
  const children = node.namedChildren as SyntaxNode[];
  return children.some(isComment) ? children.filter((child) => !isComment(child)) : children;
}

/** Nothing else starts with a slash; a node's type would cost a call of WASM. */
function isComment(node: SyntaxNode): boolean {
  return source.charCodeAt(node.startIndex) === 47;
}

const typeCodes: ReadonlySet<number> = new Set([
  codes.type_identifier,
  codes.qualified_type,
  codes.generic_type,
  codes.parenthesized_type,
  codes.pointer_type,
  codes.array_type,
  codes.implicit_length_array_type,
  codes.slice_type,
  codes.map_type,
  codes.channel_type,
  codes.function_type,
  codes.struct_type,
  codes.interface_type,
  codes.negated_type,
  codes.type_elem,
  codes.type_constraint,
]);

export function isType(code: number): boolean {
  return typeCodes.has(code);
}
