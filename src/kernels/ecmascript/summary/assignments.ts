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
  siteUpdate,
  siteWrite,
} from '../generated/codes';
import { collectExpression } from './collector';
import { documented } from './doc-types';
import { notePrototype } from './effects';
import { namedValue, ownNameOf, AssignmentChain, takeChain } from './named-values';
import { contextOfNode, setContext } from './contexts';
import { exportNode } from './modules';
import { nameAt } from './names';
import { assignPattern } from './patterns';
import { bare, identifierName, isExports } from './syntax';
import { undeclared, writer } from './writer';

export function collectAssignment(node: AssignmentExpression, scope: i32): i32 {
  const left = node.left;
  const chain = takeChain();
  if (left.type === NodeType.ObjectPattern || left.type === NodeType.ArrayPattern) {
    const value = collectExpression(node.right, scope);
    assignPattern(left, value, scope);
    return value;
  }
  const exportedValue = commonJsExport(node, chain, scope);
  if (exportedValue !== -1) return exportedValue;
  const target = collectExpression(left, scope, node.operator === Word.Assign ? siteWrite : siteUpdate);
  const nameNode = nameNodeAt(left);
  const value = documented(assignedValue(node, nameNode, chain, scope), left.start, scope);
  if (node.operator === Word.Assign && leavesFile(left)) writer.handOn(value);
  // What is assigned has to be of the target's type: `shop.onOpen = (event) => …`.
  if (target !== 0) setContext(value, contextOfNode(target));
  if (target !== 0 && node.operator === Word.Assign) {
    writer.assign(target, value, nameNode === null ? left.start : nameNode.start, scope);
    if (value !== 0) notePrototype(target, value, left.start, scope);
  }
  return value;
}

/** Whether an assignment may keep a value in an object that the file does not declare. A member of `this` is an entity. */
function leavesFile(target: Node): bool {
  if (target.type !== NodeType.MemberExpression) return false;
  return changetype<MemberExpression>(target).object.type !== NodeType.ThisExpression;
}

/** Collects the assigned value. A function or class gets the name of the target, or that of the chain which the assignment continues. */
function assignedValue(
  node: AssignmentExpression,
  nameNode: Node | null,
  chain: AssignmentChain | null,
  scope: i32,
): i32 {
  if (node.operator !== Word.Assign) return collectExpression(node.right, scope);
  if (chain !== null) return chain.collectValue(node.right, scope);
  if (nameNode === null) return collectExpression(node.right, scope);
  const right = bare(node.right);
  // A plain variable gives its name only to a function or class that has none, and begins no chain.
  const keepsName =
    nameNode === node.left && (right.type === NodeType.AssignmentExpression || ownNameOf(right) !== null);
  if (keepsName) return collectExpression(node.right, scope);
  return namedValue(node.right, identifierName(nameNode), nameNode.start, scope);
}

/** The identifier that names a target; null for a target without a name. */
function nameNodeAt(target: Node): Node | null {
  if (target.type === NodeType.Identifier) return target;
  if (target.type !== NodeType.MemberExpression) return null;
  const member = changetype<MemberExpression>(target);
  return !member.computed && member.property.type === NodeType.Identifier ? member.property : null;
}

/** Whether a node is a local name of the exports object (`const app = exports`). */
function isNamedExports(node: Node, scope: i32): bool {
  const names = writer.exportsNames;
  // In an inner scope the name may belong to another variable.
  if (names.length === 0 || scope !== 0 || node.type !== NodeType.Identifier) return false;
  const name = identifierName(node);
  for (let index = 0; index < names.length; index++) if (same(nameAt(names, index), name)) return true;
  return false;
}

/**
 * Collects `module.exports = …` and `exports.x = …`, also in a chain (`exports = module.exports = …`), and `app.x = …` where `app` is a name of the
 * exports object.
 * @returns the node of the value; -1 for any other assignment, which is not visited
 */
function commonJsExport(node: AssignmentExpression, chain: AssignmentChain | null, scope: i32): i32 {
  const left = bare(node.left);
  if (isExports(left)) {
    const offset =
      left.type === NodeType.MemberExpression ? changetype<MemberExpression>(left).property.start : left.start;
    const exportChain = chain === null ? AssignmentChain.of(ascii('exports'), offset, true) : chain;
    const value = exportChain.collectValue(node.right, scope);
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
  const value = chain === null ? namedValue(node.right, name, offset, scope) : chain.collectValue(node.right, scope);
  const entity = writer.entity(name, kindProperty, offset, scope);
  writer.set(entity, fieldFlags, flagAssigned | (right.type === NodeType.Identifier ? flagAlias : 0));
  writer.set(entity, fieldParent, undeclared);
  writer.set(entity, fieldValue, value);
  writer.export(name, formOwn, entity, 0);
  return value;
}
