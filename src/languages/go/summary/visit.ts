/** Maps node types to the functions that visit them. */
import type { SyntaxNode } from '../../language.ts';
import { primitives, siteKinds } from '../../../model/file-summary.ts';
import { visitCall, visitConversion } from './calls.ts';
import { primitive, type Collector } from './collector.ts';
import { visitTypeDeclaration } from './declarations.ts';
import {
  visitAssertion,
  visitBinary,
  visitIndex,
  visitInstantiation,
  visitSlice,
  visitTypeValue,
  visitUnary,
  visitVariadic,
} from './expressions.ts';
import { visitFunction, visitLiteral, visitMethod } from './functions.ts';
import { visitComposite } from './literals.ts';
import { visitName, visitSelector } from './names.ts';
import { childrenOf, codeOf, codes, partsOf, type NodeName } from './node-codes.ts';
import {
  visitAssignment,
  visitConstants,
  visitRange,
  visitReceive,
  visitScoped,
  visitShortDeclaration,
  visitStep,
  visitTypeSwitch,
  visitVariables,
} from './statements.ts';

type Visit = (c: Collector, node: SyntaxNode) => number;

const nothing: Visit = () => 0;
const inner: Visit = (c, node) => {
  let value = 0;
  for (const part of partsOf(node)) value = c.visit(part);
  return value;
};
const all: Visit = (c, node) => {
  for (const child of childrenOf(node)) c.visit(child);
  return 0;
};
const constant =
  (code: number): Visit =>
  (c) =>
    primitive(c, code);

const visitors: Visit[] = [];

function on(names: string, visit: Visit): void {
  for (const name of names.split(' ')) visitors[codes[name as NodeName]] = visit;
}

on('identifier', (c, node) => visitName(c, node, siteKinds.read));
on('selector_expression', (c, node) => visitSelector(c, node, siteKinds.read));
on('call_expression', visitCall);
on('type_conversion_expression', visitConversion);
on('type_instantiation_expression', visitInstantiation);
on('index_expression', visitIndex);
on('slice_expression', visitSlice);
on('type_assertion_expression', visitAssertion);
on('parenthesized_expression expression_statement', inner);
on('variadic_argument', visitVariadic);
on('unary_expression', visitUnary);
on('binary_expression', visitBinary);
on('composite_literal', visitComposite);
on('func_literal', (c, node) => visitLiteral(c, node));
on('int_literal float_literal imaginary_literal rune_literal iota', constant(primitives.number));
on('interpreted_string_literal raw_string_literal', constant(primitives.string));
on('true false', constant(primitives.boolean));
on('nil', constant(primitives.nothing));
on(
  'type_identifier qualified_type generic_type parenthesized_type pointer_type array_type implicit_length_array_type slice_type ' +
    'map_type channel_type function_type struct_type interface_type negated_type type_elem type_constraint',
  visitTypeValue,
);
on('function_declaration', visitFunction);
on('method_declaration', visitMethod);
on('type_declaration', visitTypeDeclaration);
on('var_declaration', visitVariables);
on('const_declaration', visitConstants);
on('short_var_declaration', visitShortDeclaration);
on('assignment_statement', visitAssignment);
on('inc_statement dec_statement', visitStep);
on('range_clause', visitRange);
on('receive_statement', visitReceive);
on('type_switch_statement', visitTypeSwitch);
on(
  'block if_statement for_statement expression_switch_statement expression_case default_case select_statement communication_case',
  visitScoped,
);
on(
  'comment package_clause import_declaration label_name break_statement continue_statement goto_statement fallthrough_statement ' +
    'empty_statement blank_identifier field_identifier package_identifier dot',
  nothing,
);

export function visitNode(c: Collector, node: SyntaxNode): number {
  return (visitors[codeOf(node)] ?? all)(c, node);
}
