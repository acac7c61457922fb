/** Maps node types to the functions that visit them. */
import type { SyntaxNode } from '../../language.ts';
import { ops, primitives } from '../../../model/file-summary.ts';
import { partsOf, type Collector } from './collector.ts';
import {
  visitDeclaration,
  visitFunction,
  visitInclude,
  visitMacro,
  visitNamespace,
  visitTemplate,
  visitTypedef,
  visitUsing,
} from './declarations.ts';
import {
  primitive,
  visitAssignment,
  visitBlock,
  visitCall,
  visitCast,
  visitCatch,
  visitCompound,
  visitConditional,
  visitField,
  visitFieldInitializer,
  visitInitializer,
  visitLambda,
  visitName,
  visitNew,
  visitPath,
  visitRangeLoop,
  visitReturn,
  visitSubscript,
} from './expressions.ts';
import { visitLoneCall } from './macro-calls.ts';
import { visitBinary, visitCondition, visitDelete, visitUnary } from './operators.ts';
import { typeNodes, typeOf } from './types.ts';

type Visit = (c: Collector, node: SyntaxNode) => number;

const skip: Visit = () => 0;
/** Visits all parts and returns the value of the last one; most of these nodes have only one. */
const visitParts: Visit = (c, node) => {
  let value = 0;
  for (const part of partsOf(node)) value = c.visit(part);
  return value;
};

const visitors = new Map<string, Visit>();

function on(names: string, visit: Visit): void {
  for (const name of names.split(' ')) visitors.set(name, visit);
}

on('preproc_include', visitInclude);
on('preproc_def preproc_function_def', visitMacro);
on('namespace_definition', visitNamespace);
on('using_declaration namespace_alias_definition', visitUsing);
on('template_declaration', visitTemplate);
on('function_definition inline_method_definition', visitFunction);
on('declaration field_declaration', visitDeclaration);
on('type_definition alias_declaration', visitTypedef);
on('identifier', (c, node) => visitName(c, node));
on('qualified_identifier template_function', (c, node) => visitPath(c, node));
on('field_expression', (c, node) => visitField(c, node));
on('call_expression', visitCall);
on('new_expression', visitNew);
on('compound_literal_expression', visitCompound);
on('cast_expression', visitCast);
on('initializer_list', (c, node) => visitInitializer(c, node, 0));
on('field_initializer', visitFieldInitializer);
on('lambda_expression', visitLambda);
on(
  'compound_statement for_statement if_statement while_statement do_statement switch_statement case_statement',
  visitBlock,
);
on('for_range_loop', visitRangeLoop);
on('catch_clause', visitCatch);
on('return_statement', visitReturn);
on('assignment_expression', visitAssignment);
on('conditional_expression', visitConditional);
on('subscript_expression', visitSubscript);
on('parenthesized_expression comma_expression', visitParts);
on('expression_statement', (c, node) => (visitLoneCall(c, node) ? 0 : visitParts(c, node)));
on('pointer_expression unary_expression update_expression', visitUnary);
on('binary_expression', visitBinary);
on('condition_clause', visitCondition);
on('delete_expression', visitDelete);
on('this', (c) => c.writer.node(ops.this, c.scope));
on('true false', (c) => primitive(c, primitives.boolean));
on('number_literal char_literal sizeof_expression', (c, node) => {
  for (const part of partsOf(node)) c.visit(part);
  return primitive(c);
});
on('string_literal concatenated_string raw_string_literal', (c) => primitive(c, primitives.string));
on('null nullptr', (c) => primitive(c, primitives.nothing));
on(
  'comment preproc_call preproc_directive goto_statement break_statement continue_statement access_specifier type_qualifier ' +
    'storage_class_specifier virtual_specifier statement_identifier field_identifier namespace_identifier preproc_arg ' +
    'lambda_default_capture ms_call_modifier attribute_declaration attribute_specifier gnu_asm_expression',
  skip,
);

export function visitNode(c: Collector, node: SyntaxNode): number {
  const visit = visitors.get(node.type);
  if (visit !== undefined) return visit(c, node);
  if (typeNodes.has(node.type)) {
    typeOf(c, node);
    return 0;
  }
  // The first part of a directive is its condition: the name in `#ifdef NAME` is no use of a declaration with that name.
  const parts = partsOf(node);
  const isDirective = node.type.startsWith('preproc_');
  for (const [index, part] of parts.entries()) {
    if (isDirective && index === 0 && node.type !== 'preproc_else') continue;
    c.visit(part);
  }
  return 0;
}
