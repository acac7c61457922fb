/** Expressions whose meaning depends on the type that is expected of them: `.name` is a member of the expected type. */
import type { SyntaxNode } from '../../language.ts';
import { ops } from '../../../model/file-summary.ts';
import { runsOperator } from './operators.ts';
import { partOf, partsOf, placeOf, textOf, type Collector } from './collector.ts';

/** Limits the recursion; an expression that is nested more deeply counts as independent of its expected type. */
const maxDepth = 30;

/** Visits an expression; `expected` is the node of its expected value, 0: unknown. */
export function visitExpected(c: Collector, node: SyntaxNode, expected: number): number {
  const outer = c.expected;
  c.expected = expected;
  const value = c.visit(node);
  c.expected = outer;
  return value;
}

/** A node for a value of the declared type; 0 for none. */
export function expectedType({ writer }: Collector, type: number): number {
  return type === 0 ? 0 : writer.node(ops.cast, type, 0);
}

export function isImplicitMember(c: Collector, node: SyntaxNode): boolean {
  return node.type === 'prefix_expression' && c.source[node.startIndex] === '.';
}

/** Whether the meaning of an expression depends on its expected type. */
export function dependsOnExpectedType(c: Collector, node: SyntaxNode, depth = 0): boolean {
  if (depth > maxDepth) return false;
  const anyPart = (parts: readonly SyntaxNode[]): boolean =>
    parts.some((part) => dependsOnExpectedType(c, part, depth + 1));
  switch (node.type) {
    case 'prefix_expression':
      return isImplicitMember(c, node);
    case 'call_expression':
    case 'navigation_expression':
    case 'postfix_expression':
      return anyPart(partsOf(node).slice(0, 1));
    case 'try_expression':
    case 'await_expression':
      return anyPart(partsOf(node).slice(-1));
    case 'array_literal':
    case 'dictionary_literal':
    case 'tuple_expression':
    case 'nil_coalescing_expression':
      return anyPart(partsOf(node));
    case 'ternary_expression':
      return anyPart(partsOf(node).slice(1));
    default:
      return false;
  }
}

export function visitImplicitMember(
  c: Collector,
  node: SyntaxNode,
  { expected, site }: { expected: number; site: number },
): number {
  const name = partOf(node, 'simple_identifier');
  if (name === null) return 0;
  const text = textOf(c, name);
  const member = c.writer.member(expected, text === 'init' ? 'constructor' : text);
  c.writer.site(site, member, placeOf(name), c.scope);
  return expected === 0 ? 0 : member;
}

/** Visits the items of a list literal. Their expected type is the element type of the type expected of the list. */
export function visitElements(c: Collector, node: SyntaxNode, expected: number): number[] {
  const element = expected === 0 ? 0 : c.writer.node(ops.element, expected);
  return partsOf(node).map((part) => visitExpected(c, part, element));
}

/** Visits a dictionary literal. Its values have the element type of the type expected of the dictionary; its keys may have any type. */
export function visitDictionary(c: Collector, node: SyntaxNode, expected: number): number {
  const element = expected === 0 ? 0 : c.writer.node(ops.element, expected);
  for (const [index, part] of partsOf(node).entries()) visitExpected(c, part, index % 2 === 0 ? 0 : element);
  return 0;
}

/** Visits `a == .b`: the expected type of a side that needs one is the type of the other side. */
export function visitEquality(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  const [left, right] = parts;
  if (left === undefined || right === undefined) {
    // `a == nil`
    if (left !== undefined) c.visit(left);
    return 0;
  }
  const isLeftDependent = dependsOnExpectedType(c, left);
  const first = c.visit(isLeftDependent ? right : left);
  const second = visitExpected(c, isLeftDependent ? left : right, first);
  const sign = c.source.slice(left.endIndex, right.startIndex).trim();
  runsOperator(c, {
    left: isLeftDependent ? second : first,
    right: isLeftDependent ? first : second,
    sign,
    node: right,
  });
  return 0;
}

export function visitTernary(c: Collector, node: SyntaxNode, expected: number): number {
  const [condition, ...rest] = partsOf(node);
  if (condition !== undefined) c.visit(condition);
  return c.writer.either(rest.map((part) => visitExpected(c, part, expected)));
}

/** Visits `a ?? .b`: where nothing is expected of the whole, `b` is expected to have the type of `a`. */
export function visitCoalescing(c: Collector, node: SyntaxNode, expected: number): number {
  let expectedPart = expected;
  const values = partsOf(node).map((part) => {
    const value = visitExpected(c, part, expectedPart);
    if (expectedPart === 0) expectedPart = value;
    return value;
  });
  return c.writer.either(values);
}

/** Visits a body. A single expression is the result even without `return`, so it has the expected type. */
export function visitBody(c: Collector, body: SyntaxNode, expected: number): void {
  for (const part of partsOf(body)) {
    const [only, ...more] = part.type === 'statements' ? partsOf(part) : [];
    if (only !== undefined && more.length === 0) visitExpected(c, only, expected);
    else c.visit(part);
  }
}

/** Visits a `return`. The expected type is the function's declared one; in a closure, it follows from where the closure is passed. */
export function visitReturned(c: Collector, node: SyntaxNode): number {
  for (const part of partsOf(node)) {
    const value = visitExpected(c, part, c.result);
    if (value !== 0 && c.returns !== null) c.returns.push(value);
  }
  return 0;
}
