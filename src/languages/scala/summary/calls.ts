/** Calls, members and arguments. */
import type { SyntaxNode } from '../../language.ts';
import { ops, siteKinds } from '../../../model/file-summary.ts';
import {
  field,
  nameOf,
  partOf,
  partsOf,
  placeOf,
  useMember,
  writeCall,
  writeConstruction,
  type Collector,
  type Place,
} from '../../nominal-summary.ts';
import { packageLength } from '../../packaged-names.ts';
import { visitArguments } from './arguments.ts';
import { visitAnonymous } from './declarations.ts';
import { isType, namesIn, typeOf } from './types.ts';

/** The package that `a.b` before a type's name is; 0 for an expression. */
function packageBefore(c: Collector, node: SyntaxNode): number {
  if (node.type !== 'field_expression') return 0;
  const text = c.source.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + 300));
  if (!/^[a-z][\w.]*$/.test(text)) return 0;
  const names = text.split('.');
  return packageLength([...names, 'A']) === names.length ? c.writer.node(ops.module, c.writer.module(text)) : 0;
}

function receiverOf(c: Collector, node: SyntaxNode, name: SyntaxNode): number {
  return (/^\p{Lu}/u.test(nameOf(c, name)) ? packageBefore(c, node) : 0) || c.visit(node);
}

export function visitField(c: Collector, node: SyntaxNode, site: number = siteKinds.read): number {
  const [object, name] = [field(node, 'value'), field(node, 'field')];
  if (object === undefined || name === undefined) return 0;
  return useMember(c, receiverOf(c, object, name), { name, site });
}

interface Callee {
  node: number;
  place: Place | null;
  types: number;
}

function calleeOf(c: Collector, node: SyntaxNode): Callee {
  const { writer } = c;
  if (node.type === 'identifier')
    return { node: writer.name(nameOf(c, node), c.frame.scope), place: placeOf(node), types: 0 };
  if (node.type === 'field_expression') {
    const [object, name] = [field(node, 'value'), field(node, 'field')];
    if (object === undefined || name === undefined) return { node: 0, place: null, types: 0 };
    const on = receiverOf(c, object, name);
    return {
      node: on === 0 ? 0 : writer.member(on, nameOf(c, name)),
      place: on === 0 ? null : placeOf(name),
      types: 0,
    };
  }
  if (node.type === 'generic_function') {
    const inner = field(node, 'function');
    const written = field(node, 'type_arguments');
    const callee = inner === undefined ? { node: 0, place: null } : calleeOf(c, inner);
    const types = written === undefined ? 0 : writer.list(partsOf(written).map((part) => typeOf(c, part)));
    return { ...callee, types };
  }
  c.visit(node);
  return { node: 0, place: null, types: 0 };
}

export function visitCall(c: Collector, node: SyntaxNode): number {
  const [called, argumentList] = [field(node, 'function'), field(node, 'arguments')];
  if (called === undefined) return 0;
  const { node: callee, place, types } = calleeOf(c, called);
  const args = argumentList === undefined ? [] : visitArguments(c, argumentList);
  return writeCall(c, { callee, args, types, place });
}

/** `a.asInstanceOf[A]`, `f[A]`. */
export function visitGenericFunction(c: Collector, node: SyntaxNode): number {
  const inner = field(node, 'function');
  const written = field(node, 'type_arguments');
  const name = inner?.type === 'field_expression' ? field(inner, 'field') : undefined;
  const isCast = name !== undefined && nameOf(c, name) === 'asInstanceOf';
  const object = isCast && inner !== undefined ? field(inner, 'value') : inner;
  const value = object === undefined ? 0 : c.visit(object);
  const [type = 0] = written === undefined ? [] : partsOf(written).map((part) => typeOf(c, part));
  return isCast && type !== 0 ? c.writer.node(ops.cast, type, value) : value;
}

/** `a f b`. */
export function visitInfix(c: Collector, node: SyntaxNode): number {
  const [left, name, right] = [field(node, 'left'), field(node, 'operator'), field(node, 'right')];
  const on = left === undefined ? 0 : c.visit(left);
  const argument = right === undefined ? 0 : c.visit(right);
  if (name?.type !== 'identifier' || on === 0) return 0;
  return writeCall(c, { callee: c.writer.member(on, nameOf(c, name)), args: [argument], place: placeOf(name) });
}

/** `new A(x) { … }`. */
export function visitConstruction(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const parts = partsOf(node);
  const written = parts.find(isType);
  const body = partOf(parts, 'template_body');
  const base = written?.type === 'generic_type' ? partsOf(written)[0] : written;
  const nodes = base === undefined ? [] : namesIn(base);
  const names = nodes.map((part) => nameOf(c, part));
  const list = written === undefined ? undefined : partOf(partsOf(written), 'type_arguments');
  const types = list === undefined ? 0 : writer.list(partsOf(list).map((part) => typeOf(c, part)));
  const from = packageLength(names);
  let callee = from === 0 ? 0 : writer.node(ops.module, writer.module(names.slice(0, from).join('.')));
  for (const name of names.slice(from))
    callee = callee === 0 ? writer.name(name, c.frame.scope) : writer.member(callee, name);
  const args = parts
    .filter(({ type }) => type === 'arguments')
    .flatMap((argumentList) => visitArguments(c, argumentList));
  const last = nodes.at(-1);
  const place = last === undefined ? null : placeOf(last);
  const made = callee === 0 ? 0 : writeConstruction(c, { callee, args, types, place });
  if (body === undefined) return made;
  const type = written === undefined ? 0 : writer.withoutSites(() => typeOf(c, written));
  return visitAnonymous(c, { body, base: type });
}
