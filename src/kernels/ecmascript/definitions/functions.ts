/** Functions: their parameters, types and bodies, and whether they return JSX elements. */
import { Kind } from '../generated/codes';
import {
  ArrayPattern,
  ArrowFunctionExpression,
  AssignmentPattern,
  FunctionNode,
  List,
  Node,
  NodeType,
  ObjectPattern,
  Pattern,
  Property,
  RestElement,
  ReturnStatement,
  TSParameterProperty,
  TSTypeParameter,
  TSTypeParameterDeclaration,
  Word,
} from '../generated/nodes';
import { decorate, visitDecorators } from './calls';
import { isElement } from './components';
import { visit } from './handlers';
import { visitMade } from './made-objects';
import { identifierName } from './names';
import { definitionAt, Visibility } from './records';
import { unitsOf } from './source-texts';
import { define, newDraft, signatureBetween, walk } from './walk';

export function visitTypeParameters(parameters: Node | null): void {
  if (parameters === null) return;
  const list = changetype<TSTypeParameterDeclaration>(parameters).params;
  for (let index = 0; index < list.length; index++) {
    const parameter = changetype<TSTypeParameter>(list.get(index));
    visit(parameter.constraint);
    visit(parameter.defaultType);
  }
}

/** Walks a function (or an arrow) from its type parameters to its body. @returns whether it returns an element */
export function visitFunction(node: Node): bool {
  if (node.type === NodeType.ArrowFunctionExpression) {
    const arrow = changetype<ArrowFunctionExpression>(node);
    return visitParts(arrow.typeParameters, arrow.params, arrow.returnType, arrow.body);
  }
  const declared = changetype<FunctionNode>(node);
  return visitParts(declared.typeParameters, declared.params, declared.returnType, declared.body);
}

function visitParts(typeParameters: Node | null, params: List, returnType: Node | null, body: Node | null): bool {
  visitTypeParameters(typeParameters);
  for (let index = 0; index < params.length; index++) visitParameter(params.get(index));
  visit(returnType);
  const outerRenders = walk.rendersElement;
  walk.rendersElement = false;
  if (body !== null) {
    if (body.type === NodeType.BlockStatement) visit(body);
    else {
      walk.rendersElement = isElement(body);
      visitMade(body);
    }
  }
  const renders = walk.rendersElement;
  walk.rendersElement = outerRenders;
  return renders;
}

function visitParameter(node: Node): void {
  if (node.type === NodeType.TSParameterProperty) {
    parameterProperty(changetype<TSParameterProperty>(node));
    return;
  }
  visitDecorators(changetype<Pattern>(node).decorators);
  visitPattern(node);
}

/** `constructor(private readonly x: T)` declares a property of the class. */
function parameterProperty(node: TSParameterProperty): void {
  const parameter = node.parameter;
  const isDefaulted = parameter.type === NodeType.AssignmentPattern;
  const target = isDefaulted ? changetype<AssignmentPattern>(parameter).left : parameter;
  const decorators = node.decorators;
  const outerIndex = walk.currentIndex;
  if (target.type === NodeType.Identifier && outerIndex !== -1) {
    const name = identifierName(target);
    const start = decorators.length === 0 ? node.start : min(node.start, decorators.get(0).start);
    const visibility = node.accessibility === Word.Private ? Visibility.Hidden : Visibility.Inherited;
    const draft = newDraft(name, Kind.Property, start, node.end, visibility);
    signatureBetween(draft, target.start + unitsOf(name.text), node.end);
    decorate(draft, decorators);
    draft.parent = definitionAt(outerIndex).parent;
    walk.currentIndex = define(draft);
  }
  visitDecorators(decorators);
  visitPattern(parameter);
  walk.currentIndex = outerIndex;
}

/** Visits the types and defaults in a pattern, and the expressions in a pattern that is assigned to. */
export function visitPattern(node: Node): void {
  switch (node.type) {
    case NodeType.Identifier:
      visit(changetype<Pattern>(node).typeAnnotation);
      break;
    case NodeType.ObjectPattern: {
      const properties = changetype<ObjectPattern>(node).properties;
      for (let index = 0; index < properties.length; index++) visitPatternProperty(properties.get(index));
      visit(changetype<Pattern>(node).typeAnnotation);
      break;
    }
    case NodeType.ArrayPattern: {
      const elements = changetype<ArrayPattern>(node).elements;
      for (let index = 0; index < elements.length; index++) {
        const element = elements.at(index);
        if (element !== null) visitPattern(element);
      }
      visit(changetype<Pattern>(node).typeAnnotation);
      break;
    }
    case NodeType.AssignmentPattern:
      visitPattern(changetype<AssignmentPattern>(node).left);
      visit(changetype<AssignmentPattern>(node).right);
      break;
    case NodeType.RestElement:
      visitPattern(changetype<RestElement>(node).argument);
      visit(changetype<Pattern>(node).typeAnnotation);
      break;
    default:
      visit(node);
  }
}

function visitPatternProperty(node: Node): void {
  if (node.type === NodeType.RestElement) {
    visitPattern(node);
    return;
  }
  const property = changetype<Property>(node);
  if (property.computed) visit(property.key);
  visitPattern(property.value);
}

/** `return …`: records whether the enclosing function renders. */
export function visitReturn(node: ReturnStatement): void {
  const argument = node.argument;
  if (argument === null) return;
  if (!walk.rendersElement) walk.rendersElement = isElement(argument);
  visitMade(argument);
}
