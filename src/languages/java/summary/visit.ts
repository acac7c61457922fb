/** Maps node types to the functions that visit them. */
import type { SyntaxNode } from '../../language.ts';
import { ops, primitives } from '../../../model/file-summary.ts';
import { visitAnnotation } from './annotations.ts';
import { visitCall, visitConstruction, visitConstructorCall, visitReference } from './calls.ts';
import { visitClass } from './classes.ts';
import { primitive, primitiveValue, type Collector } from './collector.ts';
import {
  visitArray,
  visitArrayCreation,
  visitAssignment,
  visitBinary,
  visitCast,
  visitClassLiteral,
  visitItem,
  visitNumber,
  visitParts,
  visitString,
  visitTernary,
  visitUnary,
  visitUpdate,
} from './expressions.ts';
import { visitLambda, visitMethod } from './functions.ts';
import { visitImport } from './imports.ts';
import { visitField, visitName } from './names.ts';
import { code, codeOf, partsOf } from './node-codes.ts';
import { visitInstanceOf } from './patterns.ts';
import {
  visitBlock,
  visitBranch,
  visitCatch,
  visitFor,
  visitForEach,
  visitLabeled,
  visitReturn,
  visitSwitch,
  visitTry,
  visitYield,
} from './statements.ts';
import { isType, typeOf } from './types.ts';
import { visitLocal } from './variables.ts';

type Visit = (c: Collector, node: SyntaxNode) => number;

const visitors: Visit[] = [];

function register(names: string, visit: Visit): void {
  for (const name of names.split(' ')) visitors[code(name)] = visit;
}

/** Visits a node without a visitor of its own. */
const visitOther: Visit = (c, node) => {
  if (isType(node)) typeOf(c, node);
  else visitParts(c, node);
  return 0;
};

register('identifier', (c, node) => visitName(c, node));
register('field_access', (c, node) => visitField(c, node));
register('this', (c) => c.writer.node(ops.this, c.frame.scope));
register('super', (c) => c.writer.node(ops.super, c.frame.scope));
register('method_invocation', visitCall);
register('object_creation_expression', visitConstruction);
register('explicit_constructor_invocation', visitConstructorCall);
register('method_reference', visitReference);
register('lambda_expression', visitLambda);
register('array_access', visitItem);
register('array_creation_expression', visitArrayCreation);
register('array_initializer element_value_array_initializer', visitArray);
register('assignment_expression', visitAssignment);
register('binary_expression', visitBinary);
register('unary_expression', visitUnary);
register('update_expression', visitUpdate);
register('cast_expression', visitCast);
register('instanceof_expression', (c, node) => visitInstanceOf(c, node));
register('ternary_expression', visitTernary);
register('parenthesized_expression', visitParts);
register('class_literal', visitClassLiteral);
register('string_literal', visitString);
register('character_literal', (c) => primitiveValue(c, 'char'));
register('true false', (c) => primitiveValue(c, 'boolean'));
register('null_literal', (c) => primitive(c, primitives.nothing));
register(
  'decimal_integer_literal hex_integer_literal octal_integer_literal binary_integer_literal decimal_floating_point_literal ' +
    'hex_floating_point_literal',
  visitNumber,
);
register('switch_expression', visitSwitch);
register('block static_initializer', visitBlock);
register('local_variable_declaration', visitLocal);
register('if_statement while_statement', visitBranch);
register('for_statement', visitFor);
register('enhanced_for_statement', visitForEach);
register('try_statement try_with_resources_statement', visitTry);
register('catch_clause', visitCatch);
register('return_statement', visitReturn);
register('yield_statement', visitYield);
register('labeled_statement', visitLabeled);
register('annotation marker_annotation', (c, node) => (visitAnnotation(c, node), 0));
register(
  'class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration',
  visitClass,
);
register('method_declaration', (c, node) => {
  visitMethod(c, node, { entity: -1, isInterface: false, components: [] });
  return 0;
});
register('import_declaration', visitImport);
register(
  'line_comment block_comment package_declaration module_declaration break_statement continue_statement asterisk ' +
    'dimensions scoped_identifier',
  () => 0,
);
// A broken declaration: its parts are visited one by one.
register('ERROR', (c, node) => {
  for (const part of partsOf(node)) c.visit(part);
  return 0;
});

export function visitNode(c: Collector, node: SyntaxNode): number {
  return (visitors[codeOf(node)] ?? visitOther)(c, node);
}
