/** Calls that change what an object has: prototypes, properties, elements. They become assignments, settled when all declarations are known. */
import type { Node } from 'oxc-parser';
import { ops } from '../../model/link-facts.ts';
import { type Collector, bare, placeOf, located } from './collector.ts';

/** The member under which an object, or a function's instances, keep what they inherit from. */
const prototypeName = '__proto__';

/** Methods of lists, sets and maps that keep an argument, by which one. */
const keepers: ReadonlyMap<string, number> = new Map([
  ['push', 0],
  ['unshift', 0],
  ['add', 0],
  ['set', 1],
]);

interface Call {
  node: Node & { type: 'CallExpression' };
  callee: number;
  /** Of the arguments. */
  list: number;
}

/** Notes what a call does to its receiver or its first argument, by the names of what is called. */
export function noteEffects(c: Collector, call: Call, scope: number): void {
  const callee = bare(call.node.callee);
  if (callee.type === 'Identifier' && callee.name === 'inherits') inherit(c, call, scope);
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return;
  const { name } = callee.property;
  const kept = keepers.get(name);
  if (kept !== undefined) {
    keep(c, { call, object: callee.object, position: kept }, scope);
    return;
  }
  if (name === 'inherits') inherit(c, call, scope);
  else if (callee.object.type === 'Identifier' && callee.object.name === 'Object') ofObject(c, name, call, scope);
}

/** `list.push(value)`: an element, where the list is a variable or a property of the object itself. */
function keep(
  c: Collector,
  { call, object, position }: { call: Call; object: Node; position: number },
  scope: number,
): void {
  const { writer } = c;
  const value = writer.items(call.list)[position] ?? 0;
  const target = bare(object);
  const isOwn = target.type === 'MemberExpression' && !target.computed && bare(target.object).type === 'ThisExpression';
  if ((target.type !== 'Identifier' && !isOwn) || value === 0 || writer.opOf(value) === ops.primitive) return;
  const receiver = writer.operand(call.callee, 0);
  if (receiver !== 0) writer.assign(writer.node(ops.index, receiver, 0), value, located(c, call.node.start), scope);
}

/** `inherits(B, A)`: instances of B have what those of A have. */
function inherit(c: Collector, { node, list }: Call, scope: number): void {
  const { writer } = c;
  const args = writer.items(list);
  const [heir = 0, base = 0] = args;
  if (args.length !== 2 || heir === 0 || base === 0) return;
  const target = writer.member(writer.member(heir, 'prototype'), prototypeName);
  writer.assign(target, writer.node(ops.instance, base), located(c, node.start), scope);
}

function ofObject(c: Collector, name: string, { node, list }: Call, scope: number): void {
  const { writer } = c;
  const args = writer.items(list);
  const [object = 0, ...rest] = args;
  if (object === 0) return;
  const place = placeOf(c, node.start);
  if (name === 'setPrototypeOf' || name === 'assign') {
    for (const base of rest) if (base !== 0) writer.assign(writer.member(object, prototypeName), base, place, scope);
  } else if (name === 'defineProperty') {
    const [, key] = node.arguments;
    const [, description = 0] = rest;
    if (description === 0 || key?.type !== 'Literal' || typeof key.value !== 'string') return;
    const getter = writer.node(ops.call, writer.member(description, 'get'), 0, 0);
    const value = writer.either([writer.member(description, 'value'), getter]);
    writer.assign(writer.member(object, key.value), value, located(c, key.start), scope);
  }
}

/** `B.prototype = Object.create(A.prototype)`, or `new A()`: what is no literal is what B's instances inherit from. */
export function notePrototype(
  c: Collector,
  { target, value, at }: { target: number; value: number; at: number },
  scope: number,
): void {
  const { writer } = c;
  if (writer.opOf(target) !== ops.member || writer.operand(target, 1) !== writer.string('prototype')) return;
  if (writer.opOf(value) !== ops.entity)
    writer.assign(writer.member(target, prototypeName), value, located(c, at), scope);
}
