/** The state of the walk that collects link facts from an ESTree program, and what every part of it does. */
import { Ints } from '../ints';
import {
  ChainExpression,
  Identifier,
  JSXIdentifier,
  List,
  Literal,
  LiteralKind,
  Node,
  NodeType,
  ParenthesizedExpression,
  PrivateIdentifier,
  TSNonNullExpression,
} from '../generated/nodes';
import { ascii, is, joined, numberText, Text } from '../texts';
import {
  opPrimitive,
  primitiveBigint,
  primitiveBoolean,
  primitiveNothing,
  primitiveNumber,
  primitiveRegexp,
  primitiveString,
  scopeBlock,
  siteRead,
} from './codes';
import { expression } from './expressions';
import { scopeAfter } from './narrowing';
import { statement } from './statements';
import { typeOf } from './types';
import { writer } from './writer';

/** Innermost class entity: whose member a field or method is. */
export let classEntity: i32 = -1;
/** What the function that is walked returns so far; null outside functions. */
export let returns: Ints | null = null;
/** What the generator that is walked yields so far; null elsewhere. */
export let yields: Ints | null = null;
let depth: i32 = 0;

/** The node of each primitive; 0 for one that was not asked for yet. */
const primitiveNodes = memory.data<i32>([0, 0, 0, 0, 0, 0, 0, 0]);
const primitiveBytes: usize = 32;

/** How deep a walk may be to go on into a node: statements stop first, so that what they hold still has room. */
const maxExpressionDepth = 400;
const maxStatementDepth = 300;

/** The name of what has none. */
export const noName: Text = changetype<Text>(memory.data<usize>([0, 0]));

export function startCollecting(): void {
  classEntity = -1;
  returns = null;
  yields = null;
  depth = 0;
  memory.fill(primitiveNodes, 0, primitiveBytes);
}

export function setClassEntity(entity: i32): void {
  classEntity = entity;
}

export function setResults(returned: Ints | null, yielded: Ints | null): void {
  returns = returned;
  yields = yielded;
}

/** Visits an expression: notes its sites, gives its node (0: nothing is known). `site`: how its name is used. */
export function collectExpression(node: Node | null, scope: i32, site: i32 = siteRead): i32 {
  if (node === null || depth > maxExpressionDepth) return 0;
  depth++;
  const result = expression(node, scope, site);
  depth--;
  return result;
}

export function collectExpressions(nodes: List, scope: i32): void {
  for (let index = 0; index < nodes.length; index++) collectExpression(nodes.at(index), scope);
}

/** Visits a type: notes its sites, gives its node (0: nothing is known). */
export function collectType(node: Node | null, scope: i32): i32 {
  if (node === null || depth > maxExpressionDepth) return 0;
  depth++;
  const result = typeOf(node, scope);
  depth--;
  return result;
}

export function collectStatements(statements: List, scope: i32): void {
  let at = scope;
  for (let index = 0; index < statements.length; index++) {
    const statement = statements.get(index);
    collectStatement(statement, at);
    // Names at the top of a file are exported, which a scope within it cannot be.
    if (returns !== null) at = scopeAfter(statement, at);
  }
}

export function collectStatement(node: Node | null, scope: i32): void {
  if (node === null || depth > maxStatementDepth) return;
  depth++;
  statement(node, scope);
  depth--;
}

export function primitive(code: i32): i32 {
  const at = primitiveNodes + ((<usize>code) << 2);
  let node = load<i32>(at);
  if (node === 0) {
    node = writer.node1(opPrimitive, code);
    store<i32>(at, node);
  }
  return node;
}

export function literalCode(literal: Literal): i32 {
  switch (literal.kind) {
    case LiteralKind.String:
      return primitiveString;
    case LiteralKind.Number:
      return primitiveNumber;
    case LiteralKind.Boolean:
      return primitiveBoolean;
    case LiteralKind.BigInt:
      return primitiveBigint;
    case LiteralKind.Null:
      return primitiveNothing;
    default:
      return primitiveRegexp;
  }
}

/** The value of a literal that is a text; null for anything else. */
export function literalText(node: Node | null): Text | null {
  if (node === null || node.type !== NodeType.Literal) return null;
  return changetype<Literal>(node).text;
}

/** The scope that `var` and functions' names go to. */
export function hoistingScope(scope: i32): i32 {
  let at = scope;
  while (writer.scopeKind(at) === scopeBlock) at = writer.scopeParent(at);
  return at;
}

/** The static name of a property key; null when it is computed or has none. */
export function keyName(key: Node, computed: bool): Text | null {
  if (key.type === NodeType.Literal) {
    const literal = changetype<Literal>(key);
    return literal.kind === LiteralKind.Number ? numberText(literal.number) : literal.text;
  }
  if (computed) return null;
  if (key.type === NodeType.Identifier) return changetype<Identifier>(key).name;
  return key.type === NodeType.PrivateIdentifier ? privateName(key) : null;
}

/** `#name`. */
export function privateName(node: Node): Text {
  return joined(ascii('#'), changetype<PrivateIdentifier>(node).name);
}

/** The name of an identifier of any kind, as it stands there. */
export function identifierName(identifier: Node): Text {
  if (identifier.type === NodeType.JSXIdentifier) return changetype<JSXIdentifier>(identifier).name;
  if (identifier.type === NodeType.PrivateIdentifier) return changetype<PrivateIdentifier>(identifier).name;
  return changetype<Identifier>(identifier).name;
}

/** Whether it is the identifier of that name. */
export function isIdentifier(node: Node, name: string): bool {
  return node.type === NodeType.Identifier && is(changetype<Identifier>(node).name, name);
}

/** What an expression is without what does not change its value: parentheses, `!`, optional chains. */
export function bare(node: Node): Node {
  let at = node;
  while (true) {
    switch (at.type) {
      case NodeType.ParenthesizedExpression:
        at = changetype<ParenthesizedExpression>(at).expression;
        break;
      case NodeType.TSNonNullExpression:
        at = changetype<TSNonNullExpression>(at).expression;
        break;
      case NodeType.ChainExpression:
        at = changetype<ChainExpression>(at).expression;
        break;
      default:
        return at;
    }
  }
}
