/** Expressions other than names and calls. */
import type { SyntaxNode } from '../../language.ts';
import { ops, primitives, siteKinds } from '../../../model/file-summary.ts';
import { runsFirst } from '../../implicit-calls.ts';
import { isAnnotation, visitAnnotation } from './annotations.ts';
import { placeOf, primitive, primitiveValue, textOf, type Collector } from './collector.ts';
import { visitField, visitName } from './names.ts';
import { code, codeOf, partsOf } from './node-codes.ts';
import { arrayOf, isType, typeOf } from './types.ts';
import { setContext, ofType } from './variables.ts';

const identifierCode = code('identifier');
const fieldAccessCode = code('field_access');
const binaryCode = code('binary_expression');
const dimensionsCode = code('dimensions');
const dimensionsExpressionCode = code('dimensions_expr');
const arrayInitializerCode = code('array_initializer');

/** Visits all parts; returns the value of the last one. */
export function visitParts(c: Collector, node: SyntaxNode): number {
  let value = 0;
  for (const part of partsOf(node)) value = c.visit(part);
  return value;
}

/** The target of an assignment, with a `write` site. */
function visitTarget(c: Collector, node: SyntaxNode): number {
  const nodeCode = codeOf(node);
  if (nodeCode === identifierCode) return visitName(c, node, siteKinds.write);
  return nodeCode === fieldAccessCode ? visitField(c, node, siteKinds.write) : c.visit(node);
}

export function visitAssignment(c: Collector, node: SyntaxNode): number {
  const [left, right] = partsOf(node);
  if (left === undefined) return 0;
  const target = visitTarget(c, left);
  if (right === undefined) return target;
  const value = c.visit(right);
  setContext(c, value, target);
  return value;
}

export function visitUpdate(c: Collector, node: SyntaxNode): number {
  const [operand] = partsOf(node);
  return operand === undefined ? 0 : visitTarget(c, operand);
}

export function visitUnary(c: Collector, node: SyntaxNode): number {
  const value = visitParts(c, node);
  return c.source[node.startIndex] === '!' ? primitive(c, primitives.boolean) : value;
}

/** A binary operation. Long sums nest deeply on the left side, so a loop walks them instead of recursion. */
export function visitBinary(c: Collector, node: SyntaxNode): number {
  const rightSides: { right: SyntaxNode; from: number }[] = [];
  let leftmost = node;
  while (codeOf(leftmost) === binaryCode) {
    const [left, right] = partsOf(leftmost);
    if (left === undefined || right === undefined) break;
    rightSides.push({ right, from: left.endIndex });
    leftmost = left;
  }
  let value = codeOf(leftmost) === binaryCode ? visitParts(c, leftmost) : c.visit(leftmost);
  for (let index = rightSides.length - 1; index >= 0; index--) {
    const { right, from } = rightSides[index]!;
    const other = c.visit(right);
    if (isText(c, value) !== isText(c, other)) runsToString(c, right, isText(c, value) ? other : value);
    const between = c.source
      .slice(from, Math.min(right.startIndex, from + 1000))
      .replace(/\/\*[^]*?(?:\*\/|$)|\/\/[^\n]*/g, '');
    // An operator with `=`, `<` or `>` compares, unless it is a shift.
    if (/[=<>](?![<>])|&&|\|\|/.test(between.trim().replace(/^(?:<<|>>>?)$/, '')))
      value = primitive(c, primitives.boolean);
    else if (other !== 0 && (value === 0 || decidesType(c, other))) value = other;
  }
  return value;
}

function isText({ writer }: Collector, node: number): boolean {
  return node !== 0 && writer.opOf(node) === ops.primitive && writer.operand(node, 0) === primitives.string;
}

/** A text and a value: the value becomes a text. @param node the right side, whose place stands for that of the operator */
function runsToString(c: Collector, node: SyntaxNode, value: number): void {
  runsFirst(c, placeOf(node), [{ receiver: value, name: 'toString' }]);
}

/** Whether an operand decides the type of a sum: a string, or a literal that is not an `int`. */
function decidesType({ writer, shared }: Collector, node: number): boolean {
  if (writer.opOf(node) === ops.primitive) return writer.operand(node, 0) === primitives.string;
  return ['long', 'float', 'double'].some((name) => shared.get(`value ${name}`) === node);
}

export function visitTernary(c: Collector, node: SyntaxNode): number {
  const [test, yes, no] = partsOf(node);
  if (test !== undefined) c.visit(test);
  const first = yes === undefined ? 0 : c.visit(yes);
  const second = no === undefined ? 0 : c.visit(no);
  return c.writer.either([first, second]);
}

export function visitCast(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  const value = parts.at(-1);
  const types = parts.filter((part) => part !== value && isType(part)).map((part) => typeOf(c, part));
  const operand = value === undefined ? 0 : c.visit(value);
  const type = types.length > 1 ? c.writer.node(ops.intersection, c.writer.list(types)) : (types[0] ?? 0);
  if (type === 0) return operand;
  setContext(c, operand, ofType(c, type));
  return c.writer.node(ops.cast, type, operand);
}

/** `Foo.class` is written as an array whose elements are instances of Foo. */
export function visitClassLiteral(c: Collector, node: SyntaxNode): number {
  const [typeNode] = partsOf(node);
  const type = typeNode === undefined ? 0 : typeOf(c, typeNode);
  return c.writer.node(ops.array, c.writer.list([ofType(c, type)]));
}

export function visitItem(c: Collector, node: SyntaxNode): number {
  const [array, index] = partsOf(node);
  const value = array === undefined ? 0 : c.visit(array);
  const key = index === undefined ? 0 : c.visit(index);
  return value === 0 ? 0 : c.writer.node(ops.index, value, key);
}

export function visitArrayCreation(c: Collector, node: SyntaxNode): number {
  let element = 0;
  let dimensions = 0;
  for (const part of partsOf(node)) {
    const nodeCode = codeOf(part);
    if (isType(part)) element = typeOf(c, part);
    else if (nodeCode === dimensionsCode) dimensions += textOf(c, part).split('[').length - 1;
    else if (nodeCode === dimensionsExpressionCode) {
      dimensions++;
      visitParts(c, part);
    } else if (nodeCode === arrayInitializerCode) c.visit(part);
    else if (isAnnotation(part)) visitAnnotation(c, part);
  }
  const type = arrayOf(c, element, dimensions);
  return ofType(c, type);
}

/** Further elements of an array are not considered for the element type. */
const maxElements = 16;

/** `{ a, b }`. The element type comes from the first elements. */
export function visitArray(c: Collector, node: SyntaxNode): number {
  const items = partsOf(node).map((part) => c.visit(part));
  return c.writer.node(ops.array, c.writer.list(items.slice(0, maxElements)));
}

export function visitString(c: Collector, node: SyntaxNode): number {
  // Only string templates contain expressions: `\{a}`.
  if (c.source.startsWith('"""', node.startIndex) || textOf(c, node).includes('\\{')) {
    for (const part of partsOf(node)) if (codeOf(part) === code('string_interpolation')) visitParts(c, part);
  }
  return primitive(c, primitives.string);
}

/** The value of a number literal. Its form and suffix give the type. */
export function visitNumber(c: Collector, node: SyntaxNode): number {
  const text = textOf(c, node);
  const isFloating = /^[^xX]*[.eE]|[pP]/.test(text);
  const last = text.at(-1)!.toLowerCase();
  if (last === 'l') return primitiveValue(c, 'long');
  const isHexadecimal = /^0[xX]/.test(text);
  if (!isHexadecimal && last === 'f') return primitiveValue(c, 'float');
  return primitiveValue(c, isFloating || (!isHexadecimal && last === 'd') ? 'double' : 'int');
}
