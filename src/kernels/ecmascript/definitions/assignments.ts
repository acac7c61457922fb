/** Assignment statements, and the definitions that they make. */
import { Kind } from '../generated/codes';
import { AssignmentExpression, ClassNode, FunctionNode, Node, NodeType, Property } from '../generated/nodes';
import { visitWrappers } from './calls';
import { visitFunctions, visitObjectMembers } from './classes';
import { assignmentOf, isVoid, exportLocalName, Target, TargetKind, targetOf } from './commonjs';
import { visitPattern } from './functions';
import { visit } from './handlers';
import { bindRequestTo } from './imports';
import { identifierName, keyName, PlacedName, unwrap, writtenName } from './names';
import { addText, Definition, definitionAt, Visibility } from './records';
import { functionOf, objectOf } from './values';
import { kindOf, newPlace, Place, valueSignature, visitValue } from './variables';
import { define, newDraft, walk } from './walk';

/** Index for an assignment that makes no definition. */
const nothing: i32 = -1;
/** Index for an assignment whose value has been visited already. The assignment itself makes no definition; the members of the value may be defined. */
const visited: i32 = -2;

export function visitAssignmentStatement(node: AssignmentExpression, place: Place): void {
  const value = valueOf(node);
  let index = nothing;
  // The left sides of `a = b = value`: the first one that makes a definition owns the value.
  for (let assignment = node; ;) {
    const left = assignment.left;
    const target = targetOf(left);
    if (target === null) visitPattern(left);
    else if (index === nothing) index = assign(target, value, place);
    if (assignment.right === value) break;
    assignment = changetype<AssignmentExpression>(assignment.right);
  }
  if (index === visited) return;
  const outerIndex = walk.currentIndex;
  if (index !== nothing) walk.currentIndex = index;
  if (index === nothing) visit(value);
  else visitValue(value, index, false);
  walk.currentIndex = outerIndex;
}

/** The value at the end of `a = b = value`. */
function valueOf(node: AssignmentExpression): Node {
  let value = node.right;
  for (let assignment = assignmentOf(value); assignment !== null; assignment = assignmentOf(value))
    value = assignment.right;
  return value;
}

/** Index of the definition that an assignment makes, or `nothing`, or `visited`. */
function assign(target: Target, value: Node, place: Place): i32 {
  switch (target.kind) {
    case TargetKind.Export:
      return assignExport(target, value, place);
    case TargetKind.Exports:
      return assignExports(target, value, place);
    case TargetKind.Prototype:
      return assignPrototype(target.owner!, value);
    default:
      return assignMember(target, value, place);
  }
}

function draftOf(value: Node, name: PlacedName, nameEnd: i32, place: Place): Definition {
  const expression = unwrap(value);
  const draft = newDraft(name, kindOf(name.text, expression), place.start, place.end, Visibility.Exported);
  valueSignature(draft, expression, functionOf(expression), nameEnd, place.end);
  return draft;
}

function assignExport(target: Target, value: Node, place: Place): i32 {
  if (exportLocalName(value) || isVoid(value)) return nothing;
  bindRequestTo(target.name, value);
  const draft = draftOf(value, target.name, target.end, place);
  draft.parent = -1;
  return define(draft);
}

function assignExports(target: Target, value: Node, place: Place): i32 {
  if (exportLocalName(value)) return nothing;
  const members = objectOf(value);
  if (members !== null) {
    const properties = members.properties;
    for (let index = 0; index < properties.length; index++) visitExportedProperty(properties.get(index));
    return visited;
  }
  const expression = unwrap(value);
  const isClass = expression.type === NodeType.ClassExpression;
  if (functionOf(expression) === null && !isClass) return nothing;
  // A function or class without a name gets the name `exports`.
  let id: Node | null = null;
  if (isClass) id = changetype<ClassNode>(expression).id;
  else if (expression.type === NodeType.FunctionExpression) id = changetype<FunctionNode>(expression).id;
  const name = id === null ? writtenName(target.name.at, target.end) : identifierName(id);
  const draft = draftOf(value, name, id === null ? target.end : id.end, place);
  draft.parent = -1;
  return define(draft);
}

/** `module.exports = { a, b: c, d() {} }`: local names are exported, everything else with a plain name is defined. */
function visitExportedProperty(node: Node): void {
  if (node.type !== NodeType.Property) {
    visit(node);
    return;
  }
  const property = changetype<Property>(node);
  const value = property.value;
  if (value.type === NodeType.Identifier && exportLocalName(value)) {
    visit(property);
    return;
  }
  const name = keyName(property.key, property.computed);
  if (name === null) {
    visit(property);
    return;
  }
  bindRequestTo(name, value);
  const place = newPlace(property.start, property.end, Visibility.Exported, false, false);
  const draft = draftOf(value, name, property.key.end, place);
  draft.parent = -1;
  const outerIndex = walk.currentIndex;
  walk.currentIndex = define(draft);
  const object = objectOf(value);
  if (object === null) visitValue(value, walk.currentIndex, true);
  else {
    visitFunctions(object, walk.currentIndex, 1);
    visitWrappers(value, unwrap(value));
  }
  walk.currentIndex = outerIndex;
}

/** Sets the owner of a definition: the definition of this name in this file, or else a container in another file. */
function setOwner(draft: Definition, owner: PlacedName): void {
  draft.parent = walk.topLevel.get(owner.text);
  if (draft.parent === -1) draft.container = addText(owner.text, owner.at);
}

function assignPrototype(owner: PlacedName, value: Node): i32 {
  const members = objectOf(value);
  const parent = walk.topLevel.get(owner.text);
  if (members === null || parent === -1) return nothing;
  visitObjectMembers(members, parent);
  return visited;
}

/** Defines a function or class that is assigned to a member of a named object or of `this`. */
function assignMember(target: Target, value: Node, place: Place): i32 {
  const expression = unwrap(value);
  if (functionOf(expression) === null && expression.type !== NodeType.ClassExpression) return nothing;
  const draft = draftOf(value, target.name, target.end, place);
  if (draft.kind === Kind.Function) draft.kind = Kind.Method;
  draft.visibility = Visibility.Inherited;
  const owner = target.owner;
  if (owner === null) {
    const holder = holderOfThis();
    if (holder === -1) return nothing;
    draft.parent = holder;
    return define(draft);
  }
  // In a function, the object of `object.name = …` is mostly a local variable, whose members are not defined.
  if (place.local && !target.onPrototype && !walk.topLevel.has(owner.text)) return nothing;
  setOwner(draft, owner);
  return define(draft);
}

/** The definition whose instance `this` is: the class around a constructor or method, or a constructor function; -1 for none. */
function holderOfThis(): i32 {
  if (walk.currentIndex === -1) return -1;
  const definition = definitionAt(walk.currentIndex);
  if (definition.kind === Kind.Method) return definition.parent;
  return definition.kind === Kind.Function ? walk.currentIndex : -1;
}
