/** Calls and constructions with their arguments. */
import type { Node } from 'oxc-parser';
import { ops, siteKinds } from '../../model/link-facts.ts';
import { type Collector, bare, collectExpression, located } from './collector.ts';
import { noteEffects } from './effects.ts';
import { setContext } from './contexts.ts';
import { typeArguments } from './type-parameters.ts';

export function callOf(c: Collector, node: Node & { type: 'CallExpression' }, scope: number): number {
  const { writer } = c;
  const target = bare(node.callee);
  const first = node.arguments[0];
  const isRequire = target.type === 'Identifier' && target.name === 'require';
  if (isRequire && first?.type === 'Literal' && typeof first.value === 'string') {
    return writer.node(ops.module, writer.module(`\0${first.value}`));
  }
  if (target.type === 'Super') {
    const callee = writer.node(ops.super, scope);
    writer.site(siteKinds.construct, callee, located(c, target.start), scope);
    return withArguments(c, { op: ops.construct, callee, args: node.arguments, types: null }, scope);
  }
  const callee = collectExpression(c, node.callee, scope, siteKinds.call);
  // What has no name of its own is called where it ends: `make()()`, `handlers[0]()`, `(function () {})()`.
  if (!isNamed(target)) writer.site(siteKinds.call, callee, located(c, node.callee.end - 1), scope);
  const call = withArguments(c, { op: ops.call, callee, args: node.arguments, types: node.typeArguments }, scope);
  noteEffects(c, { node, callee, list: writer.operand(call, 1) }, scope);
  return call;
}

/** Whether visiting it as a callee notes a site. */
function isNamed(callee: Node): boolean {
  if (callee.type === 'Identifier') return true;
  if (callee.type !== 'MemberExpression') return false;
  if (!callee.computed) return true;
  const key = bare(callee.property);
  return key.type === 'Literal' && typeof key.value === 'string';
}

function takesContext(op: number): boolean {
  return op === ops.entity || op === ops.array || op === ops.either;
}

/** A short text, which may choose between overloads (`on('open', …)`); 0 for anything else. */
function literalOf({ writer }: Collector, node: Node): number {
  if (node.type !== 'Literal' || typeof node.value !== 'string' || !/^[\w$:.@/-]{1,32}$/.test(node.value)) return 0;
  return writer.node(ops.literalType, writer.string(node.value));
}

interface CallDraft {
  op: number;
  callee: number;
  args: readonly Node[];
  types: Node | null | undefined;
}

export function withArguments(c: Collector, { op, callee, args, types }: CallDraft, scope: number): number {
  const { writer } = c;
  const nodes: number[] = [];
  let contexts = false;
  for (let at = 0; at < args.length; at++) {
    const argument = (at === 0 && literalOf(c, args[at]!)) || collectExpression(c, args[at], scope);
    nodes.push(argument);
    if (argument !== 0 && takesContext(writer.opOf(argument))) contexts = true;
  }
  const call = writer.node(op, callee, writer.list(nodes), typeArguments(c, types, scope));
  if (!contexts) return call;
  for (let position = 0; position < nodes.length; position++) {
    const argument = nodes[position]!;
    if (argument !== 0 && takesContext(writer.opOf(argument)))
      setContext(c, argument, () => writer.node(ops.argument, call, position));
  }
  return call;
}
