/** Types of nodes and what each has: written by scripts/lib/syntax-nodes.ts from what oxc-parser says of its trees. */
import { Text } from './texts';
import { List, LiteralKind, Node } from './node-parts';

export { List, LiteralKind, Node };

export const enum NodeType {
  AccessorProperty,
  ArrayExpression,
  ArrayPattern,
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
  ClassDeclaration,
  ClassExpression,
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
  FunctionDeclaration,
  FunctionExpression,
  Hashbang,
  Identifier,
  IfStatement,
  ImportAttribute,
  ImportDeclaration,
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
  JSXText,
  LabeledStatement,
  Literal,
  LogicalExpression,
  MemberExpression,
  MetaProperty,
  MethodDefinition,
  NewExpression,
  ObjectExpression,
  ObjectPattern,
  ParenthesizedExpression,
  PrivateIdentifier,
  Program,
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
  TSAbstractAccessorProperty,
  TSAbstractMethodDefinition,
  TSAbstractPropertyDefinition,
  TSAnyKeyword,
  TSArrayType,
  TSAsExpression,
  TSBigIntKeyword,
  TSBooleanKeyword,
  TSCallSignatureDeclaration,
  TSClassImplements,
  TSConditionalType,
  TSConstructSignatureDeclaration,
  TSConstructorType,
  TSDeclareFunction,
  TSEmptyBodyFunctionExpression,
  TSEnumBody,
  TSEnumDeclaration,
  TSEnumMember,
  TSExportAssignment,
  TSExternalModuleReference,
  TSFunctionType,
  TSImportEqualsDeclaration,
  TSImportType,
  TSIndexSignature,
  TSIndexedAccessType,
  TSInferType,
  TSInstantiationExpression,
  TSInterfaceBody,
  TSInterfaceDeclaration,
  TSInterfaceHeritage,
  TSIntersectionType,
  TSIntrinsicKeyword,
  TSJSDocNonNullableType,
  TSJSDocNullableType,
  TSJSDocUnknownType,
  TSLiteralType,
  TSMappedType,
  TSMethodSignature,
  TSModuleBlock,
  TSModuleDeclaration,
  TSNamedTupleMember,
  TSNamespaceExportDeclaration,
  TSNeverKeyword,
  TSNonNullExpression,
  TSNullKeyword,
  TSNumberKeyword,
  TSObjectKeyword,
  TSOptionalType,
  TSParameterProperty,
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
  TemplateElement,
  TemplateLiteral,
  ThisExpression,
  ThrowStatement,
  TryStatement,
  UnaryExpression,
  UpdateExpression,
  V8IntrinsicExpression,
  VariableDeclaration,
  VariableDeclarator,
  WhileStatement,
  WithStatement,
  YieldExpression,
}

/** A word or sign of a fixed set. */
export const enum Word {
  /** Nothing is said. */
  None,
  Assign,
  AwaitUsing,
  BitAnd,
  BitAndAssign,
  BitNot,
  BitOr,
  BitOrAssign,
  BitXor,
  BitXorAssign,
  Commonjs,
  Const,
  Constructor,
  Decrement,
  Delete,
  Equal,
  Get,
  Global,
  Greater,
  GreaterEqual,
  In,
  Increment,
  Init,
  Instanceof,
  Keyof,
  Less,
  LessEqual,
  Let,
  LogicalAnd,
  LogicalAndAssign,
  LogicalOr,
  LogicalOrAssign,
  Method,
  Minus,
  MinusAssign,
  Module,
  Namespace,
  Not,
  NotEqual,
  Nullish,
  NullishAssign,
  Percent,
  PercentAssign,
  Plus,
  PlusAssign,
  Private,
  Protected,
  Public,
  Readonly,
  Script,
  Set,
  ShiftLeft,
  ShiftLeftAssign,
  ShiftRight,
  ShiftRightAssign,
  ShiftRightUnsigned,
  ShiftRightUnsignedAssign,
  Slash,
  SlashAssign,
  Star,
  StarAssign,
  StarStar,
  StarStarAssign,
  StrictEqual,
  StrictNotEqual,
  True,
  Type,
  Typeof,
  Unique,
  Using,
  Value,
  Var,
  Void,
}

@unmanaged
export class AccessorProperty extends Node {
  decorators: List;
  key: Node;
  typeAnnotation: Node | null;
  value: Node | null;
  computed: bool;
  isStatic: bool;
  isOverride: bool;
  definite: bool;
  accessibility: Word;
  isDeclared: bool;
  optional: bool;
  isReadonly: bool;
}

@unmanaged
export class ArrayExpression extends Node {
  elements: List;
}

@unmanaged
export class ArrayPattern extends Pattern {
  elements: List;
}

@unmanaged
export class ArrowFunctionExpression extends Node {
  expression: bool;
  isAsync: bool;
  typeParameters: Node | null;
  params: List;
  returnType: Node | null;
  body: Node;
  generator: bool;
}

@unmanaged
export class AssignmentExpression extends Node {
  operator: Word;
  left: Node;
  right: Node;
}

@unmanaged
export class AssignmentPattern extends Pattern {
  left: Node;
  right: Node;
}

@unmanaged
export class AwaitExpression extends Node {
  argument: Node;
}

@unmanaged
export class BinaryExpression extends Node {
  left: Node;
  operator: Word;
  right: Node;
}

@unmanaged
export class BlockStatement extends Node {
  body: List;
}

@unmanaged
export class BreakStatement extends Node {
  label: Node | null;
}

@unmanaged
export class CallExpression extends Node {
  callee: Node;
  typeArguments: Node | null;
  arguments: List;
  optional: bool;
}

@unmanaged
export class CatchClause extends Node {
  param: Node | null;
  body: Node;
}

@unmanaged
export class ChainExpression extends Node {
  expression: Node;
}

@unmanaged
export class ClassBody extends Node {
  body: List;
}

@unmanaged
export class ClassNode extends Node {
  decorators: List;
  id: Node | null;
  typeParameters: Node | null;
  superClass: Node | null;
  superTypeArguments: Node | null;
  implemented: List;
  body: Node;
  isAbstract: bool;
  isDeclared: bool;
}

@unmanaged
export class ConditionalExpression extends Node {
  test: Node;
  consequent: Node;
  alternate: Node;
}

@unmanaged
export class ContinueStatement extends Node {
  label: Node | null;
}

@unmanaged
export class DebuggerStatement extends Node {
}

@unmanaged
export class Decorator extends Node {
  expression: Node;
}

@unmanaged
export class DoWhileStatement extends Node {
  body: Node;
  test: Node;
}

@unmanaged
export class EmptyStatement extends Node {
}

@unmanaged
export class ExportAllDeclaration extends Node {
  exported: Node | null;
  source: Node;
  exportKind: Word;
}

@unmanaged
export class ExportDefaultDeclaration extends Node {
  declaration: Node;
  exportKind: Word;
}

@unmanaged
export class ExportNamedDeclaration extends Node {
  declaration: Node | null;
  specifiers: List;
  source: Node | null;
  exportKind: Word;
}

@unmanaged
export class ExportSpecifier extends Node {
  local: Node;
  exported: Node;
  exportKind: Word;
}

@unmanaged
export class ExpressionStatement extends Node {
  expression: Node;
}

@unmanaged
export class ForInStatement extends Node {
  left: Node;
  right: Node;
  body: Node;
}

@unmanaged
export class ForOfStatement extends Node {
  left: Node;
  right: Node;
  body: Node;
}

@unmanaged
export class ForStatement extends Node {
  init: Node | null;
  test: Node | null;
  update: Node | null;
  body: Node;
}

@unmanaged
export class FunctionNode extends Node {
  id: Node | null;
  generator: bool;
  isAsync: bool;
  isDeclared: bool;
  typeParameters: Node | null;
  params: List;
  returnType: Node | null;
  body: Node | null;
}

@unmanaged
export class Identifier extends Pattern {
  name: Text;
}

@unmanaged
export class IfStatement extends Node {
  test: Node;
  consequent: Node;
  alternate: Node | null;
}

@unmanaged
export class ImportDeclaration extends Node {
  specifiers: List;
  source: Node;
  importKind: Word;
}

@unmanaged
export class ImportDefaultSpecifier extends Node {
  local: Node;
}

@unmanaged
export class ImportExpression extends Node {
  source: Node;
  options: Node | null;
}

@unmanaged
export class ImportNamespaceSpecifier extends Node {
  local: Node;
}

@unmanaged
export class ImportSpecifier extends Node {
  imported: Node;
  local: Node;
  importKind: Word;
}

@unmanaged
export class JSXClosingFragment extends Node {
}

@unmanaged
export class JSXElement extends Node {
  openingElement: Node;
  children: List;
}

@unmanaged
export class JSXEmptyExpression extends Node {
}

@unmanaged
export class JSXExpressionContainer extends Node {
  expression: Node;
}

@unmanaged
export class JSXFragment extends Node {
  openingFragment: Node;
  children: List;
  closingFragment: Node;
}

@unmanaged
export class JSXIdentifier extends Node {
  name: Text;
}

@unmanaged
export class JSXMemberExpression extends Node {
  object: Node;
  property: Node;
}

@unmanaged
export class JSXNamespacedName extends Node {
  namespace: Node;
  name: Node;
}

@unmanaged
export class JSXOpeningElement extends Node {
  name: Node;
  typeArguments: Node | null;
}

@unmanaged
export class JSXOpeningFragment extends Node {
}

@unmanaged
export class JSXSpreadChild extends Node {
  expression: Node;
}

@unmanaged
export class JSXText extends Node {
}

@unmanaged
export class LabeledStatement extends Node {
  label: Node;
  body: Node;
}

@unmanaged
export class Literal extends Node {
  kind: LiteralKind;
  text: Text | null;
  number: f64;
  truth: bool;
}

@unmanaged
export class LogicalExpression extends Node {
  left: Node;
  operator: Word;
  right: Node;
}

@unmanaged
export class MemberExpression extends Node {
  object: Node;
  property: Node;
  optional: bool;
  computed: bool;
}

@unmanaged
export class MetaProperty extends Node {
  meta: Node;
  property: Node;
}

@unmanaged
export class MethodDefinition extends Node {
  decorators: List;
  key: Node;
  value: Node;
  kind: Word;
  computed: bool;
  isStatic: bool;
  isOverride: bool;
  optional: bool;
  accessibility: Word;
}

@unmanaged
export class NewExpression extends Node {
  callee: Node;
  typeArguments: Node | null;
  arguments: List;
}

@unmanaged
export class ObjectExpression extends Node {
  properties: List;
}

@unmanaged
export class ObjectPattern extends Pattern {
  properties: List;
}

@unmanaged
export class ParenthesizedExpression extends Node {
  expression: Node;
}

@unmanaged
export class Pattern extends Node {
  decorators: List;
  optional: bool;
  typeAnnotation: Node | null;
}

@unmanaged
export class PrivateIdentifier extends Node {
  name: Text;
}

@unmanaged
export class Program extends Node {
  body: List;
  sourceType: Word;
}

@unmanaged
export class Property extends Node {
  kind: Word;
  key: Node;
  value: Node;
  method: bool;
  shorthand: bool;
  computed: bool;
  optional: bool;
}

@unmanaged
export class PropertyDefinition extends Node {
  decorators: List;
  key: Node;
  typeAnnotation: Node | null;
  value: Node | null;
  computed: bool;
  isStatic: bool;
  isDeclared: bool;
  isOverride: bool;
  optional: bool;
  definite: bool;
  isReadonly: bool;
  accessibility: Word;
}

@unmanaged
export class RestElement extends Pattern {
  argument: Node;
  value: Node | null;
}

@unmanaged
export class ReturnStatement extends Node {
  argument: Node | null;
}

@unmanaged
export class SequenceExpression extends Node {
  expressions: List;
}

@unmanaged
export class SpreadElement extends Node {
  argument: Node;
}

@unmanaged
export class StaticBlock extends Node {
  body: List;
}

@unmanaged
export class Super extends Node {
}

@unmanaged
export class SwitchCase extends Node {
  test: Node | null;
  consequent: List;
}

@unmanaged
export class SwitchStatement extends Node {
  discriminant: Node;
  cases: List;
}

@unmanaged
export class TSAnyKeyword extends Node {
}

@unmanaged
export class TSArrayType extends Node {
  elementType: Node;
}

@unmanaged
export class TSAsExpression extends Node {
  expression: Node;
  typeAnnotation: Node;
}

@unmanaged
export class TSBigIntKeyword extends Node {
}

@unmanaged
export class TSBooleanKeyword extends Node {
}

@unmanaged
export class TSCallSignatureDeclaration extends Node {
  typeParameters: Node | null;
  params: List;
  returnType: Node | null;
}

@unmanaged
export class TSClassImplements extends Node {
  expression: Node;
  typeArguments: Node | null;
}

@unmanaged
export class TSConditionalType extends Node {
  checkType: Node;
  extendsType: Node;
  trueType: Node;
  falseType: Node;
}

@unmanaged
export class TSConstructSignatureDeclaration extends Node {
  typeParameters: Node | null;
  params: List;
  returnType: Node | null;
}

@unmanaged
export class TSConstructorType extends Node {
  isAbstract: bool;
  typeParameters: Node | null;
  params: List;
  returnType: Node;
}

@unmanaged
export class TSEnumBody extends Node {
  members: List;
}

@unmanaged
export class TSEnumDeclaration extends Node {
  id: Node;
  body: Node;
  isConst: bool;
  isDeclared: bool;
}

@unmanaged
export class TSEnumMember extends Node {
  id: Node;
  initializer: Node | null;
  computed: bool;
}

@unmanaged
export class TSExportAssignment extends Node {
  expression: Node;
}

@unmanaged
export class TSExternalModuleReference extends Node {
  expression: Node;
}

@unmanaged
export class TSFunctionType extends Node {
  typeParameters: Node | null;
  params: List;
  returnType: Node;
}

@unmanaged
export class TSImportEqualsDeclaration extends Node {
  id: Node;
  moduleReference: Node;
  importKind: Word;
}

@unmanaged
export class TSImportType extends Node {
  source: Node;
  options: Node | null;
  qualifier: Node | null;
  typeArguments: Node | null;
}

@unmanaged
export class TSIndexSignature extends Node {
  parameters: List;
  typeAnnotation: Node;
  isReadonly: bool;
  isStatic: bool;
}

@unmanaged
export class TSIndexedAccessType extends Node {
  objectType: Node;
  indexType: Node;
}

@unmanaged
export class TSInferType extends Node {
  typeParameter: Node;
}

@unmanaged
export class TSInstantiationExpression extends Node {
  expression: Node;
  typeArguments: Node;
}

@unmanaged
export class TSInterfaceBody extends Node {
  body: List;
}

@unmanaged
export class TSInterfaceDeclaration extends Node {
  id: Node;
  typeParameters: Node | null;
  extended: List;
  body: Node;
  isDeclared: bool;
}

@unmanaged
export class TSInterfaceHeritage extends Node {
  expression: Node;
  typeArguments: Node | null;
}

@unmanaged
export class TSIntersectionType extends Node {
  types: List;
}

@unmanaged
export class TSIntrinsicKeyword extends Node {
}

@unmanaged
export class TSJSDocNonNullableType extends Node {
  typeAnnotation: Node;
  postfix: bool;
}

@unmanaged
export class TSJSDocNullableType extends Node {
  typeAnnotation: Node;
  postfix: bool;
}

@unmanaged
export class TSJSDocUnknownType extends Node {
}

@unmanaged
export class TSLiteralType extends Node {
  literal: Node;
}

@unmanaged
export class TSMappedType extends Node {
  key: Node;
  constraint: Node;
  nameType: Node | null;
  typeAnnotation: Node | null;
  optional: Word;
  isReadonly: Word;
}

@unmanaged
export class TSMethodSignature extends Node {
  key: Node;
  computed: bool;
  optional: bool;
  kind: Word;
  typeParameters: Node | null;
  params: List;
  returnType: Node | null;
  isReadonly: bool;
  isStatic: bool;
}

@unmanaged
export class TSModuleBlock extends Node {
  body: List;
}

@unmanaged
export class TSModuleDeclaration extends Node {
  id: Node;
  body: Node | null;
  kind: Word;
  isDeclared: bool;
  isGlobal: bool;
}

@unmanaged
export class TSNamedTupleMember extends Node {
  label: Node;
  elementType: Node;
  optional: bool;
}

@unmanaged
export class TSNamespaceExportDeclaration extends Node {
  id: Node;
}

@unmanaged
export class TSNeverKeyword extends Node {
}

@unmanaged
export class TSNonNullExpression extends Node {
  expression: Node;
}

@unmanaged
export class TSNullKeyword extends Node {
}

@unmanaged
export class TSNumberKeyword extends Node {
}

@unmanaged
export class TSObjectKeyword extends Node {
}

@unmanaged
export class TSOptionalType extends Node {
  typeAnnotation: Node;
}

@unmanaged
export class TSParameterProperty extends Node {
  accessibility: Word;
  decorators: List;
  isOverride: bool;
  parameter: Node;
  isReadonly: bool;
}

@unmanaged
export class TSParenthesizedType extends Node {
  typeAnnotation: Node;
}

@unmanaged
export class TSPropertySignature extends Node {
  computed: bool;
  optional: bool;
  isReadonly: bool;
  key: Node;
  typeAnnotation: Node | null;
  isStatic: bool;
}

@unmanaged
export class TSQualifiedName extends Node {
  left: Node;
  right: Node;
}

@unmanaged
export class TSRestType extends Node {
  typeAnnotation: Node;
}

@unmanaged
export class TSSatisfiesExpression extends Node {
  expression: Node;
  typeAnnotation: Node;
}

@unmanaged
export class TSStringKeyword extends Node {
}

@unmanaged
export class TSSymbolKeyword extends Node {
}

@unmanaged
export class TSTemplateLiteralType extends Node {
  types: List;
}

@unmanaged
export class TSThisType extends Node {
}

@unmanaged
export class TSTupleType extends Node {
  elementTypes: List;
}

@unmanaged
export class TSTypeAliasDeclaration extends Node {
  id: Node;
  typeParameters: Node | null;
  typeAnnotation: Node;
  isDeclared: bool;
}

@unmanaged
export class TSTypeAnnotation extends Node {
  typeAnnotation: Node;
}

@unmanaged
export class TSTypeAssertion extends Node {
  typeAnnotation: Node;
  expression: Node;
}

@unmanaged
export class TSTypeLiteral extends Node {
  members: List;
}

@unmanaged
export class TSTypeOperator extends Node {
  operator: Word;
  typeAnnotation: Node;
}

@unmanaged
export class TSTypeParameter extends Node {
  name: Node;
  constraint: Node | null;
  defaultType: Node | null;
  isIn: bool;
  isOut: bool;
  isConst: bool;
}

@unmanaged
export class TSTypeParameterDeclaration extends Node {
  params: List;
}

@unmanaged
export class TSTypeParameterInstantiation extends Node {
  params: List;
}

@unmanaged
export class TSTypePredicate extends Node {
  parameterName: Node;
  asserts: bool;
  typeAnnotation: Node | null;
}

@unmanaged
export class TSTypeQuery extends Node {
  exprName: Node;
  typeArguments: Node | null;
}

@unmanaged
export class TSTypeReference extends Node {
  typeName: Node;
  typeArguments: Node | null;
}

@unmanaged
export class TSUndefinedKeyword extends Node {
}

@unmanaged
export class TSUnionType extends Node {
  types: List;
}

@unmanaged
export class TSUnknownKeyword extends Node {
}

@unmanaged
export class TSVoidKeyword extends Node {
}

@unmanaged
export class TaggedTemplateExpression extends Node {
  tag: Node;
  typeArguments: Node | null;
  quasi: Node;
}

@unmanaged
export class TemplateElement extends Node {
}

@unmanaged
export class TemplateLiteral extends Node {
  expressions: List;
}

@unmanaged
export class ThisExpression extends Node {
}

@unmanaged
export class ThrowStatement extends Node {
  argument: Node;
}

@unmanaged
export class TryStatement extends Node {
  block: Node;
  handler: Node | null;
  finalizer: Node | null;
}

@unmanaged
export class UnaryExpression extends Node {
  operator: Word;
  argument: Node;
  prefix: bool;
}

@unmanaged
export class UpdateExpression extends Node {
  operator: Word;
  prefix: bool;
  argument: Node;
}

@unmanaged
export class V8IntrinsicExpression extends Node {
  name: Node;
  arguments: List;
}

@unmanaged
export class VariableDeclaration extends Node {
  kind: Word;
  declarations: List;
  isDeclared: bool;
}

@unmanaged
export class VariableDeclarator extends Node {
  id: Node;
  init: Node | null;
  definite: bool;
}

@unmanaged
export class WhileStatement extends Node {
  test: Node;
  body: Node;
}

@unmanaged
export class WithStatement extends Node {
  object: Node;
  body: Node;
}

@unmanaged
export class YieldExpression extends Node {
  delegate: bool;
  argument: Node | null;
}
