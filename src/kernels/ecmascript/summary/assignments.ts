/** Assignments, and the exports of CommonJS among them. */
import { AssignmentExpression, MemberExpression, Node, NodeType, Word } from '../generated/nodes';
import { ascii, same } from '../texts';
import {
  fieldFlags,
  fieldParent,
  fieldValue,
  flagAlias,
  flagAssigned,
  formOwn,
  kindProperty,
  siteWrite,
} from '../generated/codes';
import { collectExpression } from './collector';
import { documented } from './doc-types';
import { notePrototype } from './effects';
import { heldValue, ownNameOf, Row, takeRow } from './held';
import { exportNode } from './modules';
import { nameAt } from './names';
import { assignPattern } from './patterns';
import { bare, identifierName, isExports } from './syntax';
import { writer } from './writer';

export function assignment(node: AssignmentExpression, scope: i32): i32 {
  const left = node.left;
  const row = takeRow();
  if (left.type === NodeType.ObjectPattern || left.type === NodeType.ArrayPattern) {
    const value = collectExpression(node.right, scope);
    assignPattern(left, value, scope);
    return value;
  }
  const exported = commonJsExport(node, row, scope);
  if (exported !== -1) return exported;
  const target = collectExpression(left, scope, siteWrite);
  const named = nameNodeAt(left);
  const value = documented(assignedValue(node, named, row, scope), left.start, scope);
  if (target !== 0 && node.operator === Word.Assign) {
    writer.assign(target, value, named === null ? left.start : named.start, scope);
    if (value !== 0) notePrototype(target, value, left.start, scope);
  }
  return value;
}

/** The value that is assigned; a function or class goes by the name of the target, or of what stands before it in a row of assignments. */
function assignedValue(node: AssignmentExpression, named: Node | null, row: Row | null, scope: i32): i32 {
  if (node.operator !== Word.Assign) return collectExpression(node.right, scope);
  if (row !== null) return row.value(node.right, scope);
  if (named === null) return collectExpression(node.right, scope);
  const right = bare(node.right);
  // A variable that is declared elsewhere is no definition of what it is given.
  const isOwn = named === node.left && (right.type === NodeType.AssignmentExpression || ownNameOf(right) !== null);
  if (isOwn) return collectExpression(node.right, scope);
  return heldValue(node.right, identifierName(named), named.start, scope);
}

/** The identifier by which a target is named; null for one that is not. */
function nameNodeAt(target: Node): Node | null {
  if (target.type === NodeType.Identifier) return target;
  if (target.type !== NodeType.MemberExpression) return null;
  const member = changetype<MemberExpression>(target);
  return !member.computed && member.property.type === NodeType.Identifier ? member.property : null;
}

/** Whether it is the object of exports by another name (`const app = exports`). */
function isNamedExports(node: Node, scope: i32): bool {
  const names = writer.exportsNames;
  // What is assigned further in may belong to a variable of that name.
  if (names.length === 0 || scope !== 0 || node.type !== NodeType.Identifier) return false;
  const name = identifierName(node);
  for (let index = 0; index < names.length; index++) if (same(nameAt(names, index), name)) return true;
  return false;
}

/** `module.exports = …`, `exports.x = …`, also in a row (`exports = module.exports = …`). Gives the value; -1 for what is no export. */
function commonJsExport(node: AssignmentExpression, row: Row | null, scope: i32): i32 {
  const left = bare(node.left);
  if (isExports(left)) {
    const offset =
      left.type === NodeType.MemberExpression ? changetype<MemberExpression>(left).property.start : left.start;
    const whole = row === null ? Row.of(ascii('exports'), offset, true) : row;
    const value = whole.value(node.right, scope);
    // `exports = …` alone exports nothing.
    if (value !== 0 && left.type === NodeType.MemberExpression) exportNode(ascii('='), value);
    return value;
  }
  if (left.type !== NodeType.MemberExpression) return -1;
  const member = changetype<MemberExpression>(left);
  const object = bare(member.object);
  if (member.computed || !(isExports(object) || isNamedExports(object, scope))) return -1;
  const name = identifierName(member.property);
  const offset = member.property.start;
  const right = bare(node.right);
  const value = row === null ? heldValue(node.right, name, offset, scope) : row.value(node.right, scope);
  const entity = writer.entity(name, kindProperty, offset, scope);
  writer.set(entity, fieldFlags, flagAssigned | (right.type === NodeType.Identifier ? flagAlias : 0));
  writer.set(entity, fieldParent, -2);
  writer.set(entity, fieldValue, value);
  writer.export(name, formOwn, entity, 0);
  return value;
}
