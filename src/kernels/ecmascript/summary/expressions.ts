/** Expressions. The walk visits each one once, records its sites, and returns the node that inference needs (0: nothing is known). */
import { Ints } from '../ints';
import {
  ArrayExpression,
  AssignmentExpression,
  AwaitExpression,
  BinaryExpression,
  CallExpression,
  ChainExpression,
  ClassNode,
  ConditionalExpression,
  Identifier,
  ImportExpression,
  JSXElement,
  JSXExpressionContainer,
  JSXFragment,
  JSXMemberExpression,
  JSXSpreadChild,
  List,
  Literal,
  LiteralKind,
  LogicalExpression,
  MemberExpression,
  NewExpression,
  Node,
  NodeType,
  ObjectExpression,
  ParenthesizedExpression,
  SequenceExpression,
  SpreadElement,
  TaggedTemplateExpression,
  TemplateLiteral,
  TSAsExpression,
  TSInstantiationExpression,
  TSNonNullExpression,
  TSSatisfiesExpression,
  TSTypeAssertion,
  TSTypeReference,
  UnaryExpression,
  UpdateExpression,
  V8IntrinsicExpression,
  Word,
  YieldExpression,
} from '../generated/nodes';
import { is } from '../texts';
import { collectAssignment } from './assignments';
import { callOf, withArguments } from './calls';
import { collectClass } from './classes';
import { collectExpression, collectExpressions, collectType } from './collector';
import { contextOfType, setContext } from './contexts';
import { collectElement, collectFragment } from './elements';
import { nameNodeOf, NameScope } from './function-nodes';
import { collectFunction } from './functions';
import { moduleOf } from './modules';
import { collectTexts, runsIterator } from './implicit-calls';
import { narrowedMember, narrowedScope } from './narrowing';
import { objectOf } from './objects';
import { binaryValue, literalCode, primitive, unaryCode } from './primitives';
import { yields } from './state';
import { bare, identifierName, isIdentifier, literalText, noName, privateName } from './syntax';
import { typeArguments } from './type-parameters';
import { writer } from './writer';
import {
  opArray,
  opAwait,
  opCall,
  opCast,
  opConstruct,
  opEntity,
  opIndex,
  opItem,
  opModule,
  opSpread,
  opSuper,
  opThis,
  primitiveBoolean,
  primitiveNothing,
  primitiveNumber,
  primitiveOther,
  primitiveString,
  siteCall,
  siteConstruct,
  siteUpdate,
} from '../generated/codes';

/** Maximum number of recorded elements of an array. */
const maxElements = 8;
/** Numbers from this one on are not positions in a tuple. */
const maxPosition: f64 = 1000;

export function visitExpression(node: Node, scope: i32, site: i32): i32 {
  switch (node.type) {
    case NodeType.Identifier:
    case NodeType.JSXIdentifier: {
      const text = identifierName(node);
      if (is(text, 'undefined')) return primitive(primitiveNothing);
      const name = writer.name(text, scope);
      writer.site(site, name, node.start, scope);
      return name;
    }
    case NodeType.Literal:
      return primitive(literalCode(changetype<Literal>(node)));
    case NodeType.TemplateLiteral:
      collectTexts(changetype<TemplateLiteral>(node).expressions, scope);
      return primitive(primitiveString);
    case NodeType.MemberExpression: {
      const member = changetype<MemberExpression>(node);
      const object = narrowedMember(member.object, collectExpression(member.object, scope), scope);
      if (member.computed) return computedMember(object, member.property, scope, site);
      return memberOf(object, member.object, member.property, scope, site);
    }
    case NodeType.JSXMemberExpression: {
      const member = changetype<JSXMemberExpression>(node);
      const object = collectExpression(member.object, scope);
      return memberOf(object, member.object, member.property, scope, site);
    }
    case NodeType.CallExpression:
      return callOf(changetype<CallExpression>(node), scope);
    case NodeType.NewExpression: {
      const construction = changetype<NewExpression>(node);
      const callee = collectExpression(construction.callee, scope, siteConstruct);
      return withArguments(opConstruct, callee, construction.arguments, construction.typeArguments, scope);
    }
    case NodeType.TaggedTemplateExpression: {
      const tagged = changetype<TaggedTemplateExpression>(node);
      const callee = collectExpression(tagged.tag, scope, siteCall);
      collectExpressions(changetype<TemplateLiteral>(tagged.quasi).expressions, scope);
      return writer.node3(opCall, callee, 0, typeArguments(tagged.typeArguments, scope));
    }
    case NodeType.ThisExpression:
      return writer.node1(opThis, scope);
    case NodeType.Super:
      return writer.node1(opSuper, scope);
    case NodeType.AwaitExpression: {
      const value = collectExpression(changetype<AwaitExpression>(node).argument, scope);
      return value === 0 ? 0 : writer.node1(opAwait, value);
    }
    case NodeType.ChainExpression:
      return collectExpression(changetype<ChainExpression>(node).expression, scope, site);
    case NodeType.ParenthesizedExpression:
      return collectExpression(changetype<ParenthesizedExpression>(node).expression, scope, site);
    case NodeType.TSNonNullExpression:
      return collectExpression(changetype<TSNonNullExpression>(node).expression, scope, site);
    case NodeType.TSInstantiationExpression: {
      const instantiation = changetype<TSInstantiationExpression>(node);
      typeArguments(instantiation.typeArguments, scope);
      return collectExpression(instantiation.expression, scope, site);
    }
    default:
      return visitComposite(node, scope, site);
  }
}

/** Visits expressions that are composed of others. */
function visitComposite(node: Node, scope: i32, site: i32): i32 {
  switch (node.type) {
    case NodeType.TSAsExpression: {
      const as = changetype<TSAsExpression>(node);
      return visitAssertion(as.expression, as.typeAnnotation, false, scope, site);
    }
    case NodeType.TSTypeAssertion: {
      const asserted = changetype<TSTypeAssertion>(node);
      return visitAssertion(asserted.expression, asserted.typeAnnotation, false, scope, site);
    }
    case NodeType.TSSatisfiesExpression: {
      const satisfies = changetype<TSSatisfiesExpression>(node);
      return visitAssertion(satisfies.expression, satisfies.typeAnnotation, true, scope, site);
    }
    case NodeType.LogicalExpression:
      return visitLogical(changetype<LogicalExpression>(node), scope);
    case NodeType.ConditionalExpression:
      return visitConditional(changetype<ConditionalExpression>(node), scope);
    case NodeType.AssignmentExpression:
      return collectAssignment(changetype<AssignmentExpression>(node), scope);
    case NodeType.SequenceExpression: {
      const expressions = changetype<SequenceExpression>(node).expressions;
      let last = 0;
      for (let index = 0; index < expressions.length; index++) last = collectExpression(expressions.at(index), scope);
      return last;
    }
    case NodeType.ObjectExpression:
      return objectOf(changetype<ObjectExpression>(node), scope);
    case NodeType.ArrayExpression:
      return visitArray(changetype<ArrayExpression>(node).elements, scope);
    case NodeType.SpreadElement: {
      const argument = changetype<SpreadElement>(node).argument;
      const value = collectExpression(argument, scope);
      runsIterator(value, false, argument.start, scope);
      return value === 0 ? 0 : writer.node1(opSpread, value);
    }
    case NodeType.ArrowFunctionExpression:
    case NodeType.FunctionExpression: {
      const id = nameNodeOf(node);
      const name = id === null ? noName : id.name;
      const offset = id === null ? node.start : id.start;
      return writer.node1(opEntity, collectFunction(node, scope, name, offset, NameScope.Expression, -1, 0));
    }
    case NodeType.ClassExpression: {
      const id = changetype<Identifier | null>(changetype<ClassNode>(node).id);
      const name = id === null ? noName : id.name;
      const offset = id === null ? node.start : id.start;
      return writer.node1(opEntity, collectClass(changetype<ClassNode>(node), scope, name, offset, false, 0));
    }
    case NodeType.ImportExpression: {
      const source = changetype<ImportExpression>(node).source;
      collectExpression(source, scope);
      return literalText(source) === null ? 0 : writer.node1(opModule, moduleOf(source));
    }
    default:
      return visitOperation(node, scope);
  }
}

/** Visits expressions whose value is of little use for inference. */
function visitOperation(node: Node, scope: i32): i32 {
  switch (node.type) {
    case NodeType.BinaryExpression: {
      const binary = changetype<BinaryExpression>(node);
      const left = binary.left.type === NodeType.PrivateIdentifier ? 0 : collectExpression(binary.left, scope);
      const right = collectExpression(binary.right, scope);
      return binaryValue(binary.operator, left, right);
    }
    case NodeType.UnaryExpression: {
      const unary = changetype<UnaryExpression>(node);
      const operand = collectExpression(unary.argument, scope);
      return primitive(unaryCode(unary.operator, operand));
    }
    case NodeType.UpdateExpression:
      collectExpression(changetype<UpdateExpression>(node).argument, scope, siteUpdate);
      return primitive(primitiveNumber);
    case NodeType.YieldExpression: {
      const yieldNode = changetype<YieldExpression>(node);
      const value = collectExpression(yieldNode.argument, scope);
      const yielded = yields;
      if (value !== 0 && yielded !== null) yielded.push(yieldNode.delegate ? writer.node1(opSpread, value) : value);
      return 0;
    }
    case NodeType.JSXElement:
      collectElement(changetype<JSXElement>(node), scope);
      return 0;
    case NodeType.JSXFragment:
      collectFragment(changetype<JSXFragment>(node), scope);
      return 0;
    case NodeType.JSXExpressionContainer:
      return collectExpression(changetype<JSXExpressionContainer>(node).expression, scope);
    case NodeType.JSXSpreadChild:
      return collectExpression(changetype<JSXSpreadChild>(node).expression, scope);
    case NodeType.V8IntrinsicExpression:
      collectExpressions(changetype<V8IntrinsicExpression>(node).arguments, scope);
      return 0;
    default:
      return 0;
  }
}

/** @param isChecked whether the operator is `satisfies`, where the value keeps its own type */
function visitAssertion(expression: Node, annotation: Node, isChecked: bool, scope: i32, site: i32): i32 {
  const value = collectExpression(expression, scope, site);
  const type = collectType(annotation, scope);
  setContext(value, contextOfType(type));
  if (isChecked || isConst(annotation)) return value;
  return type === 0 ? 0 : writer.node2(opCast, type, value);
}

/** Whether the type is `const`, as in `as const`. */
function isConst(annotation: Node): bool {
  if (annotation.type !== NodeType.TSTypeReference) return false;
  return isIdentifier(changetype<TSTypeReference>(annotation).typeName, 'const');
}

/** `object[key]`. */
function computedMember(object: i32, property: Node, scope: i32, site: i32): i32 {
  const key = bare(property);
  const text = literalText(key);
  if (text !== null) {
    const member = writer.member(object, text);
    writer.site(site, member, key.start, scope);
    return member;
  }
  const position = positionOf(key);
  if (position !== -1) return object === 0 ? 0 : writer.node2(opItem, object, position);
  const index = collectExpression(property, scope);
  return object === 0 ? 0 : writer.node2(opIndex, object, index);
}

/** The number of a literal that may be a position in a tuple; -1 for anything else. */
function positionOf(key: Node): i32 {
  if (key.type !== NodeType.Literal) return -1;
  const literal = changetype<Literal>(key);
  if (literal.kind !== LiteralKind.Number) return -1;
  const value = literal.number;
  return value < maxPosition && floor(value) === value ? <i32>value : -1;
}

/** `object.property`. */
function memberOf(object: i32, objectNode: Node, property: Node, scope: i32, site: i32): i32 {
  const isPrivate = property.type === NodeType.PrivateIdentifier;
  const name = isPrivate ? privateName(property) : identifierName(property);
  // The site is recorded even without a known receiver: it counts as unresolved.
  const member = writer.member(object, name);
  writer.site(site, member, property.start, scope);
  // `module.exports` is the object that the name `exports` means.
  return is(name, 'exports') && isIdentifier(objectNode, 'module') ? writer.name(name, scope) : member;
}

function visitConditional(node: ConditionalExpression, scope: i32): i32 {
  collectExpression(node.test, scope);
  const trueScope = narrowedScope(node.test, scope, true);
  const yes = collectExpression(node.consequent, trueScope);
  const falseScope = narrowedScope(node.test, scope, false);
  return writer.eitherOf(yes, collectExpression(node.alternate, falseScope));
}

function visitArray(elements: List, scope: i32): i32 {
  const items = Ints.of(elements.length);
  for (let index = 0; index < elements.length; index++) items.push(collectExpression(elements.at(index), scope));
  return writer.node1(opArray, writer.list(items, maxElements));
}

function visitLogical(node: LogicalExpression, scope: i32): i32 {
  const left = collectExpression(node.left, scope);
  if (node.operator === Word.Nullish) return writer.eitherOf(left, collectExpression(node.right, scope));
  if (node.operator === Word.LogicalOr) {
    return writer.eitherOf(left, collectExpression(node.right, narrowedScope(node.left, scope, false)));
  }
  return collectExpression(node.right, narrowedScope(node.left, scope, true));
}
