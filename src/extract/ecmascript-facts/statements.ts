/** Statements: the scopes they open, and what they hold. */
import type { Node } from 'oxc-parser';
import { ops, scopeKinds } from '../../model/link-facts.ts';
import { type Collector, collectExpression, collectStatement, collectStatements, hoistingScope } from './collector.ts';
import { collectDeclaration } from './declarations.ts';
import { collectExport } from './exports.ts';
import { collectImport } from './modules.ts';
import { narrowedScope } from './narrowing.ts';
import { assignPattern, declarePattern } from './patterns.ts';
import { collectVariables } from './variables.ts';

/** Whether a block declares names of its own. */
function declares(statements: readonly Node[]): boolean {
  return statements.some(
    ({ type }) =>
      type === 'VariableDeclaration' ||
      type === 'FunctionDeclaration' ||
      type === 'ClassDeclaration' ||
      type.startsWith('TS'),
  );
}

function inner(c: Collector, scope: number): number {
  return c.writer.scope(scope, scopeKinds.block, -1);
}

export function statement(c: Collector, node: Node, scope: number): void {
  switch (node.type) {
    case 'ExpressionStatement':
      collectExpression(c, node.expression, scope);
      return;
    case 'VariableDeclaration':
      collectVariables(c, node, scope);
      return;
    case 'ReturnStatement': {
      const value = collectExpression(c, node.argument, scope);
      c.returns?.push(value);
      return;
    }
    case 'IfStatement': {
      collectExpression(c, node.test, scope);
      collectBody(c, node.consequent, narrowedScope(c, node.test, scope));
      if (node.alternate) collectBody(c, node.alternate, narrowedScope(c, node.test, scope, false));
      return;
    }
    case 'BlockStatement':
      collectStatements(c, node.body, declares(node.body) ? inner(c, scope) : scope);
      return;
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
    case 'ClassDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSEnumDeclaration':
    case 'TSModuleDeclaration':
    case 'TSImportEqualsDeclaration':
      collectDeclaration(c, node, scope, 0);
      return;
    case 'ImportDeclaration':
      collectImport(c, node);
      return;
    case 'ExportNamedDeclaration':
    case 'ExportDefaultDeclaration':
    case 'ExportAllDeclaration':
    case 'TSExportAssignment':
    case 'TSNamespaceExportDeclaration':
      collectExport(c, node, scope);
      return;
    case 'ThrowStatement':
      collectExpression(c, node.argument, scope);
      return;
    case 'LabeledStatement':
      collectStatement(c, node.body, scope);
      return;
    case 'WithStatement':
      collectExpression(c, node.object, scope);
      collectBody(c, node.body, scope);
      return;
    default:
      controlFlow(c, node, scope);
  }
}

/** What a branch or loop holds: a function that is declared without a block around it is seen inside only. */
function collectBody(c: Collector, node: Node | null | undefined, scope: number): void {
  collectStatement(c, node, node?.type === 'FunctionDeclaration' ? inner(c, scope) : scope);
}

/** Loops and branches. */
function controlFlow(c: Collector, node: Node, scope: number): void {
  switch (node.type) {
    case 'ForOfStatement':
    case 'ForInStatement':
      collectLoop(c, node, scope);
      return;
    case 'ForStatement': {
      const own = inner(c, scope);
      if (node.init?.type === 'VariableDeclaration') collectVariables(c, node.init, own);
      else collectExpression(c, node.init, own);
      collectExpression(c, node.test, own);
      collectExpression(c, node.update, own);
      collectStatement(c, node.body, own);
      return;
    }
    case 'WhileStatement':
      collectExpression(c, node.test, scope);
      collectBody(c, node.body, narrowedScope(c, node.test, scope));
      return;
    case 'DoWhileStatement':
      collectBody(c, node.body, scope);
      collectExpression(c, node.test, scope);
      return;
    case 'TryStatement':
      collectStatement(c, node.block, scope);
      if (node.handler) {
        const own = inner(c, scope);
        if (node.handler.param) declarePattern(c, node.handler.param, { value: 0, scope: own, flags: 0 });
        collectStatements(c, node.handler.body.body, own);
      }
      collectStatement(c, node.finalizer, scope);
      return;
    case 'SwitchStatement': {
      collectExpression(c, node.discriminant, scope);
      const own = inner(c, scope);
      for (const { test, consequent } of node.cases) {
        collectExpression(c, test, own);
        collectStatements(c, consequent, own);
      }
      return;
    }
    default:
  }
}

function collectLoop(c: Collector, node: Node & { type: 'ForOfStatement' | 'ForInStatement' }, scope: number): void {
  const { writer } = c;
  const own = inner(c, scope);
  const iterable = collectExpression(c, node.right, scope);
  let value = node.type === 'ForOfStatement' && iterable !== 0 ? writer.node(ops.element, iterable) : 0;
  if (value !== 0 && node.type === 'ForOfStatement' && node.await) value = writer.node(ops.await, value);
  if (node.left.type === 'VariableDeclaration') {
    const target = node.left.kind === 'var' ? hoistingScope(c, own) : own;
    for (const { id } of node.left.declarations) declarePattern(c, id, { value, scope: target, flags: 0 });
  } else assignPattern(c, node.left, value, own);
  collectStatement(c, node.body, own);
}
