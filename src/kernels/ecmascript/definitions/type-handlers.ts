/** What the walk does for each node of a type: it looks for imports (`import('module').Name`). Members of types are defined elsewhere (`classes.ts`). */
import {
  List,
  Node,
  NodeType,
  TSArrayType,
  TSCallSignatureDeclaration,
  TSConditionalType,
  TSConstructorType,
  TSConstructSignatureDeclaration,
  TSFunctionType,
  TSImportType,
  TSIndexedAccessType,
  TSIndexSignature,
  TSInferType,
  TSIntersectionType,
  TSJSDocNonNullableType,
  TSJSDocNullableType,
  TSMappedType,
  TSMethodSignature,
  TSNamedTupleMember,
  TSOptionalType,
  TSParenthesizedType,
  TSPropertySignature,
  TSRestType,
  TSTemplateLiteralType,
  TSTupleType,
  TSTypeAnnotation,
  TSTypeLiteral,
  TSTypeOperator,
  TSTypeParameter,
  TSTypeParameterInstantiation,
  TSTypePredicate,
  TSTypeQuery,
  TSTypeReference,
  TSUnionType,
} from '../generated/nodes';
import { visitImportType } from './calls';
import { visitPattern, visitTypeParameters } from './functions';
import { visit, visitAll } from './handlers';

function visitSignature(typeParameters: Node | null, params: List, returnType: Node | null): void {
  visitTypeParameters(typeParameters);
  for (let index = 0; index < params.length; index++) visitPattern(params.get(index));
  visit(returnType);
}

function visitConditionalType(node: TSConditionalType): void {
  visit(node.checkType);
  visit(node.extendsType);
  visit(node.trueType);
  visit(node.falseType);
}

function visitMappedType(node: TSMappedType): void {
  visit(node.constraint);
  visit(node.nameType);
  visit(node.typeAnnotation);
}

export function enterType(node: Node): void {
  switch (node.type) {
    case NodeType.TSTypeAnnotation:
      return visit(changetype<TSTypeAnnotation>(node).typeAnnotation);
    case NodeType.TSTypeReference:
      return visit(changetype<TSTypeReference>(node).typeArguments);
    case NodeType.TSTypeParameterInstantiation:
      return visitAll(changetype<TSTypeParameterInstantiation>(node).params);
    case NodeType.TSTypeLiteral:
      return visitAll(changetype<TSTypeLiteral>(node).members);
    case NodeType.TSUnionType:
      return visitAll(changetype<TSUnionType>(node).types);
    case NodeType.TSIntersectionType:
      return visitAll(changetype<TSIntersectionType>(node).types);
    case NodeType.TSArrayType:
      return visit(changetype<TSArrayType>(node).elementType);
    case NodeType.TSTupleType:
      return visitAll(changetype<TSTupleType>(node).elementTypes);
    case NodeType.TSNamedTupleMember:
      return visit(changetype<TSNamedTupleMember>(node).elementType);
    case NodeType.TSOptionalType:
      return visit(changetype<TSOptionalType>(node).typeAnnotation);
    case NodeType.TSRestType:
      return visit(changetype<TSRestType>(node).typeAnnotation);
    case NodeType.TSTypeOperator:
      return visit(changetype<TSTypeOperator>(node).typeAnnotation);
    case NodeType.TSParenthesizedType:
      return visit(changetype<TSParenthesizedType>(node).typeAnnotation);
    case NodeType.TSIndexedAccessType:
      visit(changetype<TSIndexedAccessType>(node).objectType);
      return visit(changetype<TSIndexedAccessType>(node).indexType);
    case NodeType.TSConditionalType:
      return visitConditionalType(changetype<TSConditionalType>(node));
    case NodeType.TSInferType:
      return visit(changetype<TSTypeParameter>(changetype<TSInferType>(node).typeParameter).constraint);
    case NodeType.TSMappedType:
      return visitMappedType(changetype<TSMappedType>(node));
    case NodeType.TSTypeQuery: {
      const query = changetype<TSTypeQuery>(node);
      if (query.exprName.type === NodeType.TSImportType) visit(query.exprName);
      return visit(query.typeArguments);
    }
    case NodeType.TSTypePredicate:
      return visit(changetype<TSTypePredicate>(node).typeAnnotation);
    case NodeType.TSImportType:
      return visitImportType(changetype<TSImportType>(node));
    case NodeType.TSTemplateLiteralType:
      return visitAll(changetype<TSTemplateLiteralType>(node).types);
    case NodeType.TSJSDocNullableType:
      return visit(changetype<TSJSDocNullableType>(node).typeAnnotation);
    case NodeType.TSJSDocNonNullableType:
      return visit(changetype<TSJSDocNonNullableType>(node).typeAnnotation);
    default:
      return enterSignature(node);
  }
}

/** Members of types, and types of functions. */
function enterSignature(node: Node): void {
  switch (node.type) {
    case NodeType.TSPropertySignature:
      return visit(changetype<TSPropertySignature>(node).typeAnnotation);
    case NodeType.TSMethodSignature: {
      const signature = changetype<TSMethodSignature>(node);
      return visitSignature(signature.typeParameters, signature.params, signature.returnType);
    }
    case NodeType.TSCallSignatureDeclaration: {
      const signature = changetype<TSCallSignatureDeclaration>(node);
      return visitSignature(signature.typeParameters, signature.params, signature.returnType);
    }
    case NodeType.TSConstructSignatureDeclaration: {
      const signature = changetype<TSConstructSignatureDeclaration>(node);
      return visitSignature(signature.typeParameters, signature.params, signature.returnType);
    }
    case NodeType.TSFunctionType: {
      const signature = changetype<TSFunctionType>(node);
      return visitSignature(signature.typeParameters, signature.params, signature.returnType);
    }
    case NodeType.TSConstructorType: {
      const signature = changetype<TSConstructorType>(node);
      return visitSignature(signature.typeParameters, signature.params, signature.returnType);
    }
    case NodeType.TSIndexSignature:
      visitAll(changetype<TSIndexSignature>(node).parameters);
      return visit(changetype<TSIndexSignature>(node).typeAnnotation);
    default:
  }
}
