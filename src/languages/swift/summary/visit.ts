/** Maps node types to the functions that visit them. */
import type { SyntaxNode } from '../../language.ts';
import { ops, primitives, siteKinds } from '../../../model/file-summary.ts';
import { namedType, partsOf, type Collector } from './collector.ts';
import { visitAlias, visitCases, visitFunction, visitImport, visitProperty, visitType } from './declarations.ts';
import {
  visitAssignment,
  visitBlock,
  visitCall,
  visitCast,
  visitClosure,
  visitMember,
  visitName,
} from './expressions.ts';
import {
  isImplicitMember,
  visitCoalescing,
  visitDictionary,
  visitElements,
  visitEquality,
  visitExpected,
  visitImplicitMember,
  visitReturned,
  visitTernary,
} from './implicit-members.ts';
import { runs, runsPrefix, visitBinary } from './operators.ts';
import { visitCatch, visitConditions, visitFor, visitSwitch } from './patterns.ts';
import { isType, typeOf } from './types.ts';

/** @param expected node of the expected value; 0: unknown */
type Visit = (c: Collector, node: SyntaxNode, expected: number) => number;

const visitors = new Map<string, Visit>();

function on(names: string, visit: Visit): void {
  for (const name of names.split(' ')) visitors.set(name, visit);
}

/** Visits all parts; returns the value of the last one. */
const visitParts: Visit = (c, node) => {
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
on('navigation_expression', (c, node, expected) => visitMember(c, node, { site: siteKinds.read, expected }));
on('call_expression', visitCall);
on('assignment', visitAssignment);
on('as_expression', visitCast);
on('if_statement guard_statement while_statement', visitConditions);
on('for_statement', visitFor);
on('switch_statement', visitSwitch);
on('catch_block', visitCatch);
on('lambda_literal', visitClosure);
on('do_statement repeat_while_statement', visitBlock);
on('control_transfer_statement', visitReturned);
on('equality_expression', visitEquality);
on('ternary_expression', visitTernary);
on('dictionary_literal', visitDictionary);
on('try_expression await_expression postfix_expression', (c, node, expected) => {
  let value = 0;
  for (const part of partsOf(node)) if (!/operator|bang/.test(part.type)) value = visitExpected(c, part, expected);
  return value;
});
on('tuple_expression', (c, node, expected) => {
  const parts = partsOf(node);
  const values = parts.map((part) => visitExpected(c, part, parts.length === 1 ? expected : 0));
  return parts.length === 1 ? values[0]! : c.writer.node(ops.array, c.writer.list(values));
});
on('array_literal', (c, node, expected) => {
  const values = visitElements(c, node, expected);
  return c.writer.node(ops.array, c.writer.list(values.filter((value) => value !== 0).slice(0, 8)));
});
on('nil_coalescing_expression', visitCoalescing);
// The grammar reads `a == .b || c` as `a == (.b || c)`.
on('disjunction_expression conjunction_expression', (c, node, expected) => {
  for (const [index, part] of partsOf(node).entries()) visitExpected(c, part, index === 0 ? expected : 0);
  return 0;
});
on('self_expression', (c) => c.writer.node(ops.this, c.scope));
on('super_expression', (c) => c.writer.node(ops.super, c.scope));
on('integer_literal real_literal hex_literal bin_literal oct_literal', (c) =>
  c.writer.node(ops.primitive, primitives.number),
);
on('range_expression open_end_range_expression open_start_range_expression', (c, node) => {
  visitParts(c, node, 0);
  return c.writer.node(ops.cast, namedType(c, rangeType(node)), 0);
});
on('boolean_literal', (c) => c.writer.node(ops.primitive, primitives.boolean));
on('line_string_literal multi_line_string_literal raw_string_literal', (c, node) => {
  visitParts(c, node, 0);
  return c.writer.node(ops.primitive, primitives.string);
});
on('prefix_expression', (c, node, expected) => {
  if (isImplicitMember(c, node)) return visitImplicitMember(c, node, { expected, site: siteKinds.read });
  const value = visitParts(c, node, expected);
  runsPrefix(c, node, value);
  return value;
});
on(
  'additive_expression multiplicative_expression comparison_expression infix_expression bitwise_operation',
  visitBinary,
);
on('interpolated_expression', (c, node) => {
  const value = visitParts(c, node, 0);
  runs(c, node, value, 'description');
  return value;
});
on(
  'comment multiline_comment modifiers value_argument_label line_str_text str_escaped_char bang statement_label shebang_line ' +
    'value_binding_pattern type_constraints wildcard_pattern directive',
  () => 0,
);

/** The name of the library's type that a range has. */
function rangeType({ type, children }: SyntaxNode): string {
  if (type === 'open_end_range_expression') return 'PartialRangeFrom';
  const isHalfOpen = children.some((child) => child?.type === '..<');
  if (type === 'open_start_range_expression') return isHalfOpen ? 'PartialRangeUpTo' : 'PartialRangeThrough';
  return isHalfOpen ? 'Range' : 'ClosedRange';
}

export function visitNode(c: Collector, node: SyntaxNode): number {
  const visit = visitors.get(node.type);
  // The expected type of an expression says nothing about its parts.
  const { expected } = c;
  c.expected = 0;
  let value = 0;
  if (visit !== undefined) value = visit(c, node, expected);
  else if (isType(node)) typeOf(c, node);
  else visitParts(c, node, 0);
  c.expected = expected;
  return value;
}
