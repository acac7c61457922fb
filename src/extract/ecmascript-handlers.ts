/** What the walk does with each type of node. Complete: a new type of the parser does not compile until it has its line. */
import type { Node } from 'oxc-parser';
import { visitClass } from './ecmascript-classes.ts';
import { visitFunction, visitPattern, visitReturn, visitTypeParameters } from './ecmascript-functions.ts';
import { visitImportExpression } from './ecmascript-imports.ts';
import { visitCall, visitElement, visitImportType, visitNew, visitTarget } from './ecmascript-calls.ts';
import { declare, localSurroundings, visitStatements } from './ecmascript-statements.ts';
import { localPlace } from './ecmascript-variables.ts';
import { visit, visitAll, type Handlers, type NodeOf, type Walk } from './ecmascript-walk.ts';

function declareLocal(walk: Walk, node: Node): void {
  declare(walk, node, localPlace(node));
}

function visitAnonymous(walk: Walk, node: NodeOf<'ArrowFunctionExpression'> | NodeOf<'FunctionExpression'>): void {
  visitFunction(walk, node, visit);
}

/** Operands from left to right; a chain of thousands leans to the left and is taken apart without recursion. */
function visitBinary(walk: Walk, node: NodeOf<'BinaryExpression'> | NodeOf<'LogicalExpression'>): void {
  const { left, right } = node;
  if (left.type !== 'BinaryExpression' && left.type !== 'LogicalExpression') {
    visit(walk, left);
    visit(walk, right);
    return;
  }
  const operands: Node[] = [right];
  let inner: Node = left;
  while (inner.type === 'BinaryExpression' || inner.type === 'LogicalExpression') {
    operands.push(inner.right);
    inner = inner.left;
  }
  visit(walk, inner);
  for (let i = operands.length - 1; i >= 0; i--) visit(walk, operands[i]);
}

function visitSignature(
  walk: Walk,
  { typeParameters, params, returnType }: Pick<NodeOf<'TSMethodSignature'>, 'typeParameters' | 'params' | 'returnType'>,
): void {
  visitTypeParameters(walk, typeParameters);
  for (const parameter of params) visitPattern(walk, parameter);
  visit(walk, returnType);
}

function visitConditionalType(walk: Walk, node: NodeOf<'TSConditionalType'>): void {
  visit(walk, node.checkType);
  visit(walk, node.extendsType);
  visit(walk, node.trueType);
  visit(walk, node.falseType);
}

function visitMappedType(walk: Walk, node: NodeOf<'TSMappedType'>): void {
  visit(walk, node.constraint);
  visit(walk, node.nameType);
  visit(walk, node.typeAnnotation);
}

function visitLoop(walk: Walk, { left, right, body }: NodeOf<'ForInStatement'> | NodeOf<'ForOfStatement'>): void {
  visitPattern(walk, left);
  visit(walk, right);
  visit(walk, body);
}

const handlers: Omit<Handlers, keyof typeof typeHandlers> = {
  // Expressions.
  // `visit` itself sees to identifiers and literals.
  Identifier: null,
  MemberExpression(walk, { object, property, computed }) {
    visit(walk, object);
    if (computed) visit(walk, property);
  },
  CallExpression: visitCall,
  Literal: null,
  ArrowFunctionExpression: visitAnonymous,
  FunctionExpression: visitAnonymous,
  ObjectExpression: (walk, { properties }) => visitAll(walk, properties),
  Property(walk, { key, value, computed }) {
    if (computed) visit(walk, key);
    visit(walk, value);
  },
  AwaitExpression: (walk, { argument }) => visit(walk, argument),
  BinaryExpression: visitBinary,
  LogicalExpression: visitBinary,
  ArrayExpression: (walk, { elements }) => visitAll(walk, elements),
  NewExpression: visitNew,
  TemplateLiteral: (walk, { expressions }) => visitAll(walk, expressions),
  TemplateElement: null,
  TaggedTemplateExpression(walk, { tag, typeArguments, quasi }) {
    visitTarget(walk, tag);
    visit(walk, typeArguments);
    visit(walk, quasi);
  },
  ConditionalExpression(walk, { test, consequent, alternate }) {
    visit(walk, test);
    visit(walk, consequent);
    visit(walk, alternate);
  },
  AssignmentExpression(walk, { left, right }) {
    visitPattern(walk, left);
    visit(walk, right);
  },
  UnaryExpression: (walk, { argument }) => visit(walk, argument),
  UpdateExpression: (walk, { argument }) => visit(walk, argument),
  SpreadElement: (walk, { argument }) => visit(walk, argument),
  ChainExpression: (walk, { expression }) => visit(walk, expression),
  ParenthesizedExpression: (walk, { expression }) => visit(walk, expression),
  SequenceExpression: (walk, { expressions }) => visitAll(walk, expressions),
  YieldExpression: (walk, { argument }) => visit(walk, argument),
  ImportExpression: visitImportExpression,
  ClassExpression: (walk, node) => visitClass(walk, node, -1),
  ThisExpression: null,
  Super: null,
  MetaProperty: null,
  PrivateIdentifier: null,
  V8IntrinsicExpression: (walk, { arguments: list }) => visitAll(walk, list),

  // Patterns.
  ArrayPattern: visitPattern,
  ObjectPattern: visitPattern,
  AssignmentPattern: visitPattern,
  RestElement: visitPattern,

  // Statements.
  Program: (walk, { body }) => visitAll(walk, body),
  Hashbang: null,
  ExpressionStatement: declareLocal,
  VariableDeclaration: declareLocal,
  VariableDeclarator: (walk, { init }) => visit(walk, init),
  FunctionDeclaration: declareLocal,
  TSDeclareFunction: declareLocal,
  TSEmptyBodyFunctionExpression: (walk, node) => void visitFunction(walk, node, visit),
  ClassDeclaration: declareLocal,
  ReturnStatement: visitReturn,
  BlockStatement: (walk, { body }) => visitStatements(walk, body, localSurroundings),
  IfStatement(walk, { test, consequent, alternate }) {
    visit(walk, test);
    visit(walk, consequent);
    visit(walk, alternate);
  },
  ForStatement(walk, { init, test, update, body }) {
    visit(walk, init);
    visit(walk, test);
    visit(walk, update);
    visit(walk, body);
  },
  ForInStatement: visitLoop,
  ForOfStatement: visitLoop,
  WhileStatement(walk, { test, body }) {
    visit(walk, test);
    visit(walk, body);
  },
  DoWhileStatement(walk, { body, test }) {
    visit(walk, body);
    visit(walk, test);
  },
  TryStatement(walk, { block, handler, finalizer }) {
    visit(walk, block);
    visit(walk, handler);
    visit(walk, finalizer);
  },
  CatchClause(walk, { param, body }) {
    if (param !== null) visitPattern(walk, param);
    visit(walk, body);
  },
  ThrowStatement: (walk, { argument }) => visit(walk, argument),
  SwitchStatement(walk, { discriminant, cases }) {
    visit(walk, discriminant);
    visitAll(walk, cases);
  },
  SwitchCase(walk, { test, consequent }) {
    visit(walk, test);
    visitStatements(walk, consequent, localSurroundings);
  },
  LabeledStatement: (walk, { body }) => visit(walk, body),
  WithStatement(walk, { object, body }) {
    visit(walk, object);
    visit(walk, body);
  },
  EmptyStatement: null,
  BreakStatement: null,
  ContinueStatement: null,
  DebuggerStatement: null,

  // Modules: their statements are read where lists of statements are.
  ImportDeclaration: null,
  ImportSpecifier: null,
  ImportDefaultSpecifier: null,
  ImportNamespaceSpecifier: null,
  ImportAttribute: null,
  ExportNamedDeclaration: null,
  ExportDefaultDeclaration: null,
  ExportAllDeclaration: null,
  ExportSpecifier: null,
  TSExportAssignment: null,
  TSNamespaceExportDeclaration: null,
  TSExternalModuleReference: null,
  TSImportEqualsDeclaration: declareLocal,

  // Classes: `visitClass` reads their members.
  ClassBody: null,
  MethodDefinition: null,
  TSAbstractMethodDefinition: null,
  PropertyDefinition: null,
  TSAbstractPropertyDefinition: null,
  AccessorProperty: null,
  TSAbstractAccessorProperty: null,
  TSParameterProperty: null,
  TSClassImplements: null,
  Decorator: null,
  StaticBlock: (walk, { body }) => visitStatements(walk, body, localSurroundings),

  // JSX.
  JSXElement: visitElement,
  JSXFragment: (walk, { children }) => visitAll(walk, children),
  JSXAttribute: (walk, { value }) => visit(walk, value),
  JSXSpreadAttribute: (walk, { argument }) => visit(walk, argument),
  JSXExpressionContainer: (walk, { expression }) => visit(walk, expression),
  JSXSpreadChild: (walk, { expression }) => visit(walk, expression),
  JSXOpeningElement: null,
  JSXClosingElement: null,
  JSXOpeningFragment: null,
  JSXClosingFragment: null,
  JSXNamespacedName: null,
  JSXMemberExpression: null,
  JSXIdentifier: null,
  JSXEmptyExpression: null,
  JSXText: null,

  // Expressions with types.
  TSAsExpression(walk, { expression, typeAnnotation }) {
    visit(walk, expression);
    visit(walk, typeAnnotation);
  },
  TSSatisfiesExpression(walk, { expression, typeAnnotation }) {
    visit(walk, expression);
    visit(walk, typeAnnotation);
  },
  TSTypeAssertion(walk, { typeAnnotation, expression }) {
    visit(walk, typeAnnotation);
    visit(walk, expression);
  },
  TSNonNullExpression: (walk, { expression }) => visit(walk, expression),
  TSInstantiationExpression(walk, { expression, typeArguments }) {
    visit(walk, expression);
    visit(walk, typeArguments);
  },

  // Declarations of types.
  TSInterfaceDeclaration: declareLocal,
  TSTypeAliasDeclaration: declareLocal,
  TSEnumDeclaration: declareLocal,
  TSModuleDeclaration: declareLocal,
  TSEnumBody: null,
  TSEnumMember: null,
  TSModuleBlock: null,
  TSInterfaceBody: null,
  TSInterfaceHeritage: null,
};

/** Types hold no definitions; what they import (`import('module').Name`) is all that is to be found in them. */
const typeHandlers = {
  TSTypeAnnotation: (walk, { typeAnnotation }) => visit(walk, typeAnnotation),
  TSTypeReference: (walk, { typeArguments }) => visit(walk, typeArguments),
  TSTypeParameterInstantiation: (walk, { params }) => visitAll(walk, params),
  TSTypeParameterDeclaration: null,
  TSTypeParameter: null,
  TSTypeLiteral: (walk, { members }) => visitAll(walk, members),
  TSPropertySignature: (walk, { typeAnnotation }) => visit(walk, typeAnnotation),
  TSMethodSignature: visitSignature,
  TSCallSignatureDeclaration: visitSignature,
  TSConstructSignatureDeclaration: visitSignature,
  TSIndexSignature(walk, { parameters, typeAnnotation }) {
    visitAll(walk, parameters);
    visit(walk, typeAnnotation);
  },
  TSFunctionType: visitSignature,
  TSConstructorType: visitSignature,
  TSUnionType: (walk, { types }) => visitAll(walk, types),
  TSIntersectionType: (walk, { types }) => visitAll(walk, types),
  TSArrayType: (walk, { elementType }) => visit(walk, elementType),
  TSTupleType: (walk, { elementTypes }) => visitAll(walk, elementTypes),
  TSNamedTupleMember: (walk, { elementType }) => visit(walk, elementType),
  TSOptionalType: (walk, { typeAnnotation }) => visit(walk, typeAnnotation),
  TSRestType: (walk, { typeAnnotation }) => visit(walk, typeAnnotation),
  TSTypeOperator: (walk, { typeAnnotation }) => visit(walk, typeAnnotation),
  TSParenthesizedType: (walk, { typeAnnotation }) => visit(walk, typeAnnotation),
  TSIndexedAccessType(walk, { objectType, indexType }) {
    visit(walk, objectType);
    visit(walk, indexType);
  },
  TSConditionalType: visitConditionalType,
  TSInferType: (walk, { typeParameter }) => visit(walk, typeParameter.constraint),
  TSMappedType: visitMappedType,
  TSTypeQuery(walk, { exprName, typeArguments }) {
    if (exprName.type === 'TSImportType') visit(walk, exprName);
    visit(walk, typeArguments);
  },
  TSTypePredicate: (walk, { typeAnnotation }) => visit(walk, typeAnnotation),
  TSImportType: visitImportType,
  TSTemplateLiteralType: (walk, { types }) => visitAll(walk, types),
  TSLiteralType: null,
  TSQualifiedName: null,
  TSJSDocNullableType: (walk, { typeAnnotation }) => visit(walk, typeAnnotation),
  TSJSDocNonNullableType: (walk, { typeAnnotation }) => visit(walk, typeAnnotation),
  TSJSDocUnknownType: null,
  TSThisType: null,
  TSAnyKeyword: null,
  TSStringKeyword: null,
  TSBooleanKeyword: null,
  TSNumberKeyword: null,
  TSNeverKeyword: null,
  TSIntrinsicKeyword: null,
  TSUnknownKeyword: null,
  TSNullKeyword: null,
  TSUndefinedKeyword: null,
  TSVoidKeyword: null,
  TSSymbolKeyword: null,
  TSObjectKeyword: null,
  TSBigIntKeyword: null,
} satisfies Partial<Handlers>;

type HandlerTable = Walk['handlers'];

/** The handlers by type, without those that have nothing to do. */
function tableOf(all: object): HandlerTable {
  const entries = Object.entries(all as Record<string, ((walk: Walk, node: Node) => void) | null>);
  return new Map(entries.filter((entry): entry is [string, (walk: Walk, node: Node) => void] => entry[1] !== null));
}

const withTypes = tableOf({ ...handlers, ...typeHandlers });
const withoutTypes = tableOf(handlers);

/** In most files no type can import anything: those are passed over. */
export function handlersOf(text: string): HandlerTable {
  return /\bimport\s*[(/]/.test(text) ? withTypes : withoutTypes;
}
