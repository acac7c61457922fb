/**
 * Functions and classes that are the value of a declaration or assignment, also at the end of a chain (`a = exports.b = …`). They get the name of the
 * first target.
 */
import { AssignmentExpression, ClassNode, Identifier, Node, NodeType, Word } from '../generated/nodes';
import { take } from '../memory';
import { Text } from '../texts';
import { collectClass } from './classes';
import { collectExpression } from './collector';
import { isFunction, nameNodeOf, NameScope } from './function-nodes';
import { collectFunction } from './functions';
import { bare } from './syntax';
import { undeclared, writer } from './writer';
import { fieldParent } from '../generated/codes';

/** A chain of assignments. The function or class at its end gets the name of the first target. */
@unmanaged
export class AssignmentChain {
  name: Text;
  offset: i32;
  /** Whether the value's own name takes precedence. */
  keepsOwn: bool;

  /** Collects the assigned value. */
  value(node: Node, scope: i32): i32 {
    const value = bare(node);
    const id = ownNameOf(value);
    if (id !== null && this.keepsOwn) return collectExpression(node, scope);
    if (isFunction(value)) {
      return writer.entityNode(
        collectFunction(value, scope, this.name, this.offset, NameScope.Expression, undeclared, 0),
      );
    }
    if (value.type === NodeType.ClassExpression) {
      const made = collectClass(changetype<ClassNode>(value), scope, this.name, this.offset, false, 0);
      writer.set(made, fieldParent, undeclared);
      return writer.entityNode(made);
    }
    if (isAssignment(value)) current = this;
    const result = collectExpression(node, scope);
    current = null;
    return result;
  }

  static of(name: Text, offset: i32, keepsOwn: bool): AssignmentChain {
    const made = changetype<AssignmentChain>(take(offsetof<AssignmentChain>()));
    made.name = name;
    made.offset = offset;
    made.keepsOwn = keepsOwn;
    return made;
  }
}

/** The chain of the assignment that is visited next. */
let current: AssignmentChain | null = null;

/** The chain that an assignment continues; null for one that begins it. */
export function takeChain(): AssignmentChain | null {
  const chain = current;
  current = null;
  return chain;
}

function isAssignment(node: Node): bool {
  return node.type === NodeType.AssignmentExpression && changetype<AssignmentExpression>(node).operator === Word.Assign;
}

/** The name in a function's or class's own syntax; null for none. */
export function ownNameOf(node: Node): Identifier | null {
  if (isFunction(node)) return nameNodeOf(node);
  return node.type === NodeType.ClassExpression ? changetype<Identifier | null>(changetype<ClassNode>(node).id) : null;
}

/** The value of a declaration or an assignment to a name. */
export function namedValue(node: Node, name: Text, offset: i32, scope: i32): i32 {
  const value = bare(node);
  const takesName = isFunction(value) || value.type === NodeType.ClassExpression || isAssignment(value);
  if (!takesName) return collectExpression(node, scope);
  return AssignmentChain.of(name, offset, false).value(node, scope);
}
