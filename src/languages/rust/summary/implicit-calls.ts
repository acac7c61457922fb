/**
 * Methods that Rust calls by itself, by the traits of its standard library: operators, `x[i]`, `for`, `?`, placeholders of format strings. A site names
 * the
 * method on the value whose type has it. Where the type is of the library, or has no such method, the site is nobody's.
 * Not here: what only a compiler knows, such as `Drop`, `Deref` and what derived methods call.
 */
import type { SyntaxNode } from '../../language.ts';
import { ops, siteKinds } from '../../../model/file-summary.ts';
import { lookUpLocal, placeOf, type Collector, type Place } from './collector.ts';
import { code, codeOf, codes } from './node-codes.ts';

const literals: ReadonlySet<number> = new Set(
  'string_literal raw_string_literal char_literal integer_literal float_literal boolean_literal'.split(' ').map(code),
);

export function isLiteral(node: SyntaxNode): boolean {
  return literals.has(codeOf(node));
}

const binary: ReadonlyMap<string, string> = new Map([
  ['+', 'add'],
  ['-', 'sub'],
  ['*', 'mul'],
  ['/', 'div'],
  ['%', 'rem'],
  ['&', 'bitand'],
  ['|', 'bitor'],
  ['^', 'bitxor'],
  ['<<', 'shl'],
  ['>>', 'shr'],
]);
const comparing: ReadonlyMap<string, string> = new Map([
  ['==', 'eq'],
  ['!=', 'eq'],
  ['<', 'partial_cmp'],
  ['<=', 'partial_cmp'],
  ['>', 'partial_cmp'],
  ['>=', 'partial_cmp'],
]);

function writeSite({ writer, scope }: Collector, receiver: number, name: string, place: Place): number {
  const method = writer.member(receiver, name);
  writer.site(siteKinds.implicit, method, place, scope);
  return method;
}

/**
 * The site of a binary operator, and the node of its result; 0 for an unknown one.
 * @param operator its node, with the nodes of the operands' values
 */
export function writeBinary(c: Collector, operator: SyntaxNode, left: number, right: number): number {
  if (left === 0 || isPrimitive(c, left)) return 0;
  const text = c.source.slice(operator.startIndex, operator.endIndex);
  const compares = comparing.get(text);
  if (compares !== undefined) writeSite(c, left, compares, placeOf(operator));
  const name = binary.get(text);
  if (name === undefined) return 0;
  const method = writeSite(c, left, name, placeOf(operator));
  return c.writer.node(ops.call, method, c.writer.list([right]), 0);
}

/** `a += b`. @param operator the node of `+=` */
export function writeCompound(c: Collector, operator: SyntaxNode, left: number): void {
  const name = binary.get(c.source.slice(operator.startIndex, operator.endIndex - 1));
  if (left !== 0 && name !== undefined) writeSite(c, left, `${name}_assign`, placeOf(operator));
}

/** `-a`, `!a`. Whether `*a` calls `deref`, or follows a reference, is not known. */
export function writeUnary(c: Collector, node: SyntaxNode, value: number): number {
  const sign = c.source[node.startIndex];
  if (value === 0 || isPrimitive(c, value) || (sign !== '-' && sign !== '!')) return value;
  const method = writeSite(c, value, sign === '-' ? 'neg' : 'not', placeOf(node));
  // The result of a negation is of the operand's type, unless its method says something else.
  return c.writer.either([c.writer.node(ops.call, method, 0, 0), value]);
}

function isPrimitive({ writer }: Collector, node: number): boolean {
  return writer.opOf(node) === ops.primitive;
}

export function writeIndex(c: Collector, value: number, place: Place): void {
  if (value !== 0) writeSite(c, value, 'index', place);
}

/** `for x in value`. */
export function writeLoop(c: Collector, iterable: SyntaxNode, value: number): void {
  if (value === 0 || c.writer.opOf(value) === ops.array) return;
  const place = placeOf(iterable);
  writeSite(c, value, 'into_iter', place);
  writeSite(c, value, 'next', place);
}

/** The method by which the linker asks whether `?` converts an error; its argument is the operand. */
export const convertedError = '?';

/** `value?`, which converts the error to that of the function's result if they differ. @param place of the `?` */
export function writeTry(c: Collector, value: number, place: Place): void {
  if (c.resultType === 0 || value === 0) return;
  const { writer } = c;
  c.resultError ||= writer.node(ops.call, writer.member(writer.node(ops.cast, c.resultType, 0), 'unwrap_err'), 0, 0);
  const converted = writer.member(c.resultError, convertedError);
  writeSite(c, writer.node(ops.call, converted, writer.list([value]), 0), 'from', place);
}

const string: ReadonlySet<number> = new Set(['string_literal', 'raw_string_literal'].map(code));
/** A placeholder: the argument's name or number, and the format without width and precision. */
const placeholders = /\{\{|\}\}|\{([\w]*)(?::([^{}]*))?\}/g;

/** The arguments of a format macro that `{}` shows by their `Display`. @param values the nodes of the arguments' values */
export function writeFormat(c: Collector, args: readonly SyntaxNode[], values: readonly number[]): void {
  const format = args.findIndex((arg) => string.has(codeOf(arg)));
  const node = args[format];
  if (node === undefined) return;
  let next = format + 1;
  for (const [whole, name = '', how = ''] of c.source.slice(node.startIndex, node.endIndex).matchAll(placeholders)) {
    if (whole === '{{' || whole === '}}') continue;
    const at = name === '' ? next++ : /^\d/.test(name) ? format + 1 + Number(name) : argumentNamed(c, args, name);
    // `{:?}`, `{:x}`: another trait's method.
    if (/[?a-zA-Z]$/.test(how) && !how.endsWith('$')) continue;
    const local = at === -1 ? (lookUpLocal(c, name)?.node ?? 0) : 0;
    const value = at === -1 ? local : (values[at] ?? 0);
    if (value !== 0 && !isPrimitive(c, value)) writeSite(c, value, 'fmt', placeOf(args[at] ?? node));
  }
}

/** The index of the argument `name = value`; -1 for none. */
function argumentNamed({ source }: Collector, args: readonly SyntaxNode[], name: string): number {
  return args.findIndex((arg) => codeOf(arg) === codes.assignment && source.startsWith(name, arg.startIndex));
}

/** What a call of a method of the library calls in turn: `to_string` formats the value. */
export function writeLibraryCall(c: Collector, name: string, receiver: number, place: Place): void {
  if (name === 'to_string' && receiver !== 0 && !isPrimitive(c, receiver)) writeSite(c, receiver, 'fmt', place);
}

/** `parse` and `into` make a value of the type that is expected of them. @param type its node; 0 for an unknown one */
export function writeConversion(c: Collector, name: string, type: number, place: Place): void {
  if (type === 0 || (name !== 'parse' && name !== 'into')) return;
  writeSite(c, c.writer.node(ops.cast, type, 0), name === 'parse' ? 'from_str' : 'from', place);
}
