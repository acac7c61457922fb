/** What the walk does for each kind of node. For the nodes of types, see `type-handlers.ts`. */
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
import { visitCall, visitElement, visitImportExpression, visitNew, visitTarget } from './calls';
import { visitClass } from './classes';
import { visitFunction, visitPattern, visitReturn } from './functions';
import { declare, visitLocalStatements } from './statements';
import { isEntered } from './entered-types';
import { enterType } from './type-handlers';
import { localPlace } from './variables';
import { walk } from './walk';

/** Maximum nesting of nodes. Real code stays below 200. Each level takes about 500 bytes: 900 levels are half of a main thread's stack. */
const maxDepth: i32 = 900;

export function visit(node: Node | null): void {
  if (node === null) return;
  const type = node.type;
  // The two most frequent kinds of nodes come first.
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

/** The left operand of a node with two operands; null for any other node. */
function leftOf(node: Node): Node | null {
  if (node.type === NodeType.BinaryExpression) return changetype<BinaryExpression>(node).left;
  return node.type === NodeType.LogicalExpression ? changetype<LogicalExpression>(node).left : null;
}

function rightOf(node: Node): Node {
  const isBinary = node.type === NodeType.BinaryExpression;
  return isBinary ? changetype<BinaryExpression>(node).right : changetype<LogicalExpression>(node).right;
}

/**
 * Visits operands from left to right. A chain of operators nests to the left, and may have thousands of operands: it is visited without recursion.
 */
function visitBinary(node: Node): void {
  let operand = leftOf(node)!;
  let left = leftOf(operand);
  if (left === null) {
    visit(operand);
    visit(rightOf(node));
    return;
  }
  const operands = Ints.of(8);
  operands.push(<i32>changetype<usize>(rightOf(node)));
  while (left !== null) {
    operands.push(<i32>changetype<usize>(rightOf(operand)));
    operand = left;
    left = leftOf(operand);
  }
  visit(operand);
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

/** Visits the parts of an expression; passes any other node on to `enterStatement`. */
function enter(node: Node): void {
  switch (node.type) {
    case NodeType.MemberExpression: {
      const member = changetype<MemberExpression>(node);
      return visitTwo(member.object, member.computed ? member.property : null);
    }
    case NodeType.CallExpression:
      return visitCall(changetype<CallExpression>(node));
    case NodeType.ArrowFunctionExpression:
    case NodeType.FunctionExpression:
    case NodeType.TSEmptyBodyFunctionExpression:
      return visitFunction(node);
    case NodeType.ObjectExpression:
      return visitAll(changetype<ObjectExpression>(node).properties);
    case NodeType.Property: {
      const property = changetype<Property>(node);
      return visitTwo(property.computed ? property.key : null, property.value);
    }
    case NodeType.AwaitExpression:
      return visit(changetype<AwaitExpression>(node).argument);
    case NodeType.BinaryExpression:
    case NodeType.LogicalExpression:
      return visitBinary(node);
    case NodeType.ArrayExpression:
      return visitAll(changetype<ArrayExpression>(node).elements);
    case NodeType.NewExpression:
      return visitNew(changetype<NewExpression>(node));
    case NodeType.TemplateLiteral:
      return visitAll(changetype<TemplateLiteral>(node).expressions);
    case NodeType.TaggedTemplateExpression: {
      const template = changetype<TaggedTemplateExpression>(node);
      visitTarget(template.tag);
      return visitTwo(template.typeArguments, template.quasi);
    }
    case NodeType.ConditionalExpression: {
      const condition = changetype<ConditionalExpression>(node);
      return visitThree(condition.test, condition.consequent, condition.alternate);
    }
    case NodeType.AssignmentExpression:
      visitPattern(changetype<AssignmentExpression>(node).left);
      return visit(changetype<AssignmentExpression>(node).right);
    case NodeType.UnaryExpression:
      return visit(changetype<UnaryExpression>(node).argument);
    case NodeType.UpdateExpression:
      return visit(changetype<UpdateExpression>(node).argument);
    case NodeType.SpreadElement:
      return visit(changetype<SpreadElement>(node).argument);
    case NodeType.ChainExpression:
      return visit(changetype<ChainExpression>(node).expression);
    case NodeType.ParenthesizedExpression:
      return visit(changetype<ParenthesizedExpression>(node).expression);
    case NodeType.SequenceExpression:
      return visitAll(changetype<SequenceExpression>(node).expressions);
    case NodeType.YieldExpression:
      return visit(changetype<YieldExpression>(node).argument);
    case NodeType.ImportExpression:
      return visitImportExpression(changetype<ImportExpression>(node));
    case NodeType.ClassExpression:
      return visitClass(changetype<ClassNode>(node), -1);
    case NodeType.V8IntrinsicExpression:
      return visitAll(changetype<V8IntrinsicExpression>(node).arguments);
    case NodeType.ArrayPattern:
    case NodeType.ObjectPattern:
    case NodeType.AssignmentPattern:
    case NodeType.RestElement:
      return visitPattern(node);
    default:
      return enterStatement(node);
  }
}

function enterStatement(node: Node): void {
  switch (node.type) {
    case NodeType.Program:
      return visitAll(changetype<Program>(node).body);
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
      return declareLocal(node);
    case NodeType.VariableDeclarator:
      return visit(changetype<VariableDeclarator>(node).init);
    case NodeType.ReturnStatement:
      return visitReturn(changetype<ReturnStatement>(node));
    case NodeType.BlockStatement:
      return visitLocalStatements(changetype<BlockStatement>(node).body);
    case NodeType.IfStatement: {
      const choice = changetype<IfStatement>(node);
      return visitThree(choice.test, choice.consequent, choice.alternate);
    }
    case NodeType.ForStatement: {
      const loop = changetype<ForStatement>(node);
      visitThree(loop.init, loop.test, loop.update);
      return visit(loop.body);
    }
    case NodeType.ForInStatement: {
      const loop = changetype<ForInStatement>(node);
      return visitLoop(loop.left, loop.right, loop.body);
    }
    case NodeType.ForOfStatement: {
      const loop = changetype<ForOfStatement>(node);
      return visitLoop(loop.left, loop.right, loop.body);
    }
    case NodeType.WhileStatement:
      return visitTwo(changetype<WhileStatement>(node).test, changetype<WhileStatement>(node).body);
    case NodeType.DoWhileStatement:
      return visitTwo(changetype<DoWhileStatement>(node).body, changetype<DoWhileStatement>(node).test);
    case NodeType.TryStatement: {
      const attempt = changetype<TryStatement>(node);
      return visitThree(attempt.block, attempt.handler, attempt.finalizer);
    }
    case NodeType.CatchClause: {
      const parameter = changetype<CatchClause>(node).param;
      if (parameter !== null) visitPattern(parameter);
      return visit(changetype<CatchClause>(node).body);
    }
    case NodeType.ThrowStatement:
      return visit(changetype<ThrowStatement>(node).argument);
    case NodeType.SwitchStatement:
      visit(changetype<SwitchStatement>(node).discriminant);
      return visitAll(changetype<SwitchStatement>(node).cases);
    case NodeType.SwitchCase:
      visit(changetype<SwitchCase>(node).test);
      return visitLocalStatements(changetype<SwitchCase>(node).consequent);
    case NodeType.LabeledStatement:
      return visit(changetype<LabeledStatement>(node).body);
    case NodeType.WithStatement:
      return visitTwo(changetype<WithStatement>(node).object, changetype<WithStatement>(node).body);
    case NodeType.StaticBlock:
      return visitLocalStatements(changetype<StaticBlock>(node).body);
    default:
      return enterOther(node);
  }
}

/** Visits the parts of JSX, and of expressions with types; passes any other node on to `enterType`. */
function enterOther(node: Node): void {
  switch (node.type) {
    case NodeType.JSXElement:
      return visitElement(changetype<JSXElement>(node));
    case NodeType.JSXFragment:
      return visitAll(changetype<JSXFragment>(node).children);
    case NodeType.JSXAttribute:
      return visit(changetype<JSXAttribute>(node).value);
    case NodeType.JSXSpreadAttribute:
      return visit(changetype<JSXSpreadAttribute>(node).argument);
    case NodeType.JSXExpressionContainer:
      return visit(changetype<JSXExpressionContainer>(node).expression);
    case NodeType.JSXSpreadChild:
      return visit(changetype<JSXSpreadChild>(node).expression);
    case NodeType.TSAsExpression:
      return visitTwo(changetype<TSAsExpression>(node).expression, changetype<TSAsExpression>(node).typeAnnotation);
    case NodeType.TSSatisfiesExpression: {
      const checked = changetype<TSSatisfiesExpression>(node);
      return visitTwo(checked.expression, checked.typeAnnotation);
    }
    case NodeType.TSTypeAssertion:
      return visitTwo(changetype<TSTypeAssertion>(node).typeAnnotation, changetype<TSTypeAssertion>(node).expression);
    case NodeType.TSNonNullExpression:
      return visit(changetype<TSNonNullExpression>(node).expression);
    case NodeType.TSInstantiationExpression: {
      const instance = changetype<TSInstantiationExpression>(node);
      return visitTwo(instance.expression, instance.typeArguments);
    }
    default:
      return enterType(node);
  }
}
