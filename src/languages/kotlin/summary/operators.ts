/** Functions that Kotlin calls by itself: operators, items, loops, delegates, parts of a destructured value. */
import type { SyntaxNode } from '../../language.ts';
import { primitives, siteKinds } from '../../../model/file-summary.ts';
import { resultOf, runsFirst, runsLoop } from '../../implicit-calls.ts';
import { field, partsOf, placeOf, primitive, primitiveValue, type Collector } from '../../nominal-summary.ts';

const binary: ReadonlyMap<string, string> = new Map([
  ['+', 'plus'],
  ['-', 'minus'],
  ['*', 'times'],
  ['/', 'div'],
  ['%', 'rem'],
  ['..', 'rangeTo'],
  ['..<', 'rangeUntil'],
]);
const comparisons: ReadonlyMap<string, string> = new Map([
  ['==', 'equals'],
  ['!=', 'equals'],
  ['<', 'compareTo'],
  ['>', 'compareTo'],
  ['<=', 'compareTo'],
  ['>=', 'compareTo'],
]);
const unary: ReadonlyMap<string, string> = new Map([
  ['+', 'unaryPlus'],
  ['-', 'unaryMinus'],
  ['!', 'not'],
  ['++', 'inc'],
  ['--', 'dec'],
]);

interface Operands {
  left: number;
  right: number;
  sign: string;
  /** The right operand. Its place stands for that of the operator. */
  node: SyntaxNode;
}

/** Writes the site of a binary operator; returns its result, 0 where `sign` is no operator that a class can declare. */
export function runsBinary(c: Collector, { left, right, sign, node }: Operands): number {
  const method = binary.get(sign);
  if (method !== undefined) {
    runsFirst(c, placeOf(node), [{ receiver: left, name: method, args: [right] }]);
    return resultOf(c, left, method);
  }
  const compared = comparisons.get(sign);
  // `a == null` calls nothing.
  if (compared !== undefined && right !== primitive(c, primitives.nothing))
    runsFirst(c, placeOf(node), [{ receiver: left, name: compared, args: [right] }]);
  return 0;
}

/** `a in b`, `a !in b`. */
export function visitIn(c: Collector, node: SyntaxNode): number {
  const [left, right] = [field(node, 'left'), field(node, 'right')];
  const value = left === undefined ? 0 : c.visit(left);
  const container = right === undefined ? 0 : c.visit(right);
  if (right !== undefined) runsContains(c, { container, value, node: right });
  return primitiveValue(c, 'Boolean');
}

export function runsContains(
  c: Collector,
  { container, value, node }: { container: number; value: number; node: SyntaxNode },
): void {
  runsFirst(c, placeOf(node), [{ receiver: container, name: 'contains', args: [value] }]);
}

/** `a..b`. */
export function visitRange(c: Collector, node: SyntaxNode): number {
  const [left, right] = partsOf(node);
  if (left === undefined || right === undefined) return left === undefined ? 0 : c.visit(left);
  const start = c.visit(left);
  const end = c.visit(right);
  const sign = c.source.slice(left.endIndex, right.startIndex).trim();
  return runsBinary(c, { left: start, right: end, sign, node: right });
}

const postfixTypes: ReadonlySet<string> = new Set(['call_expression', 'navigation_expression', 'index_expression']);

/** Whether a node is the callee, the receiver or the indexed object of the expression around it. */
function isHead(node: SyntaxNode): boolean {
  const { parent } = node;
  return parent !== null && postfixTypes.has(parent.type) && parent.startIndex === node.startIndex;
}

/** The grammar reads `!f(a)` as a call of `!f`. For such a `!f` this is `f`; for any other node the node. */
export function withoutSign(node: SyntaxNode): SyntaxNode {
  if (node.type !== 'unary_expression' || !isHead(node)) return node;
  const [argument] = partsOf(node);
  // In `a++.b` and `a!!.b` the operator belongs to the head.
  return argument === undefined || argument.startIndex === node.startIndex ? node : argument;
}

/** Whether a member access is the operand of a `++` or `--` that the grammar gives to its head: `--a.b` is read as a member of `--a`. */
export function isUpdated(c: Collector, node: SyntaxNode): boolean {
  const sign = c.source.slice(node.startIndex, node.startIndex + 2);
  return (sign === '++' || sign === '--') && !isHead(node);
}

/** The value of a call, member access or indexed access, with the sign that the grammar gives to its head (`!a.f(b)`). */
export function signed(c: Collector, node: SyntaxNode, value: number): number {
  if (!'!+-'.includes(c.source[node.startIndex]!) || isHead(node)) return value;
  let head: SyntaxNode | undefined = node;
  while (head !== undefined && postfixTypes.has(head.type)) [head] = partsOf(head);
  return head === undefined || withoutSign(head) === head ? value : runsUnary(c, head, value);
}

/** `-a`, `a++`. @param visitTarget visits the operand of `++` and `--`, which is also written */
export function visitUnary(
  c: Collector,
  node: SyntaxNode,
  visitTarget: (c: Collector, operand: SyntaxNode, site: number) => number,
): number {
  const operand = withoutSign(node);
  if (operand !== node) return c.visit(operand);
  const [argument] = partsOf(node);
  if (argument === undefined) return runsUnary(c, node, 0);
  const isUpdate = /^(?:\+\+|--)$/.test(field(node, 'operator')?.type ?? '');
  return runsUnary(c, node, isUpdate ? visitTarget(c, argument, siteKinds.update) : c.visit(argument));
}

function runsUnary(c: Collector, node: SyntaxNode, value: number): number {
  const sign = field(node, 'operator')?.type ?? '';
  const method = unary.get(sign);
  if (method === undefined) return value;
  runsFirst(c, placeOf(node), [{ receiver: value, name: method }]);
  return resultOf(c, value, method);
}

/** `a[k]`; `writes`: `a[k] = value`, and with `isUpdate` `a[k] += value`. */
export function runsItem(
  c: Collector,
  { object, keys, node }: { object: number; keys: readonly number[]; node: SyntaxNode },
  written: { value: number; isUpdate: boolean } | null,
): void {
  const place = placeOf(node);
  if (written === null || written.isUpdate) runsFirst(c, place, [{ receiver: object, name: 'get', args: keys }]);
  if (written !== null) runsFirst(c, place, [{ receiver: object, name: 'set', args: [...keys, written.value] }]);
}

/** `a += b`. */
export function runsUpdate(c: Collector, { left, right, sign, node }: Operands): void {
  const method = binary.get(sign.slice(0, -1));
  if (method === undefined) return;
  runsFirst(c, placeOf(node), [
    { receiver: left, name: `${method}Assign`, args: [right] },
    { receiver: left, name: method, args: [right] },
  ]);
}

export function runsFor(c: Collector, loop: { values: number; node: SyntaxNode; target: SyntaxNode }): void {
  runsLoop(c, loop, ['iterator', 'hasNext', 'next']);
}

/** The function behind a part of a destructured value. */
export function runsComponent(
  c: Collector,
  part: SyntaxNode,
  { value, index }: { value: number; index: number },
): void {
  runsFirst(c, placeOf(part), [{ receiver: value, name: `component${index + 1}` }]);
}

/** `by value`. */
export function runsDelegate(c: Collector, node: SyntaxNode, value: number): void {
  for (const name of ['provideDelegate', 'getValue', 'setValue'])
    runsFirst(c, placeOf(node), [{ receiver: value, name, args: name === 'setValue' ? [0, 0, 0] : [0, 0] }]);
}

/** A value in a text. */
export function runsToString(c: Collector, node: SyntaxNode, value: number): void {
  runsFirst(c, placeOf(node), [{ receiver: value, name: 'toString' }]);
}
