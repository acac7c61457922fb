/** Readers of the native parser's structures: written by scripts/lib/syntax-nodes.ts from those of oxc-parser. */
import { List, make, listFor, noNodes, Node, pointer } from './node-parts';
import {
  AccessorProperty,
  ArrayExpression,
  ArrowFunctionExpression,
  AssignmentExpression,
  AssignmentPattern,
  AwaitExpression,
  BinaryExpression,
  BlockStatement,
  BreakStatement,
  CallExpression,
  CatchClause,
  ChainExpression,
  ClassBody,
  ConditionalExpression,
  ContinueStatement,
  DebuggerStatement,
  Decorator,
  DoWhileStatement,
  EmptyStatement,
  ExportAllDeclaration,
  ExportDefaultDeclaration,
  ExportNamedDeclaration,
  ExportSpecifier,
  ExpressionStatement,
  ForInStatement,
  ForOfStatement,
  ForStatement,
  Identifier,
  IfStatement,
  ImportDefaultSpecifier,
  ImportExpression,
  ImportNamespaceSpecifier,
  ImportSpecifier,
  JSXClosingFragment,
  JSXElement,
  JSXEmptyExpression,
  JSXExpressionContainer,
  JSXFragment,
  JSXIdentifier,
  JSXMemberExpression,
  JSXNamespacedName,
  JSXOpeningElement,
  JSXOpeningFragment,
  JSXSpreadChild,
  LabeledStatement,
  LogicalExpression,
  MemberExpression,
  MethodDefinition,
  NewExpression,
  NodeType,
  ObjectExpression,
  ParenthesizedExpression,
  PrivateIdentifier,
  Property,
  PropertyDefinition,
  RestElement,
  ReturnStatement,
  SequenceExpression,
  SpreadElement,
  StaticBlock,
  Super,
  SwitchCase,
  SwitchStatement,
  TSAnyKeyword,
  TSArrayType,
  TSAsExpression,
  TSBigIntKeyword,
  TSBooleanKeyword,
  TSCallSignatureDeclaration,
  TSConditionalType,
  TSConstructSignatureDeclaration,
  TSConstructorType,
  TSEnumBody,
  TSEnumDeclaration,
  TSEnumMember,
  TSExportAssignment,
  TSExternalModuleReference,
  TSFunctionType,
  TSImportEqualsDeclaration,
  TSImportType,
  TSIndexedAccessType,
  TSInferType,
  TSInstantiationExpression,
  TSInterfaceBody,
  TSInterfaceDeclaration,
  TSIntersectionType,
  TSIntrinsicKeyword,
  TSJSDocNonNullableType,
  TSJSDocNullableType,
  TSJSDocUnknownType,
  TSLiteralType,
  TSMappedType,
  TSMethodSignature,
  TSNamedTupleMember,
  TSNamespaceExportDeclaration,
  TSNeverKeyword,
  TSNonNullExpression,
  TSNullKeyword,
  TSNumberKeyword,
  TSObjectKeyword,
  TSOptionalType,
  TSParenthesizedType,
  TSPropertySignature,
  TSQualifiedName,
  TSRestType,
  TSSatisfiesExpression,
  TSStringKeyword,
  TSSymbolKeyword,
  TSTemplateLiteralType,
  TSThisType,
  TSTupleType,
  TSTypeAliasDeclaration,
  TSTypeAnnotation,
  TSTypeAssertion,
  TSTypeLiteral,
  TSTypeOperator,
  TSTypeParameter,
  TSTypeParameterDeclaration,
  TSTypeParameterInstantiation,
  TSTypePredicate,
  TSTypeQuery,
  TSTypeReference,
  TSUndefinedKeyword,
  TSUnionType,
  TSUnknownKeyword,
  TSVoidKeyword,
  TaggedTemplateExpression,
  TemplateLiteral,
  ThisExpression,
  ThrowStatement,
  TryStatement,
  UnaryExpression,
  UpdateExpression,
  V8IntrinsicExpression,
  VariableDeclaration,
  WhileStatement,
  WithStatement,
  Word,
  YieldExpression,
} from './nodes';
import {
  readBool,
  readStr,
  readElision,
  readFunctionBody,
  readTSModuleBlock,
  readBooleanLiteral,
  readNullLiteral,
  readNumericLiteral,
  readBigIntLiteral,
  readRegExpLiteral,
  readStringLiteral,
  readJSXText,
  readImportMeta,
  readNewTarget,
  readTSThisParameter,
  readArrayAssignmentTarget,
  readObjectAssignmentTarget,
  readArrayPattern,
  readObjectPattern,
  readAssignmentTargetPropertyIdentifier,
  readVariableDeclarator,
  readCatchParameter,
  parametersOf,
  readFunction,
  readFormalParameters,
  readClass,
  readImportDeclaration,
  readExportDeclaration,
  readJSXElementName,
  readJSXMemberExpressionObject,
  readTSClassImplements,
  readTSInterfaceHeritage,
  readTSIndexSignature,
  readTSExternalModuleDeclaration,
  readTSGlobalDeclaration,
  readTSNamespaceDeclaration,
} from './special-nodes';
import { Text } from './texts';

export function readAccessorProperty(at: usize): Node {
  const node = changetype<AccessorProperty>(make(readAccessorPropertyType(at + 12), offsetof<AccessorProperty>(), at));
  node.decorators = readVecDecorator(at + 16);
  node.key = readPropertyKey(at + 40);
  node.typeAnnotation = readOptionBoxTSTypeAnnotation(at + 56);
  node.value = readOptionExpression(at + 64);
  node.computed = readBool(at + 13);
  node.isStatic = readBool(at + 14);
  node.isOverride = readBool(at + 15);
  node.definite = readBool(at + 80);
  node.accessibility = readOptionTSAccessibility(at + 81);
  node.isDeclared = false;
  node.optional = false;
  node.isReadonly = false;
  return node;
}

export function readAccessorPropertyType(at: usize): NodeType {
  switch (load<u8>(at)) {
    case 0:
      return NodeType.AccessorProperty;
    case 1:
      return NodeType.TSAbstractAccessorProperty;
    default:
      return unreachable();
  }
}

export function readArgument(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxBooleanLiteral(at + 8);
    case 1:
      return readBoxNullLiteral(at + 8);
    case 2:
      return readBoxNumericLiteral(at + 8);
    case 3:
      return readBoxBigIntLiteral(at + 8);
    case 4:
      return readBoxRegExpLiteral(at + 8);
    case 5:
      return readBoxStringLiteral(at + 8);
    case 6:
      return readBoxTemplateLiteral(at + 8);
    case 7:
      return readBoxIdentifierReference(at + 8);
    case 8:
      return readBoxSuper(at + 8);
    case 9:
      return readBoxArrayExpression(at + 8);
    case 10:
      return readBoxArrowFunctionExpression(at + 8);
    case 11:
      return readBoxAssignmentExpression(at + 8);
    case 12:
      return readBoxAwaitExpression(at + 8);
    case 13:
      return readBoxBinaryExpression(at + 8);
    case 14:
      return readBoxCallExpression(at + 8);
    case 15:
      return readBoxChainExpression(at + 8);
    case 16:
      return readBoxClass(at + 8);
    case 17:
      return readBoxConditionalExpression(at + 8);
    case 18:
      return readBoxFunction(at + 8);
    case 19:
      return readBoxImportExpression(at + 8);
    case 20:
      return readBoxLogicalExpression(at + 8);
    case 21:
      return readBoxNewExpression(at + 8);
    case 22:
      return readBoxObjectExpression(at + 8);
    case 23:
      return readBoxParenthesizedExpression(at + 8);
    case 24:
      return readBoxSequenceExpression(at + 8);
    case 25:
      return readBoxTaggedTemplateExpression(at + 8);
    case 26:
      return readBoxThisExpression(at + 8);
    case 27:
      return readBoxUnaryExpression(at + 8);
    case 28:
      return readBoxUpdateExpression(at + 8);
    case 29:
      return readBoxYieldExpression(at + 8);
    case 30:
      return readBoxPrivateInExpression(at + 8);
    case 31:
      return readBoxImportMeta(at + 8);
    case 32:
      return readBoxNewTarget(at + 8);
    case 33:
      return readBoxJSXElement(at + 8);
    case 34:
      return readBoxJSXFragment(at + 8);
    case 35:
      return readBoxTSAsExpression(at + 8);
    case 36:
      return readBoxTSSatisfiesExpression(at + 8);
    case 37:
      return readBoxTSTypeAssertion(at + 8);
    case 38:
      return readBoxTSNonNullExpression(at + 8);
    case 39:
      return readBoxTSInstantiationExpression(at + 8);
    case 40:
      return readBoxV8IntrinsicExpression(at + 8);
    case 48:
      return readBoxComputedMemberExpression(at + 8);
    case 49:
      return readBoxStaticMemberExpression(at + 8);
    case 50:
      return readBoxPrivateFieldExpression(at + 8);
    case 64:
      return readBoxSpreadElement(at + 8);
    default:
      return unreachable();
  }
}

export function readArrayExpression(at: usize): Node {
  const node = changetype<ArrayExpression>(make(NodeType.ArrayExpression, offsetof<ArrayExpression>(), at));
  node.elements = readVecArrayExpressionElement(at + 16);
  return node;
}

export function readArrayExpressionElement(at: usize): Node | null {
  switch (load<u8>(at)) {
    case 0:
      return readBoxBooleanLiteral(at + 8);
    case 1:
      return readBoxNullLiteral(at + 8);
    case 2:
      return readBoxNumericLiteral(at + 8);
    case 3:
      return readBoxBigIntLiteral(at + 8);
    case 4:
      return readBoxRegExpLiteral(at + 8);
    case 5:
      return readBoxStringLiteral(at + 8);
    case 6:
      return readBoxTemplateLiteral(at + 8);
    case 7:
      return readBoxIdentifierReference(at + 8);
    case 8:
      return readBoxSuper(at + 8);
    case 9:
      return readBoxArrayExpression(at + 8);
    case 10:
      return readBoxArrowFunctionExpression(at + 8);
    case 11:
      return readBoxAssignmentExpression(at + 8);
    case 12:
      return readBoxAwaitExpression(at + 8);
    case 13:
      return readBoxBinaryExpression(at + 8);
    case 14:
      return readBoxCallExpression(at + 8);
    case 15:
      return readBoxChainExpression(at + 8);
    case 16:
      return readBoxClass(at + 8);
    case 17:
      return readBoxConditionalExpression(at + 8);
    case 18:
      return readBoxFunction(at + 8);
    case 19:
      return readBoxImportExpression(at + 8);
    case 20:
      return readBoxLogicalExpression(at + 8);
    case 21:
      return readBoxNewExpression(at + 8);
    case 22:
      return readBoxObjectExpression(at + 8);
    case 23:
      return readBoxParenthesizedExpression(at + 8);
    case 24:
      return readBoxSequenceExpression(at + 8);
    case 25:
      return readBoxTaggedTemplateExpression(at + 8);
    case 26:
      return readBoxThisExpression(at + 8);
    case 27:
      return readBoxUnaryExpression(at + 8);
    case 28:
      return readBoxUpdateExpression(at + 8);
    case 29:
      return readBoxYieldExpression(at + 8);
    case 30:
      return readBoxPrivateInExpression(at + 8);
    case 31:
      return readBoxImportMeta(at + 8);
    case 32:
      return readBoxNewTarget(at + 8);
    case 33:
      return readBoxJSXElement(at + 8);
    case 34:
      return readBoxJSXFragment(at + 8);
    case 35:
      return readBoxTSAsExpression(at + 8);
    case 36:
      return readBoxTSSatisfiesExpression(at + 8);
    case 37:
      return readBoxTSTypeAssertion(at + 8);
    case 38:
      return readBoxTSNonNullExpression(at + 8);
    case 39:
      return readBoxTSInstantiationExpression(at + 8);
    case 40:
      return readBoxV8IntrinsicExpression(at + 8);
    case 48:
      return readBoxComputedMemberExpression(at + 8);
    case 49:
      return readBoxStaticMemberExpression(at + 8);
    case 50:
      return readBoxPrivateFieldExpression(at + 8);
    case 64:
      return readBoxSpreadElement(at + 8);
    case 65:
      return readBoxElision(at + 8);
    default:
      return unreachable();
  }
}

export function readArrowFunctionBody(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxBooleanLiteral(at + 8);
    case 1:
      return readBoxNullLiteral(at + 8);
    case 2:
      return readBoxNumericLiteral(at + 8);
    case 3:
      return readBoxBigIntLiteral(at + 8);
    case 4:
      return readBoxRegExpLiteral(at + 8);
    case 5:
      return readBoxStringLiteral(at + 8);
    case 6:
      return readBoxTemplateLiteral(at + 8);
    case 7:
      return readBoxIdentifierReference(at + 8);
    case 8:
      return readBoxSuper(at + 8);
    case 9:
      return readBoxArrayExpression(at + 8);
    case 10:
      return readBoxArrowFunctionExpression(at + 8);
    case 11:
      return readBoxAssignmentExpression(at + 8);
    case 12:
      return readBoxAwaitExpression(at + 8);
    case 13:
      return readBoxBinaryExpression(at + 8);
    case 14:
      return readBoxCallExpression(at + 8);
    case 15:
      return readBoxChainExpression(at + 8);
    case 16:
      return readBoxClass(at + 8);
    case 17:
      return readBoxConditionalExpression(at + 8);
    case 18:
      return readBoxFunction(at + 8);
    case 19:
      return readBoxImportExpression(at + 8);
    case 20:
      return readBoxLogicalExpression(at + 8);
    case 21:
      return readBoxNewExpression(at + 8);
    case 22:
      return readBoxObjectExpression(at + 8);
    case 23:
      return readBoxParenthesizedExpression(at + 8);
    case 24:
      return readBoxSequenceExpression(at + 8);
    case 25:
      return readBoxTaggedTemplateExpression(at + 8);
    case 26:
      return readBoxThisExpression(at + 8);
    case 27:
      return readBoxUnaryExpression(at + 8);
    case 28:
      return readBoxUpdateExpression(at + 8);
    case 29:
      return readBoxYieldExpression(at + 8);
    case 30:
      return readBoxPrivateInExpression(at + 8);
    case 31:
      return readBoxImportMeta(at + 8);
    case 32:
      return readBoxNewTarget(at + 8);
    case 33:
      return readBoxJSXElement(at + 8);
    case 34:
      return readBoxJSXFragment(at + 8);
    case 35:
      return readBoxTSAsExpression(at + 8);
    case 36:
      return readBoxTSSatisfiesExpression(at + 8);
    case 37:
      return readBoxTSTypeAssertion(at + 8);
    case 38:
      return readBoxTSNonNullExpression(at + 8);
    case 39:
      return readBoxTSInstantiationExpression(at + 8);
    case 40:
      return readBoxV8IntrinsicExpression(at + 8);
    case 48:
      return readBoxComputedMemberExpression(at + 8);
    case 49:
      return readBoxStaticMemberExpression(at + 8);
    case 50:
      return readBoxPrivateFieldExpression(at + 8);
    case 64:
      return readBoxFunctionBody(at + 8);
    default:
      return unreachable();
  }
}

export function readArrowFunctionExpression(at: usize): Node {
  const node = changetype<ArrowFunctionExpression>(make(NodeType.ArrowFunctionExpression, offsetof<ArrowFunctionExpression>(), at));
  node.expression = load<u8>(at + 40) !== 64;
  node.isAsync = readBool(at + 56);
  node.typeParameters = readOptionBoxTSTypeParameterDeclaration(at + 16);
  node.params = readBoxFormalParameters(at + 24);
  node.returnType = readOptionBoxTSTypeAnnotation(at + 32);
  node.body = readArrowFunctionBody(at + 40);
  node.generator = false;
  return node;
}

export function readAssignmentExpression(at: usize): Node {
  const node = changetype<AssignmentExpression>(make(NodeType.AssignmentExpression, offsetof<AssignmentExpression>(), at));
  node.operator = readAssignmentOperator(at + 12);
  node.left = readAssignmentTarget(at + 16);
  node.right = readExpression(at + 32);
  return node;
}

export function readAssignmentOperator(at: usize): Word {
  switch (load<u8>(at)) {
    case 0:
      return Word.Assign;
    case 1:
      return Word.PlusAssign;
    case 2:
      return Word.MinusAssign;
    case 3:
      return Word.StarAssign;
    case 4:
      return Word.SlashAssign;
    case 5:
      return Word.PercentAssign;
    case 6:
      return Word.StarStarAssign;
    case 7:
      return Word.ShiftLeftAssign;
    case 8:
      return Word.ShiftRightAssign;
    case 9:
      return Word.ShiftRightUnsignedAssign;
    case 10:
      return Word.BitOrAssign;
    case 11:
      return Word.BitXorAssign;
    case 12:
      return Word.BitAndAssign;
    case 13:
      return Word.LogicalOrAssign;
    case 14:
      return Word.LogicalAndAssign;
    case 15:
      return Word.NullishAssign;
    default:
      return unreachable();
  }
}

export function readAssignmentPattern(at: usize): Node {
  const node = changetype<AssignmentPattern>(make(NodeType.AssignmentPattern, offsetof<AssignmentPattern>(), at));
  node.decorators = noNodes;
  node.left = readBindingPattern(at + 16);
  node.right = readExpression(at + 32);
  node.optional = false;
  node.typeAnnotation = null;
  return node;
}

export function readAssignmentTarget(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxIdentifierReference(at + 8);
    case 1:
      return readBoxTSAsExpression(at + 8);
    case 2:
      return readBoxTSSatisfiesExpression(at + 8);
    case 3:
      return readBoxTSNonNullExpression(at + 8);
    case 4:
      return readBoxTSTypeAssertion(at + 8);
    case 8:
      return readBoxArrayAssignmentTarget(at + 8);
    case 9:
      return readBoxObjectAssignmentTarget(at + 8);
    case 48:
      return readBoxComputedMemberExpression(at + 8);
    case 49:
      return readBoxStaticMemberExpression(at + 8);
    case 50:
      return readBoxPrivateFieldExpression(at + 8);
    default:
      return unreachable();
  }
}

export function readAssignmentTargetMaybeDefault(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxIdentifierReference(at + 8);
    case 1:
      return readBoxTSAsExpression(at + 8);
    case 2:
      return readBoxTSSatisfiesExpression(at + 8);
    case 3:
      return readBoxTSNonNullExpression(at + 8);
    case 4:
      return readBoxTSTypeAssertion(at + 8);
    case 8:
      return readBoxArrayAssignmentTarget(at + 8);
    case 9:
      return readBoxObjectAssignmentTarget(at + 8);
    case 16:
      return readBoxAssignmentTargetWithDefault(at + 8);
    case 48:
      return readBoxComputedMemberExpression(at + 8);
    case 49:
      return readBoxStaticMemberExpression(at + 8);
    case 50:
      return readBoxPrivateFieldExpression(at + 8);
    default:
      return unreachable();
  }
}

export function readAssignmentTargetProperty(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxAssignmentTargetPropertyIdentifier(at + 8);
    case 1:
      return readBoxAssignmentTargetPropertyProperty(at + 8);
    default:
      return unreachable();
  }
}

export function readAssignmentTargetPropertyProperty(at: usize): Node {
  const node = changetype<Property>(make(NodeType.Property, offsetof<Property>(), at));
  node.kind = Word.Init;
  node.key = readPropertyKey(at + 16);
  node.value = readAssignmentTargetMaybeDefault(at + 32);
  node.method = false;
  node.shorthand = false;
  node.computed = readBool(at + 12);
  node.optional = false;
  return node;
}

export function readAssignmentTargetRest(at: usize): Node {
  const node = changetype<RestElement>(make(NodeType.RestElement, offsetof<RestElement>(), at));
  node.decorators = noNodes;
  node.argument = readAssignmentTarget(at + 16);
  node.optional = false;
  node.typeAnnotation = null;
  node.value = null;
  return node;
}

export function readAssignmentTargetWithDefault(at: usize): Node {
  const node = changetype<AssignmentPattern>(make(NodeType.AssignmentPattern, offsetof<AssignmentPattern>(), at));
  node.decorators = noNodes;
  node.left = readAssignmentTarget(at + 16);
  node.right = readExpression(at + 32);
  node.optional = false;
  node.typeAnnotation = null;
  return node;
}

export function readAwaitExpression(at: usize): Node {
  const node = changetype<AwaitExpression>(make(NodeType.AwaitExpression, offsetof<AwaitExpression>(), at));
  node.argument = readExpression(at + 16);
  return node;
}

export function readBinaryExpression(at: usize): Node {
  const node = changetype<BinaryExpression>(make(NodeType.BinaryExpression, offsetof<BinaryExpression>(), at));
  node.left = readExpression(at + 16);
  node.operator = readBinaryOperator(at + 12);
  node.right = readExpression(at + 32);
  return node;
}

export function readBinaryOperator(at: usize): Word {
  switch (load<u8>(at)) {
    case 0:
      return Word.Equal;
    case 1:
      return Word.NotEqual;
    case 2:
      return Word.StrictEqual;
    case 3:
      return Word.StrictNotEqual;
    case 4:
      return Word.Less;
    case 5:
      return Word.LessEqual;
    case 6:
      return Word.Greater;
    case 7:
      return Word.GreaterEqual;
    case 8:
      return Word.Plus;
    case 9:
      return Word.Minus;
    case 10:
      return Word.Star;
    case 11:
      return Word.Slash;
    case 12:
      return Word.Percent;
    case 13:
      return Word.StarStar;
    case 14:
      return Word.ShiftLeft;
    case 15:
      return Word.ShiftRight;
    case 16:
      return Word.ShiftRightUnsigned;
    case 17:
      return Word.BitOr;
    case 18:
      return Word.BitXor;
    case 19:
      return Word.BitAnd;
    case 20:
      return Word.In;
    case 21:
      return Word.Instanceof;
    default:
      return unreachable();
  }
}

export function readBindingIdentifier(at: usize): Node {
  const node = changetype<Identifier>(make(NodeType.Identifier, offsetof<Identifier>(), at));
  node.decorators = noNodes;
  node.name = readStr(at + 16);
  node.optional = false;
  node.typeAnnotation = null;
  return node;
}

export function readBindingPattern(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxBindingIdentifier(at + 8);
    case 1:
      return readBoxObjectPattern(at + 8);
    case 2:
      return readBoxArrayPattern(at + 8);
    case 3:
      return readBoxAssignmentPattern(at + 8);
    default:
      return unreachable();
  }
}

export function readBindingProperty(at: usize): Node {
  const node = changetype<Property>(make(NodeType.Property, offsetof<Property>(), at));
  node.kind = Word.Init;
  node.key = readPropertyKey(at + 16);
  node.value = readBindingPattern(at + 32);
  node.method = false;
  node.shorthand = readBool(at + 12);
  node.computed = readBool(at + 13);
  node.optional = false;
  return node;
}

export function readBindingRestElement(at: usize): Node {
  const node = changetype<RestElement>(make(NodeType.RestElement, offsetof<RestElement>(), at));
  node.decorators = noNodes;
  node.argument = readBindingPattern(at + 16);
  node.optional = false;
  node.typeAnnotation = null;
  node.value = null;
  return node;
}

export function readBlockStatement(at: usize): Node {
  const node = changetype<BlockStatement>(make(NodeType.BlockStatement, offsetof<BlockStatement>(), at));
  node.body = readVecStatement(at + 16);
  return node;
}

export function readBoxAccessorProperty(at: usize): Node {
  return readAccessorProperty(pointer(at));
}

export function readBoxArrayAssignmentTarget(at: usize): Node {
  return readArrayAssignmentTarget(pointer(at));
}

export function readBoxArrayExpression(at: usize): Node {
  return readArrayExpression(pointer(at));
}

export function readBoxArrayPattern(at: usize): Node {
  return readArrayPattern(pointer(at));
}

export function readBoxArrowFunctionExpression(at: usize): Node {
  return readArrowFunctionExpression(pointer(at));
}

export function readBoxAssignmentExpression(at: usize): Node {
  return readAssignmentExpression(pointer(at));
}

export function readBoxAssignmentPattern(at: usize): Node {
  return readAssignmentPattern(pointer(at));
}

export function readBoxAssignmentTargetPropertyIdentifier(at: usize): Node {
  return readAssignmentTargetPropertyIdentifier(pointer(at));
}

export function readBoxAssignmentTargetPropertyProperty(at: usize): Node {
  return readAssignmentTargetPropertyProperty(pointer(at));
}

export function readBoxAssignmentTargetRest(at: usize): Node {
  return readAssignmentTargetRest(pointer(at));
}

export function readBoxAssignmentTargetWithDefault(at: usize): Node {
  return readAssignmentTargetWithDefault(pointer(at));
}

export function readBoxAwaitExpression(at: usize): Node {
  return readAwaitExpression(pointer(at));
}

export function readBoxBigIntLiteral(at: usize): Node {
  return readBigIntLiteral(pointer(at));
}

export function readBoxBinaryExpression(at: usize): Node {
  return readBinaryExpression(pointer(at));
}

export function readBoxBindingIdentifier(at: usize): Node {
  return readBindingIdentifier(pointer(at));
}

export function readBoxBindingRestElement(at: usize): Node {
  return readBindingRestElement(pointer(at));
}

export function readBoxBlockStatement(at: usize): Node {
  return readBlockStatement(pointer(at));
}

export function readBoxBooleanLiteral(at: usize): Node {
  return readBooleanLiteral(pointer(at));
}

export function readBoxBreakStatement(at: usize): Node {
  return readBreakStatement(pointer(at));
}

export function readBoxCallExpression(at: usize): Node {
  return readCallExpression(pointer(at));
}

export function readBoxCatchClause(at: usize): Node {
  return readCatchClause(pointer(at));
}

export function readBoxChainExpression(at: usize): Node {
  return readChainExpression(pointer(at));
}

export function readBoxClass(at: usize): Node {
  return readClass(pointer(at));
}

export function readBoxClassBody(at: usize): Node {
  return readClassBody(pointer(at));
}

export function readBoxComputedMemberExpression(at: usize): Node {
  return readComputedMemberExpression(pointer(at));
}

export function readBoxConditionalExpression(at: usize): Node {
  return readConditionalExpression(pointer(at));
}

export function readBoxContinueStatement(at: usize): Node {
  return readContinueStatement(pointer(at));
}

export function readBoxDebuggerStatement(at: usize): Node {
  return readDebuggerStatement(pointer(at));
}

export function readBoxDoWhileStatement(at: usize): Node {
  return readDoWhileStatement(pointer(at));
}

export function readBoxElision(at: usize): Node | null {
  return readElision(pointer(at));
}

export function readBoxEmptyStatement(at: usize): Node {
  return readEmptyStatement(pointer(at));
}

export function readBoxExportAllDeclaration(at: usize): Node {
  return readExportAllDeclaration(pointer(at));
}

export function readBoxExportDeclaration(at: usize): Node {
  return readExportDeclaration(pointer(at));
}

export function readBoxExportDefaultDeclaration(at: usize): Node {
  return readExportDefaultDeclaration(pointer(at));
}

export function readBoxExportFromDeclaration(at: usize): Node {
  return readExportFromDeclaration(pointer(at));
}

export function readBoxExportNamedDeclaration(at: usize): Node {
  return readExportNamedDeclaration(pointer(at));
}

export function readBoxExpression(at: usize): Node {
  return readExpression(pointer(at));
}

export function readBoxExpressionStatement(at: usize): Node {
  return readExpressionStatement(pointer(at));
}

export function readBoxForInStatement(at: usize): Node {
  return readForInStatement(pointer(at));
}

export function readBoxForOfStatement(at: usize): Node {
  return readForOfStatement(pointer(at));
}

export function readBoxForStatement(at: usize): Node {
  return readForStatement(pointer(at));
}

export function readBoxFormalParameters(at: usize): List {
  return readFormalParameters(pointer(at));
}

export function readBoxFunction(at: usize): Node {
  return readFunction(pointer(at));
}

export function readBoxFunctionBody(at: usize): Node {
  return readFunctionBody(pointer(at));
}

export function readBoxIdentifierName(at: usize): Node {
  return readIdentifierName(pointer(at));
}

export function readBoxIdentifierReference(at: usize): Node {
  return readIdentifierReference(pointer(at));
}

export function readBoxIfStatement(at: usize): Node {
  return readIfStatement(pointer(at));
}

export function readBoxImportDeclaration(at: usize): Node {
  return readImportDeclaration(pointer(at));
}

export function readBoxImportDefaultSpecifier(at: usize): Node {
  return readImportDefaultSpecifier(pointer(at));
}

export function readBoxImportExpression(at: usize): Node {
  return readImportExpression(pointer(at));
}

export function readBoxImportMeta(at: usize): Node {
  return readImportMeta(pointer(at));
}

export function readBoxImportNamespaceSpecifier(at: usize): Node {
  return readImportNamespaceSpecifier(pointer(at));
}

export function readBoxImportSpecifier(at: usize): Node {
  return readImportSpecifier(pointer(at));
}

export function readBoxJSDocNonNullableType(at: usize): Node {
  return readJSDocNonNullableType(pointer(at));
}

export function readBoxJSDocNullableType(at: usize): Node {
  return readJSDocNullableType(pointer(at));
}

export function readBoxJSDocUnknownType(at: usize): Node {
  return readJSDocUnknownType(pointer(at));
}

export function readBoxJSXElement(at: usize): Node {
  return readJSXElement(pointer(at));
}

export function readBoxJSXEmptyExpression(at: usize): Node {
  return readJSXEmptyExpression(pointer(at));
}

export function readBoxJSXExpressionContainer(at: usize): Node {
  return readJSXExpressionContainer(pointer(at));
}

export function readBoxJSXFragment(at: usize): Node {
  return readJSXFragment(pointer(at));
}

export function readBoxJSXIdentifier(at: usize): Node {
  return readJSXIdentifier(pointer(at));
}

export function readBoxJSXMemberExpression(at: usize): Node {
  return readJSXMemberExpression(pointer(at));
}

export function readBoxJSXNamespacedName(at: usize): Node {
  return readJSXNamespacedName(pointer(at));
}

export function readBoxJSXOpeningElement(at: usize): Node {
  return readJSXOpeningElement(pointer(at));
}

export function readBoxJSXSpreadChild(at: usize): Node {
  return readJSXSpreadChild(pointer(at));
}

export function readBoxJSXText(at: usize): Node {
  return readJSXText(pointer(at));
}

export function readBoxLabeledStatement(at: usize): Node {
  return readLabeledStatement(pointer(at));
}

export function readBoxLogicalExpression(at: usize): Node {
  return readLogicalExpression(pointer(at));
}

export function readBoxMethodDefinition(at: usize): Node {
  return readMethodDefinition(pointer(at));
}

export function readBoxNewExpression(at: usize): Node {
  return readNewExpression(pointer(at));
}

export function readBoxNewTarget(at: usize): Node {
  return readNewTarget(pointer(at));
}

export function readBoxNullLiteral(at: usize): Node {
  return readNullLiteral(pointer(at));
}

export function readBoxNumericLiteral(at: usize): Node {
  return readNumericLiteral(pointer(at));
}

export function readBoxObjectAssignmentTarget(at: usize): Node {
  return readObjectAssignmentTarget(pointer(at));
}

export function readBoxObjectExpression(at: usize): Node {
  return readObjectExpression(pointer(at));
}

export function readBoxObjectPattern(at: usize): Node {
  return readObjectPattern(pointer(at));
}

export function readBoxObjectProperty(at: usize): Node {
  return readObjectProperty(pointer(at));
}

export function readBoxParenthesizedExpression(at: usize): Node {
  return readParenthesizedExpression(pointer(at));
}

export function readBoxPrivateFieldExpression(at: usize): Node {
  return readPrivateFieldExpression(pointer(at));
}

export function readBoxPrivateIdentifier(at: usize): Node {
  return readPrivateIdentifier(pointer(at));
}

export function readBoxPrivateInExpression(at: usize): Node {
  return readPrivateInExpression(pointer(at));
}

export function readBoxPropertyDefinition(at: usize): Node {
  return readPropertyDefinition(pointer(at));
}

export function readBoxRegExpLiteral(at: usize): Node {
  return readRegExpLiteral(pointer(at));
}

export function readBoxReturnStatement(at: usize): Node {
  return readReturnStatement(pointer(at));
}

export function readBoxSequenceExpression(at: usize): Node {
  return readSequenceExpression(pointer(at));
}

export function readBoxSpreadElement(at: usize): Node {
  return readSpreadElement(pointer(at));
}

export function readBoxStaticBlock(at: usize): Node {
  return readStaticBlock(pointer(at));
}

export function readBoxStaticMemberExpression(at: usize): Node {
  return readStaticMemberExpression(pointer(at));
}

export function readBoxStringLiteral(at: usize): Node {
  return readStringLiteral(pointer(at));
}

export function readBoxSuper(at: usize): Node {
  return readSuper(pointer(at));
}

export function readBoxSwitchStatement(at: usize): Node {
  return readSwitchStatement(pointer(at));
}

export function readBoxTSAnyKeyword(at: usize): Node {
  return readTSAnyKeyword(pointer(at));
}

export function readBoxTSArrayType(at: usize): Node {
  return readTSArrayType(pointer(at));
}

export function readBoxTSAsExpression(at: usize): Node {
  return readTSAsExpression(pointer(at));
}

export function readBoxTSBigIntKeyword(at: usize): Node {
  return readTSBigIntKeyword(pointer(at));
}

export function readBoxTSBooleanKeyword(at: usize): Node {
  return readTSBooleanKeyword(pointer(at));
}

export function readBoxTSCallSignatureDeclaration(at: usize): Node {
  return readTSCallSignatureDeclaration(pointer(at));
}

export function readBoxTSConditionalType(at: usize): Node {
  return readTSConditionalType(pointer(at));
}

export function readBoxTSConstructSignatureDeclaration(at: usize): Node {
  return readTSConstructSignatureDeclaration(pointer(at));
}

export function readBoxTSConstructorType(at: usize): Node {
  return readTSConstructorType(pointer(at));
}

export function readBoxTSEnumDeclaration(at: usize): Node {
  return readTSEnumDeclaration(pointer(at));
}

export function readBoxTSExportAssignment(at: usize): Node {
  return readTSExportAssignment(pointer(at));
}

export function readBoxTSExternalModuleDeclaration(at: usize): Node {
  return readTSExternalModuleDeclaration(pointer(at));
}

export function readBoxTSExternalModuleReference(at: usize): Node {
  return readTSExternalModuleReference(pointer(at));
}

export function readBoxTSFunctionType(at: usize): Node {
  return readTSFunctionType(pointer(at));
}

export function readBoxTSGlobalDeclaration(at: usize): Node {
  return readTSGlobalDeclaration(pointer(at));
}

export function readBoxTSImportEqualsDeclaration(at: usize): Node {
  return readTSImportEqualsDeclaration(pointer(at));
}

export function readBoxTSImportType(at: usize): Node {
  return readTSImportType(pointer(at));
}

export function readBoxTSImportTypeQualifiedName(at: usize): Node {
  return readTSImportTypeQualifiedName(pointer(at));
}

export function readBoxTSIndexSignature(at: usize): Node {
  return readTSIndexSignature(pointer(at));
}

export function readBoxTSIndexedAccessType(at: usize): Node {
  return readTSIndexedAccessType(pointer(at));
}

export function readBoxTSInferType(at: usize): Node {
  return readTSInferType(pointer(at));
}

export function readBoxTSInstantiationExpression(at: usize): Node {
  return readTSInstantiationExpression(pointer(at));
}

export function readBoxTSInterfaceBody(at: usize): Node {
  return readTSInterfaceBody(pointer(at));
}

export function readBoxTSInterfaceDeclaration(at: usize): Node {
  return readTSInterfaceDeclaration(pointer(at));
}

export function readBoxTSIntersectionType(at: usize): Node {
  return readTSIntersectionType(pointer(at));
}

export function readBoxTSIntrinsicKeyword(at: usize): Node {
  return readTSIntrinsicKeyword(pointer(at));
}

export function readBoxTSLiteralType(at: usize): Node {
  return readTSLiteralType(pointer(at));
}

export function readBoxTSMappedType(at: usize): Node {
  return readTSMappedType(pointer(at));
}

export function readBoxTSMethodSignature(at: usize): Node {
  return readTSMethodSignature(pointer(at));
}

export function readBoxTSModuleBlock(at: usize): Node {
  return readTSModuleBlock(pointer(at));
}

export function readBoxTSNamedTupleMember(at: usize): Node {
  return readTSNamedTupleMember(pointer(at));
}

export function readBoxTSNamespaceDeclaration(at: usize): Node {
  return readTSNamespaceDeclaration(pointer(at));
}

export function readBoxTSNamespaceExportDeclaration(at: usize): Node {
  return readTSNamespaceExportDeclaration(pointer(at));
}

export function readBoxTSNeverKeyword(at: usize): Node {
  return readTSNeverKeyword(pointer(at));
}

export function readBoxTSNonNullExpression(at: usize): Node {
  return readTSNonNullExpression(pointer(at));
}

export function readBoxTSNullKeyword(at: usize): Node {
  return readTSNullKeyword(pointer(at));
}

export function readBoxTSNumberKeyword(at: usize): Node {
  return readTSNumberKeyword(pointer(at));
}

export function readBoxTSObjectKeyword(at: usize): Node {
  return readTSObjectKeyword(pointer(at));
}

export function readBoxTSOptionalType(at: usize): Node {
  return readTSOptionalType(pointer(at));
}

export function readBoxTSParenthesizedType(at: usize): Node {
  return readTSParenthesizedType(pointer(at));
}

export function readBoxTSPropertySignature(at: usize): Node {
  return readTSPropertySignature(pointer(at));
}

export function readBoxTSQualifiedName(at: usize): Node {
  return readTSQualifiedName(pointer(at));
}

export function readBoxTSRestType(at: usize): Node {
  return readTSRestType(pointer(at));
}

export function readBoxTSSatisfiesExpression(at: usize): Node {
  return readTSSatisfiesExpression(pointer(at));
}

export function readBoxTSStringKeyword(at: usize): Node {
  return readTSStringKeyword(pointer(at));
}

export function readBoxTSSymbolKeyword(at: usize): Node {
  return readTSSymbolKeyword(pointer(at));
}

export function readBoxTSTemplateLiteralType(at: usize): Node {
  return readTSTemplateLiteralType(pointer(at));
}

export function readBoxTSThisParameter(at: usize): Node {
  return readTSThisParameter(pointer(at));
}

export function readBoxTSThisType(at: usize): Node {
  return readTSThisType(pointer(at));
}

export function readBoxTSTupleType(at: usize): Node {
  return readTSTupleType(pointer(at));
}

export function readBoxTSTypeAliasDeclaration(at: usize): Node {
  return readTSTypeAliasDeclaration(pointer(at));
}

export function readBoxTSTypeAnnotation(at: usize): Node {
  return readTSTypeAnnotation(pointer(at));
}

export function readBoxTSTypeAssertion(at: usize): Node {
  return readTSTypeAssertion(pointer(at));
}

export function readBoxTSTypeLiteral(at: usize): Node {
  return readTSTypeLiteral(pointer(at));
}

export function readBoxTSTypeOperator(at: usize): Node {
  return readTSTypeOperator(pointer(at));
}

export function readBoxTSTypeParameter(at: usize): Node {
  return readTSTypeParameter(pointer(at));
}

export function readBoxTSTypeParameterDeclaration(at: usize): Node {
  return readTSTypeParameterDeclaration(pointer(at));
}

export function readBoxTSTypeParameterInstantiation(at: usize): Node {
  return readTSTypeParameterInstantiation(pointer(at));
}

export function readBoxTSTypePredicate(at: usize): Node {
  return readTSTypePredicate(pointer(at));
}

export function readBoxTSTypeQuery(at: usize): Node {
  return readTSTypeQuery(pointer(at));
}

export function readBoxTSTypeReference(at: usize): Node {
  return readTSTypeReference(pointer(at));
}

export function readBoxTSUndefinedKeyword(at: usize): Node {
  return readTSUndefinedKeyword(pointer(at));
}

export function readBoxTSUnionType(at: usize): Node {
  return readTSUnionType(pointer(at));
}

export function readBoxTSUnknownKeyword(at: usize): Node {
  return readTSUnknownKeyword(pointer(at));
}

export function readBoxTSVoidKeyword(at: usize): Node {
  return readTSVoidKeyword(pointer(at));
}

export function readBoxTaggedTemplateExpression(at: usize): Node {
  return readTaggedTemplateExpression(pointer(at));
}

export function readBoxTemplateLiteral(at: usize): Node {
  return readTemplateLiteral(pointer(at));
}

export function readBoxThisExpression(at: usize): Node {
  return readThisExpression(pointer(at));
}

export function readBoxThrowStatement(at: usize): Node {
  return readThrowStatement(pointer(at));
}

export function readBoxTryStatement(at: usize): Node {
  return readTryStatement(pointer(at));
}

export function readBoxUnaryExpression(at: usize): Node {
  return readUnaryExpression(pointer(at));
}

export function readBoxUpdateExpression(at: usize): Node {
  return readUpdateExpression(pointer(at));
}

export function readBoxV8IntrinsicExpression(at: usize): Node {
  return readV8IntrinsicExpression(pointer(at));
}

export function readBoxVariableDeclaration(at: usize): Node {
  return readVariableDeclaration(pointer(at));
}

export function readBoxWhileStatement(at: usize): Node {
  return readWhileStatement(pointer(at));
}

export function readBoxWithStatement(at: usize): Node {
  return readWithStatement(pointer(at));
}

export function readBoxYieldExpression(at: usize): Node {
  return readYieldExpression(pointer(at));
}

export function readBreakStatement(at: usize): Node {
  const node = changetype<BreakStatement>(make(NodeType.BreakStatement, offsetof<BreakStatement>(), at));
  node.label = readOptionLabelIdentifier(at + 16);
  return node;
}

export function readCallExpression(at: usize): Node {
  const node = changetype<CallExpression>(make(NodeType.CallExpression, offsetof<CallExpression>(), at));
  node.callee = readExpression(at + 16);
  node.typeArguments = readOptionBoxTSTypeParameterInstantiation(at + 32);
  node.arguments = readVecArgument(at + 40);
  node.optional = readBool(at + 12);
  return node;
}

export function readCatchClause(at: usize): Node {
  const node = changetype<CatchClause>(make(NodeType.CatchClause, offsetof<CatchClause>(), at));
  node.param = readOptionCatchParameter(at + 16);
  node.body = readBoxBlockStatement(at + 56);
  return node;
}

export function readChainElement(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxCallExpression(at + 8);
    case 1:
      return readBoxTSNonNullExpression(at + 8);
    case 48:
      return readBoxComputedMemberExpression(at + 8);
    case 49:
      return readBoxStaticMemberExpression(at + 8);
    case 50:
      return readBoxPrivateFieldExpression(at + 8);
    default:
      return unreachable();
  }
}

export function readChainExpression(at: usize): Node {
  const node = changetype<ChainExpression>(make(NodeType.ChainExpression, offsetof<ChainExpression>(), at));
  node.expression = readChainElement(at + 16);
  return node;
}

export function readClassBody(at: usize): Node {
  const node = changetype<ClassBody>(make(NodeType.ClassBody, offsetof<ClassBody>(), at));
  node.body = readVecClassElement(at + 16);
  return node;
}

export function readClassElement(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxStaticBlock(at + 8);
    case 1:
      return readBoxMethodDefinition(at + 8);
    case 2:
      return readBoxPropertyDefinition(at + 8);
    case 3:
      return readBoxAccessorProperty(at + 8);
    case 4:
      return readBoxTSIndexSignature(at + 8);
    default:
      return unreachable();
  }
}

export function readClassType(at: usize): NodeType {
  switch (load<u8>(at)) {
    case 0:
      return NodeType.ClassDeclaration;
    case 1:
      return NodeType.ClassExpression;
    default:
      return unreachable();
  }
}

export function readComputedMemberExpression(at: usize): Node {
  const node = changetype<MemberExpression>(make(NodeType.MemberExpression, offsetof<MemberExpression>(), at));
  node.object = readExpression(at + 16);
  node.property = readExpression(at + 32);
  node.optional = readBool(at + 12);
  node.computed = true;
  return node;
}

export function readConditionalExpression(at: usize): Node {
  const node = changetype<ConditionalExpression>(make(NodeType.ConditionalExpression, offsetof<ConditionalExpression>(), at));
  node.test = readExpression(at + 16);
  node.consequent = readExpression(at + 32);
  node.alternate = readExpression(at + 48);
  return node;
}

export function readContinueStatement(at: usize): Node {
  const node = changetype<ContinueStatement>(make(NodeType.ContinueStatement, offsetof<ContinueStatement>(), at));
  node.label = readOptionLabelIdentifier(at + 16);
  return node;
}

export function readDebuggerStatement(at: usize): Node {
  const node = changetype<DebuggerStatement>(make(NodeType.DebuggerStatement, offsetof<DebuggerStatement>(), at));
  return node;
}

export function readDeclaration(at: usize): Node {
  switch (load<u8>(at)) {
    case 32:
      return readBoxVariableDeclaration(at + 8);
    case 33:
      return readBoxFunction(at + 8);
    case 34:
      return readBoxClass(at + 8);
    case 35:
      return readBoxTSTypeAliasDeclaration(at + 8);
    case 36:
      return readBoxTSInterfaceDeclaration(at + 8);
    case 37:
      return readBoxTSEnumDeclaration(at + 8);
    case 38:
      return readBoxTSExternalModuleDeclaration(at + 8);
    case 39:
      return readBoxTSNamespaceDeclaration(at + 8);
    case 40:
      return readBoxTSGlobalDeclaration(at + 8);
    case 41:
      return readBoxTSImportEqualsDeclaration(at + 8);
    default:
      return unreachable();
  }
}

export function readDecorator(at: usize): Node {
  const node = changetype<Decorator>(make(NodeType.Decorator, offsetof<Decorator>(), at));
  node.expression = readExpression(at + 16);
  return node;
}

export function readDirective(at: usize): Node {
  const node = changetype<ExpressionStatement>(make(NodeType.ExpressionStatement, offsetof<ExpressionStatement>(), at));
  node.expression = readStringLiteral(at + 16);
  return node;
}

export function readDoWhileStatement(at: usize): Node {
  const node = changetype<DoWhileStatement>(make(NodeType.DoWhileStatement, offsetof<DoWhileStatement>(), at));
  node.body = readStatement(at + 16);
  node.test = readExpression(at + 32);
  return node;
}

export function readEmptyStatement(at: usize): Node {
  const node = changetype<EmptyStatement>(make(NodeType.EmptyStatement, offsetof<EmptyStatement>(), at));
  return node;
}

export function readExportAllDeclaration(at: usize): Node {
  const node = changetype<ExportAllDeclaration>(make(NodeType.ExportAllDeclaration, offsetof<ExportAllDeclaration>(), at));
  node.exported = readOptionModuleExportName(at + 16);
  node.source = readStringLiteral(at + 72);
  node.exportKind = readImportOrExportKind(at + 12);
  return node;
}

export function readExportDefaultDeclaration(at: usize): Node {
  const node = changetype<ExportDefaultDeclaration>(make(NodeType.ExportDefaultDeclaration, offsetof<ExportDefaultDeclaration>(), at));
  node.declaration = readExportDefaultDeclarationKind(at + 16);
  node.exportKind = Word.Value;
  return node;
}

export function readExportDefaultDeclarationKind(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxBooleanLiteral(at + 8);
    case 1:
      return readBoxNullLiteral(at + 8);
    case 2:
      return readBoxNumericLiteral(at + 8);
    case 3:
      return readBoxBigIntLiteral(at + 8);
    case 4:
      return readBoxRegExpLiteral(at + 8);
    case 5:
      return readBoxStringLiteral(at + 8);
    case 6:
      return readBoxTemplateLiteral(at + 8);
    case 7:
      return readBoxIdentifierReference(at + 8);
    case 8:
      return readBoxSuper(at + 8);
    case 9:
      return readBoxArrayExpression(at + 8);
    case 10:
      return readBoxArrowFunctionExpression(at + 8);
    case 11:
      return readBoxAssignmentExpression(at + 8);
    case 12:
      return readBoxAwaitExpression(at + 8);
    case 13:
      return readBoxBinaryExpression(at + 8);
    case 14:
      return readBoxCallExpression(at + 8);
    case 15:
      return readBoxChainExpression(at + 8);
    case 16:
      return readBoxClass(at + 8);
    case 17:
      return readBoxConditionalExpression(at + 8);
    case 18:
      return readBoxFunction(at + 8);
    case 19:
      return readBoxImportExpression(at + 8);
    case 20:
      return readBoxLogicalExpression(at + 8);
    case 21:
      return readBoxNewExpression(at + 8);
    case 22:
      return readBoxObjectExpression(at + 8);
    case 23:
      return readBoxParenthesizedExpression(at + 8);
    case 24:
      return readBoxSequenceExpression(at + 8);
    case 25:
      return readBoxTaggedTemplateExpression(at + 8);
    case 26:
      return readBoxThisExpression(at + 8);
    case 27:
      return readBoxUnaryExpression(at + 8);
    case 28:
      return readBoxUpdateExpression(at + 8);
    case 29:
      return readBoxYieldExpression(at + 8);
    case 30:
      return readBoxPrivateInExpression(at + 8);
    case 31:
      return readBoxImportMeta(at + 8);
    case 32:
      return readBoxNewTarget(at + 8);
    case 33:
      return readBoxJSXElement(at + 8);
    case 34:
      return readBoxJSXFragment(at + 8);
    case 35:
      return readBoxTSAsExpression(at + 8);
    case 36:
      return readBoxTSSatisfiesExpression(at + 8);
    case 37:
      return readBoxTSTypeAssertion(at + 8);
    case 38:
      return readBoxTSNonNullExpression(at + 8);
    case 39:
      return readBoxTSInstantiationExpression(at + 8);
    case 40:
      return readBoxV8IntrinsicExpression(at + 8);
    case 48:
      return readBoxComputedMemberExpression(at + 8);
    case 49:
      return readBoxStaticMemberExpression(at + 8);
    case 50:
      return readBoxPrivateFieldExpression(at + 8);
    case 64:
      return readBoxFunction(at + 8);
    case 65:
      return readBoxClass(at + 8);
    case 66:
      return readBoxTSInterfaceDeclaration(at + 8);
    default:
      return unreachable();
  }
}

export function readExportFromDeclaration(at: usize): Node {
  const node = changetype<ExportNamedDeclaration>(make(NodeType.ExportNamedDeclaration, offsetof<ExportNamedDeclaration>(), at));
  node.specifiers = readVecExportSpecifier(at + 16);
  node.source = readStringLiteral(at + 40);
  node.exportKind = readImportOrExportKind(at + 12);
  return node;
}

export function readExportNamedDeclaration(at: usize): Node {
  const node = changetype<ExportNamedDeclaration>(make(NodeType.ExportNamedDeclaration, offsetof<ExportNamedDeclaration>(), at));
  node.specifiers = readVecExportSpecifier(at + 16);
  node.exportKind = readImportOrExportKind(at + 12);
  return node;
}

export function readExportSpecifier(at: usize): Node {
  const node = changetype<ExportSpecifier>(make(NodeType.ExportSpecifier, offsetof<ExportSpecifier>(), at));
  node.local = readModuleExportName(at + 16);
  node.exported = readModuleExportName(at + 72);
  node.exportKind = readImportOrExportKind(at + 12);
  return node;
}

export function readExpression(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxBooleanLiteral(at + 8);
    case 1:
      return readBoxNullLiteral(at + 8);
    case 2:
      return readBoxNumericLiteral(at + 8);
    case 3:
      return readBoxBigIntLiteral(at + 8);
    case 4:
      return readBoxRegExpLiteral(at + 8);
    case 5:
      return readBoxStringLiteral(at + 8);
    case 6:
      return readBoxTemplateLiteral(at + 8);
    case 7:
      return readBoxIdentifierReference(at + 8);
    case 8:
      return readBoxSuper(at + 8);
    case 9:
      return readBoxArrayExpression(at + 8);
    case 10:
      return readBoxArrowFunctionExpression(at + 8);
    case 11:
      return readBoxAssignmentExpression(at + 8);
    case 12:
      return readBoxAwaitExpression(at + 8);
    case 13:
      return readBoxBinaryExpression(at + 8);
    case 14:
      return readBoxCallExpression(at + 8);
    case 15:
      return readBoxChainExpression(at + 8);
    case 16:
      return readBoxClass(at + 8);
    case 17:
      return readBoxConditionalExpression(at + 8);
    case 18:
      return readBoxFunction(at + 8);
    case 19:
      return readBoxImportExpression(at + 8);
    case 20:
      return readBoxLogicalExpression(at + 8);
    case 21:
      return readBoxNewExpression(at + 8);
    case 22:
      return readBoxObjectExpression(at + 8);
    case 23:
      return readBoxParenthesizedExpression(at + 8);
    case 24:
      return readBoxSequenceExpression(at + 8);
    case 25:
      return readBoxTaggedTemplateExpression(at + 8);
    case 26:
      return readBoxThisExpression(at + 8);
    case 27:
      return readBoxUnaryExpression(at + 8);
    case 28:
      return readBoxUpdateExpression(at + 8);
    case 29:
      return readBoxYieldExpression(at + 8);
    case 30:
      return readBoxPrivateInExpression(at + 8);
    case 31:
      return readBoxImportMeta(at + 8);
    case 32:
      return readBoxNewTarget(at + 8);
    case 33:
      return readBoxJSXElement(at + 8);
    case 34:
      return readBoxJSXFragment(at + 8);
    case 35:
      return readBoxTSAsExpression(at + 8);
    case 36:
      return readBoxTSSatisfiesExpression(at + 8);
    case 37:
      return readBoxTSTypeAssertion(at + 8);
    case 38:
      return readBoxTSNonNullExpression(at + 8);
    case 39:
      return readBoxTSInstantiationExpression(at + 8);
    case 40:
      return readBoxV8IntrinsicExpression(at + 8);
    case 48:
      return readBoxComputedMemberExpression(at + 8);
    case 49:
      return readBoxStaticMemberExpression(at + 8);
    case 50:
      return readBoxPrivateFieldExpression(at + 8);
    default:
      return unreachable();
  }
}

export function readExpressionStatement(at: usize): Node {
  const node = changetype<ExpressionStatement>(make(NodeType.ExpressionStatement, offsetof<ExpressionStatement>(), at));
  node.expression = readExpression(at + 16);
  return node;
}

export function readForInStatement(at: usize): Node {
  const node = changetype<ForInStatement>(make(NodeType.ForInStatement, offsetof<ForInStatement>(), at));
  node.left = readForStatementLeft(at + 16);
  node.right = readExpression(at + 32);
  node.body = readStatement(at + 48);
  return node;
}

export function readForOfStatement(at: usize): Node {
  const node = changetype<ForOfStatement>(make(NodeType.ForOfStatement, offsetof<ForOfStatement>(), at));
  node.left = readForStatementLeft(at + 16);
  node.right = readExpression(at + 32);
  node.body = readStatement(at + 48);
  return node;
}

export function readForStatement(at: usize): Node {
  const node = changetype<ForStatement>(make(NodeType.ForStatement, offsetof<ForStatement>(), at));
  node.init = readOptionForStatementInit(at + 16);
  node.test = readOptionExpression(at + 32);
  node.update = readOptionExpression(at + 48);
  node.body = readStatement(at + 64);
  return node;
}

export function readForStatementInit(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxBooleanLiteral(at + 8);
    case 1:
      return readBoxNullLiteral(at + 8);
    case 2:
      return readBoxNumericLiteral(at + 8);
    case 3:
      return readBoxBigIntLiteral(at + 8);
    case 4:
      return readBoxRegExpLiteral(at + 8);
    case 5:
      return readBoxStringLiteral(at + 8);
    case 6:
      return readBoxTemplateLiteral(at + 8);
    case 7:
      return readBoxIdentifierReference(at + 8);
    case 8:
      return readBoxSuper(at + 8);
    case 9:
      return readBoxArrayExpression(at + 8);
    case 10:
      return readBoxArrowFunctionExpression(at + 8);
    case 11:
      return readBoxAssignmentExpression(at + 8);
    case 12:
      return readBoxAwaitExpression(at + 8);
    case 13:
      return readBoxBinaryExpression(at + 8);
    case 14:
      return readBoxCallExpression(at + 8);
    case 15:
      return readBoxChainExpression(at + 8);
    case 16:
      return readBoxClass(at + 8);
    case 17:
      return readBoxConditionalExpression(at + 8);
    case 18:
      return readBoxFunction(at + 8);
    case 19:
      return readBoxImportExpression(at + 8);
    case 20:
      return readBoxLogicalExpression(at + 8);
    case 21:
      return readBoxNewExpression(at + 8);
    case 22:
      return readBoxObjectExpression(at + 8);
    case 23:
      return readBoxParenthesizedExpression(at + 8);
    case 24:
      return readBoxSequenceExpression(at + 8);
    case 25:
      return readBoxTaggedTemplateExpression(at + 8);
    case 26:
      return readBoxThisExpression(at + 8);
    case 27:
      return readBoxUnaryExpression(at + 8);
    case 28:
      return readBoxUpdateExpression(at + 8);
    case 29:
      return readBoxYieldExpression(at + 8);
    case 30:
      return readBoxPrivateInExpression(at + 8);
    case 31:
      return readBoxImportMeta(at + 8);
    case 32:
      return readBoxNewTarget(at + 8);
    case 33:
      return readBoxJSXElement(at + 8);
    case 34:
      return readBoxJSXFragment(at + 8);
    case 35:
      return readBoxTSAsExpression(at + 8);
    case 36:
      return readBoxTSSatisfiesExpression(at + 8);
    case 37:
      return readBoxTSTypeAssertion(at + 8);
    case 38:
      return readBoxTSNonNullExpression(at + 8);
    case 39:
      return readBoxTSInstantiationExpression(at + 8);
    case 40:
      return readBoxV8IntrinsicExpression(at + 8);
    case 48:
      return readBoxComputedMemberExpression(at + 8);
    case 49:
      return readBoxStaticMemberExpression(at + 8);
    case 50:
      return readBoxPrivateFieldExpression(at + 8);
    case 64:
      return readBoxVariableDeclaration(at + 8);
    default:
      return unreachable();
  }
}

export function readForStatementLeft(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxIdentifierReference(at + 8);
    case 1:
      return readBoxTSAsExpression(at + 8);
    case 2:
      return readBoxTSSatisfiesExpression(at + 8);
    case 3:
      return readBoxTSNonNullExpression(at + 8);
    case 4:
      return readBoxTSTypeAssertion(at + 8);
    case 8:
      return readBoxArrayAssignmentTarget(at + 8);
    case 9:
      return readBoxObjectAssignmentTarget(at + 8);
    case 16:
      return readBoxVariableDeclaration(at + 8);
    case 48:
      return readBoxComputedMemberExpression(at + 8);
    case 49:
      return readBoxStaticMemberExpression(at + 8);
    case 50:
      return readBoxPrivateFieldExpression(at + 8);
    default:
      return unreachable();
  }
}

export function readFunctionType(at: usize): NodeType {
  switch (load<u8>(at)) {
    case 0:
      return NodeType.FunctionDeclaration;
    case 1:
      return NodeType.FunctionExpression;
    case 2:
      return NodeType.TSDeclareFunction;
    case 3:
      return NodeType.TSEmptyBodyFunctionExpression;
    default:
      return unreachable();
  }
}

export function readIdentifierName(at: usize): Node {
  const node = changetype<Identifier>(make(NodeType.Identifier, offsetof<Identifier>(), at));
  node.decorators = noNodes;
  node.name = readStr(at + 16);
  node.optional = false;
  node.typeAnnotation = null;
  return node;
}

export function readIdentifierReference(at: usize): Node {
  const node = changetype<Identifier>(make(NodeType.Identifier, offsetof<Identifier>(), at));
  node.decorators = noNodes;
  node.name = readStr(at + 16);
  node.optional = false;
  node.typeAnnotation = null;
  return node;
}

export function readIfStatement(at: usize): Node {
  const node = changetype<IfStatement>(make(NodeType.IfStatement, offsetof<IfStatement>(), at));
  node.test = readExpression(at + 16);
  node.consequent = readStatement(at + 32);
  node.alternate = readOptionStatement(at + 48);
  return node;
}

export function readImportDeclarationSpecifier(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxImportSpecifier(at + 8);
    case 1:
      return readBoxImportDefaultSpecifier(at + 8);
    case 2:
      return readBoxImportNamespaceSpecifier(at + 8);
    default:
      return unreachable();
  }
}

export function readImportDefaultSpecifier(at: usize): Node {
  const node = changetype<ImportDefaultSpecifier>(make(NodeType.ImportDefaultSpecifier, offsetof<ImportDefaultSpecifier>(), at));
  node.local = readBindingIdentifier(at + 16);
  return node;
}

export function readImportExpression(at: usize): Node {
  const node = changetype<ImportExpression>(make(NodeType.ImportExpression, offsetof<ImportExpression>(), at));
  node.source = readExpression(at + 16);
  node.options = readOptionExpression(at + 32);
  return node;
}

export function readImportNamespaceSpecifier(at: usize): Node {
  const node = changetype<ImportNamespaceSpecifier>(make(NodeType.ImportNamespaceSpecifier, offsetof<ImportNamespaceSpecifier>(), at));
  node.local = readBindingIdentifier(at + 16);
  return node;
}

export function readImportOrExportKind(at: usize): Word {
  switch (load<u8>(at)) {
    case 0:
      return Word.Value;
    case 1:
      return Word.Type;
    default:
      return unreachable();
  }
}

export function readImportSpecifier(at: usize): Node {
  const node = changetype<ImportSpecifier>(make(NodeType.ImportSpecifier, offsetof<ImportSpecifier>(), at));
  node.imported = readModuleExportName(at + 16);
  node.local = readBindingIdentifier(at + 72);
  node.importKind = readImportOrExportKind(at + 12);
  return node;
}

export function readJSDocNonNullableType(at: usize): Node {
  const node = changetype<TSJSDocNonNullableType>(make(NodeType.TSJSDocNonNullableType, offsetof<TSJSDocNonNullableType>(), at));
  node.typeAnnotation = readTSType(at + 16);
  node.postfix = readBool(at + 12);
  return node;
}

export function readJSDocNullableType(at: usize): Node {
  const node = changetype<TSJSDocNullableType>(make(NodeType.TSJSDocNullableType, offsetof<TSJSDocNullableType>(), at));
  node.typeAnnotation = readTSType(at + 16);
  node.postfix = readBool(at + 12);
  return node;
}

export function readJSDocUnknownType(at: usize): Node {
  const node = changetype<TSJSDocUnknownType>(make(NodeType.TSJSDocUnknownType, offsetof<TSJSDocUnknownType>(), at));
  return node;
}

export function readJSXChild(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxJSXText(at + 8);
    case 1:
      return readBoxJSXElement(at + 8);
    case 2:
      return readBoxJSXFragment(at + 8);
    case 3:
      return readBoxJSXExpressionContainer(at + 8);
    case 4:
      return readBoxJSXSpreadChild(at + 8);
    default:
      return unreachable();
  }
}

export function readJSXClosingFragment(at: usize): Node {
  const node = changetype<JSXClosingFragment>(make(NodeType.JSXClosingFragment, offsetof<JSXClosingFragment>(), at));
  return node;
}

export function readJSXElement(at: usize): Node {
  const node = changetype<JSXElement>(make(NodeType.JSXElement, offsetof<JSXElement>(), at));
  node.openingElement = readBoxJSXOpeningElement(at + 16);
  node.children = readVecJSXChild(at + 24);
  return node;
}

export function readJSXEmptyExpression(at: usize): Node {
  const node = changetype<JSXEmptyExpression>(make(NodeType.JSXEmptyExpression, offsetof<JSXEmptyExpression>(), at));
  return node;
}

export function readJSXExpression(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxBooleanLiteral(at + 8);
    case 1:
      return readBoxNullLiteral(at + 8);
    case 2:
      return readBoxNumericLiteral(at + 8);
    case 3:
      return readBoxBigIntLiteral(at + 8);
    case 4:
      return readBoxRegExpLiteral(at + 8);
    case 5:
      return readBoxStringLiteral(at + 8);
    case 6:
      return readBoxTemplateLiteral(at + 8);
    case 7:
      return readBoxIdentifierReference(at + 8);
    case 8:
      return readBoxSuper(at + 8);
    case 9:
      return readBoxArrayExpression(at + 8);
    case 10:
      return readBoxArrowFunctionExpression(at + 8);
    case 11:
      return readBoxAssignmentExpression(at + 8);
    case 12:
      return readBoxAwaitExpression(at + 8);
    case 13:
      return readBoxBinaryExpression(at + 8);
    case 14:
      return readBoxCallExpression(at + 8);
    case 15:
      return readBoxChainExpression(at + 8);
    case 16:
      return readBoxClass(at + 8);
    case 17:
      return readBoxConditionalExpression(at + 8);
    case 18:
      return readBoxFunction(at + 8);
    case 19:
      return readBoxImportExpression(at + 8);
    case 20:
      return readBoxLogicalExpression(at + 8);
    case 21:
      return readBoxNewExpression(at + 8);
    case 22:
      return readBoxObjectExpression(at + 8);
    case 23:
      return readBoxParenthesizedExpression(at + 8);
    case 24:
      return readBoxSequenceExpression(at + 8);
    case 25:
      return readBoxTaggedTemplateExpression(at + 8);
    case 26:
      return readBoxThisExpression(at + 8);
    case 27:
      return readBoxUnaryExpression(at + 8);
    case 28:
      return readBoxUpdateExpression(at + 8);
    case 29:
      return readBoxYieldExpression(at + 8);
    case 30:
      return readBoxPrivateInExpression(at + 8);
    case 31:
      return readBoxImportMeta(at + 8);
    case 32:
      return readBoxNewTarget(at + 8);
    case 33:
      return readBoxJSXElement(at + 8);
    case 34:
      return readBoxJSXFragment(at + 8);
    case 35:
      return readBoxTSAsExpression(at + 8);
    case 36:
      return readBoxTSSatisfiesExpression(at + 8);
    case 37:
      return readBoxTSTypeAssertion(at + 8);
    case 38:
      return readBoxTSNonNullExpression(at + 8);
    case 39:
      return readBoxTSInstantiationExpression(at + 8);
    case 40:
      return readBoxV8IntrinsicExpression(at + 8);
    case 48:
      return readBoxComputedMemberExpression(at + 8);
    case 49:
      return readBoxStaticMemberExpression(at + 8);
    case 50:
      return readBoxPrivateFieldExpression(at + 8);
    case 64:
      return readBoxJSXEmptyExpression(at + 8);
    default:
      return unreachable();
  }
}

export function readJSXExpressionContainer(at: usize): Node {
  const node = changetype<JSXExpressionContainer>(make(NodeType.JSXExpressionContainer, offsetof<JSXExpressionContainer>(), at));
  node.expression = readJSXExpression(at + 16);
  return node;
}

export function readJSXFragment(at: usize): Node {
  const node = changetype<JSXFragment>(make(NodeType.JSXFragment, offsetof<JSXFragment>(), at));
  node.openingFragment = readJSXOpeningFragment(at + 16);
  node.children = readVecJSXChild(at + 32);
  node.closingFragment = readJSXClosingFragment(at + 56);
  return node;
}

export function readJSXIdentifier(at: usize): Node {
  const node = changetype<JSXIdentifier>(make(NodeType.JSXIdentifier, offsetof<JSXIdentifier>(), at));
  node.name = readStr(at + 16);
  return node;
}

export function readJSXMemberExpression(at: usize): Node {
  const node = changetype<JSXMemberExpression>(make(NodeType.JSXMemberExpression, offsetof<JSXMemberExpression>(), at));
  node.object = readJSXMemberExpressionObject(at + 16);
  node.property = readJSXIdentifier(at + 32);
  return node;
}

export function readJSXNamespacedName(at: usize): Node {
  const node = changetype<JSXNamespacedName>(make(NodeType.JSXNamespacedName, offsetof<JSXNamespacedName>(), at));
  node.namespace = readJSXIdentifier(at + 16);
  node.name = readJSXIdentifier(at + 48);
  return node;
}

export function readJSXOpeningElement(at: usize): Node {
  const node = changetype<JSXOpeningElement>(make(NodeType.JSXOpeningElement, offsetof<JSXOpeningElement>(), at));
  node.name = readJSXElementName(at + 16);
  node.typeArguments = readOptionBoxTSTypeParameterInstantiation(at + 32);
  return node;
}

export function readJSXOpeningFragment(at: usize): Node {
  const node = changetype<JSXOpeningFragment>(make(NodeType.JSXOpeningFragment, offsetof<JSXOpeningFragment>(), at));
  return node;
}

export function readJSXSpreadChild(at: usize): Node {
  const node = changetype<JSXSpreadChild>(make(NodeType.JSXSpreadChild, offsetof<JSXSpreadChild>(), at));
  node.expression = readExpression(at + 16);
  return node;
}

export function readLabelIdentifier(at: usize): Node {
  const node = changetype<Identifier>(make(NodeType.Identifier, offsetof<Identifier>(), at));
  node.decorators = noNodes;
  node.name = readStr(at + 16);
  node.optional = false;
  node.typeAnnotation = null;
  return node;
}

export function readLabeledStatement(at: usize): Node {
  const node = changetype<LabeledStatement>(make(NodeType.LabeledStatement, offsetof<LabeledStatement>(), at));
  node.label = readLabelIdentifier(at + 16);
  node.body = readStatement(at + 48);
  return node;
}

export function readLogicalExpression(at: usize): Node {
  const node = changetype<LogicalExpression>(make(NodeType.LogicalExpression, offsetof<LogicalExpression>(), at));
  node.left = readExpression(at + 16);
  node.operator = readLogicalOperator(at + 12);
  node.right = readExpression(at + 32);
  return node;
}

export function readLogicalOperator(at: usize): Word {
  switch (load<u8>(at)) {
    case 0:
      return Word.LogicalOr;
    case 1:
      return Word.LogicalAnd;
    case 2:
      return Word.Nullish;
    default:
      return unreachable();
  }
}

export function readMethodDefinition(at: usize): Node {
  const node = changetype<MethodDefinition>(make(readMethodDefinitionType(at + 12), offsetof<MethodDefinition>(), at));
  node.decorators = readVecDecorator(at + 16);
  node.key = readPropertyKey(at + 40);
  node.value = readBoxFunction(at + 56);
  node.kind = readMethodDefinitionKind(at + 13);
  node.computed = readBool(at + 14);
  node.isStatic = readBool(at + 15);
  node.isOverride = readBool(at + 64);
  node.optional = readBool(at + 65);
  node.accessibility = readOptionTSAccessibility(at + 66);
  return node;
}

export function readMethodDefinitionKind(at: usize): Word {
  switch (load<u8>(at)) {
    case 0:
      return Word.Constructor;
    case 1:
      return Word.Method;
    case 2:
      return Word.Get;
    case 3:
      return Word.Set;
    default:
      return unreachable();
  }
}

export function readMethodDefinitionType(at: usize): NodeType {
  switch (load<u8>(at)) {
    case 0:
      return NodeType.MethodDefinition;
    case 1:
      return NodeType.TSAbstractMethodDefinition;
    default:
      return unreachable();
  }
}

export function readModuleExportName(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readIdentifierName(at + 8);
    case 1:
      return readIdentifierReference(at + 8);
    case 2:
      return readStringLiteral(at + 8);
    default:
      return unreachable();
  }
}

export function readModuleKind(at: usize): Word {
  switch (load<u8>(at)) {
    case 0:
      return Word.Script;
    case 1:
      return Word.Module;
    case 3:
      return Word.Commonjs;
    default:
      return unreachable();
  }
}

export function readNewExpression(at: usize): Node {
  const node = changetype<NewExpression>(make(NodeType.NewExpression, offsetof<NewExpression>(), at));
  node.callee = readExpression(at + 16);
  node.typeArguments = readOptionBoxTSTypeParameterInstantiation(at + 32);
  node.arguments = readVecArgument(at + 40);
  return node;
}

export function readObjectExpression(at: usize): Node {
  const node = changetype<ObjectExpression>(make(NodeType.ObjectExpression, offsetof<ObjectExpression>(), at));
  node.properties = readVecObjectPropertyKind(at + 16);
  return node;
}

export function readObjectProperty(at: usize): Node {
  const node = changetype<Property>(make(NodeType.Property, offsetof<Property>(), at));
  node.kind = readPropertyKind(at + 12);
  node.key = readPropertyKey(at + 16);
  node.value = readExpression(at + 32);
  node.method = readBool(at + 13);
  node.shorthand = readBool(at + 14);
  node.computed = readBool(at + 15);
  node.optional = false;
  return node;
}

export function readObjectPropertyKind(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxObjectProperty(at + 8);
    case 1:
      return readBoxSpreadElement(at + 8);
    default:
      return unreachable();
  }
}

export function readOptionAssignmentTargetMaybeDefault(at: usize): Node | null {
  return load<u8>(at) === 255 ? null : readAssignmentTargetMaybeDefault(at);
}

export function readOptionBindingIdentifier(at: usize): Node | null {
  return load<u64>(at + 16) === 0 ? null : readBindingIdentifier(at);
}

export function readOptionBindingPattern(at: usize): Node | null {
  return load<u8>(at) === 255 ? null : readBindingPattern(at);
}

export function readOptionBoxAssignmentTargetRest(at: usize): Node | null {
  return load<u64>(at) === 0 ? null : readBoxAssignmentTargetRest(at);
}

export function readOptionBoxBindingRestElement(at: usize): Node | null {
  return load<u64>(at) === 0 ? null : readBoxBindingRestElement(at);
}

export function readOptionBoxBlockStatement(at: usize): Node | null {
  return load<u64>(at) === 0 ? null : readBoxBlockStatement(at);
}

export function readOptionBoxCatchClause(at: usize): Node | null {
  return load<u64>(at) === 0 ? null : readBoxCatchClause(at);
}

export function readOptionBoxExpression(at: usize): Node | null {
  return load<u64>(at) === 0 ? null : readBoxExpression(at);
}

export function readOptionBoxFunctionBody(at: usize): Node | null {
  return load<u64>(at) === 0 ? null : readBoxFunctionBody(at);
}

export function readOptionBoxObjectExpression(at: usize): Node | null {
  return load<u64>(at) === 0 ? null : readBoxObjectExpression(at);
}

export function readOptionBoxTSModuleBlock(at: usize): Node | null {
  return load<u64>(at) === 0 ? null : readBoxTSModuleBlock(at);
}

export function readOptionBoxTSThisParameter(at: usize): Node | null {
  return load<u64>(at) === 0 ? null : readBoxTSThisParameter(at);
}

export function readOptionBoxTSTypeAnnotation(at: usize): Node | null {
  return load<u64>(at) === 0 ? null : readBoxTSTypeAnnotation(at);
}

export function readOptionBoxTSTypeParameterDeclaration(at: usize): Node | null {
  return load<u64>(at) === 0 ? null : readBoxTSTypeParameterDeclaration(at);
}

export function readOptionBoxTSTypeParameterInstantiation(at: usize): Node | null {
  return load<u64>(at) === 0 ? null : readBoxTSTypeParameterInstantiation(at);
}

export function readOptionCatchParameter(at: usize): Node | null {
  return load<u8>(at + 16) === 255 ? null : readCatchParameter(at);
}

export function readOptionExpression(at: usize): Node | null {
  return load<u8>(at) === 255 ? null : readExpression(at);
}

export function readOptionForStatementInit(at: usize): Node | null {
  return load<u8>(at) === 255 ? null : readForStatementInit(at);
}

export function readOptionLabelIdentifier(at: usize): Node | null {
  return load<u64>(at + 16) === 0 ? null : readLabelIdentifier(at);
}

export function readOptionModuleExportName(at: usize): Node | null {
  return load<u8>(at) === 255 ? null : readModuleExportName(at);
}

export function readOptionStatement(at: usize): Node | null {
  return load<u8>(at) === 255 ? null : readStatement(at);
}

export function readOptionTSAccessibility(at: usize): Word {
  return load<u8>(at) === 255 ? Word.None : readTSAccessibility(at);
}

export function readOptionTSImportTypeQualifier(at: usize): Node | null {
  return load<u8>(at) === 2 ? null : readTSImportTypeQualifier(at);
}

export function readOptionTSMappedTypeModifierOperator(at: usize): Word {
  return load<u8>(at) === 255 ? Word.None : readTSMappedTypeModifierOperator(at);
}

export function readOptionTSType(at: usize): Node | null {
  return load<u8>(at) === 255 ? null : readTSType(at);
}

export function readOptionVecImportDeclarationSpecifier(at: usize): List | null {
  return load<u64>(at) === 0 ? null : readVecImportDeclarationSpecifier(at);
}

export function readParenthesizedExpression(at: usize): Node {
  const node = changetype<ParenthesizedExpression>(make(NodeType.ParenthesizedExpression, offsetof<ParenthesizedExpression>(), at));
  node.expression = readExpression(at + 16);
  return node;
}

export function readPrivateFieldExpression(at: usize): Node {
  const node = changetype<MemberExpression>(make(NodeType.MemberExpression, offsetof<MemberExpression>(), at));
  node.object = readExpression(at + 16);
  node.property = readPrivateIdentifier(at + 32);
  node.optional = readBool(at + 12);
  node.computed = false;
  return node;
}

export function readPrivateIdentifier(at: usize): Node {
  const node = changetype<PrivateIdentifier>(make(NodeType.PrivateIdentifier, offsetof<PrivateIdentifier>(), at));
  node.name = readStr(at + 16);
  return node;
}

export function readPrivateInExpression(at: usize): Node {
  const node = changetype<BinaryExpression>(make(NodeType.BinaryExpression, offsetof<BinaryExpression>(), at));
  node.left = readPrivateIdentifier(at + 16);
  node.operator = Word.In;
  node.right = readExpression(at + 48);
  return node;
}

export function readPropertyDefinition(at: usize): Node {
  const node = changetype<PropertyDefinition>(make(readPropertyDefinitionType(at + 12), offsetof<PropertyDefinition>(), at));
  node.decorators = readVecDecorator(at + 16);
  node.key = readPropertyKey(at + 40);
  node.typeAnnotation = readOptionBoxTSTypeAnnotation(at + 56);
  node.value = readOptionExpression(at + 64);
  node.computed = readBool(at + 13);
  node.isStatic = readBool(at + 14);
  node.isDeclared = readBool(at + 15);
  node.isOverride = readBool(at + 80);
  node.optional = readBool(at + 81);
  node.definite = readBool(at + 82);
  node.isReadonly = readBool(at + 83);
  node.accessibility = readOptionTSAccessibility(at + 84);
  return node;
}

export function readPropertyDefinitionType(at: usize): NodeType {
  switch (load<u8>(at)) {
    case 0:
      return NodeType.PropertyDefinition;
    case 1:
      return NodeType.TSAbstractPropertyDefinition;
    default:
      return unreachable();
  }
}

export function readPropertyKey(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxBooleanLiteral(at + 8);
    case 1:
      return readBoxNullLiteral(at + 8);
    case 2:
      return readBoxNumericLiteral(at + 8);
    case 3:
      return readBoxBigIntLiteral(at + 8);
    case 4:
      return readBoxRegExpLiteral(at + 8);
    case 5:
      return readBoxStringLiteral(at + 8);
    case 6:
      return readBoxTemplateLiteral(at + 8);
    case 7:
      return readBoxIdentifierReference(at + 8);
    case 8:
      return readBoxSuper(at + 8);
    case 9:
      return readBoxArrayExpression(at + 8);
    case 10:
      return readBoxArrowFunctionExpression(at + 8);
    case 11:
      return readBoxAssignmentExpression(at + 8);
    case 12:
      return readBoxAwaitExpression(at + 8);
    case 13:
      return readBoxBinaryExpression(at + 8);
    case 14:
      return readBoxCallExpression(at + 8);
    case 15:
      return readBoxChainExpression(at + 8);
    case 16:
      return readBoxClass(at + 8);
    case 17:
      return readBoxConditionalExpression(at + 8);
    case 18:
      return readBoxFunction(at + 8);
    case 19:
      return readBoxImportExpression(at + 8);
    case 20:
      return readBoxLogicalExpression(at + 8);
    case 21:
      return readBoxNewExpression(at + 8);
    case 22:
      return readBoxObjectExpression(at + 8);
    case 23:
      return readBoxParenthesizedExpression(at + 8);
    case 24:
      return readBoxSequenceExpression(at + 8);
    case 25:
      return readBoxTaggedTemplateExpression(at + 8);
    case 26:
      return readBoxThisExpression(at + 8);
    case 27:
      return readBoxUnaryExpression(at + 8);
    case 28:
      return readBoxUpdateExpression(at + 8);
    case 29:
      return readBoxYieldExpression(at + 8);
    case 30:
      return readBoxPrivateInExpression(at + 8);
    case 31:
      return readBoxImportMeta(at + 8);
    case 32:
      return readBoxNewTarget(at + 8);
    case 33:
      return readBoxJSXElement(at + 8);
    case 34:
      return readBoxJSXFragment(at + 8);
    case 35:
      return readBoxTSAsExpression(at + 8);
    case 36:
      return readBoxTSSatisfiesExpression(at + 8);
    case 37:
      return readBoxTSTypeAssertion(at + 8);
    case 38:
      return readBoxTSNonNullExpression(at + 8);
    case 39:
      return readBoxTSInstantiationExpression(at + 8);
    case 40:
      return readBoxV8IntrinsicExpression(at + 8);
    case 48:
      return readBoxComputedMemberExpression(at + 8);
    case 49:
      return readBoxStaticMemberExpression(at + 8);
    case 50:
      return readBoxPrivateFieldExpression(at + 8);
    case 64:
      return readBoxIdentifierName(at + 8);
    case 65:
      return readBoxPrivateIdentifier(at + 8);
    default:
      return unreachable();
  }
}

export function readPropertyKind(at: usize): Word {
  switch (load<u8>(at)) {
    case 0:
      return Word.Init;
    case 1:
      return Word.Get;
    case 2:
      return Word.Set;
    default:
      return unreachable();
  }
}

export function readReturnStatement(at: usize): Node {
  const node = changetype<ReturnStatement>(make(NodeType.ReturnStatement, offsetof<ReturnStatement>(), at));
  node.argument = readOptionExpression(at + 16);
  return node;
}

export function readSequenceExpression(at: usize): Node {
  const node = changetype<SequenceExpression>(make(NodeType.SequenceExpression, offsetof<SequenceExpression>(), at));
  node.expressions = readVecExpression(at + 16);
  return node;
}

export function readSimpleAssignmentTarget(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxIdentifierReference(at + 8);
    case 1:
      return readBoxTSAsExpression(at + 8);
    case 2:
      return readBoxTSSatisfiesExpression(at + 8);
    case 3:
      return readBoxTSNonNullExpression(at + 8);
    case 4:
      return readBoxTSTypeAssertion(at + 8);
    case 48:
      return readBoxComputedMemberExpression(at + 8);
    case 49:
      return readBoxStaticMemberExpression(at + 8);
    case 50:
      return readBoxPrivateFieldExpression(at + 8);
    default:
      return unreachable();
  }
}

export function readSpreadElement(at: usize): Node {
  const node = changetype<SpreadElement>(make(NodeType.SpreadElement, offsetof<SpreadElement>(), at));
  node.argument = readExpression(at + 16);
  return node;
}

export function readStatement(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxBlockStatement(at + 8);
    case 1:
      return readBoxBreakStatement(at + 8);
    case 2:
      return readBoxContinueStatement(at + 8);
    case 3:
      return readBoxDebuggerStatement(at + 8);
    case 4:
      return readBoxDoWhileStatement(at + 8);
    case 5:
      return readBoxEmptyStatement(at + 8);
    case 6:
      return readBoxExpressionStatement(at + 8);
    case 7:
      return readBoxForInStatement(at + 8);
    case 8:
      return readBoxForOfStatement(at + 8);
    case 9:
      return readBoxForStatement(at + 8);
    case 10:
      return readBoxIfStatement(at + 8);
    case 11:
      return readBoxLabeledStatement(at + 8);
    case 12:
      return readBoxReturnStatement(at + 8);
    case 13:
      return readBoxSwitchStatement(at + 8);
    case 14:
      return readBoxThrowStatement(at + 8);
    case 15:
      return readBoxTryStatement(at + 8);
    case 16:
      return readBoxWhileStatement(at + 8);
    case 17:
      return readBoxWithStatement(at + 8);
    case 32:
      return readBoxVariableDeclaration(at + 8);
    case 33:
      return readBoxFunction(at + 8);
    case 34:
      return readBoxClass(at + 8);
    case 35:
      return readBoxTSTypeAliasDeclaration(at + 8);
    case 36:
      return readBoxTSInterfaceDeclaration(at + 8);
    case 37:
      return readBoxTSEnumDeclaration(at + 8);
    case 38:
      return readBoxTSExternalModuleDeclaration(at + 8);
    case 39:
      return readBoxTSNamespaceDeclaration(at + 8);
    case 40:
      return readBoxTSGlobalDeclaration(at + 8);
    case 41:
      return readBoxTSImportEqualsDeclaration(at + 8);
    case 64:
      return readBoxImportDeclaration(at + 8);
    case 65:
      return readBoxExportAllDeclaration(at + 8);
    case 66:
      return readBoxExportDefaultDeclaration(at + 8);
    case 67:
      return readBoxExportDeclaration(at + 8);
    case 68:
      return readBoxExportNamedDeclaration(at + 8);
    case 69:
      return readBoxExportFromDeclaration(at + 8);
    case 70:
      return readBoxTSExportAssignment(at + 8);
    case 71:
      return readBoxTSNamespaceExportDeclaration(at + 8);
    default:
      return unreachable();
  }
}

export function readStaticBlock(at: usize): Node {
  const node = changetype<StaticBlock>(make(NodeType.StaticBlock, offsetof<StaticBlock>(), at));
  node.body = readVecStatement(at + 16);
  return node;
}

export function readStaticMemberExpression(at: usize): Node {
  const node = changetype<MemberExpression>(make(NodeType.MemberExpression, offsetof<MemberExpression>(), at));
  node.object = readExpression(at + 16);
  node.property = readIdentifierName(at + 32);
  node.optional = readBool(at + 12);
  node.computed = false;
  return node;
}

export function readSuper(at: usize): Node {
  const node = changetype<Super>(make(NodeType.Super, offsetof<Super>(), at));
  return node;
}

export function readSwitchCase(at: usize): Node {
  const node = changetype<SwitchCase>(make(NodeType.SwitchCase, offsetof<SwitchCase>(), at));
  node.test = readOptionExpression(at + 16);
  node.consequent = readVecStatement(at + 32);
  return node;
}

export function readSwitchStatement(at: usize): Node {
  const node = changetype<SwitchStatement>(make(NodeType.SwitchStatement, offsetof<SwitchStatement>(), at));
  node.discriminant = readExpression(at + 16);
  node.cases = readVecSwitchCase(at + 32);
  return node;
}

export function readTSAccessibility(at: usize): Word {
  switch (load<u8>(at)) {
    case 0:
      return Word.Private;
    case 1:
      return Word.Protected;
    case 2:
      return Word.Public;
    default:
      return unreachable();
  }
}

export function readTSAnyKeyword(at: usize): Node {
  const node = changetype<TSAnyKeyword>(make(NodeType.TSAnyKeyword, offsetof<TSAnyKeyword>(), at));
  return node;
}

export function readTSArrayType(at: usize): Node {
  const node = changetype<TSArrayType>(make(NodeType.TSArrayType, offsetof<TSArrayType>(), at));
  node.elementType = readTSType(at + 16);
  return node;
}

export function readTSAsExpression(at: usize): Node {
  const node = changetype<TSAsExpression>(make(NodeType.TSAsExpression, offsetof<TSAsExpression>(), at));
  node.expression = readExpression(at + 16);
  node.typeAnnotation = readTSType(at + 32);
  return node;
}

export function readTSBigIntKeyword(at: usize): Node {
  const node = changetype<TSBigIntKeyword>(make(NodeType.TSBigIntKeyword, offsetof<TSBigIntKeyword>(), at));
  return node;
}

export function readTSBooleanKeyword(at: usize): Node {
  const node = changetype<TSBooleanKeyword>(make(NodeType.TSBooleanKeyword, offsetof<TSBooleanKeyword>(), at));
  return node;
}

export function readTSCallSignatureDeclaration(at: usize): Node {
  const node = changetype<TSCallSignatureDeclaration>(make(NodeType.TSCallSignatureDeclaration, offsetof<TSCallSignatureDeclaration>(), at));
  node.typeParameters = readOptionBoxTSTypeParameterDeclaration(at + 16);
  node.params = parametersOf(at + 32, at + 24);
  node.returnType = readOptionBoxTSTypeAnnotation(at + 40);
  return node;
}

export function readTSConditionalType(at: usize): Node {
  const node = changetype<TSConditionalType>(make(NodeType.TSConditionalType, offsetof<TSConditionalType>(), at));
  node.checkType = readTSType(at + 16);
  node.extendsType = readTSType(at + 32);
  node.trueType = readTSType(at + 48);
  node.falseType = readTSType(at + 64);
  return node;
}

export function readTSConstructSignatureDeclaration(at: usize): Node {
  const node = changetype<TSConstructSignatureDeclaration>(make(NodeType.TSConstructSignatureDeclaration, offsetof<TSConstructSignatureDeclaration>(), at));
  node.typeParameters = readOptionBoxTSTypeParameterDeclaration(at + 16);
  node.params = readBoxFormalParameters(at + 24);
  node.returnType = readOptionBoxTSTypeAnnotation(at + 32);
  return node;
}

export function readTSConstructorType(at: usize): Node {
  const node = changetype<TSConstructorType>(make(NodeType.TSConstructorType, offsetof<TSConstructorType>(), at));
  node.isAbstract = readBool(at + 40);
  node.typeParameters = readOptionBoxTSTypeParameterDeclaration(at + 16);
  node.params = readBoxFormalParameters(at + 24);
  node.returnType = readBoxTSTypeAnnotation(at + 32);
  return node;
}

export function readTSEnumBody(at: usize): Node {
  const node = changetype<TSEnumBody>(make(NodeType.TSEnumBody, offsetof<TSEnumBody>(), at));
  node.members = readVecTSEnumMember(at + 16);
  return node;
}

export function readTSEnumDeclaration(at: usize): Node {
  const node = changetype<TSEnumDeclaration>(make(NodeType.TSEnumDeclaration, offsetof<TSEnumDeclaration>(), at));
  node.id = readBindingIdentifier(at + 16);
  node.body = readTSEnumBody(at + 48);
  node.isConst = readBool(at + 12);
  node.isDeclared = readBool(at + 13);
  return node;
}

export function readTSEnumMember(at: usize): Node {
  const node = changetype<TSEnumMember>(make(NodeType.TSEnumMember, offsetof<TSEnumMember>(), at));
  node.id = readTSEnumMemberName(at + 16);
  node.initializer = readOptionExpression(at + 32);
  node.computed = load<u8>(at + 16) > 1;
  return node;
}

export function readTSEnumMemberName(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxIdentifierName(at + 8);
    case 1:
      return readBoxStringLiteral(at + 8);
    case 2:
      return readBoxStringLiteral(at + 8);
    case 3:
      return readBoxTemplateLiteral(at + 8);
    default:
      return unreachable();
  }
}

export function readTSExportAssignment(at: usize): Node {
  const node = changetype<TSExportAssignment>(make(NodeType.TSExportAssignment, offsetof<TSExportAssignment>(), at));
  node.expression = readExpression(at + 16);
  return node;
}

export function readTSExternalModuleReference(at: usize): Node {
  const node = changetype<TSExternalModuleReference>(make(NodeType.TSExternalModuleReference, offsetof<TSExternalModuleReference>(), at));
  node.expression = readStringLiteral(at + 16);
  return node;
}

export function readTSFunctionType(at: usize): Node {
  const node = changetype<TSFunctionType>(make(NodeType.TSFunctionType, offsetof<TSFunctionType>(), at));
  node.typeParameters = readOptionBoxTSTypeParameterDeclaration(at + 16);
  node.params = parametersOf(at + 32, at + 24);
  node.returnType = readBoxTSTypeAnnotation(at + 40);
  return node;
}

export function readTSImportEqualsDeclaration(at: usize): Node {
  const node = changetype<TSImportEqualsDeclaration>(make(NodeType.TSImportEqualsDeclaration, offsetof<TSImportEqualsDeclaration>(), at));
  node.id = readBindingIdentifier(at + 16);
  node.moduleReference = readTSModuleReference(at + 48);
  node.importKind = readImportOrExportKind(at + 12);
  return node;
}

export function readTSImportType(at: usize): Node {
  const node = changetype<TSImportType>(make(NodeType.TSImportType, offsetof<TSImportType>(), at));
  node.source = readStringLiteral(at + 16);
  node.options = readOptionBoxObjectExpression(at + 64);
  node.qualifier = readOptionTSImportTypeQualifier(at + 72);
  node.typeArguments = readOptionBoxTSTypeParameterInstantiation(at + 88);
  return node;
}

export function readTSImportTypeQualifiedName(at: usize): Node {
  const node = changetype<TSQualifiedName>(make(NodeType.TSQualifiedName, offsetof<TSQualifiedName>(), at));
  node.left = readTSImportTypeQualifier(at + 16);
  node.right = readIdentifierName(at + 32);
  return node;
}

export function readTSImportTypeQualifier(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxIdentifierName(at + 8);
    case 1:
      return readBoxTSImportTypeQualifiedName(at + 8);
    default:
      return unreachable();
  }
}

export function readTSIndexSignatureName(at: usize): Node {
  const node = changetype<Identifier>(make(NodeType.Identifier, offsetof<Identifier>(), at));
  node.decorators = noNodes;
  node.name = readStr(at + 16);
  node.optional = false;
  node.typeAnnotation = readBoxTSTypeAnnotation(at + 32);
  return node;
}

export function readTSIndexedAccessType(at: usize): Node {
  const node = changetype<TSIndexedAccessType>(make(NodeType.TSIndexedAccessType, offsetof<TSIndexedAccessType>(), at));
  node.objectType = readTSType(at + 16);
  node.indexType = readTSType(at + 32);
  return node;
}

export function readTSInferType(at: usize): Node {
  const node = changetype<TSInferType>(make(NodeType.TSInferType, offsetof<TSInferType>(), at));
  node.typeParameter = readBoxTSTypeParameter(at + 16);
  return node;
}

export function readTSInstantiationExpression(at: usize): Node {
  const node = changetype<TSInstantiationExpression>(make(NodeType.TSInstantiationExpression, offsetof<TSInstantiationExpression>(), at));
  node.expression = readExpression(at + 16);
  node.typeArguments = readBoxTSTypeParameterInstantiation(at + 32);
  return node;
}

export function readTSInterfaceBody(at: usize): Node {
  const node = changetype<TSInterfaceBody>(make(NodeType.TSInterfaceBody, offsetof<TSInterfaceBody>(), at));
  node.body = readVecTSSignature(at + 16);
  return node;
}

export function readTSInterfaceDeclaration(at: usize): Node {
  const node = changetype<TSInterfaceDeclaration>(make(NodeType.TSInterfaceDeclaration, offsetof<TSInterfaceDeclaration>(), at));
  node.id = readBindingIdentifier(at + 16);
  node.typeParameters = readOptionBoxTSTypeParameterDeclaration(at + 48);
  node.extended = readVecTSInterfaceHeritage(at + 56);
  node.body = readBoxTSInterfaceBody(at + 80);
  node.isDeclared = readBool(at + 88);
  return node;
}

export function readTSIntersectionType(at: usize): Node {
  const node = changetype<TSIntersectionType>(make(NodeType.TSIntersectionType, offsetof<TSIntersectionType>(), at));
  node.types = readVecTSType(at + 16);
  return node;
}

export function readTSIntrinsicKeyword(at: usize): Node {
  const node = changetype<TSIntrinsicKeyword>(make(NodeType.TSIntrinsicKeyword, offsetof<TSIntrinsicKeyword>(), at));
  return node;
}

export function readTSLiteral(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxBooleanLiteral(at + 8);
    case 1:
      return readBoxNumericLiteral(at + 8);
    case 2:
      return readBoxBigIntLiteral(at + 8);
    case 3:
      return readBoxStringLiteral(at + 8);
    case 4:
      return readBoxTemplateLiteral(at + 8);
    case 5:
      return readBoxUnaryExpression(at + 8);
    default:
      return unreachable();
  }
}

export function readTSLiteralType(at: usize): Node {
  const node = changetype<TSLiteralType>(make(NodeType.TSLiteralType, offsetof<TSLiteralType>(), at));
  node.literal = readTSLiteral(at + 16);
  return node;
}

export function readTSMappedType(at: usize): Node {
  const node = changetype<TSMappedType>(make(NodeType.TSMappedType, offsetof<TSMappedType>(), at));
  node.key = readBindingIdentifier(at + 16);
  node.constraint = readTSType(at + 48);
  node.nameType = readOptionTSType(at + 64);
  node.typeAnnotation = readOptionTSType(at + 80);
  node.optional = readOptionTSMappedTypeModifierOperator(at + 96);
  node.isReadonly = readOptionTSMappedTypeModifierOperator(at + 97);
  return node;
}

export function readTSMappedTypeModifierOperator(at: usize): Word {
  switch (load<u8>(at)) {
    case 0:
      return Word.True;
    case 1:
      return Word.Plus;
    case 2:
      return Word.Minus;
    default:
      return unreachable();
  }
}

export function readTSMethodSignature(at: usize): Node {
  const node = changetype<TSMethodSignature>(make(NodeType.TSMethodSignature, offsetof<TSMethodSignature>(), at));
  node.key = readPropertyKey(at + 16);
  node.computed = readBool(at + 64);
  node.optional = readBool(at + 65);
  node.kind = readTSMethodSignatureKind(at + 66);
  node.typeParameters = readOptionBoxTSTypeParameterDeclaration(at + 32);
  node.params = parametersOf(at + 48, at + 40);
  node.returnType = readOptionBoxTSTypeAnnotation(at + 56);
  node.isReadonly = false;
  node.isStatic = false;
  return node;
}

export function readTSMethodSignatureKind(at: usize): Word {
  switch (load<u8>(at)) {
    case 0:
      return Word.Method;
    case 1:
      return Word.Get;
    case 2:
      return Word.Set;
    default:
      return unreachable();
  }
}

export function readTSModuleReference(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxTSExternalModuleReference(at + 8);
    case 1:
      return readBoxIdentifierReference(at + 8);
    case 2:
      return readBoxTSQualifiedName(at + 8);
    default:
      return unreachable();
  }
}

export function readTSNamedTupleMember(at: usize): Node {
  const node = changetype<TSNamedTupleMember>(make(NodeType.TSNamedTupleMember, offsetof<TSNamedTupleMember>(), at));
  node.label = readIdentifierName(at + 16);
  node.elementType = readTSTupleElement(at + 48);
  node.optional = readBool(at + 12);
  return node;
}

export function readTSNamespaceDeclarationBody(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxTSNamespaceDeclaration(at + 8);
    case 1:
      return readBoxTSModuleBlock(at + 8);
    default:
      return unreachable();
  }
}

export function readTSNamespaceDeclarationKind(at: usize): Word {
  switch (load<u8>(at)) {
    case 0:
      return Word.Module;
    case 1:
      return Word.Namespace;
    default:
      return unreachable();
  }
}

export function readTSNamespaceExportDeclaration(at: usize): Node {
  const node = changetype<TSNamespaceExportDeclaration>(make(NodeType.TSNamespaceExportDeclaration, offsetof<TSNamespaceExportDeclaration>(), at));
  node.id = readIdentifierName(at + 16);
  return node;
}

export function readTSNeverKeyword(at: usize): Node {
  const node = changetype<TSNeverKeyword>(make(NodeType.TSNeverKeyword, offsetof<TSNeverKeyword>(), at));
  return node;
}

export function readTSNonNullExpression(at: usize): Node {
  const node = changetype<TSNonNullExpression>(make(NodeType.TSNonNullExpression, offsetof<TSNonNullExpression>(), at));
  node.expression = readExpression(at + 16);
  return node;
}

export function readTSNullKeyword(at: usize): Node {
  const node = changetype<TSNullKeyword>(make(NodeType.TSNullKeyword, offsetof<TSNullKeyword>(), at));
  return node;
}

export function readTSNumberKeyword(at: usize): Node {
  const node = changetype<TSNumberKeyword>(make(NodeType.TSNumberKeyword, offsetof<TSNumberKeyword>(), at));
  return node;
}

export function readTSObjectKeyword(at: usize): Node {
  const node = changetype<TSObjectKeyword>(make(NodeType.TSObjectKeyword, offsetof<TSObjectKeyword>(), at));
  return node;
}

export function readTSOptionalType(at: usize): Node {
  const node = changetype<TSOptionalType>(make(NodeType.TSOptionalType, offsetof<TSOptionalType>(), at));
  node.typeAnnotation = readTSType(at + 16);
  return node;
}

export function readTSParenthesizedType(at: usize): Node {
  const node = changetype<TSParenthesizedType>(make(NodeType.TSParenthesizedType, offsetof<TSParenthesizedType>(), at));
  node.typeAnnotation = readTSType(at + 16);
  return node;
}

export function readTSPropertySignature(at: usize): Node {
  const node = changetype<TSPropertySignature>(make(NodeType.TSPropertySignature, offsetof<TSPropertySignature>(), at));
  node.computed = readBool(at + 12);
  node.optional = readBool(at + 13);
  node.isReadonly = readBool(at + 14);
  node.key = readPropertyKey(at + 16);
  node.typeAnnotation = readOptionBoxTSTypeAnnotation(at + 32);
  node.isStatic = false;
  return node;
}

export function readTSQualifiedName(at: usize): Node {
  const node = changetype<TSQualifiedName>(make(NodeType.TSQualifiedName, offsetof<TSQualifiedName>(), at));
  node.left = readTSTypeName(at + 16);
  node.right = readIdentifierName(at + 32);
  return node;
}

export function readTSRestType(at: usize): Node {
  const node = changetype<TSRestType>(make(NodeType.TSRestType, offsetof<TSRestType>(), at));
  node.typeAnnotation = readTSType(at + 16);
  return node;
}

export function readTSSatisfiesExpression(at: usize): Node {
  const node = changetype<TSSatisfiesExpression>(make(NodeType.TSSatisfiesExpression, offsetof<TSSatisfiesExpression>(), at));
  node.expression = readExpression(at + 16);
  node.typeAnnotation = readTSType(at + 32);
  return node;
}

export function readTSSignature(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxTSIndexSignature(at + 8);
    case 1:
      return readBoxTSPropertySignature(at + 8);
    case 2:
      return readBoxTSCallSignatureDeclaration(at + 8);
    case 3:
      return readBoxTSConstructSignatureDeclaration(at + 8);
    case 4:
      return readBoxTSMethodSignature(at + 8);
    default:
      return unreachable();
  }
}

export function readTSStringKeyword(at: usize): Node {
  const node = changetype<TSStringKeyword>(make(NodeType.TSStringKeyword, offsetof<TSStringKeyword>(), at));
  return node;
}

export function readTSSymbolKeyword(at: usize): Node {
  const node = changetype<TSSymbolKeyword>(make(NodeType.TSSymbolKeyword, offsetof<TSSymbolKeyword>(), at));
  return node;
}

export function readTSTemplateLiteralType(at: usize): Node {
  const node = changetype<TSTemplateLiteralType>(make(NodeType.TSTemplateLiteralType, offsetof<TSTemplateLiteralType>(), at));
  node.types = readVecTSType(at + 40);
  return node;
}

export function readTSThisType(at: usize): Node {
  const node = changetype<TSThisType>(make(NodeType.TSThisType, offsetof<TSThisType>(), at));
  return node;
}

export function readTSTupleElement(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxTSAnyKeyword(at + 8);
    case 1:
      return readBoxTSBigIntKeyword(at + 8);
    case 2:
      return readBoxTSBooleanKeyword(at + 8);
    case 3:
      return readBoxTSIntrinsicKeyword(at + 8);
    case 4:
      return readBoxTSNeverKeyword(at + 8);
    case 5:
      return readBoxTSNullKeyword(at + 8);
    case 6:
      return readBoxTSNumberKeyword(at + 8);
    case 7:
      return readBoxTSObjectKeyword(at + 8);
    case 8:
      return readBoxTSStringKeyword(at + 8);
    case 9:
      return readBoxTSSymbolKeyword(at + 8);
    case 10:
      return readBoxTSThisType(at + 8);
    case 11:
      return readBoxTSUndefinedKeyword(at + 8);
    case 12:
      return readBoxTSUnknownKeyword(at + 8);
    case 13:
      return readBoxTSVoidKeyword(at + 8);
    case 14:
      return readBoxTSArrayType(at + 8);
    case 15:
      return readBoxTSConditionalType(at + 8);
    case 16:
      return readBoxTSConstructorType(at + 8);
    case 17:
      return readBoxTSFunctionType(at + 8);
    case 18:
      return readBoxTSImportType(at + 8);
    case 19:
      return readBoxTSIndexedAccessType(at + 8);
    case 20:
      return readBoxTSInferType(at + 8);
    case 21:
      return readBoxTSIntersectionType(at + 8);
    case 22:
      return readBoxTSLiteralType(at + 8);
    case 23:
      return readBoxTSMappedType(at + 8);
    case 24:
      return readBoxTSNamedTupleMember(at + 8);
    case 26:
      return readBoxTSTemplateLiteralType(at + 8);
    case 27:
      return readBoxTSTupleType(at + 8);
    case 28:
      return readBoxTSTypeLiteral(at + 8);
    case 29:
      return readBoxTSTypeOperator(at + 8);
    case 30:
      return readBoxTSTypePredicate(at + 8);
    case 31:
      return readBoxTSTypeQuery(at + 8);
    case 32:
      return readBoxTSTypeReference(at + 8);
    case 33:
      return readBoxTSUnionType(at + 8);
    case 34:
      return readBoxTSParenthesizedType(at + 8);
    case 35:
      return readBoxJSDocNullableType(at + 8);
    case 36:
      return readBoxJSDocNonNullableType(at + 8);
    case 37:
      return readBoxJSDocUnknownType(at + 8);
    case 64:
      return readBoxTSOptionalType(at + 8);
    case 65:
      return readBoxTSRestType(at + 8);
    default:
      return unreachable();
  }
}

export function readTSTupleType(at: usize): Node {
  const node = changetype<TSTupleType>(make(NodeType.TSTupleType, offsetof<TSTupleType>(), at));
  node.elementTypes = readVecTSTupleElement(at + 16);
  return node;
}

export function readTSType(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxTSAnyKeyword(at + 8);
    case 1:
      return readBoxTSBigIntKeyword(at + 8);
    case 2:
      return readBoxTSBooleanKeyword(at + 8);
    case 3:
      return readBoxTSIntrinsicKeyword(at + 8);
    case 4:
      return readBoxTSNeverKeyword(at + 8);
    case 5:
      return readBoxTSNullKeyword(at + 8);
    case 6:
      return readBoxTSNumberKeyword(at + 8);
    case 7:
      return readBoxTSObjectKeyword(at + 8);
    case 8:
      return readBoxTSStringKeyword(at + 8);
    case 9:
      return readBoxTSSymbolKeyword(at + 8);
    case 10:
      return readBoxTSThisType(at + 8);
    case 11:
      return readBoxTSUndefinedKeyword(at + 8);
    case 12:
      return readBoxTSUnknownKeyword(at + 8);
    case 13:
      return readBoxTSVoidKeyword(at + 8);
    case 14:
      return readBoxTSArrayType(at + 8);
    case 15:
      return readBoxTSConditionalType(at + 8);
    case 16:
      return readBoxTSConstructorType(at + 8);
    case 17:
      return readBoxTSFunctionType(at + 8);
    case 18:
      return readBoxTSImportType(at + 8);
    case 19:
      return readBoxTSIndexedAccessType(at + 8);
    case 20:
      return readBoxTSInferType(at + 8);
    case 21:
      return readBoxTSIntersectionType(at + 8);
    case 22:
      return readBoxTSLiteralType(at + 8);
    case 23:
      return readBoxTSMappedType(at + 8);
    case 24:
      return readBoxTSNamedTupleMember(at + 8);
    case 26:
      return readBoxTSTemplateLiteralType(at + 8);
    case 27:
      return readBoxTSTupleType(at + 8);
    case 28:
      return readBoxTSTypeLiteral(at + 8);
    case 29:
      return readBoxTSTypeOperator(at + 8);
    case 30:
      return readBoxTSTypePredicate(at + 8);
    case 31:
      return readBoxTSTypeQuery(at + 8);
    case 32:
      return readBoxTSTypeReference(at + 8);
    case 33:
      return readBoxTSUnionType(at + 8);
    case 34:
      return readBoxTSParenthesizedType(at + 8);
    case 35:
      return readBoxJSDocNullableType(at + 8);
    case 36:
      return readBoxJSDocNonNullableType(at + 8);
    case 37:
      return readBoxJSDocUnknownType(at + 8);
    default:
      return unreachable();
  }
}

export function readTSTypeAliasDeclaration(at: usize): Node {
  const node = changetype<TSTypeAliasDeclaration>(make(NodeType.TSTypeAliasDeclaration, offsetof<TSTypeAliasDeclaration>(), at));
  node.id = readBindingIdentifier(at + 16);
  node.typeParameters = readOptionBoxTSTypeParameterDeclaration(at + 48);
  node.typeAnnotation = readTSType(at + 56);
  node.isDeclared = readBool(at + 72);
  return node;
}

export function readTSTypeAnnotation(at: usize): Node {
  const node = changetype<TSTypeAnnotation>(make(NodeType.TSTypeAnnotation, offsetof<TSTypeAnnotation>(), at));
  node.typeAnnotation = readTSType(at + 16);
  return node;
}

export function readTSTypeAssertion(at: usize): Node {
  const node = changetype<TSTypeAssertion>(make(NodeType.TSTypeAssertion, offsetof<TSTypeAssertion>(), at));
  node.typeAnnotation = readTSType(at + 16);
  node.expression = readExpression(at + 32);
  return node;
}

export function readTSTypeLiteral(at: usize): Node {
  const node = changetype<TSTypeLiteral>(make(NodeType.TSTypeLiteral, offsetof<TSTypeLiteral>(), at));
  node.members = readVecTSSignature(at + 16);
  return node;
}

export function readTSTypeName(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxIdentifierReference(at + 8);
    case 1:
      return readBoxTSQualifiedName(at + 8);
    case 2:
      return readBoxThisExpression(at + 8);
    default:
      return unreachable();
  }
}

export function readTSTypeOperator(at: usize): Node {
  const node = changetype<TSTypeOperator>(make(NodeType.TSTypeOperator, offsetof<TSTypeOperator>(), at));
  node.operator = readTSTypeOperatorOperator(at + 12);
  node.typeAnnotation = readTSType(at + 16);
  return node;
}

export function readTSTypeOperatorOperator(at: usize): Word {
  switch (load<u8>(at)) {
    case 0:
      return Word.Keyof;
    case 1:
      return Word.Unique;
    case 2:
      return Word.Readonly;
    default:
      return unreachable();
  }
}

export function readTSTypeParameter(at: usize): Node {
  const node = changetype<TSTypeParameter>(make(NodeType.TSTypeParameter, offsetof<TSTypeParameter>(), at));
  node.name = readBindingIdentifier(at + 16);
  node.constraint = readOptionTSType(at + 48);
  node.defaultType = readOptionTSType(at + 64);
  node.isIn = readBool(at + 12);
  node.isOut = readBool(at + 13);
  node.isConst = readBool(at + 14);
  return node;
}

export function readTSTypeParameterDeclaration(at: usize): Node {
  const node = changetype<TSTypeParameterDeclaration>(make(NodeType.TSTypeParameterDeclaration, offsetof<TSTypeParameterDeclaration>(), at));
  node.params = readVecTSTypeParameter(at + 16);
  return node;
}

export function readTSTypeParameterInstantiation(at: usize): Node {
  const node = changetype<TSTypeParameterInstantiation>(make(NodeType.TSTypeParameterInstantiation, offsetof<TSTypeParameterInstantiation>(), at));
  node.params = readVecTSType(at + 16);
  return node;
}

export function readTSTypePredicate(at: usize): Node {
  const node = changetype<TSTypePredicate>(make(NodeType.TSTypePredicate, offsetof<TSTypePredicate>(), at));
  node.parameterName = readTSTypePredicateName(at + 16);
  node.asserts = readBool(at + 12);
  node.typeAnnotation = readOptionBoxTSTypeAnnotation(at + 32);
  return node;
}

export function readTSTypePredicateName(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxIdentifierName(at + 8);
    case 1:
      return readBoxTSThisType(at + 8);
    default:
      return unreachable();
  }
}

export function readTSTypeQuery(at: usize): Node {
  const node = changetype<TSTypeQuery>(make(NodeType.TSTypeQuery, offsetof<TSTypeQuery>(), at));
  node.exprName = readTSTypeQueryExprName(at + 16);
  node.typeArguments = readOptionBoxTSTypeParameterInstantiation(at + 32);
  return node;
}

export function readTSTypeQueryExprName(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxIdentifierReference(at + 8);
    case 1:
      return readBoxTSQualifiedName(at + 8);
    case 2:
      return readBoxThisExpression(at + 8);
    case 3:
      return readBoxTSImportType(at + 8);
    default:
      return unreachable();
  }
}

export function readTSTypeReference(at: usize): Node {
  const node = changetype<TSTypeReference>(make(NodeType.TSTypeReference, offsetof<TSTypeReference>(), at));
  node.typeName = readTSTypeName(at + 16);
  node.typeArguments = readOptionBoxTSTypeParameterInstantiation(at + 32);
  return node;
}

export function readTSUndefinedKeyword(at: usize): Node {
  const node = changetype<TSUndefinedKeyword>(make(NodeType.TSUndefinedKeyword, offsetof<TSUndefinedKeyword>(), at));
  return node;
}

export function readTSUnionType(at: usize): Node {
  const node = changetype<TSUnionType>(make(NodeType.TSUnionType, offsetof<TSUnionType>(), at));
  node.types = readVecTSType(at + 16);
  return node;
}

export function readTSUnknownKeyword(at: usize): Node {
  const node = changetype<TSUnknownKeyword>(make(NodeType.TSUnknownKeyword, offsetof<TSUnknownKeyword>(), at));
  return node;
}

export function readTSVoidKeyword(at: usize): Node {
  const node = changetype<TSVoidKeyword>(make(NodeType.TSVoidKeyword, offsetof<TSVoidKeyword>(), at));
  return node;
}

export function readTaggedTemplateExpression(at: usize): Node {
  const node = changetype<TaggedTemplateExpression>(make(NodeType.TaggedTemplateExpression, offsetof<TaggedTemplateExpression>(), at));
  node.tag = readExpression(at + 16);
  node.typeArguments = readOptionBoxTSTypeParameterInstantiation(at + 32);
  node.quasi = readTemplateLiteral(at + 40);
  return node;
}

export function readTemplateLiteral(at: usize): Node {
  const node = changetype<TemplateLiteral>(make(NodeType.TemplateLiteral, offsetof<TemplateLiteral>(), at));
  node.expressions = readVecExpression(at + 40);
  return node;
}

export function readThisExpression(at: usize): Node {
  const node = changetype<ThisExpression>(make(NodeType.ThisExpression, offsetof<ThisExpression>(), at));
  return node;
}

export function readThrowStatement(at: usize): Node {
  const node = changetype<ThrowStatement>(make(NodeType.ThrowStatement, offsetof<ThrowStatement>(), at));
  node.argument = readExpression(at + 16);
  return node;
}

export function readTryStatement(at: usize): Node {
  const node = changetype<TryStatement>(make(NodeType.TryStatement, offsetof<TryStatement>(), at));
  node.block = readBoxBlockStatement(at + 16);
  node.handler = readOptionBoxCatchClause(at + 24);
  node.finalizer = readOptionBoxBlockStatement(at + 32);
  return node;
}

export function readUnaryExpression(at: usize): Node {
  const node = changetype<UnaryExpression>(make(NodeType.UnaryExpression, offsetof<UnaryExpression>(), at));
  node.operator = readUnaryOperator(at + 12);
  node.argument = readExpression(at + 16);
  node.prefix = true;
  return node;
}

export function readUnaryOperator(at: usize): Word {
  switch (load<u8>(at)) {
    case 0:
      return Word.Plus;
    case 1:
      return Word.Minus;
    case 2:
      return Word.Not;
    case 3:
      return Word.BitNot;
    case 4:
      return Word.Typeof;
    case 5:
      return Word.Void;
    case 6:
      return Word.Delete;
    default:
      return unreachable();
  }
}

export function readUpdateExpression(at: usize): Node {
  const node = changetype<UpdateExpression>(make(NodeType.UpdateExpression, offsetof<UpdateExpression>(), at));
  node.operator = readUpdateOperator(at + 12);
  node.prefix = readBool(at + 13);
  node.argument = readSimpleAssignmentTarget(at + 16);
  return node;
}

export function readUpdateOperator(at: usize): Word {
  switch (load<u8>(at)) {
    case 0:
      return Word.Increment;
    case 1:
      return Word.Decrement;
    default:
      return unreachable();
  }
}

export function readV8IntrinsicExpression(at: usize): Node {
  const node = changetype<V8IntrinsicExpression>(make(NodeType.V8IntrinsicExpression, offsetof<V8IntrinsicExpression>(), at));
  node.name = readIdentifierName(at + 16);
  node.arguments = readVecArgument(at + 48);
  return node;
}

export function readVariableDeclaration(at: usize): Node {
  const node = changetype<VariableDeclaration>(make(NodeType.VariableDeclaration, offsetof<VariableDeclaration>(), at));
  node.kind = readVariableDeclarationKind(at + 12);
  node.declarations = readVecVariableDeclarator(at + 16);
  node.isDeclared = readBool(at + 13);
  return node;
}

export function readVariableDeclarationKind(at: usize): Word {
  switch (load<u8>(at)) {
    case 0:
      return Word.Var;
    case 1:
      return Word.Let;
    case 2:
      return Word.Const;
    case 3:
      return Word.Using;
    case 4:
      return Word.AwaitUsing;
    default:
      return unreachable();
  }
}

export function readVecArgument(at: usize): List {
  const list = listFor(at);
  let from = pointer(at);
  for (let index = 0; index < list.length; index++, from += 16) list.set(index, readArgument(from));
  return list;
}

export function readVecArrayExpressionElement(at: usize): List {
  const list = listFor(at);
  let from = pointer(at);
  for (let index = 0; index < list.length; index++, from += 16) list.set(index, readArrayExpressionElement(from));
  return list;
}

export function readVecAssignmentTargetProperty(at: usize): List {
  const list = listFor(at);
  let from = pointer(at);
  for (let index = 0; index < list.length; index++, from += 16) list.set(index, readAssignmentTargetProperty(from));
  return list;
}

export function readVecBindingProperty(at: usize): List {
  const list = listFor(at);
  let from = pointer(at);
  for (let index = 0; index < list.length; index++, from += 48) list.set(index, readBindingProperty(from));
  return list;
}

export function readVecClassElement(at: usize): List {
  const list = listFor(at);
  let from = pointer(at);
  for (let index = 0; index < list.length; index++, from += 16) list.set(index, readClassElement(from));
  return list;
}

export function readVecDecorator(at: usize): List {
  const list = listFor(at);
  let from = pointer(at);
  for (let index = 0; index < list.length; index++, from += 32) list.set(index, readDecorator(from));
  return list;
}

export function readVecExportSpecifier(at: usize): List {
  const list = listFor(at);
  let from = pointer(at);
  for (let index = 0; index < list.length; index++, from += 128) list.set(index, readExportSpecifier(from));
  return list;
}

export function readVecExpression(at: usize): List {
  const list = listFor(at);
  let from = pointer(at);
  for (let index = 0; index < list.length; index++, from += 16) list.set(index, readExpression(from));
  return list;
}

export function readVecImportDeclarationSpecifier(at: usize): List {
  const list = listFor(at);
  let from = pointer(at);
  for (let index = 0; index < list.length; index++, from += 16) list.set(index, readImportDeclarationSpecifier(from));
  return list;
}

export function readVecJSXChild(at: usize): List {
  const list = listFor(at);
  let from = pointer(at);
  for (let index = 0; index < list.length; index++, from += 16) list.set(index, readJSXChild(from));
  return list;
}

export function readVecObjectPropertyKind(at: usize): List {
  const list = listFor(at);
  let from = pointer(at);
  for (let index = 0; index < list.length; index++, from += 16) list.set(index, readObjectPropertyKind(from));
  return list;
}

export function readVecOptionAssignmentTargetMaybeDefault(at: usize): List {
  const list = listFor(at);
  let from = pointer(at);
  for (let index = 0; index < list.length; index++, from += 16) list.set(index, readOptionAssignmentTargetMaybeDefault(from));
  return list;
}

export function readVecOptionBindingPattern(at: usize): List {
  const list = listFor(at);
  let from = pointer(at);
  for (let index = 0; index < list.length; index++, from += 16) list.set(index, readOptionBindingPattern(from));
  return list;
}

export function readVecStatement(at: usize): List {
  const list = listFor(at);
  let from = pointer(at);
  for (let index = 0; index < list.length; index++, from += 16) list.set(index, readStatement(from));
  return list;
}

export function readVecSwitchCase(at: usize): List {
  const list = listFor(at);
  let from = pointer(at);
  for (let index = 0; index < list.length; index++, from += 56) list.set(index, readSwitchCase(from));
  return list;
}

export function readVecTSClassImplements(at: usize): List {
  const list = listFor(at);
  let from = pointer(at);
  for (let index = 0; index < list.length; index++, from += 40) list.set(index, readTSClassImplements(from));
  return list;
}

export function readVecTSEnumMember(at: usize): List {
  const list = listFor(at);
  let from = pointer(at);
  for (let index = 0; index < list.length; index++, from += 48) list.set(index, readTSEnumMember(from));
  return list;
}

export function readVecTSInterfaceHeritage(at: usize): List {
  const list = listFor(at);
  let from = pointer(at);
  for (let index = 0; index < list.length; index++, from += 40) list.set(index, readTSInterfaceHeritage(from));
  return list;
}

export function readVecTSSignature(at: usize): List {
  const list = listFor(at);
  let from = pointer(at);
  for (let index = 0; index < list.length; index++, from += 16) list.set(index, readTSSignature(from));
  return list;
}

export function readVecTSTupleElement(at: usize): List {
  const list = listFor(at);
  let from = pointer(at);
  for (let index = 0; index < list.length; index++, from += 16) list.set(index, readTSTupleElement(from));
  return list;
}

export function readVecTSType(at: usize): List {
  const list = listFor(at);
  let from = pointer(at);
  for (let index = 0; index < list.length; index++, from += 16) list.set(index, readTSType(from));
  return list;
}

export function readVecTSTypeParameter(at: usize): List {
  const list = listFor(at);
  let from = pointer(at);
  for (let index = 0; index < list.length; index++, from += 80) list.set(index, readTSTypeParameter(from));
  return list;
}

export function readVecVariableDeclarator(at: usize): List {
  const list = listFor(at);
  let from = pointer(at);
  for (let index = 0; index < list.length; index++, from += 56) list.set(index, readVariableDeclarator(from));
  return list;
}

export function readWhileStatement(at: usize): Node {
  const node = changetype<WhileStatement>(make(NodeType.WhileStatement, offsetof<WhileStatement>(), at));
  node.test = readExpression(at + 16);
  node.body = readStatement(at + 32);
  return node;
}

export function readWithStatement(at: usize): Node {
  const node = changetype<WithStatement>(make(NodeType.WithStatement, offsetof<WithStatement>(), at));
  node.object = readExpression(at + 16);
  node.body = readStatement(at + 32);
  return node;
}

export function readYieldExpression(at: usize): Node {
  const node = changetype<YieldExpression>(make(NodeType.YieldExpression, offsetof<YieldExpression>(), at));
  node.delegate = readBool(at + 12);
  node.argument = readOptionExpression(at + 16);
  return node;
}
