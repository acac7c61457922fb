/** Which part of the collector reads which node. */
import type { SyntaxNode } from '../../language.ts';
import { ops, primitives } from '../../../model/link-facts.ts';
import { partsOf, type Collector } from './collector.ts';
import { visitAlias, visitCases, visitFunction, visitImport, visitProperty, visitType } from './declarations.ts';
import {
  visitAssignment,
  visitBlock,
  visitCall,
  visitCast,
  visitClosure,
  visitConditions,
  visitEntry,
  visitFor,
  visitMember,
  visitName,
  visitReturn,
} from './expressions.ts';
import { isType, typeOf } from './types.ts';

type Visit = (c: Collector, node: SyntaxNode) => number;

const visitors = new Map<string, Visit>();

function on(names: string, visit: Visit): void {
  for (const name of names.split(' ')) visitors.set(name, visit);
}

/** The value of the last part. */
const inner: Visit = (c, node) => {
  let value = 0;
  for (const part of partsOf(node)) value = c.visit(part);
  return value;
};

on('import_declaration', visitImport);
on('class_declaration protocol_declaration', visitType);
on('enum_entry', visitCases);
on('typealias_declaration associatedtype_declaration', visitAlias);
on(
  'function_declaration protocol_function_declaration init_declaration deinit_declaration subscript_declaration',
  visitFunction,
);
on('property_declaration protocol_property_declaration', visitProperty);
on('simple_identifier', (c, node) => visitName(c, node));
on('navigation_expression', (c, node) => visitMember(c, node));
on('call_expression', visitCall);
on('assignment', visitAssignment);
on('as_expression', visitCast);
on('if_statement guard_statement while_statement', visitConditions);
on('for_statement', visitFor);
on('switch_entry catch_block', visitEntry);
on('lambda_literal', visitClosure);
on('do_statement repeat_while_statement', visitBlock);
on('control_transfer_statement', visitReturn);
on('try_expression await_expression postfix_expression', (c, node) => {
  let value = 0;
  for (const part of partsOf(node)) if (!/operator|bang/.test(part.type)) value = c.visit(part);
  return value;
});
on('tuple_expression', (c, node) => {
  const parts = partsOf(node);
  const values = parts.map((part) => c.visit(part));
  return parts.length === 1 ? values[0]! : c.writer.node(ops.array, c.writer.list(values));
});
on('array_literal', (c, node) => {
  const values = partsOf(node).map((part) => c.visit(part));
  return c.writer.node(ops.array, c.writer.list(values.filter((value) => value !== 0).slice(0, 8)));
});
on('nil_coalescing_expression', (c, node) => c.writer.either(partsOf(node).map((part) => c.visit(part))));
on('self_expression', (c) => c.writer.node(ops.this, c.scope));
on('super_expression', (c) => c.writer.node(ops.super, c.scope));
on('integer_literal real_literal hex_literal bin_literal oct_literal', (c) =>
  c.writer.node(ops.primitive, primitives.number),
);
on('boolean_literal', (c) => c.writer.node(ops.primitive, primitives.boolean));
on('line_string_literal multi_line_string_literal raw_string_literal', (c, node) => {
  inner(c, node);
  return c.writer.node(ops.primitive, primitives.string);
});
on('prefix_expression', (c, node) => {
  // `.name`: a member of what is expected there, which nobody knows here.
  return c.source[node.startIndex] === '.' ? 0 : inner(c, node);
});
on(
  'comment multiline_comment modifiers value_argument_label line_str_text str_escaped_char bang statement_label shebang_line ' +
    'value_binding_pattern type_constraints wildcard_pattern directive',
  () => 0,
);

export function visitNode(c: Collector, node: SyntaxNode): number {
  const visit = visitors.get(node.type);
  if (visit !== undefined) return visit(c, node);
  if (isType(node)) typeOf(c, node);
  else inner(c, node);
  return 0;
}
