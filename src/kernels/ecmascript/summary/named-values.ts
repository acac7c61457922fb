/**
 * Functions and classes that are the value of a declaration or assignment. They get the name of the target: `a` for `a = function () {}`. In a chain
 * (`a = exports.b = …`) that is the first target. Exception: in a chain that begins with `module.exports` or `exports`, a value with a name in its own
 * syntax keeps that name.
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

/** A chain of one or more assignments, with the name for the function or class at its end. */
@unmanaged
export class AssignmentChain {
  /** Name of the first target. */
  name: Text;
  /** Offset of that name in the source. */
  offset: i32;
  /** Whether a function or class with a name in its own syntax keeps that name. */
  keepsOwnName: bool;

  /** Collects the value of an assignment of the chain. @returns the value's node */
  collectValue(node: Node, scope: i32): i32 {
    const value = bare(node);
    if (this.keepsOwnName && ownNameOf(value) !== null) return collectExpression(node, scope);
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
    if (isAssignment(value)) continuedChain = this;
    const result = collectExpression(node, scope);
    continuedChain = null;
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

/** The chain that the next visited assignment continues. Set while the value of an outer assignment (`exports.b = …` in `a = exports.b = …`) is visited. */
let continuedChain: AssignmentChain | null = null;

/** The chain that the visited assignment continues; null for an assignment that begins a chain. Call it first, before anything below is visited. */
export function takeChain(): AssignmentChain | null {
  const chain = continuedChain;
  continuedChain = null;
  return chain;
}

function isAssignment(node: Node): bool {
  return node.type === NodeType.AssignmentExpression && changetype<AssignmentExpression>(node).operator === Word.Assign;
}

/** The name that a function or class expression has in its own syntax (`b` in `a = function b() {}`); null for none, and for other expressions. */
export function ownNameOf(node: Node): Identifier | null {
  if (isFunction(node)) return nameNodeOf(node);
  return node.type === NodeType.ClassExpression ? changetype<Identifier | null>(changetype<ClassNode>(node).id) : null;
}

/** Collects the value of a declaration, or of the first assignment of a chain. @param name of the target */
export function namedValue(node: Node, name: Text, offset: i32, scope: i32): i32 {
  const value = bare(node);
  const takesName = isFunction(value) || value.type === NodeType.ClassExpression || isAssignment(value);
  if (!takesName) return collectExpression(node, scope);
  return AssignmentChain.of(name, offset, false).collectValue(node, scope);
}
