/** Differences between the module of ECMAScript trees and the package, for scripts/lib/syntax-nodes.ts. */

/** Readers written by hand (`special-nodes/`), with their result types. */
export const readersByHand: Readonly<Record<string, string>> = {
  Program: 'Node',
  Elision: 'Node | null',
  BooleanLiteral: 'Node',
  NullLiteral: 'Node',
  NumericLiteral: 'Node',
  StringLiteral: 'Node',
  BigIntLiteral: 'Node',
  RegExpLiteral: 'Node',
  TemplateElement: 'Node',
  ImportMeta: 'Node',
  NewTarget: 'Node',
  ArrayAssignmentTarget: 'Node',
  ObjectAssignmentTarget: 'Node',
  AssignmentTargetPropertyIdentifier: 'Node',
  VariableDeclarator: 'Node',
  CatchParameter: 'Node',
  ObjectPattern: 'Node',
  ArrayPattern: 'Node',
  Function: 'Node',
  FormalParameters: 'List',
  FormalParameter: 'Node',
  FunctionBody: 'Node',
  Class: 'Node',
  ImportDeclaration: 'Node',
  ExportDeclaration: 'Node',
  JSXElementName: 'Node',
  JSXMemberExpressionObject: 'Node',
  JSXText: 'Node',
  TSClassImplements: 'Node',
  TSInterfaceHeritage: 'Node',
  TSExternalModuleDeclaration: 'Node',
  TSNamespaceDeclaration: 'Node',
  TSGlobalDeclaration: 'Node',
  TSModuleBlock: 'Node',
  TSIndexSignature: 'Node',
  TSThisParameter: 'Node',
  Str: 'Text',
  OptionStr: 'Text | null',
  Bool: 'bool',
};

/** Fields of the nodes that hand-written readers make. */
export const classesByHand: Readonly<Record<string, readonly string[]>> = {
  Program: ['body: List', 'sourceType: Word'],
  Literal: ['kind: LiteralKind', 'text: Text | null', 'number: f64', 'truth: bool'],
  TemplateElement: [],
  MetaProperty: ['meta: Node', 'property: Node'],
  VariableDeclarator: ['id: Node', 'init: Node | null', 'definite: bool'],
  FunctionNode: [
    ...['id: Node | null', 'generator: bool', 'isAsync: bool', 'isDeclared: bool', 'typeParameters: Node | null'],
    ...['params: List', 'returnType: Node | null', 'body: Node | null'],
  ],
  ClassNode: [
    ...['decorators: List', 'id: Node | null', 'typeParameters: Node | null', 'superClass: Node | null'],
    ...['superTypeArguments: Node | null', 'implemented: List', 'body: Node', 'isAbstract: bool', 'isDeclared: bool'],
  ],
  TSParameterProperty: [
    ...['accessibility: Word', 'decorators: List', 'isOverride: bool', 'parameter: Node', 'isReadonly: bool'],
  ],
  ImportDeclaration: ['specifiers: List', 'source: Node', 'importKind: Word'],
  ExportNamedDeclaration: ['declaration: Node | null', 'specifiers: List', 'source: Node | null', 'exportKind: Word'],
  JSXText: [],
  TSClassImplements: ['expression: Node', 'typeArguments: Node | null'],
  TSInterfaceHeritage: ['expression: Node', 'typeArguments: Node | null'],
  TSModuleDeclaration: ['id: Node', 'body: Node | null', 'kind: Word', 'isDeclared: bool', 'isGlobal: bool'],
  TSModuleBlock: ['body: List'],
  TSIndexSignature: ['parameters: List', 'typeAnnotation: Node', 'isReadonly: bool', 'isStatic: bool'],
  // Fields that the context of a pattern adds to it. They come first in all patterns.
  Pattern: ['decorators: List', 'optional: bool', 'typeAnnotation: Node | null'],
  Identifier: ['name: Text'],
  ObjectPattern: ['properties: List'],
  ArrayPattern: ['elements: List'],
  AssignmentPattern: ['left: Node', 'right: Node'],
  RestElement: ['argument: Node'],
};

/** Classes that extend `Pattern`. */
export const patternClasses: ReadonlySet<string> = new Set([
  'Identifier',
  'ObjectPattern',
  'ArrayPattern',
  'AssignmentPattern',
  'RestElement',
]);

/** Types that no reader makes. */
export const unmadeTypes = ['Hashbang', 'ImportAttribute'];

/** Fields that nothing uses: source texts, and values that are the same for all nodes of a type. */
export const unusedFields: ReadonlySet<string> = new Set([
  ...['raw', 'quasis', 'directive', 'phase', 'closingElement', 'selfClosing', 'delimiter'],
  'ExportNamedDeclaration.attributes',
]);

/** Field names that are reserved words of AssemblyScript. */
export const renamedFields: Readonly<Record<string, string>> = {
  static: 'isStatic',
  async: 'isAsync',
  abstract: 'isAbstract',
  readonly: 'isReadonly',
  declare: 'isDeclared',
  const: 'isConst',
  override: 'isOverride',
  global: 'isGlobal',
  in: 'isIn',
  out: 'isOut',
  extends: 'extended',
  implements: 'implemented',
  default: 'defaultType',
  await: 'isAwait',
};

/** Readers with several result types, and the common class of these types. */
export const classesOfTypes: Readonly<Record<string, string>> = {
  FunctionType: 'FunctionNode',
  ClassType: 'ClassNode',
  MethodDefinitionType: 'MethodDefinition',
  PropertyDefinitionType: 'PropertyDefinition',
  AccessorPropertyType: 'PropertyDefinition',
};

const signs = new Map(
  Object.entries({
    '+': 'Plus',
    '-': 'Minus',
    '*': 'Star',
    '/': 'Slash',
    '%': 'Percent',
    '**': 'StarStar',
    '==': 'Equal',
    '!=': 'NotEqual',
    '===': 'StrictEqual',
    '!==': 'StrictNotEqual',
    '<': 'Less',
    '<=': 'LessEqual',
    '>': 'Greater',
    '>=': 'GreaterEqual',
    '<<': 'ShiftLeft',
    '>>': 'ShiftRight',
    '>>>': 'ShiftRightUnsigned',
    '|': 'BitOr',
    '^': 'BitXor',
    '&': 'BitAnd',
    '||': 'LogicalOr',
    '&&': 'LogicalAnd',
    '??': 'Nullish',
    '!': 'Not',
    '~': 'BitNot',
    '++': 'Increment',
    '--': 'Decrement',
    '=': 'Assign',
  }),
);

/** The name in `Word` of a keyword, operator or punctuation mark. */
export function wordOf(text: string): string {
  const sign = signs.get(text);
  if (sign !== undefined) return sign;
  const compound = text.endsWith('=') ? signs.get(text.slice(0, -1)) : undefined;
  if (compound !== undefined) return `${compound}Assign`;
  if (!/^[a-zA-Z -]+$/.test(text)) throw new Error(`there is no name for the word ${text}`);
  return text.replace(/(?:^|[-+ ])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
