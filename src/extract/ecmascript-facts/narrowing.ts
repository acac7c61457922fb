/** Scopes in which a test tells the class of a variable. */
import type { Node } from 'oxc-parser';
import { entityFlags, entityKinds, ops, scopeKinds } from '../../model/link-facts.ts';
import { type Collector, bare, placeOf } from './collector.ts';

/** A scope in which what `test` tells of a variable's class is known; `scope` itself when it tells nothing. */
export function narrowedScope(c: Collector, test: Node, scope: number): number {
  const at = bare(test);
  if (at.type === 'LogicalExpression' && at.operator === '&&')
    return narrowedScope(c, at.right, narrowedScope(c, at.left, scope));
  if (at.type !== 'BinaryExpression' || at.operator !== 'instanceof' || at.left.type !== 'Identifier') return scope;
  const { writer } = c;
  const path = pathOf(c, at.right, scope);
  if (path === 0) return scope;
  const inside = writer.scope(scope, scopeKinds.block, -1);
  writer.entity({
    name: at.left.name,
    kind: entityKinds.variable,
    flags: entityFlags.narrowed,
    ...placeOf(c, at.left.start),
    scope: inside,
    value: writer.node(ops.instance, path),
  });
  return inside;
}

/** A dotted path without sites: what stands there is visited elsewhere. */
function pathOf(c: Collector, node: Node, scope: number): number {
  if (node.type === 'Identifier') return c.writer.name(node.name, scope);
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return 0;
  const object = pathOf(c, node.object, scope);
  return object === 0 ? 0 : c.writer.member(object, node.property.name);
}
