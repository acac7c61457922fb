/** Calls that change the prototype, a property or an element of an object. They are recorded as assignments, which are resolved after the walk. */
import {
  CallExpression,
  Identifier,
  MemberExpression,
  Node,
  NodeType,
  ObjectExpression,
  Property,
} from '../generated/nodes';
import { ascii, is, Text } from '../texts';
import { opCall, opEntity, opIndex, opInstance, opMember, opPrimitive } from '../generated/codes';
import { bare, isIdentifier, keyName, literalText } from './syntax';
import { writer } from './writer';

/** The member that stands for what an object inherits from; that of `F.prototype` stands for what the instances of `F` inherit from. */
function prototypeName(): Text {
  return ascii('__proto__');
}

/** The position of the argument that a method of lists, sets and maps stores; -1 for any other method. */
function storedPosition(method: Text): i32 {
  if (is(method, 'push') || is(method, 'unshift') || is(method, 'add')) return 0;
  return is(method, 'set') ? 1 : -1;
}

/**
 * Records the effect of a call on its receiver or its first argument, by the name of the callee.
 * @param calleeNode node of the callee
 * @param list node of the arguments
 */
export function noteEffects(call: CallExpression, calleeNode: i32, list: i32, scope: i32): void {
  const callee = bare(call.callee);
  if (callee.type !== NodeType.MemberExpression) {
    if (isIdentifier(callee, 'inherits')) inherit(call, list, scope);
    return;
  }
  const member = changetype<MemberExpression>(callee);
  if (member.computed || member.property.type !== NodeType.Identifier) return;
  const name = changetype<Identifier>(member.property).name;
  const position = storedPosition(name);
  if (position !== -1) {
    if (isVariableOrField(member.object)) storeElement(call, calleeNode, writer.item(list, position), scope);
  } else if (is(name, 'inherits')) inherit(call, list, scope);
  else if (isIdentifier(member.object, 'Object')) noteObjectMethod(name, call, list, scope);
}

/** Whether a receiver is a variable or a property of `this`. */
function isVariableOrField(object: Node): bool {
  const target = bare(object);
  if (target.type === NodeType.Identifier) return true;
  if (target.type !== NodeType.MemberExpression) return false;
  const member = changetype<MemberExpression>(target);
  return !member.computed && bare(member.object).type === NodeType.ThisExpression;
}

/** `list.push(value)`: assigns an element. */
function storeElement(call: CallExpression, calleeNode: i32, value: i32, scope: i32): void {
  if (value === 0 || writer.opOf(value) === opPrimitive) return;
  const receiver = writer.operand(calleeNode, 0);
  if (receiver !== 0) writer.assign(writer.node2(opIndex, receiver, 0), value, call.start, scope);
}

/** `inherits(B, A)`: instances of B have the members of instances of A. */
function inherit(call: CallExpression, list: i32, scope: i32): void {
  const heir = writer.item(list, 0);
  const base = writer.item(list, 1);
  if (writer.itemCount(list) !== 2 || heir === 0 || base === 0) return;
  const target = writer.member(writer.member(heir, ascii('prototype')), prototypeName());
  writer.assign(target, writer.node1(opInstance, base), call.start, scope);
}

/** Records the effect of a method of `Object` on its first argument. */
function noteObjectMethod(name: Text, call: CallExpression, list: i32, scope: i32): void {
  const object = writer.item(list, 0);
  if (object === 0) return;
  if (is(name, 'setPrototypeOf') || is(name, 'assign')) {
    const count = writer.itemCount(list);
    for (let index = 1; index < count; index++) {
      const base = writer.item(list, index);
      if (base !== 0) writer.assign(writer.member(object, prototypeName()), base, call.start, scope);
    }
  } else if (is(name, 'defineProperty')) {
    const key = call.arguments.get(1);
    defineProperty(object, key, literalText(key), writer.item(list, 2), scope);
  } else if (is(name, 'defineProperties')) defineProperties(object, call, writer.item(list, 1), scope);
}

/** `Object.defineProperties(object, { key: { value } })`. @param descriptions the node of the second argument */
function defineProperties(object: i32, call: CallExpression, descriptions: i32, scope: i32): void {
  const literal = call.arguments.length > 1 ? bare(call.arguments.get(1)) : null;
  if (literal === null || literal.type !== NodeType.ObjectExpression || descriptions === 0) return;
  const properties = changetype<ObjectExpression>(literal).properties;
  for (let index = 0; index < properties.length; index++) {
    const property = properties.get(index);
    if (property.type === NodeType.SpreadElement) continue;
    const key = changetype<Property>(property).key;
    const name = keyName(key, changetype<Property>(property).computed);
    if (name !== null) defineProperty(object, key, name, writer.member(descriptions, name), scope);
  }
}

/** `Object.defineProperty(object, 'key', { value })`. @param description the node of what describes the property; 0 for none */
function defineProperty(object: i32, key: Node, name: Text | null, description: i32, scope: i32): void {
  if (description === 0 || name === null) return;
  const getter = writer.node3(opCall, writer.member(description, ascii('get')), 0, 0);
  const value = writer.eitherOf(writer.member(description, ascii('value')), getter);
  writer.assign(writer.member(object, name), value, key.start, scope);
}

/**
 * `B.prototype = Object.create(A.prototype)`, or `new A()`: B's instances inherit from the value, unless it is an object literal, a function or a class.
 * @param offset of the assignment
 */
export function notePrototype(target: i32, value: i32, offset: i32, scope: i32): void {
  if (writer.opOf(target) !== opMember) return;
  if (writer.operand(target, 1) !== writer.string(ascii('prototype'))) return;
  if (writer.opOf(value) === opEntity) return;
  writer.assign(writer.member(target, prototypeName()), value, offset, scope);
}
