/** Maps node types to the functions that visit them. */
import type { SyntaxNode } from '../../language.ts';
import { ops, primitives } from '../../../model/file-summary.ts';
import { partsOf, type Collector } from './collector.ts';
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

type Visit = (c: Collector, node: SyntaxNode) => number;

const visitors = new Map<string, Visit>();

function on(names: string, visit: Visit): void {
  for (const name of names.split(' ')) visitors.set(name, visit);
}

/** Returns the value of the last part. */
const inner: Visit = (c, node) => {
  let value = 0;
  for (const part of partsOf(node)) value = c.visit(part);
  return value;
};

on('namespace_definition', visitNamespace);
on('namespace_use_declaration', visitUse);
on('class_declaration interface_declaration trait_declaration enum_declaration', visitClass);
on('property_declaration', visitProperty);
on('const_declaration', visitConstants);
on('enum_case', visitCase);
on('function_definition method_declaration', visitFunction);
on('anonymous_function arrow_function', visitClosure);
on('variable_name', visitVariable);
on('name qualified_name relative_name', visitConstant);
on('function_call_expression', visitCall);
on('member_call_expression nullsafe_member_call_expression', visitMethodCall);
on('member_access_expression nullsafe_member_access_expression', (c, node) => visitMember(c, node));
on('scoped_call_expression', visitStaticCall);
on('scoped_property_access_expression', (c, node) => visitStaticProperty(c, node));
on('class_constant_access_expression', visitClassConstant);
on('object_creation_expression', visitNew);
on('assignment_expression reference_assignment_expression', visitAssignment);
on('foreach_statement', visitForeach);
on('if_statement else_if_clause', visitIf);
on('while_statement for_statement do_statement switch_statement case_statement try_statement else_clause', visitBranch);
on('catch_clause', visitCatch);
on('return_statement', visitReturn);
on('binary_expression', visitBinary);
on('conditional_expression', visitConditional);
on('array_creation_expression', visitArray);
on('attribute', visitAttribute);
on('arguments', (c, node) => (visitArguments(c, node), 0));
on('parenthesized_expression clone_expression expression_statement', inner);
on('subscript_expression', (c, node) => {
  const [list, ...rest] = partsOf(node);
  const value = list === undefined ? 0 : c.visit(list);
  for (const part of rest) c.visit(part);
  return value === 0 ? 0 : c.writer.node(ops.index, value, 0);
});
on('integer float', (c) => c.writer.node(ops.primitive, primitives.number));
on('string', (c) => c.writer.node(ops.primitive, primitives.string));
on('boolean', (c) => c.writer.node(ops.primitive, primitives.boolean));
on(
  'comment php_tag text text_interpolation null use_declaration visibility_modifier static_modifier abstract_modifier final_modifier ' +
    'readonly_modifier named_type primitive_type optional_type union_type global_declaration named_label_statement goto_statement heredoc_start ' +
    'string_content escape_sequence',
  () => 0,
);

export function visitNode(c: Collector, node: SyntaxNode): number {
  return (visitors.get(node.type) ?? visitAll)(c, node);
}

function visitAll(c: Collector, node: SyntaxNode): number {
  inner(c, node);
  return 0;
}
