/** Access to the parts of functions of all forms, and of their parameters. */
import {
  ArrowFunctionExpression,
  FunctionNode,
  Identifier,
  List,
  Node,
  NodeType,
  Pattern,
  TSParameterProperty,
} from '../generated/nodes';

export function isFunction(node: Node): bool {
  switch (node.type) {
    case NodeType.FunctionDeclaration:
    case NodeType.FunctionExpression:
    case NodeType.ArrowFunctionExpression:
    case NodeType.TSDeclareFunction:
    case NodeType.TSEmptyBodyFunctionExpression:
      return true;
    default:
      return false;
  }
}

/** Where a function's name is visible. */
export const enum NameScope {
  /** Inside the function only. */
  Expression,
  /** In the scope, which declares it. */
  Declared,
  /** As a member. */
  Member,
}

export function isArrow(node: Node): bool {
  return node.type === NodeType.ArrowFunctionExpression;
}

export function isAsync(node: Node): bool {
  return isArrow(node) ? changetype<ArrowFunctionExpression>(node).isAsync : changetype<FunctionNode>(node).isAsync;
}

export function isGenerator(node: Node): bool {
  return !isArrow(node) && changetype<FunctionNode>(node).generator;
}

export function typeParametersOf(node: Node): Node | null {
  if (isArrow(node)) return changetype<ArrowFunctionExpression>(node).typeParameters;
  return changetype<FunctionNode>(node).typeParameters;
}

export function parametersOf(node: Node): List {
  return isArrow(node) ? changetype<ArrowFunctionExpression>(node).params : changetype<FunctionNode>(node).params;
}

export function returnTypeOf(node: Node): Node | null {
  if (isArrow(node)) return changetype<ArrowFunctionExpression>(node).returnType;
  return changetype<FunctionNode>(node).returnType;
}

export function bodyOf(node: Node): Node | null {
  return isArrow(node) ? changetype<ArrowFunctionExpression>(node).body : changetype<FunctionNode>(node).body;
}

/** The name in a function's own syntax, not that of a variable that holds it. */
export function nameNodeOf(node: Node): Identifier | null {
  return isArrow(node) ? null : changetype<Identifier | null>(changetype<FunctionNode>(node).id);
}

/** The type annotation of a pattern; null for anything that is not a pattern. */
export function annotationOf(node: Node): Node | null {
  switch (node.type) {
    case NodeType.Identifier:
    case NodeType.ObjectPattern:
    case NodeType.ArrayPattern:
    case NodeType.AssignmentPattern:
    case NodeType.RestElement:
      return changetype<Pattern>(node).typeAnnotation;
    default:
      return null;
  }
}

export function decoratorsOf(parameter: Node): List {
  if (parameter.type === NodeType.TSParameterProperty) return changetype<TSParameterProperty>(parameter).decorators;
  return changetype<Pattern>(parameter).decorators;
}
