/** Statements: visits their parts, in the scopes that they open. */
import {
  BlockStatement,
  CatchClause,
  DoWhileStatement,
  ExpressionStatement,
  ForInStatement,
  ForOfStatement,
  ForStatement,
  IfStatement,
  ImportDeclaration,
  LabeledStatement,
  List,
  Node,
  NodeType,
  ReturnStatement,
  SwitchCase,
  SwitchStatement,
  ThrowStatement,
  TryStatement,
  VariableDeclaration,
  VariableDeclarator,
  WhileStatement,
  WithStatement,
  Word,
} from '../generated/nodes';
import { opAwait, opElement, scopeBlock } from '../generated/codes';
import { collectExpression, collectStatement, collectStatements } from './collector';
import { collectDeclaration } from './declarations';
import { collectExport } from './exports';
import { runsIterator } from './implicit-calls';
import { collectImport } from './modules';
import { narrowedScope } from './narrowing';
import { assignPattern, declarePattern } from './patterns';
import { returns } from './state';
import { collectVariables } from './variables';
import { writer } from './writer';

/** Whether the statements of a block declare names, so that the block needs a scope. */
function declaresNames(statements: List): bool {
  for (let index = 0; index < statements.length; index++) {
    switch (statements.get(index).type) {
      case NodeType.VariableDeclaration:
      case NodeType.FunctionDeclaration:
      case NodeType.ClassDeclaration:
      case NodeType.TSDeclareFunction:
      case NodeType.TSEnumDeclaration:
      case NodeType.TSExportAssignment:
      case NodeType.TSImportEqualsDeclaration:
      case NodeType.TSInterfaceDeclaration:
      case NodeType.TSModuleDeclaration:
      case NodeType.TSNamespaceExportDeclaration:
      case NodeType.TSTypeAliasDeclaration:
        return true;
      default:
    }
  }
  return false;
}

function newBlockScope(scope: i32): i32 {
  return writer.scope(scope, scopeBlock, -1);
}

export function visitStatement(node: Node, scope: i32): void {
  switch (node.type) {
    case NodeType.ExpressionStatement:
      collectExpression(changetype<ExpressionStatement>(node).expression, scope);
      return;
    case NodeType.VariableDeclaration:
      collectVariables(changetype<VariableDeclaration>(node), scope, 0);
      return;
    case NodeType.ReturnStatement: {
      const value = collectExpression(changetype<ReturnStatement>(node).argument, scope);
      const returned = returns;
      if (returned !== null) returned.push(value);
      return;
    }
    case NodeType.IfStatement:
      collectIf(changetype<IfStatement>(node), scope);
      return;
    case NodeType.BlockStatement: {
      const body = changetype<BlockStatement>(node).body;
      collectStatements(body, declaresNames(body) ? newBlockScope(scope) : scope);
      return;
    }
    case NodeType.FunctionDeclaration:
    case NodeType.TSDeclareFunction:
    case NodeType.ClassDeclaration:
    case NodeType.TSInterfaceDeclaration:
    case NodeType.TSTypeAliasDeclaration:
    case NodeType.TSEnumDeclaration:
    case NodeType.TSModuleDeclaration:
    case NodeType.TSImportEqualsDeclaration:
      collectDeclaration(node, scope, 0);
      return;
    case NodeType.ImportDeclaration:
      collectImport(changetype<ImportDeclaration>(node));
      return;
    case NodeType.ExportNamedDeclaration:
    case NodeType.ExportDefaultDeclaration:
    case NodeType.ExportAllDeclaration:
    case NodeType.TSExportAssignment:
    case NodeType.TSNamespaceExportDeclaration:
      collectExport(node, scope);
      return;
    case NodeType.ThrowStatement:
      collectExpression(changetype<ThrowStatement>(node).argument, scope);
      return;
    case NodeType.LabeledStatement:
      collectStatement(changetype<LabeledStatement>(node).body, scope);
      return;
    case NodeType.WithStatement:
      collectExpression(changetype<WithStatement>(node).object, scope);
      collectBody(changetype<WithStatement>(node).body, scope);
      return;
    default:
      collectControlFlow(node, scope);
  }
}

function collectIf(node: IfStatement, scope: i32): void {
  collectExpression(node.test, scope);
  collectBody(node.consequent, narrowedScope(node.test, scope, true));
  const alternate = node.alternate;
  if (alternate !== null) collectBody(alternate, narrowedScope(node.test, scope, false));
}

/** Collects the body of a branch or loop. A function declaration as the body, without a block, gets a scope of its own. */
function collectBody(node: Node, scope: i32): void {
  collectStatement(node, node.type === NodeType.FunctionDeclaration ? newBlockScope(scope) : scope);
}

/** Loops and branches. */
function collectControlFlow(node: Node, scope: i32): void {
  switch (node.type) {
    case NodeType.ForOfStatement: {
      const loop = changetype<ForOfStatement>(node);
      const ownScope = newBlockScope(scope);
      const iterable = collectExpression(loop.right, scope);
      runsIterator(iterable, loop.isAwait, loop.right.start, scope);
      let value = iterable === 0 ? 0 : writer.node1(opElement, iterable);
      if (value !== 0 && loop.isAwait) value = writer.node1(opAwait, value);
      collectLoop(loop.left, value, loop.body, ownScope);
      return;
    }
    case NodeType.ForInStatement: {
      const loop = changetype<ForInStatement>(node);
      const ownScope = newBlockScope(scope);
      collectExpression(loop.right, scope);
      collectLoop(loop.left, 0, loop.body, ownScope);
      return;
    }
    case NodeType.ForStatement: {
      const loop = changetype<ForStatement>(node);
      const ownScope = newBlockScope(scope);
      const init = loop.init;
      if (init !== null && init.type === NodeType.VariableDeclaration) {
        collectVariables(changetype<VariableDeclaration>(init), ownScope, 0);
      } else collectExpression(init, ownScope);
      collectExpression(loop.test, ownScope);
      collectExpression(loop.update, ownScope);
      collectStatement(loop.body, ownScope);
      return;
    }
    case NodeType.WhileStatement: {
      const loop = changetype<WhileStatement>(node);
      collectExpression(loop.test, scope);
      collectBody(loop.body, narrowedScope(loop.test, scope, true));
      return;
    }
    case NodeType.DoWhileStatement:
      collectBody(changetype<DoWhileStatement>(node).body, scope);
      collectExpression(changetype<DoWhileStatement>(node).test, scope);
      return;
    case NodeType.TryStatement:
      collectTry(changetype<TryStatement>(node), scope);
      return;
    case NodeType.SwitchStatement:
      collectSwitch(changetype<SwitchStatement>(node), scope);
      return;
    default:
  }
}

function collectTry(node: TryStatement, scope: i32): void {
  collectStatement(node.block, scope);
  const handler = changetype<CatchClause | null>(node.handler);
  if (handler !== null) {
    const ownScope = newBlockScope(scope);
    const param = handler.param;
    if (param !== null) declarePattern(param, 0, ownScope, 0, 0);
    collectStatements(changetype<BlockStatement>(handler.body).body, ownScope);
  }
  collectStatement(node.finalizer, scope);
}

function collectSwitch(node: SwitchStatement, scope: i32): void {
  collectExpression(node.discriminant, scope);
  const ownScope = newBlockScope(scope);
  for (let index = 0; index < node.cases.length; index++) {
    const branch = changetype<SwitchCase>(node.cases.get(index));
    collectExpression(branch.test, ownScope);
    collectStatements(branch.consequent, ownScope);
  }
}

/** Collects a loop over a value. @param left the names or targets that get its elements */
function collectLoop(left: Node, value: i32, body: Node, ownScope: i32): void {
  if (left.type === NodeType.VariableDeclaration) {
    const declaration = changetype<VariableDeclaration>(left);
    const target = declaration.kind === Word.Var ? writer.hoistingScope(ownScope) : ownScope;
    for (let index = 0; index < declaration.declarations.length; index++) {
      declarePattern(changetype<VariableDeclarator>(declaration.declarations.get(index)).id, value, target, 0, 0);
    }
  } else assignPattern(left, value, ownScope);
  collectStatement(body, ownScope);
}
