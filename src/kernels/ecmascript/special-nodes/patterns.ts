/**
 * Patterns that bind names: single names, arrays and objects, with default values and types. `at + n` is a field at byte n of the parser's structure.
 */
import {
  ArrayPattern,
  AssignmentPattern,
  Identifier,
  NodeType,
  ObjectPattern,
  Pattern,
  Property,
  VariableDeclarator,
  Word,
} from '../generated/nodes';
import {
  readBindingPattern,
  readIdentifierReference,
  readOptionBoxAssignmentTargetRest,
  readOptionBoxBindingRestElement,
  readOptionBoxTSTypeAnnotation,
  readOptionExpression,
  readVecAssignmentTargetProperty,
  readVecBindingProperty,
  readVecOptionAssignmentTargetMaybeDefault,
  readVecOptionBindingPattern,
} from '../generated/tree';
import { List, make, makeAt, Node, noNodes, withLast } from '../node-parts';
import { Text } from '../texts';
import { readBool } from './texts';

export function identifierOf(name: Text, start: i32, end: i32): Identifier {
  const node = changetype<Identifier>(makeAt(NodeType.Identifier, offsetof<Identifier>(), start, end));
  initPattern(node);
  node.name = name;
  return node;
}

/** Sets the common fields of a pattern to their defaults. */
export function initPattern(node: Pattern): void {
  node.decorators = noNodes;
  node.optional = false;
  node.typeAnnotation = null;
}

function arrayPattern(at: usize, elements: List, rest: Node | null): Node {
  const node = changetype<ArrayPattern>(make(NodeType.ArrayPattern, offsetof<ArrayPattern>(), at));
  initPattern(node);
  node.elements = withLast(elements, rest);
  return node;
}

function objectPattern(at: usize, properties: List, rest: Node | null): Node {
  const node = changetype<ObjectPattern>(make(NodeType.ObjectPattern, offsetof<ObjectPattern>(), at));
  initPattern(node);
  node.properties = withLast(properties, rest);
  return node;
}

export function readArrayAssignmentTarget(at: usize): Node {
  const elements = readVecOptionAssignmentTargetMaybeDefault(at + 16);
  return arrayPattern(at, elements, readOptionBoxAssignmentTargetRest(at + 40));
}

export function readObjectAssignmentTarget(at: usize): Node {
  const properties = readVecAssignmentTargetProperty(at + 16);
  return objectPattern(at, properties, readOptionBoxAssignmentTargetRest(at + 40));
}

export function readArrayPattern(at: usize): Node {
  const elements = readVecOptionBindingPattern(at + 16);
  return arrayPattern(at, elements, readOptionBoxBindingRestElement(at + 40));
}

export function readObjectPattern(at: usize): Node {
  const properties = readVecBindingProperty(at + 16);
  return objectPattern(at, properties, readOptionBoxBindingRestElement(at + 40));
}

export function assignmentPattern(left: Node, right: Node, start: i32, end: i32): AssignmentPattern {
  const type = NodeType.AssignmentPattern;
  const node = changetype<AssignmentPattern>(makeAt(type, offsetof<AssignmentPattern>(), start, end));
  initPattern(node);
  node.left = left;
  node.right = right;
  return node;
}

/** `{ name }` and `{ name = value }`: key and value have the same place. */
export function readAssignmentTargetPropertyIdentifier(at: usize): Node {
  const node = changetype<Property>(make(NodeType.Property, offsetof<Property>(), at));
  node.kind = Word.Init;
  node.method = false;
  node.shorthand = true;
  node.computed = false;
  node.optional = false;
  const key = changetype<Identifier>(readIdentifierReference(at + 16));
  const value = identifierOf(key.name, key.start, key.end);
  const initial = readOptionExpression(at + 48);
  node.key = key;
  node.value = initial === null ? value : assignmentPattern(value, initial, node.start, node.end);
  return node;
}

/** Sets the type of a pattern. The pattern then ends where its type ends. */
export function annotate(pattern: Pattern, annotation: Node | null): void {
  pattern.typeAnnotation = annotation;
  if (annotation !== null) pattern.end = annotation.end;
}

export function readVariableDeclarator(at: usize): Node {
  const node = changetype<VariableDeclarator>(make(NodeType.VariableDeclarator, offsetof<VariableDeclarator>(), at));
  const pattern = changetype<Pattern>(readBindingPattern(at + 16));
  annotate(pattern, readOptionBoxTSTypeAnnotation(at + 32));
  node.definite = readBool(at + 12);
  node.id = pattern;
  node.init = readOptionExpression(at + 40);
  return node;
}

export function readCatchParameter(at: usize): Node {
  const pattern = changetype<Pattern>(readBindingPattern(at + 16));
  annotate(pattern, readOptionBoxTSTypeAnnotation(at + 32));
  return pattern;
}
