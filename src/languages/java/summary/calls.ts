/** Calls, constructions and method references. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, ops, siteKinds } from '../../../model/file-summary.ts';
import { isAnnotation, visitAnnotation } from './annotations.ts';
import { visitArguments } from './arguments.ts';
import { visitAnonymousClass } from './classes.ts';
import { nameText, placeOf, type Collector } from './collector.ts';
import { enclosingClass } from './frames.ts';
import { packageOf, typeAsValue } from './names.ts';
import { code, codeOf, partOf, partsOf } from './node-codes.ts';
import { isType, packageLength, pathOf, typeArgumentsOf, typeOf } from './types.ts';
import { visitReflection } from './reflection.ts';
import { setContext } from './variables.ts';

const identifierCode = code('identifier');
const argumentListCode = code('argument_list');
const typeArgumentsCode = code('type_arguments');
const genericTypeCode = code('generic_type');
const classBodyCode = code('class_body');
const superCode = code('super');
const thisCode = code('this');

/** Writes the node of a call or construction. Gives the functions among its arguments their expected type. */
function finishCall(
  c: Collector,
  op: number,
  { callee, args, types }: { callee: number; args: number; types: number },
): number {
  const { writer } = c;
  const call = writer.node(op, callee, args, types);
  for (const [position, argument] of writer.items(args).entries()) {
    if (argument !== 0 && mayBeFunction(c, argument))
      setContext(c, argument, writer.node(ops.argument, call, position));
  }
  return call;
}

/** Whether a node is a function, or a choice between nodes that may contain one. */
function mayBeFunction({ writer }: Collector, node: number): boolean {
  const op = writer.opOf(node);
  if (op === ops.either) return true;
  return op === ops.entity && writer.get(writer.operand(node, 0), entityFields.kind) === entityKinds.function;
}

export function visitCall(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const parts = partsOf(node);
  const argumentNode = partOf(parts, argumentListCode);
  const argumentIndex = argumentNode === undefined ? parts.length : parts.indexOf(argumentNode);
  const name = parts[argumentIndex - 1];
  const object = argumentIndex > 1 && codeOf(parts[0]!) !== typeArgumentsCode ? parts[0] : undefined;
  const receiver = object === undefined ? 0 : receiverOf(c, parts, object);
  const typeArgumentNode = partOf(parts.slice(0, argumentIndex), typeArgumentsCode);
  const types = typeArgumentNode === undefined ? 0 : typeArgumentsOf(c, typeArgumentNode);
  const args = visitArguments(c, argumentNode);
  if (name === undefined || codeOf(name) !== identifierCode) return 0;
  const text = nameText(c, name);
  if (text === '' || (object !== undefined && receiver === 0)) return 0;
  const { scope } = c.frame;
  const callee = object === undefined ? writer.name(text, scope) : writer.member(receiver, text);
  const overload = writer.node(ops.overload, callee, args);
  writer.site(siteKinds.call, overload, placeOf(name), scope);
  const call = finishCall(c, ops.call, { callee: overload, args, types });
  // The result is written like a class literal: an array whose elements are instances of the class.
  if (text === 'getClass' && args === 0)
    return writer.node(ops.array, writer.list([object === undefined ? writer.node(ops.this, scope) : receiver]));
  if (argumentNode === undefined || receiver === 0) return call;
  const reflected = visitReflection(c, { name: text, receiver, args: writer.items(args), argumentNode });
  return reflected === 0 ? call : reflected;
}

/** The object before the dot of a call; for `A.super.f()` an instance of A. */
function receiverOf(c: Collector, parts: readonly SyntaxNode[], object: SyntaxNode): number {
  if (parts.length > 1 && codeOf(parts[1]!) === superCode) return typeAsValue(c, object);
  return packageOf(c, object) ?? c.visit(object);
}

/** `this(…)` and `super(…)`. */
export function visitConstructorCall(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const parts = partsOf(node);
  const target = parts.findLast((part) => codeOf(part) === superCode || codeOf(part) === thisCode);
  for (const part of parts) {
    if (part !== target && codeOf(part) !== argumentListCode && codeOf(part) !== typeArgumentsCode) c.visit(part);
  }
  const args = visitArguments(c, partOf(parts, argumentListCode));
  const owner = enclosingClass(c.frame);
  if (target === undefined || owner === null) return 0;
  const { scope } = c.frame;
  const isSuper = codeOf(target) === superCode;
  const callee = isSuper ? writer.node(ops.super, scope) : writer.entityNode(owner.entity);
  const overload = writer.node(ops.overload, callee, args);
  writer.site(isSuper ? siteKinds.call : siteKinds.construct, overload, placeOf(target), scope);
  finishCall(c, ops.construct, { callee, args, types: 0 });
  return 0;
}

/** The class in a `new` expression. */
interface Constructed {
  /** The class as an expression. */
  callee: number;
  /** The class as a type. */
  type: number;
  /** List of the type arguments. */
  types: number;
  /** The last name of the class. */
  name: SyntaxNode;
}

/**
 * Reads the constructed class. Writes sites for the names of its surrounding classes, but none for the last name and the package.
 * @param outer the object before `.new`; 0 for none
 */
function constructedType(c: Collector, node: SyntaxNode, outer: number): Constructed | null {
  const { writer } = c;
  const { scope } = c.frame;
  const isGeneric = codeOf(node) === genericTypeCode;
  const [base, typeArgumentNode] = isGeneric ? partsOf(node) : [node];
  if (base === undefined) return null;
  const path = pathOf(c, base);
  const names = path.map((part) => nameText(c, part));
  const name = path.at(-1);
  if (name === undefined || names.includes('')) return null;
  const types = typeArgumentNode === undefined ? 0 : typeArgumentsOf(c, typeArgumentNode);
  // The names before the first one with a capital initial are a package.
  const typeStart = outer === 0 ? packageLength(names) : 0;
  const prefix =
    outer === 0 && typeStart > 0 ? writer.node(ops.module, writer.module(names.slice(0, typeStart).join('.'))) : outer;
  let callee = prefix;
  for (let index = typeStart; index < names.length; index++) {
    callee = callee === 0 ? writer.name(names[index]!, scope) : writer.member(callee, names[index]!);
    if (index < names.length - 1) writer.site(siteKinds.type, callee, placeOf(path[index]!), scope);
  }
  const isUnqualified = prefix === 0;
  const strings = isUnqualified ? writer.list(names.map((text) => writer.string(text))) : 0;
  let type = 0;
  if (isUnqualified) type = writer.node(ops.named, strings, scope, types);
  else if (outer !== 0) type = writer.node(ops.instance, callee);
  else type = writer.node(ops.cast, writer.node(ops.typeOf, callee), types);
  return { callee, type, types, name };
}

export function visitConstruction(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const parts = partsOf(node);
  const argumentNode = partOf(parts, argumentListCode);
  const typeNode = parts
    .slice(0, argumentNode === undefined ? parts.length : parts.indexOf(argumentNode))
    .findLast(isType);
  const body = partOf(parts, classBodyCode);
  let outer = 0;
  for (const part of parts) {
    if (part === typeNode || part === argumentNode || part === body || codeOf(part) === typeArgumentsCode) continue;
    if (isAnnotation(part)) visitAnnotation(c, part);
    else outer = c.visit(part);
  }
  const constructed = typeNode === undefined ? null : constructedType(c, typeNode, outer);
  const args = visitArguments(c, argumentNode);
  if (constructed === null) {
    if (body !== undefined) visitAnonymousClass(c, { body, base: 0, place: placeOf(body) });
    return 0;
  }
  const { callee, type, types, name } = constructed;
  const { scope } = c.frame;
  writer.site(siteKinds.construct, writer.node(ops.overload, callee, args), placeOf(name), scope);
  const result = finishCall(c, ops.construct, { callee, args, types });
  if (body === undefined) return result;
  const entity = visitAnonymousClass(c, { body, base: type, place: placeOf(body) });
  return writer.node(ops.instance, writer.entityNode(entity));
}

/** A method reference: `a::b`, `A::b`, `A::new`. It counts as a call here, although the method runs where the reference is passed to. */
export function visitReference(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const parts = partsOf(node);
  const [first] = parts;
  if (first === undefined) return 0;
  const { scope } = c.frame;
  const last = parts.at(-1)!;
  const isConstructor = last === first || codeOf(last) !== identifierCode;
  if (isConstructor) return constructorReference(c, first);
  for (const part of parts) if (codeOf(part) === typeArgumentsCode) typeArgumentsOf(c, part);
  const receiver = isType(first) ? writer.node(ops.cast, typeOf(c, first), 0) : receiverOf(c, parts, first);
  const name = nameText(c, last);
  if (receiver === 0 || name === '') return 0;
  const result = writer.node(ops.overload, writer.member(receiver, name), -1);
  writer.site(siteKinds.call, result, placeOf(last), scope);
  return result;
}

/** `A::new` or `A[]::new`. */
function constructorReference(c: Collector, first: SyntaxNode): number {
  const { writer } = c;
  if (codeOf(first) === code('array_type')) {
    typeOf(c, first);
    return 0;
  }
  const constructed = constructedType(c, first, 0);
  if (constructed === null) return c.visit(first);
  const overload = writer.node(ops.overload, constructed.callee, -1);
  writer.site(siteKinds.construct, overload, placeOf(constructed.name), c.frame.scope);
  return constructed.callee;
}
