/**
 * The functions that visit a statement, an expression or a type wherever one occurs. They bound the depth of the walk that collects a file summary.
 */
import { List, Node } from '../generated/nodes';
import { siteRead } from '../generated/codes';
import { visitExpression } from './expressions';
import { scopeAfter } from './narrowing';
import { startPrimitives } from './primitives';
import { returns, startState } from './state';
import { visitStatement } from './statements';
import { typeOf } from './types';

let depth: i32 = 0;

/** Maximum depth of expressions and types. Statements have a lower limit, so that their expressions can still be visited. */
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
  const result = visitExpression(node, scope, site);
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
  let currentScope = scope;
  for (let index = 0; index < statements.length; index++) {
    const statement = statements.get(index);
    collectStatement(statement, currentScope);
    // A test can narrow a variable in the rest of the list. Only functions get scopes for that: names at the top of a file must stay in its scope.
    if (returns !== null) currentScope = scopeAfter(statement, currentScope);
  }
}

export function collectStatement(node: Node | null, scope: i32): void {
  if (node === null || depth > maxStatementDepth) return;
  depth++;
  visitStatement(node, scope);
  depth--;
}
