/** Methods that Scala calls by itself: operators, stored items, loops, extractors, values in texts. */
import type { SyntaxNode } from '../../language.ts';
import { ops, primitives } from '../../../model/file-summary.ts';
import { mayBeObject, runsFirst } from '../../implicit-calls.ts';
import { nameOf, partsOf, placeOf, primitive, primitiveValue, type Collector } from '../../nominal-summary.ts';

interface Operands {
  left: number;
  /** The right operand; several nodes for a list in parentheses. */
  args: readonly number[];
  /** The operator. */
  name: SyntaxNode;
}

/** `a + b`, whose method may be named by an operator only. Returns the result. */
export function runsInfix(c: Collector, { left, args: given, name }: Operands): number {
  const [right = 0] = given;
  const sign = nameOf(c, name);
  const place = placeOf(name);
  if (sign === '==' || sign === '!=') {
    if (right !== primitive(c, primitives.nothing))
      runsFirst(c, place, [{ receiver: left, name: 'equals', args: [right] }]);
    return primitiveValue(c, 'Boolean');
  }
  // A method whose name ends with a colon belongs to the right operand.
  const [receiver, args] = sign.endsWith(':') ? [right, [left]] : [left, given];
  // What is added to a text becomes part of it.
  if (sign === '+' && receiver === primitive(c, primitives.string)) return receiver;
  if (!mayBeObject(c, receiver)) return 0;
  const names = /^[^=<>!].*=$/.test(sign) ? [sign, sign.slice(0, -1)] : [sign];
  runsFirst(
    c,
    place,
    names.map((one) => ({ receiver, name: one, args })),
  );
  const { writer } = c;
  const list = writer.list(args);
  return writer.node(ops.call, writer.node(ops.overload, writer.member(receiver, sign), list), list, 0);
}

/** `-a`, `!a`. */
export function visitPrefix(c: Collector, node: SyntaxNode): number {
  const operand = partsOf(node).at(-1);
  const value = operand === undefined ? 0 : c.visit(operand);
  const name = `unary_${c.source.charAt(node.startIndex)}`;
  runsFirst(c, placeOf(node), [{ receiver: value, name, isProperty: true }]);
  return value;
}

/** `a(k) = b`. @param args the keys, then the value */
export function runsUpdate(
  c: Collector,
  node: SyntaxNode,
  { object, args }: { object: number; args: readonly number[] },
): void {
  runsFirst(c, placeOf(node), [{ receiver: object, name: 'update', args }]);
}

/** A generator of a `for`: which method runs depends on whether the loop yields and what follows. */
export function runsGenerator(
  c: Collector,
  node: SyntaxNode,
  { values, isLast, yields, hasGuard }: { values: number; isLast: boolean; yields: boolean; hasGuard: boolean },
): void {
  const name = yields ? (isLast ? 'map' : 'flatMap') : 'foreach';
  if (hasGuard) runsFirst(c, placeOf(node), [{ receiver: values, name: 'withFilter', isProperty: true }]);
  runsFirst(c, placeOf(node), [{ receiver: values, name, isProperty: true }]);
}

/** `case A(b)`: an object with an extractor. */
export function runsExtractor(c: Collector, type: SyntaxNode): void {
  const receiver = c.writer.name(nameOf(c, type), c.frame.scope);
  runsFirst(c, placeOf(type), [
    { receiver, name: 'unapply', isProperty: true },
    { receiver, name: 'unapplySeq', isProperty: true },
  ]);
}

/** A value in a text. */
export function runsToString(c: Collector, node: SyntaxNode, value: number): void {
  runsFirst(c, placeOf(node), [{ receiver: value, name: 'toString', isProperty: true }]);
}
