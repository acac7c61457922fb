/** Assignments, and the exports of CommonJS among them. */
import { AssignmentExpression, MemberExpression, Node, NodeType, Word } from '../generated/nodes';
import { ascii } from '../texts';
import {
  fieldFlags,
  fieldParent,
  fieldValue,
  flagAlias,
  flagAssigned,
  formOwn,
  kindProperty,
  opEntity,
  opName,
  siteWrite,
} from './codes';
import { bare, collectExpression, identifierName, isIdentifier } from './collector';
import { notePrototype } from './effects';
import { collectFunction, isFunction, nameNodeOf, Standing } from './functions';
import { exportNode } from './modules';
import { assignPattern } from './patterns';
import { writer } from './writer';

export function assignment(node: AssignmentExpression, scope: i32): i32 {
  const left = node.left;
  if (left.type === NodeType.ObjectPattern || left.type === NodeType.ArrayPattern) {
    const value = collectExpression(node.right, scope);
    assignPattern(left, value, scope);
    return value;
  }
  const exported = commonJsExport(node, scope);
  if (exported !== -1) return exported;
  const target = collectExpression(left, scope, siteWrite);
  const named = nameNodeAt(left);
  const value = assignedValue(node, named, scope);
  if (target !== 0 && (value !== 0 || writer.opOf(target) === opName) && node.operator === Word.Assign) {
    writer.assign(target, value, named === null ? left.start : named.start, scope);
    if (value !== 0) notePrototype(target, value, left.start, scope);
  }
  return value;
}

/** The value that is assigned; a function without a name of its own takes that of the target. */
function assignedValue(node: AssignmentExpression, named: Node | null, scope: i32): i32 {
  const right = bare(node.right);
  if (named === null || node.operator !== Word.Assign || !isFunction(right) || nameNodeOf(right) !== null) {
    return collectExpression(node.right, scope);
  }
  const name = identifierName(named);
  return writer.node1(opEntity, collectFunction(right, scope, name, named.start, Standing.Expression, -2, 0));
}

/** The identifier by which a target is named; null for one that is not. */
function nameNodeAt(target: Node): Node | null {
  if (target.type === NodeType.Identifier) return target;
  if (target.type !== NodeType.MemberExpression) return null;
  const member = changetype<MemberExpression>(target);
  return !member.computed && member.property.type === NodeType.Identifier ? member.property : null;
}

/** `exports`, `module.exports`. */
function isExports(node: Node): bool {
  if (node.type === NodeType.Identifier) return isIdentifier(node, 'exports');
  if (node.type !== NodeType.MemberExpression) return false;
  const member = changetype<MemberExpression>(node);
  return !member.computed && isIdentifier(member.object, 'module') && isIdentifier(member.property, 'exports');
}

/** `module.exports = …`, `exports.x = …`, also in a row (`exports = module.exports = …`). Gives the value; -1 for what is no export. */
function commonJsExport(node: AssignmentExpression, scope: i32): i32 {
  const left = bare(node.left);
  if (isExports(left)) {
    const value = collectExpression(node.right, scope);
    // `exports = …` alone exports nothing.
    if (value !== 0 && left.type === NodeType.MemberExpression) exportNode(ascii('='), value);
    return value;
  }
  if (left.type !== NodeType.MemberExpression) return -1;
  const member = changetype<MemberExpression>(left);
  if (member.computed || !isExports(bare(member.object))) return -1;
  const name = identifierName(member.property);
  const offset = member.property.start;
  const right = bare(node.right);
  const value = isFunction(right)
    ? writer.node1(opEntity, collectFunction(right, scope, name, offset, Standing.Expression, -2, 0))
    : collectExpression(node.right, scope);
  const entity = writer.entity(name, kindProperty, offset, scope);
  writer.set(entity, fieldFlags, flagAssigned | (right.type === NodeType.Identifier ? flagAlias : 0));
  writer.set(entity, fieldParent, -2);
  writer.set(entity, fieldValue, value);
  writer.export(name, formOwn, entity, 0);
  return value;
}
