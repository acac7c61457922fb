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
import { Text } from '../texts';
import {
  fieldFlags,
  fieldValue,
  flagNarrowed,
  kindVariable,
  opGuarded,
  opInstance,
  opThis,
  scopeBlock,
} from '../generated/codes';
import { bare, identifierName, noName } from './syntax';
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
  if (binary.operator !== Word.Instanceof || binary.left.type !== NodeType.Identifier) return scope;
  const path = pathOf(binary.right, scope);
  if (path === 0) return scope;
  return scopeWith(changetype<Identifier>(binary.left), writer.node1(opInstance, path), scope);
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
