/** What CommonJS and older code declare by assigning: `exports.a = …`, `module.exports = …`, `Foo.prototype.bar = …`, `this.x = …`. */
import type { Node } from 'oxc-parser';
import { unwrap } from './ecmascript-names.ts';
import type { NodeOf, Walk } from './ecmascript-walk.ts';

/** What the left side of an assignment names. */
export type Target =
  /** `exports.name`, `module.exports.name`. */
  | { is: 'export'; name: string; at: number; end: number }
  /** `module.exports`, `exports`. */
  | { is: 'exports'; at: number; end: number }
  /** `Foo.name`, `Foo.prototype.name`, `this.name` (owner null). */
  | { is: 'member'; owner: string | null; prototype: boolean; name: string; at: number; end: number }
  /** `Foo.prototype`. */
  | { is: 'prototype'; owner: string; end: number };

export function targetOf(left: Node): Target | null {
  if (left.type === 'Identifier') {
    return left.name === 'exports' ? { is: 'exports', at: left.start, end: left.end } : null;
  }
  if (left.type !== 'MemberExpression' || left.computed || left.property.type !== 'Identifier') return null;
  const { object, property, end } = left;
  const { name, start: at } = property;
  if (object.type === 'ThisExpression') return { is: 'member', owner: null, prototype: false, name, at, end };
  if (isExportsObject(object)) return { is: 'export', name, at, end };
  if (object.type === 'Identifier') {
    if (object.name === 'module' && name === 'exports') return { is: 'exports', at, end };
    if (name === 'prototype') return { is: 'prototype', owner: object.name, end };
    return { is: 'member', owner: object.name, prototype: false, name, at, end };
  }
  if (object.type !== 'MemberExpression' || object.computed || object.property.name !== 'prototype') return null;
  const owner = object.object;
  return owner.type === 'Identifier' ? { is: 'member', owner: owner.name, prototype: true, name, at, end } : null;
}

function isExportsObject(node: Node): boolean {
  if (node.type === 'Identifier') return node.name === 'exports';
  if (node.type !== 'MemberExpression' || node.computed || node.property.name !== 'exports') return false;
  return node.object.type === 'Identifier' && node.object.name === 'module';
}

/** The value at the end of `a = exports.b = value`; names on the way that `module.exports` takes are let out. */
export function assignedValue(walk: Walk, init: Node, declared: Node): Node {
  let value = init;
  while (value.type === 'AssignmentExpression' && value.operator === '=') {
    const target = targetOf(value.left);
    const exports = target !== null && (target.is === 'exports' || target.is === 'export');
    if (exports && declared.type === 'Identifier') walk.exportedNames.add(declared.name);
    value = value.right;
  }
  return value;
}

/** The local names that a value lets out when it is exported: `a`, `{ a, b: c }`. */
export function letOut(walk: Walk, value: Node): boolean {
  const inner = unwrap(value);
  if (inner.type !== 'Identifier') return false;
  walk.exportedNames.add(inner.name);
  return true;
}

/** `exports.a = exports.b = void 0`, as compilers write it. */
export function isVoid(node: Node): boolean {
  return (
    (node.type === 'UnaryExpression' && node.operator === 'void') ||
    (node.type === 'Identifier' && node.name === 'undefined')
  );
}

/** The left sides of `a = b = value`, and the value. */
export function assignmentChain(node: NodeOf<'AssignmentExpression'>): { targets: Node[]; value: Node } {
  const targets: Node[] = [node.left];
  let value: Node = node.right;
  while (value.type === 'AssignmentExpression' && value.operator === '=') {
    targets.push(value.left);
    value = value.right;
  }
  return { targets, value };
}
