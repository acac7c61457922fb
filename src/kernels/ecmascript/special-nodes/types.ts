/**
 * Heritage and index signatures, whose names have another form here than in the parser's tree. `at + n` is a field at byte n of the parser's
 * structure.
 */
import {
  MemberExpression,
  NodeType,
  TSClassImplements,
  TSIndexSignature,
  TSInterfaceHeritage,
  TSQualifiedName,
} from '../generated/nodes';
import {
  readBoxTSTypeAnnotation,
  readOptionBoxTSTypeParameterInstantiation,
  readTSIndexSignatureName,
  readTSTypeName,
} from '../generated/tree';
import { make, makeAt, newList, Node } from '../node-parts';
import { readBool } from './texts';

/** A name after `implements`, or after `extends` of an interface, becomes an expression: members instead of qualified names. */
function expressionOf(name: Node): Node {
  if (name.type !== NodeType.TSQualifiedName) return name;
  const qualified = changetype<TSQualifiedName>(name);
  const type = NodeType.MemberExpression;
  const node = changetype<MemberExpression>(makeAt(type, offsetof<MemberExpression>(), name.start, name.end));
  node.object = expressionOf(qualified.left);
  node.property = qualified.right;
  node.optional = false;
  node.computed = false;
  return node;
}

export function readTSClassImplements(at: usize): Node {
  const node = changetype<TSClassImplements>(make(NodeType.TSClassImplements, offsetof<TSClassImplements>(), at));
  node.expression = expressionOf(readTSTypeName(at + 16));
  node.typeArguments = readOptionBoxTSTypeParameterInstantiation(at + 32);
  return node;
}

export function readTSInterfaceHeritage(at: usize): Node {
  const node = changetype<TSInterfaceHeritage>(make(NodeType.TSInterfaceHeritage, offsetof<TSInterfaceHeritage>(), at));
  node.expression = expressionOf(readTSTypeName(at + 16));
  node.typeArguments = readOptionBoxTSTypeParameterInstantiation(at + 32);
  return node;
}

export function readTSIndexSignature(at: usize): Node {
  const node = changetype<TSIndexSignature>(make(NodeType.TSIndexSignature, offsetof<TSIndexSignature>(), at));
  node.parameters = newList(1);
  node.parameters.set(0, readTSIndexSignatureName(at + 16));
  node.typeAnnotation = readBoxTSTypeAnnotation(at + 56);
  node.isReadonly = readBool(at + 12);
  node.isStatic = readBool(at + 13);
  return node;
}
