/** The node types of the grammar as numbers. */
import { nodeCodes } from '../../collecting.ts';
import type { SyntaxNode } from '../../language.ts';
import { codes, nodeNames } from '../parse/codes.ts';
import type { GoNode } from '../parse/node.ts';

export { codes, type NodeName } from '../parse/codes.ts';

const known = nodeCodes(nodeNames);

export function codeOf(node: SyntaxNode): number {
  // The grammar's nodes have no `code`; `instanceof` would cost three times as much.
  return (node as Partial<GoNode>).code ?? known.codeOf(node);
}

/** The text of the current nodes. */
let source = '';

/** Must be called before the nodes of a text are read. */
export function startNodes(text: string): void {
  source = text;
}

/** Releases the text and the last node, and with it its tree. */
export function forgetNodes(): void {
  known.forget();
  source = '';
}

/** Named children, comments included; the same array each time. The contract allows nulls, but the parser never returns any here. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.namedChildren as SyntaxNode[];
}

/** Named children without comments. */
export function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  // Our own trees contain no comments.
  if ((node as Partial<GoNode>).code !== undefined) return (node as GoNode).namedChildren;
  const children = node.namedChildren as SyntaxNode[];
  return children.some(isComment) ? children.filter((child) => !isComment(child)) : children;
}

/** Nothing else starts with a slash, and reading a node's type would cost a call into WASM. */
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
