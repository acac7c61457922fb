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

function on(names: string, visit: Visit): void {
  for (const name of names.split(' ')) visitors[code(name)] = visit;
}

const all: Visit = (c, node) => {
  if (isType(node)) typeOf(c, node);
  else visitParts(c, node);
  return 0;
};

on('identifier', (c, node) => visitName(c, node));
on('field_access', (c, node) => visitField(c, node));
on('this', (c) => c.writer.node(ops.this, c.frame.scope));
on('super', (c) => c.writer.node(ops.super, c.frame.scope));
on('method_invocation', visitCall);
on('object_creation_expression', visitConstruction);
on('explicit_constructor_invocation', visitConstructorCall);
on('method_reference', visitReference);
on('lambda_expression', visitLambda);
on('array_access', visitItem);
on('array_creation_expression', visitArrayCreation);
on('array_initializer element_value_array_initializer', visitArray);
on('assignment_expression', visitAssignment);
on('binary_expression', visitBinary);
on('unary_expression', visitUnary);
on('update_expression', visitUpdate);
on('cast_expression', visitCast);
on('instanceof_expression', (c, node) => visitInstanceOf(c, node));
on('ternary_expression', visitTernary);
on('parenthesized_expression', visitParts);
on('class_literal', visitClassLiteral);
on('string_literal', visitString);
on('character_literal', (c) => primitiveValue(c, 'char'));
on('true false', (c) => primitiveValue(c, 'boolean'));
on('null_literal', (c) => primitive(c, primitives.nothing));
on(
  'decimal_integer_literal hex_integer_literal octal_integer_literal binary_integer_literal decimal_floating_point_literal ' +
    'hex_floating_point_literal',
  visitNumber,
);
on('switch_expression', visitSwitch);
on('block static_initializer', visitBlock);
on('local_variable_declaration', visitLocal);
on('if_statement while_statement', visitBranch);
on('for_statement', visitFor);
on('enhanced_for_statement', visitForEach);
on('try_statement try_with_resources_statement', visitTry);
on('catch_clause', visitCatch);
on('return_statement', visitReturn);
on('yield_statement', visitYield);
on('labeled_statement', visitLabeled);
on('annotation marker_annotation', (c, node) => (visitAnnotation(c, node), 0));
on(
  'class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration',
  visitClass,
);
on('method_declaration', (c, node) => {
  visitMethod(c, node, { entity: -1, isInterface: false, components: [] });
  return 0;
});
on('import_declaration', visitImport);
on(
  'line_comment block_comment package_declaration module_declaration break_statement continue_statement asterisk ' +
    'dimensions scoped_identifier',
  () => 0,
);
// The remains of a broken declaration: its parts are visited one by one.
on('ERROR', (c, node) => {
  for (const part of partsOf(node)) c.visit(part);
  return 0;
});

export function visitNode(c: Collector, node: SyntaxNode): number {
  return (visitors[codeOf(node)] ?? all)(c, node);
}
