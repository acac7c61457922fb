/** Which types of nodes the walk goes into. */
import { NodeType } from '../generated/nodes';

/** @param withTypes whether types are walked: they hold no definitions, and in most files nothing that is imported either */
export function isEntered(type: NodeType, withTypes: bool): bool {
  switch (type) {
    // Nothing is inside.
    case NodeType.Identifier:
    case NodeType.Literal:
    case NodeType.TemplateElement:
    case NodeType.ThisExpression:
    case NodeType.Super:
    case NodeType.MetaProperty:
    case NodeType.PrivateIdentifier:
    case NodeType.Hashbang:
    case NodeType.EmptyStatement:
    case NodeType.BreakStatement:
    case NodeType.ContinueStatement:
    case NodeType.DebuggerStatement:
    // Modules: their statements are read where lists of statements are.
    case NodeType.ImportDeclaration:
    case NodeType.ImportSpecifier:
    case NodeType.ImportDefaultSpecifier:
    case NodeType.ImportNamespaceSpecifier:
    case NodeType.ImportAttribute:
    case NodeType.ExportNamedDeclaration:
    case NodeType.ExportDefaultDeclaration:
    case NodeType.ExportAllDeclaration:
    case NodeType.ExportSpecifier:
    case NodeType.TSExportAssignment:
    case NodeType.TSNamespaceExportDeclaration:
    case NodeType.TSExternalModuleReference:
    // Classes: `visitClass` reads their members.
    case NodeType.ClassBody:
    case NodeType.MethodDefinition:
    case NodeType.TSAbstractMethodDefinition:
    case NodeType.PropertyDefinition:
    case NodeType.TSAbstractPropertyDefinition:
    case NodeType.AccessorProperty:
    case NodeType.TSAbstractAccessorProperty:
    case NodeType.TSParameterProperty:
    case NodeType.TSClassImplements:
    case NodeType.Decorator:
    // Elements: `visitElement` reads what opens them.
    case NodeType.JSXOpeningElement:
    case NodeType.JSXOpeningFragment:
    case NodeType.JSXClosingFragment:
    case NodeType.JSXNamespacedName:
    case NodeType.JSXMemberExpression:
    case NodeType.JSXIdentifier:
    case NodeType.JSXEmptyExpression:
    case NodeType.JSXText:
    // Declarations of types read their parts themselves.
    case NodeType.TSEnumBody:
    case NodeType.TSEnumMember:
    case NodeType.TSModuleBlock:
    case NodeType.TSInterfaceBody:
    case NodeType.TSInterfaceHeritage:
    case NodeType.TSTypeParameterDeclaration:
    case NodeType.TSTypeParameter:
    // Types without parts.
    case NodeType.TSLiteralType:
    case NodeType.TSQualifiedName:
    case NodeType.TSJSDocUnknownType:
    case NodeType.TSThisType:
    case NodeType.TSAnyKeyword:
    case NodeType.TSStringKeyword:
    case NodeType.TSBooleanKeyword:
    case NodeType.TSNumberKeyword:
    case NodeType.TSNeverKeyword:
    case NodeType.TSIntrinsicKeyword:
    case NodeType.TSUnknownKeyword:
    case NodeType.TSNullKeyword:
    case NodeType.TSUndefinedKeyword:
    case NodeType.TSVoidKeyword:
    case NodeType.TSSymbolKeyword:
    case NodeType.TSObjectKeyword:
    case NodeType.TSBigIntKeyword:
      return false;
    case NodeType.TSTypeAnnotation:
    case NodeType.TSTypeReference:
    case NodeType.TSTypeParameterInstantiation:
    case NodeType.TSTypeLiteral:
    case NodeType.TSPropertySignature:
    case NodeType.TSMethodSignature:
    case NodeType.TSCallSignatureDeclaration:
    case NodeType.TSConstructSignatureDeclaration:
    case NodeType.TSIndexSignature:
    case NodeType.TSFunctionType:
    case NodeType.TSConstructorType:
    case NodeType.TSUnionType:
    case NodeType.TSIntersectionType:
    case NodeType.TSArrayType:
    case NodeType.TSTupleType:
    case NodeType.TSNamedTupleMember:
    case NodeType.TSOptionalType:
    case NodeType.TSRestType:
    case NodeType.TSTypeOperator:
    case NodeType.TSParenthesizedType:
    case NodeType.TSIndexedAccessType:
    case NodeType.TSConditionalType:
    case NodeType.TSInferType:
    case NodeType.TSMappedType:
    case NodeType.TSTypeQuery:
    case NodeType.TSTypePredicate:
    case NodeType.TSImportType:
    case NodeType.TSTemplateLiteralType:
    case NodeType.TSJSDocNullableType:
    case NodeType.TSJSDocNonNullableType:
      return withTypes;
    default:
      return true;
  }
}
