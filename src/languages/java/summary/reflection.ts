/** Reflection: a string that names a member or class gets a site, as if it were that name. */
import type { SyntaxNode } from '../../language.ts';
import { ops, siteKinds } from '../../../model/file-summary.ts';
import { placeOf, type Collector, type Place } from './collector.ts';
import { code, codeOf, partsOf } from './node-codes.ts';
import { packageLength } from './types.ts';

const stringLiteralCode = code('string_literal');

/** Methods of `Class<T>` that return a member of T by its name. */
const classMethods: ReadonlyMap<string, 'method' | 'field'> = new Map([
  ['getMethod', 'method'],
  ['getDeclaredMethod', 'method'],
  ['getField', 'field'],
  ['getDeclaredField', 'field'],
]);

/** Methods of `MethodHandles.Lookup` that return a member by its class (first argument) and name (second argument). */
const lookupMethods: ReadonlyMap<string, 'method' | 'field'> = new Map([
  ['findVirtual', 'method'],
  ['findStatic', 'method'],
  ['findSpecial', 'method'],
  ['findGetter', 'field'],
  ['findSetter', 'field'],
  ['findStaticGetter', 'field'],
  ['findStaticSetter', 'field'],
]);

/** A string literal that is a plain name, with the place after its opening quote; null for any other argument. */
function literalName(c: Collector, node: SyntaxNode | undefined): { text: string; place: Place } | null {
  if (node === undefined || codeOf(node) !== stringLiteralCode) return null;
  const text = c.source.slice(node.startIndex, node.endIndex);
  if (!/^"[\p{ID_Continue}$.]+"$/u.test(text)) return null;
  const { line, column } = placeOf(node);
  return { text: text.slice(1, -1), place: { line, column: column + 1 } };
}

/** A call that may look up a member or class. */
interface Lookup {
  name: string;
  /** Node of the receiver; 0 for none. */
  receiver: number;
  /** Nodes of the arguments. */
  args: readonly number[];
  argumentNode: SyntaxNode;
}

/** Writes the site of the string. Returns the value of the call for `Class.forName` with a literal class name; 0 for other calls. */
export function visitReflection(c: Collector, { name, receiver, args, argumentNode }: Lookup): number {
  const classLookup = classMethods.get(name);
  const lookupKind = lookupMethods.get(name);
  if (classLookup === undefined && lookupKind === undefined && name !== 'forName') return 0;
  const parts = partsOf(argumentNode);
  if (name === 'forName') return classByName(c, literalName(c, parts[0]));
  const literal = literalName(c, parts[classLookup === undefined ? 1 : 0]);
  const classObject = classLookup === undefined ? args[0] : receiver;
  if (literal === null || literal.text.includes('.') || classObject === undefined || classObject === 0) return 0;
  const { writer } = c;
  // A class object is an array whose elements are instances of the class.
  const instance = writer.node(ops.element, classObject);
  const member = writer.member(instance, literal.text);
  const isMethod = (classLookup ?? lookupKind) === 'method';
  writer.site(
    isMethod ? siteKinds.call : siteKinds.read,
    isMethod ? writer.node(ops.overload, member, -1) : member,
    literal.place,
    c.frame.scope,
  );
  return 0;
}

/** `Class.forName("a.b.C")` is written like `a.b.C.class`. */
function classByName(c: Collector, literal: { text: string; place: Place } | null): number {
  if (literal === null) return 0;
  const { writer } = c;
  const { scope } = c.frame;
  const names = literal.text.split(/[.$]/);
  const typeStart = packageLength(names);
  if (names.includes('')) return 0;
  let type: number;
  if (typeStart === 0) type = writer.node(ops.named, writer.list(names.map((part) => writer.string(part))), scope, 0);
  else {
    let value = writer.node(ops.module, writer.module(names.slice(0, typeStart).join('.')));
    for (const part of names.slice(typeStart)) value = writer.member(value, part);
    type = writer.node(ops.cast, writer.node(ops.typeOf, value), 0);
    const { line, column } = literal.place;
    const offset = literal.text.length - names.at(-1)!.length;
    writer.site(siteKinds.type, value, { line, column: column + offset }, scope);
  }
  return writer.node(ops.array, writer.list([writer.node(ops.cast, type, 0)]));
}
