/** Scopes in which a test tells the class of a variable. */
import type { Node } from 'oxc-parser';
import { entityFlags, entityKinds, ops, scopeKinds } from '../../model/link-facts.ts';
import { type Collector, bare, located } from './collector.ts';

/** Functions that are named so may declare what they tell of their argument. */
const predicateName = /^_?(?:is|are|has|assert)/i;

/** A scope in which what `test` tells of a variable's class, when it is true or false, is known; `scope` itself when it tells nothing. */
export function narrowedScope(c: Collector, test: Node, scope: number, isTrue = true): number {
  const at = bare(test);
  if (at.type === 'UnaryExpression' && at.operator === '!') return narrowedScope(c, at.argument, scope, !isTrue);
  // All parts of `&&` hold when it is true, none of `||` when it is false.
  if (at.type === 'LogicalExpression' && at.operator === (isTrue ? '&&' : '||'))
    return narrowedScope(c, at.right, narrowedScope(c, at.left, scope, isTrue), isTrue);
  if (!isTrue) return scope;
  if (at.type === 'CallExpression') return guardedScope(c, at, scope);
  if (at.type !== 'BinaryExpression' || at.operator !== 'instanceof' || at.left.type !== 'Identifier') return scope;
  const path = pathOf(c, at.right, scope);
  return path === 0 ? scope : inside(c, { variable: at.left, value: c.writer.node(ops.instance, path) }, scope);
}

/** A scope for what follows a statement that leaves where a test fails, or calls a function that asserts. */
export function scopeAfter(c: Collector, statement: Node, scope: number): number {
  if (statement.type === 'ExpressionStatement') {
    const call = bare(statement.expression);
    const isAssertion = call.type === 'CallExpression' && /^assert/i.test(lastName(call.callee));
    return isAssertion ? guardedScope(c, call, scope) : scope;
  }
  if (statement.type !== 'IfStatement' || statement.alternate !== null || !leaves(statement.consequent)) return scope;
  return narrowedScope(c, statement.test, scope, false);
}

function leaves(node: Node): boolean {
  switch (node.type) {
    case 'ReturnStatement':
    case 'ThrowStatement':
    case 'ContinueStatement':
    case 'BreakStatement':
      return true;
    case 'BlockStatement': {
      const last = node.body[node.body.length - 1];
      return last !== undefined && last.type !== 'BlockStatement' && leaves(last);
    }
    default:
      return false;
  }
}

/** `isA(x)`: what `isA` declares of its first argument. */
function guardedScope(c: Collector, call: Node & { type: 'CallExpression' }, scope: number): number {
  const [variable] = call.arguments;
  if (variable?.type !== 'Identifier' || !predicateName.test(lastName(call.callee))) return scope;
  const callee = pathOf(c, bare(call.callee), scope);
  if (callee === 0) return scope;
  const value = c.writer.node(ops.guarded, callee, c.writer.name(variable.name, scope));
  return inside(c, { variable, value }, scope);
}

function lastName(callee: Node): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return '';
  return callee.property.name;
}

interface Narrowing {
  variable: Node & { type: 'Identifier' };
  value: number;
}

function inside(c: Collector, { variable, value }: Narrowing, scope: number): number {
  const { writer } = c;
  const own = writer.scope(scope, scopeKinds.block, -1);
  const flags = entityFlags.narrowed;
  const draft = { name: variable.name, kind: entityKinds.variable, flags, scope: own, value };
  writer.entity(draft, located(c, variable.start));
  return own;
}

/** A dotted path without sites: what stands there is visited elsewhere. */
function pathOf(c: Collector, node: Node, scope: number): number {
  if (node.type === 'Identifier') return c.writer.name(node.name, scope);
  if (node.type === 'ThisExpression') return c.writer.node(ops.this, scope);
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return 0;
  const object = pathOf(c, node.object, scope);
  return object === 0 ? 0 : c.writer.member(object, node.property.name);
}
