/** Methods that C# calls by itself: operators, conversions, indexers, loops, the end of a `using`, `await`, deconstruction. */
import type { SyntaxNode } from '../../language.ts';
import { ops, siteKinds } from '../../../model/file-summary.ts';
import { mayBeObject, resultOf, runsFirst, runsLoop } from '../../implicit-calls.ts';
import { field, nameOf, partsOf, placeOf, type Collector } from '../../nominal-summary.ts';
import { visitTarget } from './calls.ts';

/** Operators that a type can declare with two parameters. */
const binary: ReadonlySet<string> = new Set('+ - * / % & | ^ << >> >>> == != < > <= >='.split(' '));
const unary: ReadonlySet<string> = new Set('+ - ! ~ ++ --'.split(' '));

/** The name of an operator's method. Its parameters tell `-a` from `a - b`. */
export function operatorName(sign: string): string {
  return `operator ${sign}`;
}

interface Operands {
  left: number;
  right: number;
  sign: string;
  /** The right operand. Its place stands for that of the operator. */
  node: SyntaxNode;
}

/** `a + b`: a method of the type of one of them. */
export function runsBinary(c: Collector, { left, right, sign, node }: Operands): void {
  if (!binary.has(sign)) return;
  // A text and a value: the value becomes a text.
  const isText = sign === '+' && [left, right].some((side) => c.writer.opOf(side) === ops.primitive);
  if (isText) {
    for (const side of [left, right]) runsToString(c, node, side);
    return;
  }
  const name = operatorName(sign);
  const args = [left, right];
  runsFirst(c, placeOf(node), [
    { receiver: left, name, args },
    { receiver: right, name, args },
  ]);
}

/** The value of `a + b`, from what is known without the operator's method. */
export function binaryResult(c: Collector, value: number, sign: string): number {
  return binary.has(sign) ? resultOf(c, value, operatorName(sign)) : value;
}

/** `-a`, `a++`. */
export function visitUnary(c: Collector, node: SyntaxNode): number {
  const [operand] = (node.children as SyntaxNode[]).filter((part) => part.isNamed || part.type === 'this');
  const sign = (node.children as SyntaxNode[]).find((part) => unary.has(part.type))?.type;
  const isUpdate = sign === '++' || sign === '--';
  const value = operand === undefined ? 0 : isUpdate ? visitTarget(c, operand, siteKinds.update) : c.visit(operand);
  // `a!` only says that `a` is not null.
  const isOperator = sign !== undefined && (sign !== '!' || node.type === 'prefix_unary_expression');
  if (!isOperator || !mayBeObject(c, value)) return value;
  runsFirst(c, placeOf(node), [{ receiver: value, name: operatorName(sign), args: [value] }]);
  return resultOf(c, value, operatorName(sign));
}

/** A conversion to a type that is written, as a cast or as the type of a variable. */
export function runsConversion(c: Collector, type: SyntaxNode, value: number): void {
  runsFirst(c, placeOf(type), [{ receiver: value, name: operatorName(nameOf(c, type)), args: [value] }]);
}

/** `(A) 1`, `A a = 1`: a conversion that the named type declares. */
export function runsConversionFrom(c: Collector, type: SyntaxNode, value: number): void {
  if (type.type !== 'identifier' || value === 0 || mayBeObject(c, value)) return;
  const receiver = c.writer.name(nameOf(c, type), c.frame.scope);
  runsFirst(c, placeOf(type), [{ receiver, name: operatorName(nameOf(c, type)), args: [value] }]);
}

/** `a[k]`. */
export function runsIndexer(c: Collector, node: SyntaxNode, object: number): void {
  runsFirst(c, placeOf(node), [{ receiver: object, name: '[]', isProperty: true }]);
}

export function runsForEach(
  c: Collector,
  loop: { values: number; node: SyntaxNode; target: SyntaxNode },
  isAsync: boolean,
): void {
  runsLoop(c, loop, isAsync ? ['GetAsyncEnumerator', 'MoveNextAsync'] : ['GetEnumerator', 'MoveNext']);
}

/** The end of a `using`, for each variable of a declaration. */
export function runsDispose(c: Collector, node: SyntaxNode, isAsync: boolean): void {
  for (const part of partsOf(node)) {
    if (part.type === 'variable_declaration') runsDispose(c, part, isAsync);
    const name = part.type === 'variable_declarator' ? field(part, 'name') : undefined;
    if (name?.type !== 'identifier') continue;
    runsEnd(c, name, { value: c.writer.name(nameOf(c, name), c.frame.scope), isAsync });
  }
}

/** The end of a `using` with a value. */
export function runsEnd(c: Collector, node: SyntaxNode, { value, isAsync }: { value: number; isAsync: boolean }): void {
  const names = isAsync ? ['DisposeAsync'] : ['Dispose'];
  runsFirst(
    c,
    placeOf(node),
    names.map((name) => ({ receiver: value, name })),
  );
}

export function runsAwait(c: Collector, node: SyntaxNode, value: number): void {
  runsFirst(c, placeOf(node), [{ receiver: value, name: 'GetAwaiter' }]);
}

/** `var (a, b) = value`. */
export function runsDeconstruct(c: Collector, node: SyntaxNode, value: number): void {
  const args = partsOf(node).map(() => 0);
  runsFirst(c, placeOf(node), [{ receiver: value, name: 'Deconstruct', args }]);
}

/** A value in a text. */
export function runsToString(c: Collector, node: SyntaxNode, value: number): void {
  runsFirst(c, placeOf(node), [{ receiver: value, name: 'ToString' }]);
}
