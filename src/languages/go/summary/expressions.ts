/** Operators, elements and type assertions. */
import type { SyntaxNode } from '../../language.ts';
import { ops, primitives } from '../../../model/file-summary.ts';
import { primitive, type Collector } from './collector.ts';
import { codeOf, codes, isType, partsOf } from './node-codes.ts';
import { typeFromExpression, typeOf } from './types.ts';

/** A pointer is the same as its target: `&x` and `*x` are x. */
export function visitUnary(c: Collector, node: SyntaxNode): number {
  let value = 0;
  for (const part of partsOf(node)) value = c.visit(part);
  switch (c.source[node.startIndex]) {
    case '&':
    case '*':
      return value;
    case '<':
      return value === 0 ? 0 : c.writer.node(ops.await, value);
    case '!':
      return primitive(c, primitives.boolean);
    default:
      return value;
  }
}

/**
 * Arithmetic has the type of its left side, a comparison is a boolean. Long sums nest to the left: a loop walks them, not
 * recursion.
 */
export function visitBinary(c: Collector, node: SyntaxNode): number {
  const spine: SyntaxNode[] = [];
  let at = node;
  let isTruth = false;
  while (codeOf(at) === codes.binary_expression) {
    const parts = partsOf(at);
    const [left, right] = [parts[0], parts.at(-1)];
    if (left === undefined || right === undefined || left === right) break;
    if (at === node) isTruth = isComparison(c, left, right);
    spine.push(right);
    at = left;
  }
  let value = codeOf(at) === codes.binary_expression ? 0 : c.visit(at);
  for (let index = spine.length - 1; index >= 0; index--) {
    const other = c.visit(spine[index]!);
    // `2 * time.Second`: an untyped constant takes the other side's type.
    if (value === 0 || c.writer.opOf(value) === ops.primitive) value = other === 0 ? value : other;
  }
  return isTruth ? primitive(c, primitives.boolean) : value;
}

function isComparison(c: Collector, left: SyntaxNode, right: SyntaxNode): boolean {
  const between = c.source.slice(left.endIndex, Math.min(right.startIndex, left.endIndex + 20));
  return /^\s*(?:==|!=|<=?(?!<)|>=?(?!>)|&&|\|\|)/.test(between);
}

/** An element, or an instance of a generic function: the value before the bracket decides. */
export function visitIndex(c: Collector, node: SyntaxNode): number {
  const [object, ...keys] = partsOf(node);
  if (object === undefined) return 0;
  const value = c.visit(object);
  const [key] = keys.map((part) => c.visit(part));
  return value === 0 ? 0 : c.writer.node(ops.index, value, key ?? 0);
}

/** `x[a:b]` has the type of x. */
export function visitSlice(c: Collector, node: SyntaxNode): number {
  const [value] = partsOf(node).map((part) => c.visit(part));
  return value ?? 0;
}

/** `x.(T)`. */
export function visitAssertion(c: Collector, node: SyntaxNode): number {
  const [object, typeNode] = partsOf(node);
  if (object !== undefined) c.visit(object);
  if (typeNode === undefined) return 0;
  const type = isType(codeOf(typeNode)) ? typeOf(c, typeNode) : 0;
  return type === 0 ? 0 : c.writer.node(ops.cast, type, 0);
}

/** A type where the grammar expects a value: the callee, or the operand of a selector. */
export function visitTypeValue(c: Collector, node: SyntaxNode): number {
  const type = typeOf(c, node);
  return type === 0 ? 0 : c.writer.node(ops.cast, type, 0);
}

/** `F[A, B]` as a value, or `T[A, B]` before a method's name. */
export function visitInstantiation(c: Collector, node: SyntaxNode): number {
  const [base, ...args] = partsOf(node);
  if (base === undefined) return 0;
  for (const arg of args) if (isType(codeOf(arg))) typeOf(c, arg);
  if (isType(codeOf(base))) {
    typeOf(c, base);
    const type = typeFromExpression(c, base);
    return type === 0 ? 0 : c.writer.node(ops.cast, type, 0);
  }
  return c.visit(base);
}

/** `xs...`. */
export function visitVariadic(c: Collector, node: SyntaxNode): number {
  let value = 0;
  for (const part of partsOf(node)) value = c.visit(part);
  return value === 0 ? 0 : c.writer.node(ops.spread, value);
}
