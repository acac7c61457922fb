/**
 * Functions and classes that are the value of a declaration or assignment, also at the end of a chain (`const a = exports.b = …`). They get the name
 * of the target that begins the chain.
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

/** A chain of assignments, and the name and offset of the target that begins it: the function or class at its end gets these. */
@unmanaged
export class AssignmentChain {
  name: Text;
  offset: i32;
  /** Whether a function or class that has a name keeps it. */
  keepsOwnName: bool;

  /** Collects the assigned value, which may be the next assignment of the chain. @returns its node */
  collectValue(node: Node, scope: i32): i32 {
    const value = bare(node);
    const id = ownNameOf(value);
    if (id !== null && this.keepsOwnName) return collectExpression(node, scope);
    if (isFunction(value)) {
      return writer.entityNode(
        collectFunction(value, scope, this.name, this.offset, NameScope.Expression, undeclared, 0),
      );
    }
    if (value.type === NodeType.ClassExpression) {
      const entity = collectClass(changetype<ClassNode>(value), scope, this.name, this.offset, false, 0);
      writer.set(entity, fieldParent, undeclared);
      return writer.entityNode(entity);
    }
    if (isAssignment(value)) pendingChain = this;
    const result = collectExpression(node, scope);
    pendingChain = null;
    return result;
  }

  static of(name: Text, offset: i32, keepsOwnName: bool): AssignmentChain {
    const chain = changetype<AssignmentChain>(take(offsetof<AssignmentChain>()));
    chain.name = name;
    chain.offset = offset;
    chain.keepsOwnName = keepsOwnName;
    return chain;
  }
}

/** Set while `collectValue` visits the next assignment of a chain, until that assignment takes it; otherwise null. */
let pendingChain: AssignmentChain | null = null;

/** The chain that an assignment continues; null for one that begins it. */
export function takeChain(): AssignmentChain | null {
  const chain = pendingChain;
  pendingChain = null;
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

/** Collects the value of a declaration or an assignment to a name. @returns its node */
export function namedValue(node: Node, name: Text, offset: i32, scope: i32): i32 {
  const value = bare(node);
  const takesName = isFunction(value) || value.type === NodeType.ClassExpression || isAssignment(value);
  if (!takesName) return collectExpression(node, scope);
  return AssignmentChain.of(name, offset, false).collectValue(node, scope);
}
