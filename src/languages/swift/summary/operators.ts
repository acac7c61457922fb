/** Members that Swift calls by itself: operators of types, subscripts, loops, descriptions in texts. */
import type { SyntaxNode } from '../../language.ts';
import { ops, primitives, siteKinds } from '../../../model/file-summary.ts';
import { partsOf, placeOf, textOf, type Collector } from './collector.ts';

/** Whether a value may be an object of the project: no literal. */
function mayBeObject({ writer }: Collector, value: number): boolean {
  const op = value === 0 ? ops.none : writer.opOf(value);
  return op !== ops.none && op !== ops.primitive && op !== ops.array;
}

/** A method that may run: the first of `names` that the value has. */
interface Possible {
  value: number;
  names: readonly string[];
}

/** Writes a site for the first of the methods that there is. */
function runsFirst(c: Collector, node: SyntaxNode, possible: readonly Possible[]): void {
  const { writer } = c;
  const members: number[] = [];
  for (const { value, names } of possible) {
    if (mayBeObject(c, value)) for (const name of names) members.push(writer.member(value, name));
  }
  if (members.length > 0) writer.site(siteKinds.implicit, writer.either(members), placeOf(node), c.scope);
}

export function runs(c: Collector, node: SyntaxNode, value: number, ...names: readonly string[]): void {
  runsFirst(c, node, [{ value, names }]);
}

const comparisons: ReadonlySet<string> = new Set('== != < > <= >= === !== && || ~='.split(' '));
/** Without a method of their own, these are made of another one. */
const madeOf: ReadonlyMap<string, string> = new Map([
  ['!=', '=='],
  ['>', '<'],
  ['<=', '<'],
  ['>=', '<'],
]);

interface Operands {
  left: number;
  right: number;
  sign: string;
  /** The right operand. Its place stands for that of the operator. */
  node: SyntaxNode;
}

/** `a + b`: a method of the type of one of them. */
export function runsOperator(c: Collector, { left, right, sign, node }: Operands): void {
  if (sign === '===' || sign === '!==' || sign === '&&' || sign === '||') return;
  const other = madeOf.get(sign);
  const names = other === undefined ? [sign] : [sign, other];
  runsFirst(c, node, [
    { value: left, names },
    { value: right, names },
  ]);
}

export function visitBinary(c: Collector, node: SyntaxNode): number {
  const [lhs, rhs, op] = ['lhs', 'rhs', 'op'].map((name) => node.childForFieldName(name));
  if (!lhs || !rhs || !op) {
    for (const part of partsOf(node)) c.visit(part);
    return 0;
  }
  const left = c.visit(lhs);
  const right = c.visit(rhs);
  const sign = textOf(c, op);
  runsOperator(c, { left, right, sign, node: rhs });
  const { writer } = c;
  if (comparisons.has(sign)) return writer.node(ops.primitive, primitives.boolean);
  if (!mayBeObject(c, left)) return 0;
  return writer.node(ops.call, writer.member(left, sign), writer.list([left, right]), 0);
}

/** `-a`, `!a`, `~a`. */
export function runsPrefix(c: Collector, node: SyntaxNode, value: number): void {
  const operation = node.childForFieldName('operation');
  if (operation !== null) runs(c, node, value, textOf(c, operation));
}

/** `for a in values`. */
export function runsLoop(c: Collector, node: SyntaxNode, values: number): void {
  if (!mayBeObject(c, values)) return;
  const { writer } = c;
  runs(c, node, values, 'makeIterator', 'makeAsyncIterator');
  const iterator = writer.node(ops.call, writer.member(values, 'makeIterator'), writer.list([]), 0);
  runs(c, node, iterator, 'next');
}
