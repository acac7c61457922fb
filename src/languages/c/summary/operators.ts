/**
 * Functions that C++ calls by itself: operators that a class declares as members, what a loop over a range calls, conversions, destructors.
 * Invariant: what is valid on a pointer too (`p[0]`, `p == q`, `p + 1`) gets a site only where the operand is known to be no pointer.
 */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, ops, siteKinds } from '../../../model/file-summary.ts';
import { partsOf, placeOf, textOf, type Collector } from './collector.ts';
import { typedArgument } from './written-types.ts';

/** Operators that have no meaning for pointers. */
const onlyForObjects: ReadonlySet<string> = new Set('* / % | ^ << >> *= /= %= |= ^= <<= >>='.split(' '));
/** Operators that a class can declare and that have a meaning for pointers too. */
const alsoForPointers: ReadonlySet<string> = new Set('+ - & == != < > <= >= <=> += -= &= ,'.split(' '));
const comparisons: ReadonlySet<string> = new Set('== != < > <= >= <=> && ||'.split(' '));

/** The longest operator, and the longest text between a name and what makes it a pointer. */
const maxText = 40;

/** Whether the declaration of a variable makes it a pointer or an array, or may do so: `V *p`, `V a[2]`, `unique_ptr<V> p`. */
export function isPointer(c: Collector, name: SyntaxNode): boolean {
  const before = c.source.slice(Math.max(0, name.startIndex - maxText), name.startIndex);
  const after = c.source.slice(name.endIndex, name.endIndex + maxText);
  return /[*>]\s*(?:(?:const|volatile)\s*|&\s*)*$/.test(before) || /^\s*\[/.test(after);
}

/** Whether a value is known to be an object, and no pointer to one. */
function isObject(c: Collector, value: number): boolean {
  if (value === 0) return false;
  const op = c.writer.opOf(value);
  if (op === ops.call) return c.operatorResults.has(value);
  if (op !== ops.entity) return false;
  const entity = c.writer.operand(value, 0);
  const type = c.writer.get(entity, entityFields.type);
  // A class with type arguments may hold a pointer to one of them.
  const isPlain = type !== 0 && c.writer.opOf(type) === ops.named && c.writer.operand(type, 2) === 0;
  return isPlain && !c.pointers.has(entity);
}

function isPrimitive({ writer }: Collector, value: number): boolean {
  return value === 0 || writer.opOf(value) === ops.primitive || writer.opOf(value) === ops.typed;
}

/** Writes a site for the first of these methods that the value has. */
function runs(c: Collector, node: SyntaxNode, { value, names }: { value: number; names: readonly string[] }): void {
  if (!c.isCpp || isPrimitive(c, value)) return;
  const members = names.map((name) => c.writer.member(value, name));
  c.writer.site(siteKinds.implicit, c.writer.either(members), placeOf(node), c.scope);
}

function operatorOf(node: SyntaxNode): string {
  return node.childForFieldName('operator')?.type ?? '';
}

/** Whether an operator on this value can be one that a class declares. */
function mayBeDeclared(c: Collector, sign: string, value: number): boolean {
  return onlyForObjects.has(sign) ? !isPrimitive(c, value) : alsoForPointers.has(sign) && isObject(c, value);
}

export function visitBinary(c: Collector, node: SyntaxNode): number {
  const [left, right] = [node.childForFieldName('left'), node.childForFieldName('right')];
  const value = left === null ? 0 : c.visit(left);
  const other = right === null ? 0 : c.visit(right);
  const sign = operatorOf(node);
  if (c.isCpp && right !== null && mayBeDeclared(c, sign, value)) {
    runs(c, right, { value, names: [`operator${sign}`] });
    if (!comparisons.has(sign)) return result(c, value, { sign, args: [typedArgument(c, right, other)] });
  }
  return arithmetic(c, sign, [left, right], [value, other]);
}

/** The result of an operator on numbers or pointers, as it chooses among overloads; 0 where the operands say nothing. */
function arithmetic(
  c: Collector,
  sign: string,
  operands: readonly (SyntaxNode | null)[],
  values: readonly number[],
): number {
  if (!c.isCpp) return 0;
  const { writer } = c;
  if (comparisons.has(sign)) return sign === '<=>' ? 0 : writer.node(ops.typed, 0, writer.string('bool'));
  const typed = operands.map((operand, at) => (operand === null ? 0 : typedArgument(c, operand, values[at]!)));
  if (typed.includes(0) && !isShift(sign)) return 0;
  // A shift has the type of its left side.
  const given = isShift(sign) ? typed.slice(0, 1) : typed;
  return writer.node(ops.typed, writer.node(ops.array, writer.list(given)), writer.string('+'));
}

function isShift(sign: string): boolean {
  return sign === '<<' || sign === '>>';
}

/** The result of an operator that a class declares. */
function result(c: Collector, value: number, { sign, args }: { sign: string; args: readonly number[] }): number {
  const { writer } = c;
  const call = writer.node(ops.call, writer.member(value, `operator${sign}`), writer.list(args), 0);
  c.operatorResults.add(call);
  return call;
}

/** `a += b`. @param value the left side */
export function runsAssignment(c: Collector, node: SyntaxNode, value: number): void {
  const sign = operatorOf(node);
  if (sign !== '=' && mayBeDeclared(c, sign, value)) runs(c, node, { value, names: [`operator${sign}`] });
}

/** `-a`, `!a`, `~a`, `*a`, `++a`; `&a` is the address. */
export function visitUnary(c: Collector, node: SyntaxNode): number {
  const argument = node.childForFieldName('argument');
  const value = argument === null ? 0 : c.visit(argument);
  const sign = operatorOf(node);
  if (c.isCpp && sign !== '&' && isObject(c, value)) {
    runs(c, node, { value, names: sign === '!' ? ['operator!', 'operator bool'] : [`operator${sign}`] });
    if (sign === '-' || sign === '~' || sign === '*') return result(c, value, { sign, args: [] });
  }
  return node.type === 'unary_expression' ? 0 : value;
}

/** `a[i]`. */
export function runsSubscript(c: Collector, node: SyntaxNode, value: number): void {
  if (isObject(c, value)) runs(c, node, { value, names: ['operator[]'] });
}

/** `a->b` of an object. */
export function runsArrow(c: Collector, node: SyntaxNode, value: number): void {
  const isArrow = (node.children as SyntaxNode[]).some(({ type }) => type === '->');
  if (isArrow && isObject(c, value)) runs(c, node, { value, names: ['operator->'] });
}

/** `for (a : values)`. */
export function runsRange(c: Collector, node: SyntaxNode, values: number): void {
  runs(c, node, { value: values, names: ['begin'] });
  runs(c, node, { value: values, names: ['end'] });
  if (!c.isCpp || isPrimitive(c, values)) return;
  const { writer } = c;
  const iterator = writer.node(ops.call, writer.member(values, 'begin'), writer.list([]), 0);
  c.operatorResults.add(iterator);
  for (const name of ['operator!=', 'operator++', 'operator*']) runs(c, node, { value: iterator, names: [name] });
}

/** `(T) a`, `static_cast<T>(a)`. */
export function runsConversion(c: Collector, type: SyntaxNode | null, value: number): void {
  if (type !== null && isObject(c, value)) runs(c, type, { value, names: [`operator ${textOf(c, type).trim()}`] });
}

/** `if (a)`, `while (a)`. */
export function visitCondition(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  const [first] = parts;
  let value = 0;
  for (const part of parts) value = c.visit(part);
  if (parts.length === 1 && first !== undefined && isObject(c, value))
    runs(c, first, { value, names: ['operator bool'] });
  return value;
}

/** The last name of a variable's written type; empty for a type without a name. */
function typeName({ writer }: Collector, entity: number): string {
  const type = writer.get(entity, entityFields.type);
  const path = type === 0 || writer.opOf(type) !== ops.named ? 0 : (writer.items(writer.operand(type, 0)).at(-1) ?? 0);
  return path === 0 ? '' : (writer.text(path).split('::').at(-1) ?? '');
}

/** `delete p`. */
export function visitDelete(c: Collector, node: SyntaxNode): number {
  const operand = partsOf(node).at(-1);
  const value = operand === undefined ? 0 : c.visit(operand);
  const type = value !== 0 && c.writer.opOf(value) === ops.entity ? typeName(c, c.writer.operand(value, 0)) : '';
  if (operand !== undefined && type !== '') runs(c, operand, { value, names: [`~${type}`] });
  return 0;
}
