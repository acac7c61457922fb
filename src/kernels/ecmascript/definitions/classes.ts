/** Everything with members: classes, interfaces, type literals, object literals. */
import { Kind } from '../generated/codes';
import { take } from '../memory';
import {
  ClassBody,
  ClassNode,
  FunctionNode,
  List,
  MethodDefinition,
  Node,
  NodeType,
  ObjectExpression,
  Property,
  PropertyDefinition,
  TSClassImplements,
  TSMethodSignature,
  TSPropertySignature,
  Word,
} from '../generated/nodes';
import { locate, placeColumn, placeLine } from '../places';
import { is, same, Text } from '../texts';
import { decorate, visitDecorators, visitWrappers } from './calls';
import { visitFunction, visitTypeParameters } from './functions';
import { visit } from './handlers';
import { keyName, PlacedName, unwrap } from './names';
import { definitionAt, Visibility } from './records';
import { indexOf } from './source-texts';
import { defineObjectMember, functionOf, functionSignature, nameEndOf, objectOf } from './values';
import { define, newDraft, signatureBetween, walk } from './walk';

const openingParenthesis: i32 = 0x28;
/** `#` of a private name. */
const hashSign: i32 = 0x23;

/** The start of a node including its decorators, which may come before `export`. */
export function startOf(node: Node, decorators: List): i32 {
  return decorators.length === 0 ? node.start : min(decorators.get(0).start, node.start);
}

/** Walks a class from its decorators to its members. The members belong to definition `index` (-1: to none). */
export function visitClass(node: ClassNode, index: i32): void {
  const outerIndex = walk.currentIndex;
  if (index !== -1) walk.currentIndex = index;
  visitDecorators(node.decorators);
  visitTypeParameters(node.typeParameters);
  visit(node.superClass);
  visit(node.superTypeArguments);
  const implemented = node.implemented;
  for (let at = 0; at < implemented.length; at++) {
    const one = changetype<TSClassImplements>(implemented.get(at));
    visit(one.expression);
    visit(one.typeArguments);
  }
  const overloads = newOverloads();
  const members = changetype<ClassBody>(node.body).body;
  for (let at = 0; at < members.length; at++) visitMember(members.get(at), index, overloads);
  walk.currentIndex = outerIndex;
}

/** The definition that the next declaration of a list may be an overload of. */
@unmanaged
export class Overloads {
  /** Null where the next declaration cannot be an overload. */
  name: Text | null;
  /** Overloads must also agree in these two. */
  kind: Word;
  isStatic: bool;
  /** Index of the definition. */
  index: i32;

  /** Sets what the next overload must agree in. */
  begin(name: Text | null, kind: Word, isStatic: bool): void {
    this.name = name;
    this.kind = kind;
    this.isStatic = isStatic;
  }

  /** Whether the next declaration is one more overload. */
  matches(name: Text, kind: Word, isStatic: bool): bool {
    const expected = this.name;
    return expected !== null && this.kind === kind && this.isStatic === isStatic && same(expected, name);
  }
}

export function newOverloads(): Overloads {
  const overloads = changetype<Overloads>(take(offsetof<Overloads>()));
  overloads.name = null;
  overloads.index = -1;
  return overloads;
}

/**
 * Adds one more overload to the definition of the first overload.
 * @param implementedAt offset of the implementation's name, which becomes the definition's place; -1: the overload has no body
 */
export function extendOverload(index: i32, implementedAt: i32, end: i32): void {
  const definition = definitionAt(index);
  if (implementedAt !== -1) {
    locate(implementedAt);
    definition.line = placeLine;
    definition.column = placeColumn;
  }
  locate(end);
  definition.endLine = placeLine;
  definition.endColumn = placeColumn;
}

function visitMember(member: Node, owner: i32, overloads: Overloads): void {
  switch (member.type) {
    case NodeType.MethodDefinition:
    case NodeType.TSAbstractMethodDefinition:
      visitMethod(changetype<MethodDefinition>(member), owner, overloads);
      return;
    case NodeType.PropertyDefinition:
    case NodeType.TSAbstractPropertyDefinition:
    case NodeType.AccessorProperty:
    case NodeType.TSAbstractAccessorProperty: {
      const property = changetype<PropertyDefinition>(member);
      const parts = newProperty(member, property.key, property.value, property.computed);
      parts.decorators = property.decorators;
      parts.typeAnnotation = property.typeAnnotation;
      parts.accessibility = property.accessibility;
      visitProperty(parts, owner);
      break;
    }
    default:
      visit(member);
  }
  overloads.name = null;
}

function visibilityOf(accessibility: Word, name: Text): Visibility {
  const isPrivate = accessibility === Word.Private || (name.length > 0 && name.byte(0) === hashSign);
  return isPrivate ? Visibility.Hidden : Visibility.Inherited;
}

function visitMethod(node: MethodDefinition, owner: i32, overloads: Overloads): void {
  const value = changetype<FunctionNode>(node.value);
  const key = node.key;
  const outerIndex = walk.currentIndex;
  const name: PlacedName | null = owner === -1 ? null : keyName(key, node.computed);
  if (name !== null) {
    if (overloads.matches(name.text, node.kind, node.isStatic)) {
      walk.currentIndex = overloads.index;
      extendOverload(walk.currentIndex, value.body === null ? -1 : name.at, node.end);
      if (value.body !== null) functionSignature(definitionAt(walk.currentIndex), value, key.end);
    } else {
      const visibility = visibilityOf(node.accessibility, name.text);
      const draft = newDraft(name, Kind.Method, startOf(node, node.decorators), node.end, visibility);
      functionSignature(draft, value, key.end);
      decorate(draft, node.decorators);
      draft.parent = owner;
      walk.currentIndex = define(draft);
    }
    overloads.begin(value.body === null ? name.text : null, node.kind, node.isStatic);
    overloads.index = walk.currentIndex;
  }
  visitDecorators(node.decorators);
  if (node.computed) visit(key);
  visitFunction(value);
  walk.currentIndex = outerIndex;
}

/** The common parts of properties and accessors (`accessor a = 1`), which have two classes of nodes. */
@unmanaged
class ClassProperty {
  node: Node;
  key: Node;
  value: Node | null;
  computed: bool;
  decorators: List;
  typeAnnotation: Node | null;
  accessibility: Word;
}

function newProperty(node: Node, key: Node, value: Node | null, computed: bool): ClassProperty {
  const property = changetype<ClassProperty>(take(offsetof<ClassProperty>()));
  property.node = node;
  property.key = key;
  property.value = value;
  property.computed = computed;
  return property;
}

function visitProperty(property: ClassProperty, owner: i32): void {
  const node = property.node;
  const key = property.key;
  const value = property.value;
  const computed = property.computed;
  const outerIndex = walk.currentIndex;
  const name: PlacedName | null = owner === -1 ? null : keyName(key, computed);
  const expression: Node | null = value === null ? null : unwrap(value);
  const functionNode: Node | null = expression === null ? null : functionOf(expression);
  if (name !== null) {
    const kind = functionNode === null ? Kind.Property : Kind.Method;
    const visibility = visibilityOf(property.accessibility, name.text);
    const draft = newDraft(name, kind, startOf(node, property.decorators), node.end, visibility);
    if (functionNode === null) signatureBetween(draft, nameEndOf(name, key, computed), node.end);
    else functionSignature(draft, functionNode, functionNode.start);
    decorate(draft, property.decorators);
    draft.parent = owner;
    walk.currentIndex = define(draft);
  }
  visitDecorators(property.decorators);
  if (computed) visit(key);
  visit(property.typeAnnotation);
  if (value !== null && expression !== null && expression.type === NodeType.ClassExpression && name !== null) {
    visitClass(changetype<ClassNode>(expression), walk.currentIndex);
    visitWrappers(value, expression);
  } else visit(value);
  walk.currentIndex = outerIndex;
}

/** Visits the members of an interface or a type literal. Members of nested types are not defined. */
export function visitTypeMembers(members: List, owner: i32): void {
  const outerIndex = walk.currentIndex;
  const overloads = newOverloads();
  for (let index = 0; index < members.length; index++) {
    const member = members.get(index);
    walk.currentIndex = owner;
    if (member.type === NodeType.TSMethodSignature) {
      visitMethodSignature(changetype<TSMethodSignature>(member), overloads);
    } else if (member.type === NodeType.TSPropertySignature) {
      visitPropertySignature(changetype<TSPropertySignature>(member), overloads);
    }
    visit(member);
  }
  walk.currentIndex = outerIndex;
}

function visitMethodSignature(member: TSMethodSignature, overloads: Overloads): void {
  const name = keyName(member.key, member.computed);
  if (name !== null) {
    if (overloads.matches(name.text, member.kind, false)) {
      walk.currentIndex = overloads.index;
      extendOverload(walk.currentIndex, -1, member.end);
    } else {
      const typeParameters = member.typeParameters;
      const nameEnd = nameEndOf(name, member.key, member.computed);
      const draft = newDraft(name, Kind.Method, member.start, member.end, Visibility.Inherited);
      const from = indexOf(openingParenthesis, typeParameters === null ? nameEnd : typeParameters.end);
      signatureBetween(draft, from, member.end);
      walk.currentIndex = define(draft);
    }
    overloads.begin(name.text, member.kind, false);
    overloads.index = walk.currentIndex;
  }
  if (member.computed) visit(member.key);
}

function visitPropertySignature(member: TSPropertySignature, overloads: Overloads): void {
  const name = keyName(member.key, member.computed);
  if (name !== null) {
    const draft = newDraft(name, Kind.Property, member.start, member.end, Visibility.Inherited);
    signatureBetween(draft, nameEndOf(name, member.key, member.computed), member.end);
    walk.currentIndex = define(draft);
    overloads.name = null;
    overloads.index = walk.currentIndex;
  }
  if (member.computed) visit(member.key);
}

/** Visits the members of an object literal, and defines them as members of `owner`. The functions of nested objects become methods. */
export function visitObjectMembers(node: ObjectExpression, owner: i32): void {
  const outerIndex = walk.currentIndex;
  const properties = node.properties;
  for (let index = 0; index < properties.length; index++) {
    const one = properties.get(index);
    const property = changetype<Property>(one);
    walk.currentIndex = owner;
    if (one.type !== NodeType.Property || property.shorthand) {
      visit(one);
      continue;
    }
    const value = unwrap(property.value);
    const name = keyName(property.key, property.computed);
    if (name !== null) walk.currentIndex = defineObjectMember(property, name, functionOf(value));
    if (property.computed) visit(property.key);
    if (value.type === NodeType.ClassExpression && name !== null) {
      visitClass(changetype<ClassNode>(value), walk.currentIndex);
      continue;
    }
    const object: ObjectExpression | null = name === null ? null : objectOf(value);
    if (object === null) visit(property.value);
    else {
      visitFunctions(object, walk.currentIndex, 1);
      visitWrappers(property.value, value);
    }
  }
  walk.currentIndex = outerIndex;
}

/** Maximum nesting of objects whose functions become methods. */
const maxObjectDepth: i32 = 4;

/**
 * Defines the functions of an object literal as methods of `owner`. A nested object that has a function itself is defined too, as a property with
 * methods; any other nested object is data, and not defined.
 */
export function visitFunctions(node: ObjectExpression, owner: i32, depth: i32): void {
  const outerIndex = walk.currentIndex;
  const properties = node.properties;
  for (let index = 0; index < properties.length; index++) {
    walk.currentIndex = owner;
    const one = properties.get(index);
    if (one.type === NodeType.Property) visitFunctionsOf(changetype<Property>(one), depth);
    else visit(one);
  }
  walk.currentIndex = outerIndex;
}

function visitFunctionsOf(property: Property, depth: i32): void {
  const value = unwrap(property.value);
  const name: PlacedName | null = property.shorthand ? null : keyName(property.key, property.computed);
  const functionNode = functionOf(value);
  const isLeaf = name === null || functionNode !== null || depth >= maxObjectDepth;
  const object: ObjectExpression | null = isLeaf ? null : objectOf(value);
  const isHolder = object !== null && hasFunction(object);
  if (name !== null && (functionNode !== null || isHolder))
    walk.currentIndex = defineObjectMember(property, name, functionNode);
  if (object === null || !isHolder) {
    visit(property);
    return;
  }
  if (property.computed) visit(property.key);
  visitFunctions(object, walk.currentIndex, depth + 1);
  visitWrappers(property.value, value);
}

function hasFunction(node: ObjectExpression): bool {
  const properties = node.properties;
  for (let index = 0; index < properties.length; index++) {
    const one = properties.get(index);
    if (one.type === NodeType.Property && functionOf(unwrap(changetype<Property>(one).value)) !== null) return true;
  }
  return false;
}
