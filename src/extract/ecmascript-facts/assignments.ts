/** Assignments, and the exports of CommonJS among them. */
import type { Node } from 'oxc-parser';
import { entityFlags, entityKinds, exportForms, ops, siteKinds } from '../../model/link-facts.ts';
import { type Collector, bare, collectExpression, located } from './collector.ts';
import { notePrototype } from './effects.ts';
import { collectFunction, isFunction } from './functions.ts';
import { exportNode } from './modules.ts';
import { assignPattern } from './patterns.ts';

export function assignment(c: Collector, node: Node & { type: 'AssignmentExpression' }, scope: number): number {
  const { writer } = c;
  const left = node.left as Node;
  if (left.type === 'ObjectPattern' || left.type === 'ArrayPattern') {
    const value = collectExpression(c, node.right, scope);
    assignPattern(c, left, value, scope);
    return value;
  }
  const exported = commonJsExport(c, node, scope);
  if (exported !== -1) return exported;
  const target = collectExpression(c, left, scope, siteKinds.write);
  const right = bare(node.right);
  const named = nameAt(left);
  const value =
    isFunction(right) && !right.id && named !== null && node.operator === '='
      ? writer.node(ops.entity, collectFunction(c, right, scope, { ...named, parent: -2 }))
      : collectExpression(c, node.right, scope);
  if (target !== 0 && (value !== 0 || writer.opOf(target) === ops.name) && node.operator === '=') {
    writer.assign(target, value, located(c, named?.at ?? left.start), scope);
    if (value !== 0) notePrototype(c, { target, value, at: left.start }, scope);
  }
  return value;
}

function nameAt(target: Node): { name: string; at: number } | null {
  if (target.type === 'Identifier') return { name: target.name, at: target.start };
  if (target.type !== 'MemberExpression' || target.computed) return null;
  const { property } = target;
  return property.type === 'Identifier' ? { name: property.name, at: property.start } : null;
}

function isExports(node: Node): boolean {
  if (node.type === 'Identifier') return node.name === 'exports';
  return (
    node.type === 'MemberExpression' &&
    !node.computed &&
    node.object.type === 'Identifier' &&
    node.object.name === 'module' &&
    node.property.type === 'Identifier' &&
    node.property.name === 'exports'
  );
}

/** `module.exports = …`, `exports.x = …`, also in a row (`exports = module.exports = …`). Gives the value; -1 for what is no export. */
function commonJsExport(c: Collector, node: Node & { type: 'AssignmentExpression' }, scope: number): number {
  const { writer } = c;
  const left = bare(node.left);
  if (isExports(left)) {
    const value = collectExpression(c, node.right, scope);
    // `exports = …` alone exports nothing.
    if (value !== 0 && left.type === 'MemberExpression') exportNode(c, '=', value);
    return value;
  }
  if (left.type !== 'MemberExpression' || left.computed || !isExports(bare(left.object))) return -1;
  const { property } = left as { property: { name: string; start: number } };
  const right = bare(node.right);
  const named = { name: property.name, at: property.start, parent: -2 };
  const value = isFunction(right)
    ? writer.node(ops.entity, collectFunction(c, right, scope, named))
    : collectExpression(c, node.right, scope);
  const entity = writer.entity(
    {
      name: property.name,
      kind: entityKinds.property,
      flags: entityFlags.assigned | (right.type === 'Identifier' ? entityFlags.alias : 0),

      scope,
      parent: -2,
      value,
    },
    located(c, property.start),
  );
  writer.export(property.name, exportForms.own, entity, 0);
  return value;
}
