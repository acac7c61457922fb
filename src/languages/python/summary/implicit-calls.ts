/** Methods that Python calls by itself: sites at the operator, the item or the keyword. */
import type { SyntaxNode } from '../../language.ts';
import { ops, siteKinds } from '../../../model/file-summary.ts';
import { placeBefore, placeNow, type Collector, type Place } from './collector.ts';

/** A method that may run: that of `names` which the value has. Python takes the first. */
interface Possible {
  value: number;
  names: readonly string[];
}

/** Whether a value may be an object of the project. Literals are not. */
function mayBeObject({ writer }: Collector, value: number): boolean {
  if (value === 0) return false;
  const op = writer.opOf(value);
  return op !== ops.primitive && op !== ops.array && op !== ops.entity && op !== ops.module;
}

/** Writes a site for the first of the methods that there is. */
export function runsFirst(c: Collector, place: Readonly<Place>, possible: readonly Possible[]): void {
  const { writer } = c;
  const members: number[] = [];
  for (const { value, names } of possible) {
    if (mayBeObject(c, value)) for (const name of names) members.push(writer.member(value, name));
  }
  if (members.length > 0) writer.site(siteKinds.implicit, writer.either(members), place, c.scope);
}

/** Writes a site for the first of the methods that a value has. */
export function runs(c: Collector, node: SyntaxNode, value: number, ...names: readonly string[]): void {
  if (mayBeObject(c, value)) runsFirst(c, placeNow(node), [{ value, names }]);
}

const operators: ReadonlyMap<string, string> = new Map([
  ['+', 'add'],
  ['-', 'sub'],
  ['*', 'mul'],
  ['/', 'truediv'],
  ['//', 'floordiv'],
  ['%', 'mod'],
  ['@', 'matmul'],
  ['&', 'and'],
  ['|', 'or'],
  ['^', 'xor'],
  ['<<', 'lshift'],
  ['>>', 'rshift'],
  ['**', 'pow'],
]);

/** Methods of the left operand of a comparison, then of the right one. */
const comparisons: ReadonlyMap<string, readonly [left: readonly string[], right: readonly string[]]> = new Map([
  ['==', [['__eq__'], ['__eq__']]],
  [
    '!=',
    [
      ['__ne__', '__eq__'],
      ['__ne__', '__eq__'],
    ],
  ],
  ['<', [['__lt__'], ['__gt__']]],
  ['>', [['__gt__'], ['__lt__']]],
  ['<=', [['__le__'], ['__ge__']]],
  ['>=', [['__ge__'], ['__le__']]],
  ['in', [[], ['__contains__', '__iter__', '__getitem__']]],
  ['not in', [[], ['__contains__', '__iter__', '__getitem__']]],
]);

/** The method of the left operand: `__add__` of `+`; undefined for no operator. */
export function operatorMethod(operator: string): string | undefined {
  const name = operators.get(operator);
  return name === undefined ? undefined : `__${name}__`;
}

/** The method of the right operand: `__radd__` of `+`. */
export function reflectedMethod(operator: string): string | undefined {
  const name = operators.get(operator);
  return name === undefined ? undefined : `__r${name}__`;
}

interface Operands {
  operator: string;
  left: number;
  right: number;
  /** The right operand. The operator stands before it. */
  node: SyntaxNode;
}

/** `a + b`: the method of the left operand, else that of the right one. */
export function runsOperator(c: Collector, { operator, left, right, node }: Operands): void {
  const name = operators.get(operator);
  if (name === undefined) return;
  runsFirst(c, placeBefore(c, node, operator), [
    { value: left, names: [`__${name}__`] },
    { value: right, names: [`__r${name}__`] },
  ]);
}

/** `a += b`. */
export function runsAugmented(c: Collector, { operator, left, right, node }: Operands): void {
  const name = operators.get(operator);
  if (name === undefined) return;
  runsFirst(c, placeBefore(c, node, `${operator}=`), [
    { value: left, names: [`__i${name}__`, `__${name}__`] },
    { value: right, names: [`__r${name}__`] },
  ]);
}

export function runsComparison(c: Collector, { operator, left, right, node }: Operands): void {
  const methods = comparisons.get(operator);
  if (methods === undefined) return;
  runsFirst(c, placeBefore(c, node, operator.slice(0, 3)), [
    { value: left, names: methods[0] },
    { value: right, names: methods[1] },
  ]);
}

/** `for x in value`: also the method of the iterator, at `target` where that is not null. */
export function runsIteration(
  c: Collector,
  value: number,
  { node, target, isAsync = false }: { node: SyntaxNode; target: SyntaxNode | null; isAsync?: boolean },
): void {
  if (!mayBeObject(c, value)) return;
  const { writer } = c;
  const starts = isAsync ? ['__aiter__'] : ['__iter__', '__getitem__'];
  runs(c, node, value, ...starts);
  if (target === null) return;
  const iterator = writer.node(ops.call, writer.member(value, starts[0]!), writer.list([]), 0);
  runs(c, target, iterator, isAsync ? '__anext__' : '__next__');
}

/** The truth of a value: `if value`, `not value`. */
export function runsTruth(c: Collector, node: SyntaxNode, value: number): void {
  runs(c, node, value, '__bool__', '__len__');
}

const text = ['__str__', '__repr__'];

/** Methods by the built-in function that calls them on its first argument. */
const ofBuiltins: ReadonlyMap<string, readonly string[]> = new Map([
  ['abs', ['__abs__']],
  ['all', ['__iter__', '__getitem__']],
  ['any', ['__iter__', '__getitem__']],
  ['bool', ['__bool__', '__len__']],
  ['bytes', ['__bytes__', '__iter__']],
  ['complex', ['__complex__', '__float__']],
  ['dir', ['__dir__']],
  ['enumerate', ['__iter__', '__getitem__']],
  ['float', ['__float__', '__index__']],
  ['format', ['__format__', ...text]],
  ['frozenset', ['__iter__', '__getitem__']],
  ['hash', ['__hash__']],
  ['int', ['__int__', '__index__', '__trunc__']],
  ['iter', ['__iter__', '__getitem__']],
  ['len', ['__len__']],
  ['list', ['__iter__', '__getitem__']],
  ['next', ['__next__']],
  ['repr', ['__repr__']],
  ['reversed', ['__reversed__', '__getitem__']],
  ['round', ['__round__']],
  ['set', ['__iter__', '__getitem__']],
  ['sorted', ['__iter__', '__getitem__']],
  ['str', text],
  ['sum', ['__iter__', '__getitem__']],
  ['tuple', ['__iter__', '__getitem__']],
]);

const textMethods: ReadonlySet<string> = new Set(['print']);

/** Whether a built-in function calls methods of its arguments. */
export function callsMethods(name: string): boolean {
  return ofBuiltins.has(name) || textMethods.has(name);
}

/** A call of a built-in function that calls methods of its arguments. @param args values of the positional arguments */
export function runsBuiltin(
  c: Collector,
  name: string,
  { args, node }: { args: readonly number[]; node: SyntaxNode },
): void {
  if (textMethods.has(name)) {
    for (const value of args) runs(c, node, value, ...text);
    return;
  }
  const methods = ofBuiltins.get(name);
  if (methods !== undefined) runs(c, node, args[0] ?? 0, ...methods);
}

/** A value in an f-string. @param conversion the text behind it: `!r`, `:>10` or empty */
export function runsFormat(
  c: Collector,
  node: SyntaxNode,
  { value, conversion }: { value: number; conversion: string },
): void {
  if (conversion.startsWith('!r') || conversion.startsWith('!a')) runs(c, node, value, '__repr__');
  else if (conversion.startsWith('!s')) runs(c, node, value, ...text);
  else runs(c, node, value, '__format__', ...text);
}
