/** Maps node types to the functions that visit them. */
import type { SyntaxNode } from '../../language.ts';
import { ops, primitives } from '../../../model/file-summary.ts';
import { partsOf, textOf, type Collector } from './collector.ts';
import {
  visitCase,
  visitClass,
  visitClosure,
  visitConstants,
  visitFunction,
  visitNamespace,
  visitProperty,
  visitUse,
} from './declarations.ts';
import {
  visitArguments,
  visitArray,
  visitAssignment,
  visitAttribute,
  visitBinary,
  visitBranch,
  visitCall,
  visitCatch,
  visitClassConstant,
  visitConditional,
  visitConstant,
  visitForeach,
  visitIf,
  visitMember,
  visitMethodCall,
  visitNew,
  visitReturn,
  visitStaticCall,
  visitStaticProperty,
  visitVariable,
} from './expressions.ts';

import { runs, runsToString, visitItem, visitText, visitUnset } from './implicit-calls.ts';

type Visit = (c: Collector, node: SyntaxNode) => number;

const visitors = new Map<string, Visit>();

/** Registers the visitor for node types, separated by blanks. */
function register(types: string, visit: Visit): void {
  for (const type of types.split(' ')) visitors.set(type, visit);
}

/** Visits all parts; returns the value of the last one. */
const visitParts: Visit = (c, node) => {
  let value = 0;
  for (const part of partsOf(node)) value = c.visit(part);
  return value;
};

register('namespace_definition', visitNamespace);
register('namespace_use_declaration', visitUse);
register('class_declaration interface_declaration trait_declaration enum_declaration', visitClass);
register('property_declaration', visitProperty);
register('const_declaration', visitConstants);
register('enum_case', visitCase);
register('function_definition method_declaration', visitFunction);
register('anonymous_function arrow_function', visitClosure);
register('variable_name', visitVariable);
register('name qualified_name relative_name', visitConstant);
register('function_call_expression', visitCall);
register('member_call_expression nullsafe_member_call_expression', visitMethodCall);
register('member_access_expression nullsafe_member_access_expression', (c, node) => visitMember(c, node));
register('scoped_call_expression', visitStaticCall);
register('scoped_property_access_expression', (c, node) => visitStaticProperty(c, node));
register('class_constant_access_expression', visitClassConstant);
register('object_creation_expression', visitNew);
register('assignment_expression reference_assignment_expression', visitAssignment);
register('foreach_statement', visitForeach);
register('if_statement else_if_clause', visitIf);
register(
  'while_statement for_statement do_statement switch_statement case_statement try_statement else_clause',
  visitBranch,
);
register('catch_clause', visitCatch);
register('return_statement', visitReturn);
register('binary_expression', visitBinary);
register('conditional_expression', visitConditional);
register('array_creation_expression', visitArray);
register('attribute', visitAttribute);
register('arguments', (c, node) => (visitArguments(c, node), 0));
register('parenthesized_expression expression_statement', visitParts);
register('subscript_expression', (c, node) => visitItem(c, node, 'offsetGet'));
register('unset_statement', visitUnset);
register('echo_statement', (c, node) => (visitText(c, node), 0));
register('encapsed_string', (c, node) => {
  visitText(c, node);
  return c.writer.node(ops.primitive, primitives.string);
});
register('cast_expression', (c, node) => {
  const value = visitParts(c, node);
  const type = node.childForFieldName('type');
  if (type !== null && textOf(c, type).toLowerCase() === 'string') runsToString(c, node, value);
  return 0;
});
register('clone_expression', (c, node) => {
  const value = visitParts(c, node);
  runs(c, node, value, '__clone');
  return value;
});
register('integer float', (c) => c.writer.node(ops.primitive, primitives.number));
register('string', (c) => c.writer.node(ops.primitive, primitives.string));
register('boolean', (c) => c.writer.node(ops.primitive, primitives.boolean));
register(
  'comment php_tag text text_interpolation null use_declaration visibility_modifier static_modifier abstract_modifier final_modifier ' +
    'readonly_modifier named_type primitive_type optional_type union_type global_declaration named_label_statement goto_statement heredoc_start ' +
    'string_content escape_sequence',
  () => 0,
);

export function visitNode(c: Collector, node: SyntaxNode): number {
  return (visitors.get(node.type) ?? visitOther)(c, node);
}

/** A node of any other type: its parts are visited, its value is unknown. */
function visitOther(c: Collector, node: SyntaxNode): number {
  visitParts(c, node);
  return 0;
}
