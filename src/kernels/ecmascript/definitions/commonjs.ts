/** Declarations by assignment in CommonJS and older code: `exports.a = …`, `module.exports = …`, `Foo.prototype.bar = …`, `this.x = …`. */
import { take } from '../memory';
import { AssignmentExpression, MemberExpression, Node, NodeType, UnaryExpression, Word } from '../generated/nodes';
import { is } from '../texts';
import { identifierName, nameOf, PlacedName, unwrap } from './names';
import { exportName } from './walk';

/** What the left side of an assignment names. */
export const enum TargetKind {
  /** `exports.name`, `module.exports.name`. */
  Export,
  /** `module.exports`, `exports`. */
  Exports,
  /** `Foo.name`, `Foo.prototype.name`, `this.name` (owner null). */
  Member,
  /** `Foo.prototype`. */
  Prototype,
}

@unmanaged
export class Target {
  kind: TargetKind;
  owner: PlacedName | null;
  /** Whether it is `Foo.prototype.name`. */
  onPrototype: bool;
  name: PlacedName;
  /** Offset where the left side of the assignment ends. */
  end: i32;
}

function newTarget(kind: TargetKind, name: PlacedName, end: i32): Target {
  const target = changetype<Target>(take(offsetof<Target>()));
  target.kind = kind;
  target.owner = null;
  target.onPrototype = false;
  target.name = name;
  target.end = end;
  return target;
}

function ownedTarget(kind: TargetKind, owner: Node, name: PlacedName, end: i32): Target {
  const target = newTarget(kind, name, end);
  target.owner = identifierName(owner);
  return target;
}

/** The target that the left side of an assignment names; null where it can define nothing. */
export function targetOf(left: Node): Target | null {
  if (left.type === NodeType.Identifier) {
    return is(nameOf(left), 'exports') ? newTarget(TargetKind.Exports, identifierName(left), left.end) : null;
  }
  if (left.type !== NodeType.MemberExpression) return null;
  const member = changetype<MemberExpression>(left);
  if (member.computed || member.property.type !== NodeType.Identifier) return null;
  const object = member.object;
  const end = member.end;
  const name = identifierName(member.property);
  if (object.type === NodeType.ThisExpression) return newTarget(TargetKind.Member, name, end);
  if (isExportsObject(object)) return newTarget(TargetKind.Export, name, end);
  if (object.type === NodeType.Identifier) {
    if (is(nameOf(object), 'module') && is(name.text, 'exports')) return newTarget(TargetKind.Exports, name, end);
    const kind = is(name.text, 'prototype') ? TargetKind.Prototype : TargetKind.Member;
    return ownedTarget(kind, object, name, end);
  }
  if (object.type !== NodeType.MemberExpression) return null;
  const prototype = changetype<MemberExpression>(object);
  if (prototype.computed || !is(nameOf(prototype.property), 'prototype')) return null;
  const owner = prototype.object;
  if (owner.type !== NodeType.Identifier) return null;
  const target = ownedTarget(TargetKind.Member, owner, name, end);
  target.onPrototype = true;
  return target;
}

function isExportsObject(node: Node): bool {
  if (node.type === NodeType.Identifier) return is(nameOf(node), 'exports');
  if (node.type !== NodeType.MemberExpression) return false;
  const member = changetype<MemberExpression>(node);
  if (member.computed || !is(nameOf(member.property), 'exports')) return false;
  return member.object.type === NodeType.Identifier && is(nameOf(member.object), 'module');
}

/** The node as an assignment with `=`; null for any other operator or node. */
export function assignmentOf(node: Node): AssignmentExpression | null {
  if (node.type !== NodeType.AssignmentExpression) return null;
  const assignment = changetype<AssignmentExpression>(node);
  return assignment.operator === Word.Assign ? assignment : null;
}

/** The value of `a = exports.b = value`. The declared name `a` is exported where the chain also assigns to `exports`. */
export function assignedValue(init: Node, declared: Node): Node {
  let value = init;
  for (let assignment = assignmentOf(value); assignment !== null; assignment = assignmentOf(value)) {
    const target = targetOf(assignment.left);
    const exports = target !== null && (target.kind === TargetKind.Exports || target.kind === TargetKind.Export);
    if (exports && declared.type === NodeType.Identifier) exportName(nameOf(declared));
    value = assignment.right;
  }
  return value;
}

/** Exports the local name that is the value of an export, as in `a` and `{ a, b: c }`. @returns false for any other value */
export function exportLocalName(value: Node): bool {
  const expression = unwrap(value);
  if (expression.type !== NodeType.Identifier) return false;
  exportName(nameOf(expression));
  return true;
}

/** Whether a value is `void 0` or `undefined`. Compilers write `exports.a = exports.b = void 0` before the real exports. */
export function isVoid(node: Node): bool {
  if (node.type === NodeType.UnaryExpression) return changetype<UnaryExpression>(node).operator === Word.Void;
  return node.type === NodeType.Identifier && is(nameOf(node), 'undefined');
}
