/** Entry points for all parts of the walk that collects a file summary: statements, expressions and types, wherever they occur. */
import { List, Node } from '../generated/nodes';
import { siteRead } from '../generated/codes';
import { expression } from './expressions';
import { scopeAfter } from './narrowing';
import { startPrimitives } from './primitives';
import { returns, startState } from './state';
import { statement } from './statements';
import { typeOf } from './types';

let depth: i32 = 0;

/** Maximum depth for entering an expression. Statements stop at a lower depth, so that there is room for their expressions. */
const maxExpressionDepth = 400;
const maxStatementDepth = 300;

export function startCollecting(): void {
  startState();
  startPrimitives();
  depth = 0;
}

/** Visits an expression: records its sites, returns its node (0: nothing is known). @param site how its name is used */
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

/** Visits a type: records its sites, returns its node (0: nothing is known). */
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
    // Scopes for the rest of a list are created in functions only: names at the top of a file are exported, so they must stay in its scope.
    if (returns !== null) at = scopeAfter(statement, at);
  }
}

export function collectStatement(node: Node | null, scope: i32): void {
  if (node === null || depth > maxStatementDepth) return;
  depth++;
  statement(node, scope);
  depth--;
}
