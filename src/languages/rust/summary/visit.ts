/** Maps node types to the functions that visit them. */
import type { SyntaxNode } from '../../language.ts';
import { primitives, siteKinds } from '../../../model/file-summary.ts';
import { lookUpLocal, primitive, type Collector } from './collector.ts';
import {
  visitArray,
  visitAssignment,
  visitBinary,
  visitBlock,
  visitBranch,
  visitCall,
  visitCast,
  visitField,
  visitFor,
  visitGeneric,
  visitIndex,
  visitLet,
  visitLetCondition,
  visitMacro,
  visitMatch,
  visitStruct,
  visitTry,
  visitTuple,
} from './expressions.ts';
import { visitClosure, visitFunction } from './functions.ts';
import { visitAlias, visitConstant, visitImpl, visitModule, visitTrait, visitType } from './items.ts';
import { visitMacroDefinition } from './macros.ts';
import { code, codeOf, codes, partsOf } from './node-codes.ts';
import { visitName, visitPath } from './paths.ts';
import { typeOf } from './types.ts';

type Visit = (c: Collector, node: SyntaxNode) => number;

const nothing: Visit = () => 0;
const inner: Visit = (c, node) => {
  let value = 0;
  for (const part of partsOf(node)) if (codeOf(part) !== codes.mutable) value = c.visit(part);
  return value;
};
const all: Visit = (c, node) => {
  inner(c, node);
  return 0;
};
const constant =
  (value: number): Visit =>
  (c) =>
    primitive(c, value);

const visitors: Visit[] = [];

function on(names: string, visit: Visit): void {
  for (const name of names.split(' ')) visitors[code(name)] = visit;
}

on('identifier', (c, node) => visitName(c, node, siteKinds.read));
on('scoped_identifier', (c, node) => visitPath(c, node, siteKinds.read));
on('self', (c) => lookUpLocal(c, 'self')?.node ?? 0);
on('field_expression', (c, node) => visitField(c, node, siteKinds.read));
on('call_expression', visitCall);
on('generic_function', visitGeneric);
on('struct_expression', visitStruct);
on('closure_expression', visitClosure);
on('block', visitBlock);
on('let_declaration', visitLet);
on('let_condition', visitLetCondition);
on('if_expression while_expression', visitBranch);
on('for_expression', visitFor);
on('match_expression', visitMatch);
on('try_expression', visitTry);
on('index_expression', visitIndex);
on('type_cast_expression', visitCast);
on('binary_expression', visitBinary);
on('assignment_expression compound_assignment_expr', visitAssignment);
on('tuple_expression', visitTuple);
on('array_expression', visitArray);
on('macro_invocation', visitMacro);
on('macro_definition', visitMacroDefinition);
on('reference_expression unary_expression parenthesized_expression await_expression unsafe_block else_clause', inner);
on('string_literal raw_string_literal', constant(primitives.string));
on('integer_literal float_literal char_literal', constant(primitives.number));
on('boolean_literal', constant(primitives.boolean));
on(
  'type_identifier primitive_type scoped_type_identifier generic_type reference_type pointer_type array_type tuple_type function_type ' +
    'dynamic_type abstract_type trait_bounds bracketed_type',
  (c, node) => (typeOf(c, node), 0),
);
on('function_item function_signature_item', (c, node) => visitFunction(c, node, -1));
on('struct_item union_item enum_item', visitType);
on('trait_item', visitTrait);
on('impl_item', visitImpl);
on('mod_item', visitModule);
on('const_item static_item', visitConstant);
on('type_item', visitAlias);
on(
  'use_declaration attribute_item inner_attribute_item visibility_modifier token_tree lifetime label ' +
    'extern_crate_declaration line_comment block_comment field_identifier mutable_specifier super crate empty_statement',
  nothing,
);

export function visitNode(c: Collector, node: SyntaxNode): number {
  return (visitors[codeOf(node)] ?? all)(c, node);
}
