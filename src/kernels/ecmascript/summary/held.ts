/** Functions and classes that something holds: they are declared where that is, also at the end of assignments in a row (`a = exports.b = …`). */
import { AssignmentExpression, ClassNode, Identifier, Node, NodeType, Word } from '../generated/nodes';
import { take } from '../memory';
import { Text } from '../texts';
import { collectClass } from './classes';
import { collectExpression } from './collector';
import { isFunction, nameNodeOf, Standing } from './function-nodes';
import { collectFunction } from './functions';
import { bare } from './syntax';
import { writer } from './writer';
import { fieldParent } from '../generated/codes';

/** What a function or class at the end of assignments goes by: the name that stands first. */
@unmanaged
export class Row {
  name: Text;
  offset: i32;
  /** A name of its own goes before. */
  keepsOwn: bool;

  /** Collects what is assigned. */
  value(node: Node, scope: i32): i32 {
    const value = bare(node);
    const id = ownNameOf(value);
    if (id !== null && this.keepsOwn) return collectExpression(node, scope);
    if (isFunction(value)) {
      return writer.entityNode(collectFunction(value, scope, this.name, this.offset, Standing.Expression, -2, 0));
    }
    if (value.type === NodeType.ClassExpression) {
      const made = collectClass(changetype<ClassNode>(value), scope, this.name, this.offset, false, 0);
      writer.set(made, fieldParent, -2);
      return writer.entityNode(made);
    }
    if (isAssignment(value)) current = this;
    const result = collectExpression(node, scope);
    current = null;
    return result;
  }

  static of(name: Text, offset: i32, keepsOwn: bool): Row {
    const made = changetype<Row>(take(offsetof<Row>()));
    made.name = name;
    made.offset = offset;
    made.keepsOwn = keepsOwn;
    return made;
  }
}

/** Of the assignment that is visited next. */
let current: Row | null = null;

/** The row that an assignment goes on; null for one that begins it. */
export function takeRow(): Row | null {
  const row = current;
  current = null;
  return row;
}

function isAssignment(node: Node): bool {
  return node.type === NodeType.AssignmentExpression && changetype<AssignmentExpression>(node).operator === Word.Assign;
}

/** The name that a function or class has of its own. */
export function ownNameOf(node: Node): Identifier | null {
  if (isFunction(node)) return nameNodeOf(node);
  return node.type === NodeType.ClassExpression ? changetype<Identifier | null>(changetype<ClassNode>(node).id) : null;
}

/** The value of what is declared or assigned under a name. */
export function heldValue(node: Node, name: Text, offset: i32, scope: i32): i32 {
  const value = bare(node);
  const isHeld = isFunction(value) || value.type === NodeType.ClassExpression || isAssignment(value);
  if (!isHeld) return collectExpression(node, scope);
  return Row.of(name, offset, false).value(node, scope);
}
