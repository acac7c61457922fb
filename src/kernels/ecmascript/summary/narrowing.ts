/** Type narrowing: where a test determines the class of a variable, a scope declares the variable with that class. */
import {
  BinaryExpression,
  BlockStatement,
  CallExpression,
  ExpressionStatement,
  Identifier,
  IfStatement,
  LogicalExpression,
  MemberExpression,
  Node,
  NodeType,
  UnaryExpression,
  Word,
} from '../generated/nodes';
import { ascii, concatenated, same, Text } from '../texts';
import {
  fieldFlags,
  fieldValue,
  flagNarrowed,
  kindVariable,
  opGuarded,
  opInstance,
  opThis,
  scopeBlock,
  scopeFunction,
} from '../generated/codes';
import { narrowedMembers } from './state';
import { bare, identifierName, noName, privateName } from './syntax';
import { writer } from './writer';

/** Whether a text has these letters at offset `from`, in upper or lower case. @param letters in lower case */
function hasLetters(text: Text, from: i32, letters: string): bool {
  if (text.length < from + letters.length) return false;
  for (let index = 0; index < letters.length; index++) {
    if ((text.byte(from + index) | 0x20) !== letters.charCodeAt(index)) return false;
  }
  return true;
}

/** Whether a function's name suggests a type predicate on its argument: `is`, `are`, `has`, `assert`, also after `_`. */
function isPredicateName(name: Text): bool {
  const from = name.length > 0 && name.byte(0) === 0x5f ? 1 : 0;
  return (
    hasLetters(name, from, 'is') ||
    hasLetters(name, from, 'are') ||
    hasLetters(name, from, 'has') ||
    hasLetters(name, from, 'assert')
  );
}

/** A scope in which the outcome of `test` determines a variable's class; `scope` itself when the test determines nothing. */
export function narrowedScope(test: Node, scope: i32, isTrue: bool): i32 {
  const condition = bare(test);
  if (condition.type === NodeType.UnaryExpression) {
    const unary = changetype<UnaryExpression>(condition);
    return unary.operator === Word.Not ? narrowedScope(unary.argument, scope, !isTrue) : scope;
  }
  if (condition.type === NodeType.LogicalExpression) {
    // If `&&` is true, both operands are true. If `||` is false, both operands are false.
    const logical = changetype<LogicalExpression>(condition);
    if (logical.operator !== (isTrue ? Word.LogicalAnd : Word.LogicalOr)) return scope;
    return narrowedScope(logical.right, narrowedScope(logical.left, scope, isTrue), isTrue);
  }
  if (!isTrue) return scope;
  if (condition.type === NodeType.CallExpression) return guardedScope(changetype<CallExpression>(condition), scope);
  if (condition.type !== NodeType.BinaryExpression) return scope;
  const binary = changetype<BinaryExpression>(condition);
  if (binary.operator !== Word.Instanceof) return scope;
  const left = bare(binary.left);
  const member = left.type === NodeType.MemberExpression ? pathText(left) : null;
  if (member === null && left.type !== NodeType.Identifier) return scope;
  const path = pathOf(binary.right, scope);
  if (path === 0) return scope;
  const value = writer.node1(opInstance, path);
  return member === null
    ? scopeWith(changetype<Identifier>(left), value, scope)
    : scopeWithMember(member, value, scope);
}

/** A scope in `scope` in which the member at a path has the value. */
function scopeWithMember(path: Text, value: i32, scope: i32): i32 {
  const narrowed = writer.scope(scope, scopeBlock, -1);
  narrowedMembers.push(narrowed);
  narrowedMembers.push(<i32>changetype<usize>(path));
  narrowedMembers.push(value);
  return narrowed;
}

/** The value of a member where a test around it determines its class; `value` where none does. */
export function narrowedMember(node: Node, value: i32, scope: i32): i32 {
  if (narrowedMembers.length === 0 || node.type !== NodeType.MemberExpression) return value;
  let path: Text | null = null;
  for (let at = narrowedMembers.length - 3; at >= 0; at -= 3) {
    if (!isSameThis(scope, narrowedMembers.get(at))) continue;
    if (path === null) path = pathText(node);
    if (path === null) return value;
    if (same(path, changetype<Text>(<usize>narrowedMembers.get(at + 1)))) return narrowedMembers.get(at + 2);
  }
  return value;
}

/** Whether a scope is in another one, and has the same `this`. */
function isSameThis(scope: i32, outer: i32): bool {
  let at = scope;
  while (at > outer && writer.scopeKind(at) !== scopeFunction) at = writer.scopeParent(at);
  return at === outer;
}

/** The text of a dotted path (`a.b`, `this.c`), without white space; null for any other expression. */
function pathText(node: Node): Text | null {
  if (node.type === NodeType.Identifier) return identifierName(node);
  if (node.type === NodeType.ThisExpression) return ascii('this');
  if (node.type !== NodeType.MemberExpression) return null;
  const member = changetype<MemberExpression>(node);
  if (member.computed) return null;
  const property = member.property.type === NodeType.PrivateIdentifier ? privateName(member.property) : null;
  if (property === null && member.property.type !== NodeType.Identifier) return null;
  const object = pathText(member.object);
  if (object === null) return null;
  return concatenated(concatenated(object, ascii('.')), property === null ? identifierName(member.property) : property);
}

/** A scope for the statements after an assertion, or after an `if` that leaves the block. */
export function scopeAfter(statement: Node, scope: i32): i32 {
  if (statement.type === NodeType.ExpressionStatement) {
    const call = bare(changetype<ExpressionStatement>(statement).expression);
    if (call.type !== NodeType.CallExpression) return scope;
    const isAssertion = hasLetters(calledName(changetype<CallExpression>(call).callee), 0, 'assert');
    return isAssertion ? guardedScope(changetype<CallExpression>(call), scope) : scope;
  }
  if (statement.type !== NodeType.IfStatement) return scope;
  const branch = changetype<IfStatement>(statement);
  if (branch.alternate !== null || !leavesBlock(branch.consequent)) return scope;
  return narrowedScope(branch.test, scope, false);
}

/** Whether a statement ends in `return`, `throw`, `continue` or `break`, so that the statements after it are not reached. */
function leavesBlock(node: Node): bool {
  switch (node.type) {
    case NodeType.ReturnStatement:
    case NodeType.ThrowStatement:
    case NodeType.ContinueStatement:
    case NodeType.BreakStatement:
      return true;
    case NodeType.BlockStatement: {
      const body = changetype<BlockStatement>(node).body;
      if (body.length === 0) return false;
      const last = body.get(body.length - 1);
      // A block as the last statement of a block is not examined.
      return last.type !== NodeType.BlockStatement && leavesBlock(last);
    }
    default:
      return false;
  }
}

/** `isA(x)`: the scope with the type that `isA` declares for its first argument. */
function guardedScope(call: CallExpression, scope: i32): i32 {
  if (call.arguments.length === 0) return scope;
  const variable = call.arguments.get(0);
  if (variable.type !== NodeType.Identifier || !isPredicateName(calledName(call.callee))) return scope;
  const callee = pathOf(bare(call.callee), scope);
  if (callee === 0) return scope;
  const name = writer.name(identifierName(variable), scope);
  return scopeWith(changetype<Identifier>(variable), writer.node2(opGuarded, callee, name), scope);
}

/** The name that a call is made by: `f` of `f()`, `m` of `a.m()`; `noName` for other callees. */
function calledName(callee: Node): Text {
  if (callee.type === NodeType.Identifier) return identifierName(callee);
  if (callee.type !== NodeType.MemberExpression) return noName;
  const property = changetype<MemberExpression>(callee).property;
  return property.type === NodeType.Identifier ? identifierName(property) : noName;
}

/** A scope in `scope` in which `variable` has the type of the expression `value`. */
function scopeWith(variable: Identifier, value: i32, scope: i32): i32 {
  const narrowed = writer.scope(scope, scopeBlock, -1);
  const entity = writer.entity(variable.name, kindVariable, variable.start, narrowed);
  writer.set(entity, fieldFlags, flagNarrowed);
  writer.set(entity, fieldValue, value);
  return narrowed;
}

/** The node of a dotted path (`a.b`, `this.c`); 0 for any other expression. It records no sites: another visit of the expression does. */
function pathOf(node: Node, scope: i32): i32 {
  if (node.type === NodeType.Identifier) return writer.name(identifierName(node), scope);
  if (node.type === NodeType.ThisExpression) return writer.node1(opThis, scope);
  if (node.type !== NodeType.MemberExpression) return 0;
  const member = changetype<MemberExpression>(node);
  if (member.computed || member.property.type !== NodeType.Identifier) return 0;
  const object = pathOf(member.object, scope);
  return object === 0 ? 0 : writer.member(object, identifierName(member.property));
}
