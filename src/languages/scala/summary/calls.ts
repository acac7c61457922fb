/** Calls, members and arguments. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, ops, siteKinds } from '../../../model/file-summary.ts';
import {
  declareParameter,
  field,
  nameOf,
  partOf,
  partsOf,
  placeOf,
  useMember,
  writeCall,
  writeConstruction,
  writeLambda,
  type Collector,
  type Place,
} from '../../nominal-summary.ts';
import { packageLength } from '../../packaged-names.ts';
import { visitArguments } from './arguments.ts';
import { visitAnonymousClass } from './declarations.ts';
import { runsInfix } from './operators.ts';
import { isType, namesIn, typeOf } from './types.ts';

/** The package that `a.b` means in `a.b.C`, where all names before C begin with a small letter; 0 if `a.b` is an expression. */
function packageOf(c: Collector, node: SyntaxNode): number {
  if (node.type !== 'field_expression') return 0;
  const text = c.source.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + 300));
  if (!/^[a-z][\w.]*$/.test(text)) return 0;
  const names = text.split('.');
  return packageLength([...names, 'A']) === names.length ? c.writer.node(ops.module, c.writer.module(text)) : 0;
}

/** The value or package before the dot of a name. */
function receiverOf(c: Collector, node: SyntaxNode, name: SyntaxNode): number {
  return (/^\p{Lu}/u.test(nameOf(c, name)) ? packageOf(c, node) : 0) || c.visit(node);
}

export function visitField(c: Collector, node: SyntaxNode, site: number = siteKinds.read): number {
  const [object, name] = [field(node, 'value'), field(node, 'field')];
  if (object === undefined || name === undefined) return 0;
  return useMember(c, receiverOf(c, object, name), { name, site });
}

interface Callee {
  node: number;
  /** The place of the last name; null if the callee has none. */
  place: Place | null;
  /** List of the type arguments; 0 for none. */
  types: number;
}

function calleeOf(c: Collector, node: SyntaxNode): Callee {
  const { writer } = c;
  if (node.type === 'identifier')
    return { node: writer.name(nameOf(c, node), c.frame.scope), place: placeOf(node), types: 0 };
  if (node.type === 'field_expression') {
    const [object, name] = [field(node, 'value'), field(node, 'field')];
    if (object === undefined || name === undefined) return { node: 0, place: null, types: 0 };
    const receiver = receiverOf(c, object, name);
    return {
      node: receiver === 0 ? 0 : writer.member(receiver, nameOf(c, name)),
      place: receiver === 0 ? null : placeOf(name),
      types: 0,
    };
  }
  if (node.type === 'generic_function') {
    const functionNode = field(node, 'function');
    const typeArgumentNode = field(node, 'type_arguments');
    const callee = functionNode === undefined ? { node: 0, place: null } : calleeOf(c, functionNode);
    const types =
      typeArgumentNode === undefined ? 0 : writer.list(partsOf(typeArgumentNode).map((part) => typeOf(c, part)));
    return { ...callee, types };
  }
  c.visit(node);
  return { node: 0, place: null, types: 0 };
}

export function visitCall(c: Collector, node: SyntaxNode): number {
  const [calleeNode, argumentList] = [field(node, 'function'), field(node, 'arguments')];
  if (calleeNode === undefined) return 0;
  const type = typeOfBlock(c, node);
  if (type !== undefined && argumentList !== undefined)
    return visitTypedLambda(c, node, { parameter: calleeNode, type, body: argumentList });
  const { node: callee, place, types } = calleeOf(c, calleeNode);
  const args = argumentList === undefined ? [] : visitArguments(c, argumentList);
  return writeCall(c, { callee, args, types, place });
}

/**
 * The type in `{ a: A => … }`, which the grammar reads as a call of `a` with a lambda (`a: x => …`); undefined for a real call. Names of types begin with a
 * capital letter.
 */
function typeOfBlock(c: Collector, node: SyntaxNode): SyntaxNode | undefined {
  const [callee, argument] = [field(node, 'function'), field(node, 'arguments')];
  if (callee?.type !== 'identifier' || argument?.type !== 'colon_argument') return undefined;
  const isFirst = node.parent?.type === 'block' && node.parent.firstNamedChild?.id === node.id;
  const [type] = partsOf(argument);
  return isFirst && type?.type === 'identifier' && /^\p{Lu}/u.test(nameOf(c, type)) ? type : undefined;
}

function visitTypedLambda(
  c: Collector,
  node: SyntaxNode,
  { parameter, type, body }: { parameter: SyntaxNode; type: SyntaxNode; body: SyntaxNode },
): number {
  return writeLambda(c, node, (owner) => {
    const draft = { name: nameOf(c, parameter), place: placeOf(parameter), owner, type: typeOf(c, type) };
    c.writer.set(owner, entityFields.listA, c.writer.list([declareParameter(c, draft)]));
    let value = 0;
    for (const part of partsOf(body)) if (part.id !== type.id) value = c.visit(part);
    return value;
  });
}

/** `a.asInstanceOf[A]` is a cast, and `Object[A]` calls the object's `apply` with implicit arguments; any other `f[A]` has the value of `f`. */
export function visitGenericFunction(c: Collector, node: SyntaxNode): number {
  const functionNode = field(node, 'function');
  const typeArgumentNode = field(node, 'type_arguments');
  const name = functionNode?.type === 'field_expression' ? field(functionNode, 'field') : functionNode;
  const isCast = functionNode?.type === 'field_expression' && name !== undefined && nameOf(c, name) === 'asInstanceOf';
  if (name !== undefined && name.type === 'identifier' && /^\p{Lu}/u.test(nameOf(c, name))) {
    const { node: callee, place, types } = calleeOf(c, node);
    return writeCall(c, { callee, args: [], types, place });
  }
  const object = isCast && functionNode !== undefined ? field(functionNode, 'value') : functionNode;
  const value = object === undefined ? 0 : c.visit(object);
  const [type = 0] = typeArgumentNode === undefined ? [] : partsOf(typeArgumentNode).map((part) => typeOf(c, part));
  return isCast && type !== 0 ? c.writer.node(ops.cast, type, value) : value;
}

/** `a f b` is a call of `a.f`; `a f (b, c)` is one with two arguments. */
export function visitInfix(c: Collector, node: SyntaxNode): number {
  const [left, name, right] = [field(node, 'left'), field(node, 'operator'), field(node, 'right')];
  const receiver = left === undefined ? 0 : c.visit(left);
  const isRightBound = name !== undefined && nameOf(c, name).endsWith(':');
  const args =
    right === undefined
      ? [0]
      : right.type === 'tuple_expression' && !isRightBound
        ? partsOf(right).map((part) => c.visit(part))
        : [c.visit(right)];
  if (name?.type === 'operator_identifier') return runsInfix(c, { left: receiver, args, name });
  if (name?.type !== 'identifier' || receiver === 0) return 0;
  return writeCall(c, { callee: c.writer.member(receiver, nameOf(c, name)), args, place: placeOf(name) });
}

/** `new A(x) { … }`. */
export function visitConstruction(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const parts = partsOf(node);
  const typeNode = parts.find(isType);
  const body = partOf(parts, 'template_body');
  const base = typeNode?.type === 'generic_type' ? partsOf(typeNode)[0] : typeNode;
  const nodes = base === undefined ? [] : namesIn(base);
  const names = nodes.map((part) => nameOf(c, part));
  const list = typeNode === undefined ? undefined : partOf(partsOf(typeNode), 'type_arguments');
  const types = list === undefined ? 0 : writer.list(partsOf(list).map((part) => typeOf(c, part)));
  const typeStart = packageLength(names);
  let callee = typeStart === 0 ? 0 : writer.node(ops.module, writer.module(names.slice(0, typeStart).join('.')));
  for (const name of names.slice(typeStart))
    callee = callee === 0 ? writer.name(name, c.frame.scope) : writer.member(callee, name);
  const args = parts
    .filter(({ type }) => type === 'arguments')
    .flatMap((argumentList) => visitArguments(c, argumentList));
  const last = nodes.at(-1);
  const place = last === undefined ? null : placeOf(last);
  const instance = callee === 0 ? 0 : writeConstruction(c, { callee, args, types, place });
  if (body === undefined) return instance;
  const type = typeNode === undefined ? 0 : writer.withoutSites(() => typeOf(c, typeNode));
  return visitAnonymousClass(c, { body, base: type });
}
