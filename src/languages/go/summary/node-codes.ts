/** The node types of the grammar as numbers. */
import { nodeCodes } from '../../collecting.ts';
import type { SyntaxNode } from '../../language.ts';
import { codes, nodeNames } from '../parse/codes.ts';
import type { GoNode } from '../parse/node.ts';

export { codes, type NodeName } from '../parse/codes.ts';

const grammarCodes = nodeCodes(nodeNames);

export function codeOf(node: SyntaxNode): number {
  // Only nodes of our own parser have a `code`. To test with `instanceof` would cost three times as much.
  return (node as Partial<GoNode>).code ?? grammarCodes.codeOf(node);
}

/** The text of the file whose nodes are being read. */
let source = '';

/** Must be called before the nodes of a file are read. */
export function startNodes(text: string): void {
  source = text;
}

/** Releases the text, and the last node with its tree. */
export function forgetNodes(): void {
  grammarCodes.forget();
  source = '';
}

/** Named children with comments; repeated calls return one array. (The type of `namedChildren` allows nulls, but none occur here.) */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.namedChildren as SyntaxNode[];
}

/** Named children without comments. */
export function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  // Trees of our own parser contain no comments.
  if ((node as Partial<GoNode>).code !== undefined) return (node as GoNode).namedChildren;
  const children = node.namedChildren as SyntaxNode[];
  return children.some(isComment) ? children.filter((child) => !isComment(child)) : children;
}

/** A comment is the only named node that starts with a slash. To read the type of a node would cost a call into WASM. */
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
