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
import { visitFunction, visitFunctionLiteral, visitMethod } from './functions.ts';
import { visitComposite } from './literals.ts';
import { visitName, visitSelector } from './names.ts';
import { childrenOf, codeOf, codes, partsOf, type NodeName } from './node-codes.ts';
import {
  visitAssignment,
  visitConstants,
  visitRange,
  visitReceive,
  visitReturn,
  visitScoped,
  visitShortDeclaration,
  visitStep,
  visitTypeSwitch,
  visitVariables,
} from './statements.ts';

type Visit = (c: Collector, node: SyntaxNode) => number;

const ignore: Visit = () => 0;
/** Returns the value of the last part. */
const visitParts: Visit = (c, node) => {
  let value = 0;
  for (const part of partsOf(node)) value = c.visit(part);
  return value;
};
const visitChildren: Visit = (c, node) => {
  for (const child of childrenOf(node)) c.visit(child);
  return 0;
};
const primitiveOf =
  (code: number): Visit =>
  (c) =>
    primitive(c, code);

const visitors: Visit[] = [];

function register(names: string, visit: Visit): void {
  for (const name of names.split(' ')) visitors[codes[name as NodeName]] = visit;
}

register('identifier', (c, node) => visitName(c, node, siteKinds.read));
register('selector_expression', (c, node) => visitSelector(c, node, siteKinds.read));
register('call_expression', visitCall);
register('type_conversion_expression', visitConversion);
register('type_instantiation_expression', visitInstantiation);
register('index_expression', visitIndex);
register('slice_expression', visitSlice);
register('type_assertion_expression', visitAssertion);
register('parenthesized_expression expression_statement', visitParts);
register('variadic_argument', visitVariadic);
register('unary_expression', visitUnary);
register('binary_expression', visitBinary);
register('composite_literal', visitComposite);
register('func_literal', (c, node) => visitFunctionLiteral(c, node));
register('int_literal float_literal imaginary_literal rune_literal iota', primitiveOf(primitives.number));
register('interpreted_string_literal raw_string_literal', primitiveOf(primitives.string));
register('true false', primitiveOf(primitives.boolean));
register('nil', primitiveOf(primitives.nothing));
register(
  'type_identifier qualified_type generic_type parenthesized_type pointer_type array_type implicit_length_array_type slice_type ' +
    'map_type channel_type function_type struct_type interface_type negated_type type_elem type_constraint',
  visitTypeValue,
);
register('function_declaration', visitFunction);
register('method_declaration', visitMethod);
register('type_declaration', visitTypeDeclaration);
register('var_declaration', visitVariables);
register('const_declaration', visitConstants);
register('short_var_declaration', visitShortDeclaration);
register('assignment_statement', visitAssignment);
register('return_statement', visitReturn);
register('inc_statement dec_statement', visitStep);
register('range_clause', visitRange);
register('receive_statement', visitReceive);
register('type_switch_statement', visitTypeSwitch);
register(
  'block if_statement for_statement expression_switch_statement expression_case default_case select_statement communication_case',
  visitScoped,
);
register(
  'comment package_clause import_declaration label_name break_statement continue_statement goto_statement fallthrough_statement ' +
    'empty_statement blank_identifier field_identifier package_identifier dot',
  ignore,
);

export function visitNode(c: Collector, node: SyntaxNode): number {
  return (visitors[codeOf(node)] ?? visitChildren)(c, node);
}
