/** What the walk does with each type of node; `type-handlers.ts` has the types. */
import { Ints } from '../ints';
import {
  ArrayExpression,
  AssignmentExpression,
  AwaitExpression,
  BinaryExpression,
  BlockStatement,
  CallExpression,
  CatchClause,
  ChainExpression,
  ClassNode,
  ConditionalExpression,
  DoWhileStatement,
  ForInStatement,
  ForOfStatement,
  ForStatement,
  Identifier,
  IfStatement,
  ImportExpression,
  JSXAttribute,
  JSXElement,
  JSXExpressionContainer,
  JSXFragment,
  JSXSpreadAttribute,
  JSXSpreadChild,
  LabeledStatement,
  List,
  LogicalExpression,
  MemberExpression,
  NewExpression,
  Node,
  NodeType,
  ObjectExpression,
  ParenthesizedExpression,
  Program,
  Property,
  ReturnStatement,
  SequenceExpression,
  SpreadElement,
  StaticBlock,
  SwitchCase,
  SwitchStatement,
  TaggedTemplateExpression,
  TemplateLiteral,
  ThrowStatement,
  TryStatement,
  TSAsExpression,
  TSInstantiationExpression,
  TSNonNullExpression,
  TSSatisfiesExpression,
  TSTypeAssertion,
  UnaryExpression,
  UpdateExpression,
  V8IntrinsicExpression,
  VariableDeclarator,
  WhileStatement,
  WithStatement,
  YieldExpression,
} from '../generated/nodes';
import { visitCall, visitElement, visitNew, visitTarget } from './calls';
import { visitClass } from './classes';
import { visitFunction, visitPattern, visitReturn } from './functions';
import { visitImportExpression } from './imports';
import { declare, visitLocalStatements } from './statements';
import { isEntered } from './entered-types';
import { enterType } from './type-handlers';
import { localPlace } from './variables';
import { walk } from './walk';

/** Nodes within each other. Real code stays below 200; at some 500 bytes a node, half of a main thread's stack. */
const maxDepth: i32 = 900;

export function visit(node: Node | null): void {
  if (node === null) return;
  const type = node.type;
  // The two that are most of every tree.
  if (type === NodeType.Literal) return;
  if (type === NodeType.Identifier) {
    visit(changetype<Identifier>(node).typeAnnotation);
    return;
  }
  if (!isEntered(type, walk.withTypes) || walk.isTooDeep) return;
  if (++walk.depth > maxDepth) {
    walk.isTooDeep = true;
    return;
  }
  enter(node);
  walk.depth--;
}

export function visitAll(nodes: List): void {
  for (let index = 0; index < nodes.length; index++) visit(nodes.at(index));
}

function declareLocal(node: Node): void {
  declare(node, localPlace(node));
}

/** The node on the left of an operator with two operands; null for any other node. */
function leftOf(node: Node): Node | null {
  if (node.type === NodeType.BinaryExpression) return changetype<BinaryExpression>(node).left;
  return node.type === NodeType.LogicalExpression ? changetype<LogicalExpression>(node).left : null;
}

function rightOf(node: Node): Node {
  const isBinary = node.type === NodeType.BinaryExpression;
  return isBinary ? changetype<BinaryExpression>(node).right : changetype<LogicalExpression>(node).right;
}

/** Operands from left to right; a chain of thousands leans to the left and is taken apart without recursion. */
function visitBinary(node: Node): void {
  let inner = leftOf(node)!;
  let left = leftOf(inner);
  if (left === null) {
    visit(inner);
    visit(rightOf(node));
    return;
  }
  const operands = Ints.of(8);
  operands.push(<i32>changetype<usize>(rightOf(node)));
  while (left !== null) {
    operands.push(<i32>changetype<usize>(rightOf(inner)));
    inner = left;
    left = leftOf(inner);
  }
  visit(inner);
  for (let index = operands.length - 1; index >= 0; index--) visit(changetype<Node>(<usize>operands.get(index)));
}

function visitLoop(left: Node, right: Node, body: Node): void {
  visitPattern(left);
  visit(right);
  visit(body);
}

function visitTwo(first: Node | null, second: Node | null): void {
  visit(first);
  visit(second);
}

function visitThree(first: Node | null, second: Node | null, third: Node | null): void {
  visit(first);
  visit(second);
  visit(third);
}

/** Expressions; the rest has its own. */
function enter(node: Node): void {
  switch (node.type) {
    case NodeType.MemberExpression: {
      const member = changetype<MemberExpression>(node);
      visitTwo(member.object, member.computed ? member.property : null);
      break;
    }
    case NodeType.CallExpression:
      visitCall(changetype<CallExpression>(node));
      break;
    case NodeType.ArrowFunctionExpression:
    case NodeType.FunctionExpression:
    case NodeType.TSEmptyBodyFunctionExpression:
      visitFunction(node);
      break;
    case NodeType.ObjectExpression:
      visitAll(changetype<ObjectExpression>(node).properties);
      break;
    case NodeType.Property: {
      const property = changetype<Property>(node);
      visitTwo(property.computed ? property.key : null, property.value);
      break;
    }
    case NodeType.AwaitExpression:
      visit(changetype<AwaitExpression>(node).argument);
      break;
    case NodeType.BinaryExpression:
    case NodeType.LogicalExpression:
      visitBinary(node);
      break;
    case NodeType.ArrayExpression:
      visitAll(changetype<ArrayExpression>(node).elements);
      break;
    case NodeType.NewExpression:
      visitNew(changetype<NewExpression>(node));
      break;
    case NodeType.TemplateLiteral:
      visitAll(changetype<TemplateLiteral>(node).expressions);
      break;
    case NodeType.TaggedTemplateExpression: {
      const template = changetype<TaggedTemplateExpression>(node);
      visitTarget(template.tag);
      visitTwo(template.typeArguments, template.quasi);
      break;
    }
    case NodeType.ConditionalExpression: {
      const condition = changetype<ConditionalExpression>(node);
      visitThree(condition.test, condition.consequent, condition.alternate);
      break;
    }
    case NodeType.AssignmentExpression:
      visitPattern(changetype<AssignmentExpression>(node).left);
      visit(changetype<AssignmentExpression>(node).right);
      break;
    case NodeType.UnaryExpression:
      visit(changetype<UnaryExpression>(node).argument);
      break;
    case NodeType.UpdateExpression:
      visit(changetype<UpdateExpression>(node).argument);
      break;
    case NodeType.SpreadElement:
      visit(changetype<SpreadElement>(node).argument);
      break;
    case NodeType.ChainExpression:
      visit(changetype<ChainExpression>(node).expression);
      break;
    case NodeType.ParenthesizedExpression:
      visit(changetype<ParenthesizedExpression>(node).expression);
      break;
    case NodeType.SequenceExpression:
      visitAll(changetype<SequenceExpression>(node).expressions);
      break;
    case NodeType.YieldExpression:
      visit(changetype<YieldExpression>(node).argument);
      break;
    case NodeType.ImportExpression:
      visitImportExpression(changetype<ImportExpression>(node));
      break;
    case NodeType.ClassExpression:
      visitClass(changetype<ClassNode>(node), -1);
      break;
    case NodeType.V8IntrinsicExpression:
      visitAll(changetype<V8IntrinsicExpression>(node).arguments);
      break;
    case NodeType.ArrayPattern:
    case NodeType.ObjectPattern:
    case NodeType.AssignmentPattern:
    case NodeType.RestElement:
      visitPattern(node);
      break;
    default:
      enterStatement(node);
  }
}

function enterStatement(node: Node): void {
  switch (node.type) {
    case NodeType.Program:
      visitAll(changetype<Program>(node).body);
      break;
    case NodeType.ExpressionStatement:
    case NodeType.VariableDeclaration:
    case NodeType.FunctionDeclaration:
    case NodeType.TSDeclareFunction:
    case NodeType.ClassDeclaration:
    case NodeType.TSImportEqualsDeclaration:
    case NodeType.TSInterfaceDeclaration:
    case NodeType.TSTypeAliasDeclaration:
    case NodeType.TSEnumDeclaration:
    case NodeType.TSModuleDeclaration:
      declareLocal(node);
      break;
    case NodeType.VariableDeclarator:
      visit(changetype<VariableDeclarator>(node).init);
      break;
    case NodeType.ReturnStatement:
      visitReturn(changetype<ReturnStatement>(node));
      break;
    case NodeType.BlockStatement:
      visitLocalStatements(changetype<BlockStatement>(node).body);
      break;
    case NodeType.IfStatement: {
      const choice = changetype<IfStatement>(node);
      visitThree(choice.test, choice.consequent, choice.alternate);
      break;
    }
    case NodeType.ForStatement: {
      const loop = changetype<ForStatement>(node);
      visitThree(loop.init, loop.test, loop.update);
      visit(loop.body);
      break;
    }
    case NodeType.ForInStatement: {
      const loop = changetype<ForInStatement>(node);
      visitLoop(loop.left, loop.right, loop.body);
      break;
    }
    case NodeType.ForOfStatement: {
      const loop = changetype<ForOfStatement>(node);
      visitLoop(loop.left, loop.right, loop.body);
      break;
    }
    case NodeType.WhileStatement:
      visitTwo(changetype<WhileStatement>(node).test, changetype<WhileStatement>(node).body);
      break;
    case NodeType.DoWhileStatement:
      visitTwo(changetype<DoWhileStatement>(node).body, changetype<DoWhileStatement>(node).test);
      break;
    case NodeType.TryStatement: {
      const attempt = changetype<TryStatement>(node);
      visitThree(attempt.block, attempt.handler, attempt.finalizer);
      break;
    }
    case NodeType.CatchClause: {
      const parameter = changetype<CatchClause>(node).param;
      if (parameter !== null) visitPattern(parameter);
      visit(changetype<CatchClause>(node).body);
      break;
    }
    case NodeType.ThrowStatement:
      visit(changetype<ThrowStatement>(node).argument);
      break;
    case NodeType.SwitchStatement:
      visit(changetype<SwitchStatement>(node).discriminant);
      visitAll(changetype<SwitchStatement>(node).cases);
      break;
    case NodeType.SwitchCase:
      visit(changetype<SwitchCase>(node).test);
      visitLocalStatements(changetype<SwitchCase>(node).consequent);
      break;
    case NodeType.LabeledStatement:
      visit(changetype<LabeledStatement>(node).body);
      break;
    case NodeType.WithStatement:
      visitTwo(changetype<WithStatement>(node).object, changetype<WithStatement>(node).body);
      break;
    case NodeType.StaticBlock:
      visitLocalStatements(changetype<StaticBlock>(node).body);
      break;
    default:
      enterOther(node);
  }
}

/** Elements, and expressions with types. */
function enterOther(node: Node): void {
  switch (node.type) {
    case NodeType.JSXElement:
      visitElement(changetype<JSXElement>(node));
      break;
    case NodeType.JSXFragment:
      visitAll(changetype<JSXFragment>(node).children);
      break;
    case NodeType.JSXAttribute:
      visit(changetype<JSXAttribute>(node).value);
      break;
    case NodeType.JSXSpreadAttribute:
      visit(changetype<JSXSpreadAttribute>(node).argument);
      break;
    case NodeType.JSXExpressionContainer:
      visit(changetype<JSXExpressionContainer>(node).expression);
      break;
    case NodeType.JSXSpreadChild:
      visit(changetype<JSXSpreadChild>(node).expression);
      break;
    case NodeType.TSAsExpression:
      visitTwo(changetype<TSAsExpression>(node).expression, changetype<TSAsExpression>(node).typeAnnotation);
      break;
    case NodeType.TSSatisfiesExpression: {
      const checked = changetype<TSSatisfiesExpression>(node);
      visitTwo(checked.expression, checked.typeAnnotation);
      break;
    }
    case NodeType.TSTypeAssertion:
      visitTwo(changetype<TSTypeAssertion>(node).typeAnnotation, changetype<TSTypeAssertion>(node).expression);
      break;
    case NodeType.TSNonNullExpression:
      visit(changetype<TSNonNullExpression>(node).expression);
      break;
    case NodeType.TSInstantiationExpression: {
      const instance = changetype<TSInstantiationExpression>(node);
      visitTwo(instance.expression, instance.typeArguments);
      break;
    }
    default:
      enterType(node);
  }
}
