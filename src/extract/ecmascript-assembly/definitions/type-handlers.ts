/** Types hold no definitions; what they import (`import('module').Name`) is all that is to be found in them. */
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
      visit(changetype<TSTypeAnnotation>(node).typeAnnotation);
      break;
    case NodeType.TSTypeReference:
      visit(changetype<TSTypeReference>(node).typeArguments);
      break;
    case NodeType.TSTypeParameterInstantiation:
      visitAll(changetype<TSTypeParameterInstantiation>(node).params);
      break;
    case NodeType.TSTypeLiteral:
      visitAll(changetype<TSTypeLiteral>(node).members);
      break;
    case NodeType.TSPropertySignature:
      visit(changetype<TSPropertySignature>(node).typeAnnotation);
      break;
    case NodeType.TSMethodSignature: {
      const signature = changetype<TSMethodSignature>(node);
      visitSignature(signature.typeParameters, signature.params, signature.returnType);
      break;
    }
    case NodeType.TSCallSignatureDeclaration: {
      const signature = changetype<TSCallSignatureDeclaration>(node);
      visitSignature(signature.typeParameters, signature.params, signature.returnType);
      break;
    }
    case NodeType.TSConstructSignatureDeclaration: {
      const signature = changetype<TSConstructSignatureDeclaration>(node);
      visitSignature(signature.typeParameters, signature.params, signature.returnType);
      break;
    }
    case NodeType.TSFunctionType: {
      const signature = changetype<TSFunctionType>(node);
      visitSignature(signature.typeParameters, signature.params, signature.returnType);
      break;
    }
    case NodeType.TSConstructorType: {
      const signature = changetype<TSConstructorType>(node);
      visitSignature(signature.typeParameters, signature.params, signature.returnType);
      break;
    }
    case NodeType.TSIndexSignature:
      visitAll(changetype<TSIndexSignature>(node).parameters);
      visit(changetype<TSIndexSignature>(node).typeAnnotation);
      break;
    case NodeType.TSUnionType:
      visitAll(changetype<TSUnionType>(node).types);
      break;
    case NodeType.TSIntersectionType:
      visitAll(changetype<TSIntersectionType>(node).types);
      break;
    case NodeType.TSArrayType:
      visit(changetype<TSArrayType>(node).elementType);
      break;
    case NodeType.TSTupleType:
      visitAll(changetype<TSTupleType>(node).elementTypes);
      break;
    case NodeType.TSNamedTupleMember:
      visit(changetype<TSNamedTupleMember>(node).elementType);
      break;
    case NodeType.TSOptionalType:
      visit(changetype<TSOptionalType>(node).typeAnnotation);
      break;
    case NodeType.TSRestType:
      visit(changetype<TSRestType>(node).typeAnnotation);
      break;
    case NodeType.TSTypeOperator:
      visit(changetype<TSTypeOperator>(node).typeAnnotation);
      break;
    case NodeType.TSParenthesizedType:
      visit(changetype<TSParenthesizedType>(node).typeAnnotation);
      break;
    case NodeType.TSIndexedAccessType:
      visit(changetype<TSIndexedAccessType>(node).objectType);
      visit(changetype<TSIndexedAccessType>(node).indexType);
      break;
    case NodeType.TSConditionalType:
      visitConditionalType(changetype<TSConditionalType>(node));
      break;
    case NodeType.TSInferType:
      visit(changetype<TSTypeParameter>(changetype<TSInferType>(node).typeParameter).constraint);
      break;
    case NodeType.TSMappedType:
      visitMappedType(changetype<TSMappedType>(node));
      break;
    case NodeType.TSTypeQuery: {
      const query = changetype<TSTypeQuery>(node);
      if (query.exprName.type === NodeType.TSImportType) visit(query.exprName);
      visit(query.typeArguments);
      break;
    }
    case NodeType.TSTypePredicate:
      visit(changetype<TSTypePredicate>(node).typeAnnotation);
      break;
    case NodeType.TSImportType:
      visitImportType(changetype<TSImportType>(node));
      break;
    case NodeType.TSTemplateLiteralType:
      visitAll(changetype<TSTemplateLiteralType>(node).types);
      break;
    case NodeType.TSJSDocNullableType:
      visit(changetype<TSJSDocNullableType>(node).typeAnnotation);
      break;
    case NodeType.TSJSDocNonNullableType:
      visit(changetype<TSJSDocNonNullableType>(node).typeAnnotation);
      break;
    default:
  }
}
