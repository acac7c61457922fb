/** Operators, elements and type assertions. */
import type { SyntaxNode } from '../../language.ts';
import { ops, primitives } from '../../../model/file-summary.ts';
import { primitive, type Collector } from './collector.ts';
import { codeOf, codes, isType, partsOf } from './node-codes.ts';
import { typeFromExpression, typeOf } from './types.ts';

/** The summary does not distinguish a pointer from its target: `&x` and `*x` have the value of x. */
export function visitUnary(c: Collector, node: SyntaxNode): number {
  let value = 0;
  for (const part of partsOf(node)) value = c.visit(part);
  switch (c.source[node.startIndex]) {
    case '&':
    case '*':
      return value;
    case '<': // `<-channel`
      return value === 0 ? 0 : c.writer.node(ops.await, value);
    case '!':
      return primitive(c, primitives.boolean);
    default:
      return value;
  }
}

/**
 * Arithmetic has the type of its left side; a comparison is a boolean. Long sums nest deeply on the left side, so a loop walks
 * them instead of recursion.
 */
export function visitBinary(c: Collector, node: SyntaxNode): number {
  const rightSides: SyntaxNode[] = [];
  let leftmost = node;
  let isBoolean = false;
  while (codeOf(leftmost) === codes.binary_expression) {
    const parts = partsOf(leftmost);
    const [left, right] = [parts[0], parts.at(-1)];
    if (left === undefined || right === undefined || left === right) break;
    if (leftmost === node) isBoolean = givesBoolean(c, left, right);
    rightSides.push(right);
    leftmost = left;
  }
  let value = codeOf(leftmost) === codes.binary_expression ? 0 : c.visit(leftmost);
  for (let index = rightSides.length - 1; index >= 0; index--) {
    const other = c.visit(rightSides[index]!);
    // `2 * time.Second`: an untyped constant takes the other side's type.
    if (value === 0 || c.writer.opOf(value) === ops.primitive) value = other === 0 ? value : other;
  }
  return isBoolean ? primitive(c, primitives.boolean) : value;
}

/** Whether the operator between the two sides is a comparison, `&&` or `||`. */
function givesBoolean(c: Collector, left: SyntaxNode, right: SyntaxNode): boolean {
  const between = c.source.slice(left.endIndex, Math.min(right.startIndex, left.endIndex + 20));
  return /^\s*(?:==|!=|<=?(?!<)|>=?(?!>)|&&|\|\|)/.test(between);
}

/** `x[i]` is an element, or `f[T]` an instance of a generic function. The linker decides by the value before the bracket. */
export function visitIndex(c: Collector, node: SyntaxNode): number {
  const [object, ...keys] = partsOf(node);
  if (object === undefined) return 0;
  const value = c.visit(object);
  const [key] = keys.map((part) => c.visit(part));
  return value === 0 ? 0 : c.writer.node(ops.index, value, key ?? 0);
}

/** `x[a:b]` has the value of x. */
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

/** A type in the place of a value: as a callee, or before the dot of a selector. */
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
