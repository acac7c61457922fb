/** Variables: their kind by their value (functions, classes, components), and names bound by patterns. */
import { Kind } from '../generated/codes';
import { take } from '../memory';
import {
  ArrayPattern,
  AssignmentPattern,
  CallExpression,
  ClassNode,
  Identifier,
  List,
  NewExpression,
  Node,
  NodeType,
  ObjectExpression,
  ObjectPattern,
  Property,
  RestElement,
  VariableDeclaration,
  VariableDeclarator,
} from '../generated/nodes';
import { is, Text } from '../texts';
import { visitTarget, visitWrappers } from './calls';
import { visitClass, visitFunctions, visitObjectMembers } from './classes';
import { assignedValue } from './commonjs';
import { isComponentClass, isComponentName, isComponentWrapper } from './components';
import { visitFunction, visitPattern } from './functions';
import { visit } from './handlers';
import { bindRequest } from './imports';
import { visitMade } from './made-objects';
import { identifierName, unwrap } from './names';
import { Definition, definitionAt, Visibility } from './records';
import { indexOfWord, unitsOf } from './source-texts';
import { functionOf, functionSignature, objectOf } from './values';
import { define, nameTopLevel, newDraft, signatureBetween, walk } from './walk';

/** Where a declaration is: the span of the whole statement, and the visibility of its names. */
@unmanaged
export class Place {
  start: i32;
  end: i32;
  visibility: Visibility;
  /** Whether it is inside a function or a block, where only functions, classes and their containers are definitions. */
  local: bool;
  /** Whether it is at the top of the file, where export lists and assignments to `module.exports` find it. */
  top: bool;
}

export function newPlace(start: i32, end: i32, visibility: Visibility, local: bool, top: bool): Place {
  const place = changetype<Place>(take(offsetof<Place>()));
  place.start = start;
  place.end = end;
  place.visibility = visibility;
  place.local = local;
  place.top = top;
  return place;
}

export function declareVariables(node: VariableDeclaration, place: Place): void {
  const declarations = node.declarations;
  const isSingle = declarations.length === 1;
  for (let index = 0; index < declarations.length; index++) {
    const declarator = changetype<VariableDeclarator>(declarations.get(index));
    const declaratorPlace = isSingle
      ? place
      : newPlace(declarator.start, declarator.end, place.visibility, place.local, place.top);
    const initializer = declarator.init;
    const init: Node | null = initializer === null ? null : assignedValue(initializer, declarator.id);
    if (init !== null && declarator.id.type !== NodeType.ArrayPattern) bindRequest(declarator.id, init);
    if (declarator.id.type === NodeType.Identifier)
      declareVariable(changetype<Identifier>(declarator.id), init, declaratorPlace, declarator.end);
    else declarePattern(declarator.id, init, declaratorPlace);
  }
}

/** The kind of a variable, by its value. */
export function kindOf(name: Text, value: Node | null): Kind {
  if (value === null) return Kind.Variable;
  if (functionOf(value) !== null) return Kind.Function;
  if (value.type === NodeType.ClassExpression) {
    return isComponentClass(changetype<ClassNode>(value).superClass) ? Kind.Component : Kind.Class;
  }
  return isComponentName(name) && isComponentWrapper(value) ? Kind.Component : Kind.Variable;
}

function declareVariable(id: Identifier, init: Node | null, place: Place, valueEnd: i32): void {
  const value: Node | null = init === null ? null : unwrap(init);
  const kind = kindOf(id.name, value);
  if (place.local && kind === Kind.Variable) {
    visit(id.typeAnnotation);
    visitMade(init);
    return;
  }
  const outerIndex = walk.currentIndex;
  let functionNode: Node | null = value === null ? null : functionOf(value);
  if (functionNode === null && value !== null && kind === Kind.Component) functionNode = wrappedFunction(value);
  const draft = newDraft(identifierName(id), kind, place.start, place.end, place.visibility);
  valueSignature(draft, value, functionNode, id.start + unitsOf(id.name), valueEnd);
  const index = define(draft);
  if (place.top) nameTopLevel(index);
  walk.currentIndex = index;
  visit(id.typeAnnotation);
  if (init !== null) visitValue(init, index, place.local);
  walk.currentIndex = outerIndex;
}

/**
 * Sets the signature of a value. A function's begins at its `(`. A class's is between its name and its body. Any other begins after the variable's
 * name.
 */
export function valueSignature(
  definition: Definition,
  value: Node | null,
  functionNode: Node | null,
  nameEnd: i32,
  end: i32,
): void {
  if (functionNode !== null) functionSignature(definition, functionNode, functionNode.start);
  else if (value !== null && value.type === NodeType.ClassExpression) {
    classSignature(definition, changetype<ClassNode>(value));
  } else signatureBetween(definition, nameEnd, end);
}

export function classSignature(definition: Definition, node: ClassNode): void {
  const id = node.id;
  const start = id === null ? indexOfWord('class', node.start) + 5 : id.end;
  signatureBetween(definition, start, node.body.start);
}

/** Maximum number of calls around the function of a component. */
const maxWrappers = 4;

/** The function inside `memo(…)`, `memo(forwardRef(…))`. */
function wrappedFunction(value: Node): Node | null {
  let node = value;
  for (let steps = 0; steps < maxWrappers && node.type === NodeType.CallExpression; steps++) {
    const list = changetype<CallExpression>(node).arguments;
    if (list.length === 0) return null;
    node = unwrap(list.get(0));
    const found = functionOf(node);
    if (found !== null) return found;
  }
  return null;
}

/** Walks the value of definition `index`, which owns the definitions in it. */
export function visitValue(init: Node, index: i32, local: bool): void {
  const value = unwrap(init);
  const functionNode = functionOf(value);
  if (functionNode !== null) finishFunction(functionNode, index);
  else if (value.type === NodeType.ClassExpression) visitClass(changetype<ClassNode>(value), index);
  else {
    const members: ObjectExpression | null = local ? null : objectOf(value);
    if (members !== null && index !== -1) visitObjectMembers(members, index);
    else if (local || index === -1 || !visitCreation(value, index)) {
      visit(init);
      return;
    }
  }
  visitWrappers(init, value);
}

/**
 * Visits a call or construction with object literals as arguments. Their functions are methods of the variable that gets the result:
 * `const store = defineStore('x', { actions: { … } })`. @returns false for any other value, which is not visited
 */
function visitCreation(value: Node, index: i32): bool {
  if (definitionAt(index).kind !== Kind.Variable) return false;
  if (value.type === NodeType.NewExpression) {
    const construction = changetype<NewExpression>(value);
    if (!hasObject(construction.arguments)) return false;
    visitTarget(construction.callee);
    visit(construction.typeArguments);
    visitArguments(construction.arguments, index);
    return true;
  }
  if (value.type !== NodeType.CallExpression) return false;
  const call = changetype<CallExpression>(value);
  if (!hasObject(call.arguments)) return false;
  visitTarget(call.callee);
  visit(call.typeArguments);
  visitArguments(call.arguments, index);
  return true;
}

function hasObject(list: List): bool {
  for (let at = 0; at < list.length; at++) if (objectOf(list.get(at)) !== null) return true;
  return false;
}

function visitArguments(list: List, index: i32): void {
  for (let at = 0; at < list.length; at++) {
    const one = list.get(at);
    const object = objectOf(one);
    if (object === null) visit(one);
    else {
      visitFunctions(object, index, 1);
      visitWrappers(one, unwrap(one));
    }
  }
}

/** Walks a function's parts. A function with a capitalised name that returns an element is a component. */
export function finishFunction(node: Node, index: i32): void {
  const renders = visitFunction(node);
  if (!renders || index === -1) return;
  const definition = definitionAt(index);
  if (definition.kind !== Kind.Function) return;
  if (isComponentName(definition.text) || is(definition.text, 'default')) definition.kind = Kind.Component;
}

/** `const { a, b: [c] } = …`: one variable for each name. */
function declarePattern(pattern: Node, init: Node | null, place: Place): void {
  const outerIndex = walk.currentIndex;
  if (!place.local) declareBoundNames(pattern, place, outerIndex);
  visitPattern(pattern);
  visit(init);
  walk.currentIndex = outerIndex;
}

/** Declares the names in a pattern. `walk.currentIndex` becomes the last of them, so that definitions in the value belong to it. */
function declareBoundNames(pattern: Node, place: Place, parent: i32): void {
  switch (pattern.type) {
    case NodeType.Identifier: {
      const draft = newDraft(identifierName(pattern), Kind.Variable, place.start, place.end, place.visibility);
      draft.parent = parent;
      const index = define(draft);
      if (place.top) nameTopLevel(index);
      walk.currentIndex = index;
      break;
    }
    case NodeType.ObjectPattern: {
      const properties = changetype<ObjectPattern>(pattern).properties;
      for (let index = 0; index < properties.length; index++) {
        const one = properties.get(index);
        const isRest = one.type === NodeType.RestElement;
        declareBoundNames(
          isRest ? changetype<RestElement>(one).argument : changetype<Property>(one).value,
          place,
          parent,
        );
      }
      break;
    }
    case NodeType.ArrayPattern: {
      const elements = changetype<ArrayPattern>(pattern).elements;
      for (let index = 0; index < elements.length; index++) {
        const one = elements.at(index);
        if (one !== null) declareBoundNames(one, place, parent);
      }
      break;
    }
    case NodeType.AssignmentPattern:
      declareBoundNames(changetype<AssignmentPattern>(pattern).left, place, parent);
      break;
    case NodeType.RestElement:
      declareBoundNames(changetype<RestElement>(pattern).argument, place, parent);
      break;
    default:
  }
}

/** A place inside a function or block. */
export function localPlace(node: Node): Place {
  return newPlace(node.start, node.end, Visibility.Hidden, true, false);
}
