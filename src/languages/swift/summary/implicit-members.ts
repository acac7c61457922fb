/** `.name`: a member of what is expected where it stands. */
import type { SyntaxNode } from '../../language.ts';
import { ops } from '../../../model/file-summary.ts';
import { partOf, partsOf, placeOf, textOf, type Collector } from './collector.ts';

const maxDepth = 30;

/** Visits an expression that has to be what a node says; 0: nobody knows. */
export function visitExpected(c: Collector, node: SyntaxNode, expected: number): number {
  const before = c.expected;
  c.expected = expected;
  const value = c.visit(node);
  c.expected = before;
  return value;
}

/** What has a declared type; 0 for none. */
export function expectedType({ writer }: Collector, type: number): number {
  return type === 0 ? 0 : writer.node(ops.cast, type, 0);
}

export function isImplicitMember(c: Collector, node: SyntaxNode): boolean {
  return node.type === 'prefix_expression' && c.source[node.startIndex] === '.';
}

/** Whether what an expression is depends on what is expected. */
export function takesExpected(c: Collector, node: SyntaxNode, depth = 0): boolean {
  if (depth > maxDepth) return false;
  const inner = (parts: readonly SyntaxNode[]): boolean => parts.some((part) => takesExpected(c, part, depth + 1));
  switch (node.type) {
    case 'prefix_expression':
      return isImplicitMember(c, node);
    case 'call_expression':
    case 'navigation_expression':
    case 'postfix_expression':
      return inner(partsOf(node).slice(0, 1));
    case 'try_expression':
    case 'await_expression':
      return inner(partsOf(node).slice(-1));
    case 'array_literal':
    case 'dictionary_literal':
    case 'tuple_expression':
    case 'nil_coalescing_expression':
      return inner(partsOf(node));
    case 'ternary_expression':
      return inner(partsOf(node).slice(1));
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

/** The elements have to be what those of the whole are. */
export function visitElements(c: Collector, node: SyntaxNode, expected: number): number[] {
  const element = expected === 0 ? 0 : c.writer.node(ops.element, expected);
  return partsOf(node).map((part) => visitExpected(c, part, element));
}

/** What stands before the values of a dictionary is no value. */
export function visitDictionary(c: Collector, node: SyntaxNode, expected: number): number {
  const element = expected === 0 ? 0 : c.writer.node(ops.element, expected);
  for (const [index, part] of partsOf(node).entries()) visitExpected(c, part, index % 2 === 0 ? 0 : element);
  return 0;
}

/** `a == .b`: each side has to be what the other is. */
export function visitEquality(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  const [left, right] = parts;
  if (left === undefined || right === undefined) {
    // `a == nil`
    if (left !== undefined) c.visit(left);
    return 0;
  }
  const isLate = takesExpected(c, left);
  const first = c.visit(isLate ? right : left);
  visitExpected(c, isLate ? left : right, first);
  return 0;
}

export function visitTernary(c: Collector, node: SyntaxNode, expected: number): number {
  const [condition, ...rest] = partsOf(node);
  if (condition !== undefined) c.visit(condition);
  return c.writer.either(rest.map((part) => visitExpected(c, part, expected)));
}

/** `a ?? .b` */
export function visitCoalescing(c: Collector, node: SyntaxNode, expected: number): number {
  let known = expected;
  const values = partsOf(node).map((part) => {
    const value = visitExpected(c, part, known);
    if (known === 0) known = value;
    return value;
  });
  return c.writer.either(values);
}

/** A body of one expression gives it. */
export function visitBody(c: Collector, body: SyntaxNode, expected: number): void {
  for (const part of partsOf(body)) {
    const [only, ...more] = part.type === 'statements' ? partsOf(part) : [];
    if (only !== undefined && more.length === 0) visitExpected(c, only, expected);
    else c.visit(part);
  }
}

/** What is returned here: by the function's own type, or by where the closure stands. */
export function visitReturned(c: Collector, node: SyntaxNode): number {
  for (const part of partsOf(node)) {
    const value = visitExpected(c, part, c.result);
    if (value !== 0 && c.returns !== null) c.returns.push(value);
  }
  return 0;
}
