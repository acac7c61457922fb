/** Which types of nodes the walk enters. */
import { NodeType } from '../generated/nodes';

/** Nodes without children. */
const leafTypes: StaticArray<NodeType> = [
  NodeType.Identifier,
  NodeType.Literal,
  NodeType.TemplateElement,
  NodeType.ThisExpression,
  NodeType.Super,
  NodeType.MetaProperty,
  NodeType.PrivateIdentifier,
  NodeType.Hashbang,
  NodeType.EmptyStatement,
  NodeType.BreakStatement,
  NodeType.ContinueStatement,
  NodeType.DebuggerStatement,
];

/** Nodes that the handler of their parent reads: in a list of statements, a class, a JSX element, or a declaration of types. */
const partTypes: StaticArray<NodeType> = [
  NodeType.ImportDeclaration,
  NodeType.ImportSpecifier,
  NodeType.ImportDefaultSpecifier,
  NodeType.ImportNamespaceSpecifier,
  NodeType.ImportAttribute,
  NodeType.ExportNamedDeclaration,
  NodeType.ExportDefaultDeclaration,
  NodeType.ExportAllDeclaration,
  NodeType.ExportSpecifier,
  NodeType.TSExportAssignment,
  NodeType.TSNamespaceExportDeclaration,
  NodeType.TSExternalModuleReference,

  NodeType.ClassBody,
  NodeType.MethodDefinition,
  NodeType.TSAbstractMethodDefinition,
  NodeType.PropertyDefinition,
  NodeType.TSAbstractPropertyDefinition,
  NodeType.AccessorProperty,
  NodeType.TSAbstractAccessorProperty,
  NodeType.TSParameterProperty,
  NodeType.TSClassImplements,
  NodeType.Decorator,

  NodeType.JSXOpeningElement,
  NodeType.JSXOpeningFragment,
  NodeType.JSXClosingFragment,
  NodeType.JSXNamespacedName,
  NodeType.JSXMemberExpression,
  NodeType.JSXIdentifier,
  NodeType.JSXEmptyExpression,
  NodeType.JSXText,

  NodeType.TSEnumBody,
  NodeType.TSEnumMember,
  NodeType.TSModuleBlock,
  NodeType.TSInterfaceBody,
  NodeType.TSInterfaceHeritage,
  NodeType.TSTypeParameterDeclaration,
  NodeType.TSTypeParameter,
];

/** Types without parts. */
const simpleTypes: StaticArray<NodeType> = [
  NodeType.TSLiteralType,
  NodeType.TSQualifiedName,
  NodeType.TSJSDocUnknownType,
  NodeType.TSThisType,
  NodeType.TSAnyKeyword,
  NodeType.TSStringKeyword,
  NodeType.TSBooleanKeyword,
  NodeType.TSNumberKeyword,
  NodeType.TSNeverKeyword,
  NodeType.TSIntrinsicKeyword,
  NodeType.TSUnknownKeyword,
  NodeType.TSNullKeyword,
  NodeType.TSUndefinedKeyword,
  NodeType.TSVoidKeyword,
  NodeType.TSSymbolKeyword,
  NodeType.TSObjectKeyword,
  NodeType.TSBigIntKeyword,
];

/** Types with parts. */
const typesWithParts: StaticArray<NodeType> = [
  NodeType.TSTypeAnnotation,
  NodeType.TSTypeReference,
  NodeType.TSTypeParameterInstantiation,
  NodeType.TSTypeLiteral,
  NodeType.TSPropertySignature,
  NodeType.TSMethodSignature,
  NodeType.TSCallSignatureDeclaration,
  NodeType.TSConstructSignatureDeclaration,
  NodeType.TSIndexSignature,
  NodeType.TSFunctionType,
  NodeType.TSConstructorType,
  NodeType.TSUnionType,
  NodeType.TSIntersectionType,
  NodeType.TSArrayType,
  NodeType.TSTupleType,
  NodeType.TSNamedTupleMember,
  NodeType.TSOptionalType,
  NodeType.TSRestType,
  NodeType.TSTypeOperator,
  NodeType.TSParenthesizedType,
  NodeType.TSIndexedAccessType,
  NodeType.TSConditionalType,
  NodeType.TSInferType,
  NodeType.TSMappedType,
  NodeType.TSTypeQuery,
  NodeType.TSTypePredicate,
  NodeType.TSImportType,
  NodeType.TSTemplateLiteralType,
  NodeType.TSJSDocNullableType,
  NodeType.TSJSDocNonNullableType,
];

/** Whether the walk enters nodes of a type. */
const enum Entry {
  Always,
  WithTypes,
  Never,
}

/** The `Entry` of each type of node, one byte each. Every visited node needs it, and one load is faster than a long `switch`. */
const entries = memory.data(256);

function setEntry(ofTypes: StaticArray<NodeType>, entry: Entry): void {
  for (let index = 0; index < ofTypes.length; index++) {
    store<u8>(entries + <usize>unchecked(ofTypes[index]), entry);
  }
}

setEntry(leafTypes, Entry.Never);
setEntry(partTypes, Entry.Never);
setEntry(simpleTypes, Entry.Never);
setEntry(typesWithParts, Entry.WithTypes);

/** @param withTypes whether types are walked, to find the imports in them; most files have none */
export function isEntered(type: NodeType, withTypes: bool): bool {
  const entry = load<u8>(entries + <usize>type);
  return entry === Entry.Always || (withTypes && entry === Entry.WithTypes);
}
