/** Types. The walk visits each one once, records its names as sites, and returns the node that inference needs (0: nothing is known). */
import { Ints } from '../ints';
import {
  Identifier,
  List,
  Literal,
  MemberExpression,
  Node,
  NodeType,
  TSArrayType,
  TSConditionalType,
  TSConstructorType,
  TSFunctionType,
  TSImportType,
  TSIndexedAccessType,
  TSInferType,
  TSIntersectionType,
  TSLiteralType,
  TSMappedType,
  TSNamedTupleMember,
  TSOptionalType,
  TSParenthesizedType,
  TSQualifiedName,
  TSRestType,
  TSTemplateLiteralType,
  TSTupleType,
  TSTypeAnnotation,
  TSTypeLiteral,
  TSTypeOperator,
  TSTypeParameter,
  TSTypePredicate,
  TSTypeQuery,
  TSTypeReference,
  TSUnionType,
  Word,
} from '../generated/nodes';
import { ascii } from '../texts';
import {
  kindFunction,
  kindMethod,
  kindTypeLiteral,
  opArrayOf,
  opCast,
  opElementType,
  opIntersection,
  opLiteralType,
  opMemberType,
  opModule,
  opNamed,
  opPredicate,
  opPrimitiveType,
  opShape,
  opThis,
  opThisType,
  opTuple,
  opTypeOf,
  opUnion,
  primitiveBigint,
  primitiveBoolean,
  primitiveNothing,
  primitiveNumber,
  primitiveOther,
  primitiveString,
  siteRead,
  siteType,
} from '../generated/codes';
import { collectExpression, collectType } from './collector';
import { mappedType } from './mapped-types';
import { moduleOf } from './modules';
import { literalCode } from './primitives';
import { collectMembers, finishSignature, startSignature } from './signatures';
import { identifierName, literalText, noName } from './syntax';
import { typeArguments } from './type-parameters';
import { undeclared, writer } from './writer';

/** Maximum number of recorded types of a union or intersection, without texts. */
const maxTypes = 24;
/** Maximum number of recorded texts of a union: they choose between overloads, and one that is left out would be taken for no part of the union. */
const maxTexts = 256;

export function typeOf(node: Node, scope: i32): i32 {
  switch (node.type) {
    case NodeType.TSTypeAnnotation:
      return collectType(changetype<TSTypeAnnotation>(node).typeAnnotation, scope);
    case NodeType.TSParenthesizedType:
      return collectType(changetype<TSParenthesizedType>(node).typeAnnotation, scope);
    case NodeType.TSRestType:
      return collectType(changetype<TSRestType>(node).typeAnnotation, scope);
    case NodeType.TSOptionalType:
      return collectType(changetype<TSOptionalType>(node).typeAnnotation, scope);
    case NodeType.TSNamedTupleMember:
      return collectType(changetype<TSNamedTupleMember>(node).elementType, scope);
    case NodeType.TSTypeReference: {
      const reference = changetype<TSTypeReference>(node);
      return namedType(reference.typeName, reference.typeArguments, siteType, scope);
    }
    case NodeType.TSUnionType:
      return typeList(opUnion, changetype<TSUnionType>(node).types, scope);
    case NodeType.TSIntersectionType:
      return typeList(opIntersection, changetype<TSIntersectionType>(node).types, scope);
    case NodeType.TSTypeLiteral: {
      const shape = writer.entity(noName, kindTypeLiteral, node.start, scope);
      collectMembers(changetype<TSTypeLiteral>(node).members, shape, scope);
      return writer.node1(opShape, shape);
    }
    case NodeType.TSArrayType:
      return writer.node1(opArrayOf, collectType(changetype<TSArrayType>(node).elementType, scope));
    case NodeType.TSTupleType:
      return tupleType(changetype<TSTupleType>(node).elementTypes, scope);
    case NodeType.TSTypeOperator: {
      const operator = changetype<TSTypeOperator>(node);
      const type = collectType(operator.typeAnnotation, scope);
      return operator.operator === Word.Keyof ? writer.node1(opPrimitiveType, primitiveString) : type;
    }
    case NodeType.TSTypeQuery:
      return typeQuery(changetype<TSTypeQuery>(node), scope);
    case NodeType.TSConstructorType: {
      const constructorType = changetype<TSConstructorType>(node);
      const shape = writer.entity(noName, kindTypeLiteral, node.start, scope);
      const entity = startSignature(ascii('new'), kindMethod, node.start, shape, scope);
      finishSignature(entity, constructorType.typeParameters, constructorType.params, constructorType.returnType);
      return writer.node1(opShape, shape);
    }
    case NodeType.TSFunctionType: {
      const functionType = changetype<TSFunctionType>(node);
      const entity = startSignature(noName, kindFunction, node.start, undeclared, scope);
      finishSignature(entity, functionType.typeParameters, functionType.params, functionType.returnType);
      return writer.node1(opShape, entity);
    }
    case NodeType.TSThisType:
      return writer.node1(opThisType, scope);
    case NodeType.TSLiteralType:
      return literalType(changetype<TSLiteralType>(node).literal);
    case NodeType.TSTypePredicate:
      return typePredicate(changetype<TSTypePredicate>(node), scope);
    default:
      return computedType(node, scope);
  }
}

function tupleType(elements: List, scope: i32): i32 {
  const types = Ints.of(elements.length);
  for (let index = 0; index < elements.length; index++) types.push(collectType(elements.at(index), scope));
  return writer.node1(opTuple, writer.list(types));
}

/** `typeof a.b`. */
function typeQuery(node: TSTypeQuery, scope: i32): i32 {
  const name = node.exprName;
  typeArguments(node.typeArguments, scope);
  if (name.type === NodeType.TSImportType) return collectType(name, scope);
  const value = valuePath(name, scope);
  return value === 0 ? 0 : writer.node1(opTypeOf, value);
}

function literalType(node: Node): i32 {
  const text = literalText(node);
  if (text !== null) return writer.node1(opLiteralType, writer.string(text));
  const code = node.type === NodeType.Literal ? literalCode(changetype<Literal>(node)) : primitiveOther;
  return writer.node1(opPrimitiveType, code);
}

function typePredicate(node: TSTypePredicate, scope: i32): i32 {
  if (node.parameterName.type === NodeType.Identifier) collectExpression(node.parameterName, scope);
  const type = collectType(node.typeAnnotation, scope);
  return type === 0 ? writer.node1(opPrimitiveType, primitiveBoolean) : writer.node1(opPredicate, type);
}

/** Types that are computed from others, and primitive types. */
function computedType(node: Node, scope: i32): i32 {
  switch (node.type) {
    case NodeType.TSIndexedAccessType:
      return indexedType(changetype<TSIndexedAccessType>(node), scope);
    case NodeType.TSConditionalType: {
      const conditional = changetype<TSConditionalType>(node);
      collectType(conditional.checkType, scope);
      collectType(conditional.extendsType, scope);
      const yes = collectType(conditional.trueType, scope);
      const no = collectType(conditional.falseType, scope);
      return yes === 0 || no === 0 ? 0 : writer.node1(opUnion, writer.listOfTwo(yes, no));
    }
    case NodeType.TSInferType:
      collectType(changetype<TSTypeParameter>(changetype<TSInferType>(node).typeParameter).constraint, scope);
      return 0;
    case NodeType.TSMappedType:
      return mappedType(changetype<TSMappedType>(node), scope);
    case NodeType.TSImportType:
      return importType(changetype<TSImportType>(node), scope);
    case NodeType.TSTemplateLiteralType: {
      const types = changetype<TSTemplateLiteralType>(node).types;
      for (let index = 0; index < types.length; index++) collectType(types.at(index), scope);
      return writer.node1(opPrimitiveType, primitiveString);
    }
    default: {
      const code = keywordCode(node.type);
      return code === -1 ? 0 : writer.node1(opPrimitiveType, code);
    }
  }
}

/** The primitive of a keyword type; -1 for any other. */
function keywordCode(type: NodeType): i32 {
  switch (type) {
    case NodeType.TSStringKeyword:
      return primitiveString;
    case NodeType.TSNumberKeyword:
      return primitiveNumber;
    case NodeType.TSBooleanKeyword:
      return primitiveBoolean;
    case NodeType.TSBigIntKeyword:
      return primitiveBigint;
    case NodeType.TSUndefinedKeyword:
    case NodeType.TSNullKeyword:
    case NodeType.TSVoidKeyword:
    case NodeType.TSNeverKeyword:
      return primitiveNothing;
    case NodeType.TSSymbolKeyword:
      return primitiveOther;
    default:
      return -1;
  }
}

/** `T['key']`, `T[K]`. */
function indexedType(node: TSIndexedAccessType, scope: i32): i32 {
  const object = collectType(node.objectType, scope);
  const key = node.indexType;
  const name = key.type === NodeType.TSLiteralType ? literalText(changetype<TSLiteralType>(key).literal) : null;
  if (name !== null) return object === 0 ? 0 : writer.node2(opMemberType, object, writer.string(name));
  collectType(key, scope);
  return object === 0 ? 0 : writer.node1(opElementType, object);
}

/** `import('m')`, `import('m').A`. */
function importType(node: TSImportType, scope: i32): i32 {
  const types = typeArguments(node.typeArguments, scope);
  const module = writer.node1(opModule, moduleOf(node.source));
  const qualifier = node.qualifier;
  if (qualifier === null) return writer.node1(opTypeOf, module);
  const member = qualified(qualifier, module, scope);
  return writer.node2(opCast, writer.node1(opTypeOf, member), types);
}

/** `import('m').A.B` as a member of the module. */
function qualified(node: Node, module: i32, scope: i32): i32 {
  let object = module;
  let name = node;
  if (node.type === NodeType.TSQualifiedName) {
    object = qualified(changetype<TSQualifiedName>(node).left, module, scope);
    name = changetype<TSQualifiedName>(node).right;
  }
  const member = writer.member(object, identifierName(name));
  writer.site(siteType, member, name.start, scope);
  return member;
}

/** A union or an intersection of the types that are known, with a 0 at its end where others were left out; 0 where none is known. */
function typeList(op: i32, types: List, scope: i32): i32 {
  const nodes = Ints.of(types.length + 1);
  let texts = 0;
  let isCut = false;
  for (let index = 0; index < types.length; index++) {
    const type = collectType(types.at(index), scope);
    const isText = type !== 0 && writer.opOf(type) === opLiteralType;
    const isKept = type !== 0 && (isText ? texts < maxTexts : nodes.length - texts < maxTypes);
    if (!isKept) isCut = true;
    else nodes.push(type);
    if (isText && isKept) texts++;
  }
  if (nodes.length === 0) return 0;
  if (isCut) nodes.push(0);
  return writer.node1(op, writer.list(nodes));
}

/**
 * A named type; each part of its path is a site. 0 for an expression that is no dotted name, such as a call after `extends`.
 * @param site how the last part is used
 */
export function namedType(name: Node, types: Node | null, site: i32, scope: i32): i32 {
  const first = firstPart(name);
  if (first.type !== NodeType.Identifier) return 0;
  const argumentList = typeArguments(types, scope);
  const path = Ints.of(2);
  return pathType(name, path, argumentList, site, scope);
}

/** The type of a path. The parts to the left are recorded first, each as a site. */
function pathType(name: Node, path: Ints, types: i32, site: i32, scope: i32): i32 {
  let part = name;
  if (name.type !== NodeType.Identifier) {
    pathType(outerPart(name)!, path, 0, siteRead, scope);
    part = lastPart(name);
  }
  path.push(writer.string(identifierName(part)));
  const node = writer.node3(opNamed, writer.list(path), scope, types);
  writer.site(site, node, part.start, scope);
  return node;
}

/** The first identifier of a dotted name; the expression itself for any other expression. */
function firstPart(name: Node): Node {
  let at = name;
  for (let outer = outerPart(at); outer !== null; outer = outerPart(at)) at = outer;
  return at;
}

/** The part before the last dot of a dotted name; null for anything else. */
function outerPart(name: Node): Node | null {
  if (name.type === NodeType.TSQualifiedName) return changetype<TSQualifiedName>(name).left;
  if (name.type !== NodeType.MemberExpression) return null;
  const member = changetype<MemberExpression>(name);
  return !member.computed && member.property.type === NodeType.Identifier ? member.object : null;
}

/** The part after the last dot of a dotted name. */
function lastPart(name: Node): Node {
  if (name.type === NodeType.TSQualifiedName) return changetype<TSQualifiedName>(name).right;
  return changetype<MemberExpression>(name).property;
}

/** `a.b.c` of `typeof a.b.c`. */
function valuePath(node: Node, scope: i32): i32 {
  if (node.type === NodeType.Identifier) return collectExpression(node, scope);
  if (node.type === NodeType.ThisExpression) return writer.node1(opThis, scope);
  if (node.type !== NodeType.TSQualifiedName) return 0;
  const name = changetype<TSQualifiedName>(node);
  const member = writer.member(valuePath(name.left, scope), identifierName(name.right));
  writer.site(siteRead, member, name.right.start, scope);
  return member;
}
