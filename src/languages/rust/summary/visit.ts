/** Maps node types to the functions that visit them. */
import type { SyntaxNode } from '../../language.ts';
import { ops, primitives, siteKinds } from '../../../model/file-summary.ts';
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
  visitUnary,
} from './expressions.ts';
import { visitClosure, visitFunction } from './functions.ts';
import { visitAlias, visitConstant, visitImpl, visitModule, visitTrait, visitType } from './items.ts';
import { visitMacroDefinition } from './macros.ts';
import { code, codeOf, codes, partsOf } from './node-codes.ts';
import { visitName, visitPath } from './paths.ts';
import { typeOf } from './types.ts';

type Visit = (c: Collector, node: SyntaxNode) => number;

const ignore: Visit = () => 0;
/** Returns the value of the last part. */
const visitParts: Visit = (c, node) => {
  let value = 0;
  for (const part of partsOf(node)) if (codeOf(part) !== codes.mutable) value = c.visit(part);
  return value;
};
const visitWithoutValue: Visit = (c, node) => {
  visitParts(c, node);
  return 0;
};
const primitiveOf =
  (value: number): Visit =>
  (c) =>
    primitive(c, value);

const visitors: Visit[] = [];

function register(names: string, visit: Visit): void {
  for (const name of names.split(' ')) visitors[code(name)] = visit;
}

register('identifier', (c, node) => visitName(c, node, siteKinds.read));
register('scoped_identifier', (c, node) => visitPath(c, node, siteKinds.read));
register('self', (c) => lookUpLocal(c, 'self')?.node ?? 0);
register('field_expression', (c, node) => visitField(c, node, siteKinds.read));
register('call_expression', visitCall);
register('generic_function', visitGeneric);
register('struct_expression', visitStruct);
register('closure_expression', visitClosure);
register('block', visitBlock);
register('let_declaration', visitLet);
register('let_condition', visitLetCondition);
register('if_expression while_expression', visitBranch);
register('for_expression', visitFor);
register('match_expression', visitMatch);
register('try_expression', visitTry);
register('index_expression', visitIndex);
register('type_cast_expression', visitCast);
register('binary_expression', visitBinary);
register('assignment_expression compound_assignment_expr', visitAssignment);
register('unary_expression', visitUnary);
register('tuple_expression', visitTuple);
register('array_expression', visitArray);
register('range_expression', (c, node) => {
  for (const part of partsOf(node)) c.visit(part);
  return c.writer.node(ops.array, c.writer.list([primitive(c, primitives.number)]));
});
register('macro_invocation', visitMacro);
register('macro_definition', visitMacroDefinition);
register(
  'reference_expression parenthesized_expression await_expression unsafe_block else_clause expression_statement',
  visitParts,
);
register('string_literal raw_string_literal', primitiveOf(primitives.string));
register('integer_literal float_literal char_literal', primitiveOf(primitives.number));
register('boolean_literal', primitiveOf(primitives.boolean));
register(
  'type_identifier primitive_type scoped_type_identifier generic_type reference_type pointer_type array_type tuple_type function_type ' +
    'dynamic_type abstract_type trait_bounds bracketed_type',
  (c, node) => (typeOf(c, node), 0),
);
register('function_item function_signature_item', (c, node) => visitFunction(c, node, -1));
register('struct_item union_item enum_item', visitType);
register('trait_item', visitTrait);
register('impl_item', visitImpl);
register('mod_item', visitModule);
register('const_item static_item', visitConstant);
register('type_item', visitAlias);
register(
  'use_declaration attribute_item inner_attribute_item visibility_modifier token_tree lifetime label ' +
    'extern_crate_declaration line_comment block_comment field_identifier mutable_specifier super crate empty_statement',
  ignore,
);

export function visitNode(c: Collector, node: SyntaxNode): number {
  return (visitors[codeOf(node)] ?? visitWithoutValue)(c, node);
}
