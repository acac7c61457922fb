/** Methods that Ruby calls by itself: operators, items, loops, values in texts. */
import type { SyntaxNode } from '../../language.ts';
import { ops, primitives, siteKinds } from '../../../model/file-summary.ts';
import { partsOf, placeOf, textOf, type Collector } from './collector.ts';

/** Whether a value may be an object of the project: no literal. */
function mayBeObject({ writer }: Collector, value: number): boolean {
  const op = value === 0 ? ops.none : writer.opOf(value);
  return op !== ops.none && op !== ops.primitive && op !== ops.array;
}

/** Writes a site for the first of these methods that the value has. */
export function runs(c: Collector, node: SyntaxNode, value: number, ...names: readonly string[]): void {
  if (!mayBeObject(c, value)) return;
  const members = names.map((name) => c.writer.member(value, name));
  c.writer.site(siteKinds.implicit, c.writer.either(members), placeOf(node), c.scope);
}

/** The result of a method of a value, with its site. */
function called(
  c: Collector,
  node: SyntaxNode,
  { value, name, args }: { value: number; name: string; args: readonly number[] },
): number {
  runs(c, node, value, name);
  if (!mayBeObject(c, value)) return 0;
  return c.writer.node(ops.call, c.writer.member(value, name), c.writer.list(args), 0);
}

const operators: ReadonlySet<string> = new Set('+ - * / % ** << >> & | ^ =~ <=>'.split(' '));
/** What a comparison calls; where the class has no method of that name, `Comparable` may call another one. */
const comparisons: ReadonlyMap<string, readonly string[]> = new Map([
  ['==', ['==', '<=>']],
  ['!=', ['!=', '==', '<=>']],
  ['===', ['===', '==']],
  ['<', ['<', '<=>']],
  ['>', ['>', '<=>']],
  ['<=', ['<=', '<=>']],
  ['>=', ['>=', '<=>']],
]);

interface Operands {
  left: number;
  right: number;
  operator: string;
  /** The right operand. Its place stands for that of the operator. */
  node: SyntaxNode;
}

/** The result of `a + b`. */
export function runsOperator(c: Collector, { left, right, operator, node }: Operands): number {
  const names = comparisons.get(operator);
  if (names !== undefined) {
    runs(c, node, left, ...names);
    return c.writer.node(ops.primitive, primitives.boolean);
  }
  return operators.has(operator) ? called(c, node, { value: left, name: operator, args: [right] }) : 0;
}

const unary: ReadonlyMap<string, string> = new Map([
  ['-', '-@'],
  ['+', '+@'],
  ['~', '~'],
  ['!', '!'],
]);

/** `-a`, `!a`. */
export function visitUnary(c: Collector, node: SyntaxNode): number {
  const operand = partsOf(node).at(-1);
  const value = operand === undefined ? 0 : c.visit(operand);
  const operator = node.childForFieldName('operator');
  const name = operator === null ? undefined : unary.get(textOf(c, operator));
  return name === undefined ? 0 : called(c, node, { value, name, args: [] });
}

/** `a[k]`. */
export function visitItem(c: Collector, node: SyntaxNode): number {
  const [object, ...keys] = partsOf(node);
  const value = object === undefined ? 0 : c.visit(object);
  const args = keys.map((key) => c.visit(key));
  return called(c, node, { value, name: '[]', args });
}

/** `a[k] = b`. @param isUpdate `a[k] += b`, which also reads */
export function visitStoredItem(c: Collector, node: SyntaxNode, isUpdate: boolean): void {
  const [object, ...keys] = partsOf(node);
  const value = object === undefined ? 0 : c.visit(object);
  for (const key of keys) c.visit(key);
  if (isUpdate) runs(c, node, value, '[]');
  runs(c, node, value, '[]=');
}

/** `for a in values`. */
export function visitFor(c: Collector, node: SyntaxNode): number {
  const [pattern, iterable, body] = ['pattern', 'value', 'body'].map((name) => node.childForFieldName(name));
  const [values] = iterable ? partsOf(iterable) : [];
  if (iterable && values !== undefined) runs(c, values, c.visit(values), 'each');
  if (pattern?.type === 'identifier') c.locals.set(textOf(c, pattern), 0);
  else if (pattern) c.visit(pattern);
  return body ? c.visit(body) : 0;
}

/** A value in a text. */
export function visitInterpolation(c: Collector, node: SyntaxNode): number {
  let value = 0;
  for (const part of partsOf(node)) value = c.visit(part);
  runs(c, node, value, 'to_s');
  return value;
}
