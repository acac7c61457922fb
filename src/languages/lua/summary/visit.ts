/** Maps node types to the functions that visit them. */
import type { SyntaxNode } from '../../language.ts';
import { ops, primitives } from '../../../model/file-summary.ts';
import { partsOf, type Collector } from './collector.ts';
import { visitBinary, visitCall, visitClosure, visitTable } from './expressions.ts';
import { visitIndex, visitName } from './names.ts';
import { visitFunction } from './functions.ts';
import { visitAssignment, visitBlocks, visitFor, visitLocal, visitRepeat, visitReturn } from './statements.ts';

type Visit = (c: Collector, node: SyntaxNode) => number;

/** Visits all parts; returns the value of the last one. */
const visitParts: Visit = (c, node) => {
  let value = 0;
  for (const part of partsOf(node)) value = c.visit(part);
  return value;
};

const visitors = new Map<string, Visit>([
  ['function_declaration', visitFunction],
  ['function_definition', visitClosure],
  ['variable_declaration', visitLocal],
  ['assignment_statement', visitAssignment],
  ['for_statement', visitFor],
  ['repeat_statement', visitRepeat],
  ['return_statement', visitReturn],
  ['function_call', visitCall],
  ['identifier', visitName],
  ['table_constructor', visitTable],
  ['binary_expression', visitBinary],
  ['parenthesized_expression', visitParts],
  ['string', (c) => c.writer.node(ops.primitive, primitives.string)],
  ['number', (c) => c.writer.node(ops.primitive, primitives.number)],
  ['nil', (c) => c.writer.node(ops.primitive, primitives.nothing)],
  ...'dot_index_expression bracket_index_expression method_index_expression'
    .split(' ')
    .map((type) => [type, visitIndex] as const),
  ...'if_statement elseif_statement else_statement while_statement do_statement'
    .split(' ')
    .map((type) => [type, visitBlocks] as const),
  ...'comment true false vararg_expression goto_statement label_statement break_statement'
    .split(' ')
    .map((type) => [type, () => 0] as const),
]);

export function visitNode(c: Collector, node: SyntaxNode): number {
  return (visitors.get(node.type) ?? visitOther)(c, node);
}

/** A node of any other type: its parts are visited, its value is unknown. */
function visitOther(c: Collector, node: SyntaxNode): number {
  visitParts(c, node);
  return 0;
}
