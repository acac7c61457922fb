/** Readers of those structures of the native parser that become something else: `tree.ts` has the rest. */
import { List, listFor, LiteralKind, make, makeAt, newList, Node, noNodes, pointer } from './node-parts';
import {
  ArrayPattern,
  AssignmentPattern,
  ClassNode,
  ExportNamedDeclaration,
  FunctionNode,
  Identifier,
  ImportDeclaration,
  JSXIdentifier,
  JSXText,
  Literal,
  MemberExpression,
  MetaProperty,
  NodeType,
  ObjectPattern,
  Pattern,
  Program,
  Property,
  RestElement,
  TemplateElement,
  TSClassImplements,
  TSIndexSignature,
  TSInterfaceHeritage,
  TSModuleBlock,
  TSModuleDeclaration,
  TSParameterProperty,
  TSQualifiedName,
  VariableDeclarator,
  Word,
} from './generated/nodes';
import { ascii, Text, withHalves } from './texts';
import {
  readBindingIdentifier,
  readBindingPattern,
  readBoxClassBody,
  readBoxFormalParameters,
  readBoxIdentifierReference,
  readBoxJSXIdentifier,
  readBoxJSXMemberExpression,
  readBoxJSXNamespacedName,
  readBoxThisExpression,
  readBoxTSTypeAnnotation,
  readClassType,
  readDeclaration,
  readDirective,
  readExpression,
  readFunctionType,
  readIdentifierReference,
  readImportOrExportKind,
  readModuleKind,
  readOptionBindingIdentifier,
  readOptionBoxAssignmentTargetRest,
  readOptionBoxBindingRestElement,
  readOptionBoxExpression,
  readOptionBoxFunctionBody,
  readOptionBoxTSModuleBlock,
  readOptionBoxTSThisParameter,
  readOptionBoxTSTypeAnnotation,
  readOptionBoxTSTypeParameterDeclaration,
  readOptionBoxTSTypeParameterInstantiation,
  readOptionExpression,
  readOptionTSAccessibility,
  readOptionVecImportDeclarationSpecifier,
  readStatement,
  readTSIndexSignatureName,
  readTSNamespaceDeclarationBody,
  readTSNamespaceDeclarationKind,
  readTSTypeName,
  readVecAssignmentTargetProperty,
  readVecBindingProperty,
  readVecDecorator,
  readVecOptionAssignmentTargetMaybeDefault,
  readVecOptionBindingPattern,
  readVecTSClassImplements,
} from './generated/tree';

export function readBool(at: usize): bool {
  return load<u8>(at) === 1;
}

/** The parser's own place of a text becomes that of ours: bytes, then how many. */
export function readStr(at: usize): Text {
  store<u32>(at, <u32>pointer(at));
  store<i32>(at + 4, load<i32>(at + 8));
  return changetype<Text>(at);
}

export function readOptionStr(at: usize): Text | null {
  return load<u64>(at) === 0 ? null : readStr(at);
}

export function readElision(at: usize): Node | null {
  return null;
}

/** Directives come first, each in a structure of 80 bytes; a statement has 16. */
const directiveBytes: usize = 80;
const statementBytes: usize = 16;

function bodyOf(directives: usize, statements: usize): List {
  const first = load<i32>(directives + 8);
  const count = load<i32>(statements + 8);
  const list = newList(first + count);
  let from = pointer(directives);
  for (let index = 0; index < first; index++, from += directiveBytes) list.set(index, readDirective(from));
  from = pointer(statements);
  for (let index = 0; index < count; index++, from += statementBytes) list.set(first + index, readStatement(from));
  return list;
}

export function readProgram(at: usize): Node {
  const node = changetype<Program>(makeAt(NodeType.Program, offsetof<Program>(), 0, load<i32>(at + 4)));
  node.sourceType = readModuleKind(at + 137);
  node.body = bodyOf(at + 88, at + 112);
  return node;
}

export function readFunctionBody(at: usize): Node {
  const node = changetype<TSModuleBlock>(make(NodeType.BlockStatement, offsetof<TSModuleBlock>(), at));
  node.body = bodyOf(at + 16, at + 40);
  return node;
}

export function readTSModuleBlock(at: usize): Node {
  const node = changetype<TSModuleBlock>(make(NodeType.TSModuleBlock, offsetof<TSModuleBlock>(), at));
  node.body = bodyOf(at + 16, at + 40);
  return node;
}

function literalOf(kind: LiteralKind, at: usize): Literal {
  const node = changetype<Literal>(make(NodeType.Literal, offsetof<Literal>(), at));
  node.kind = kind;
  node.text = null;
  return node;
}

export function readBooleanLiteral(at: usize): Node {
  const node = literalOf(LiteralKind.Boolean, at);
  node.truth = readBool(at + 12);
  return node;
}

export function readNullLiteral(at: usize): Node {
  return literalOf(LiteralKind.Null, at);
}

export function readNumericLiteral(at: usize): Node {
  const node = literalOf(LiteralKind.Number, at);
  node.number = load<f64>(at + 32);
  return node;
}

export function readBigIntLiteral(at: usize): Node {
  return literalOf(LiteralKind.BigInt, at);
}

export function readRegExpLiteral(at: usize): Node {
  return literalOf(LiteralKind.RegExp, at);
}

export function readStringLiteral(at: usize): Node {
  const node = literalOf(LiteralKind.String, at);
  const text = readStr(at + 16);
  node.text = readBool(at + 12) ? withHalves(text) : text;
  return node;
}

export function readTemplateElement(at: usize): Node {
  return make(NodeType.TemplateElement, offsetof<TemplateElement>(), at);
}

export function readJSXText(at: usize): Node {
  return make(NodeType.JSXText, offsetof<JSXText>(), at);
}

export function identifierOf(name: Text, start: i32, end: i32): Identifier {
  const node = changetype<Identifier>(makeAt(NodeType.Identifier, offsetof<Identifier>(), start, end));
  patternOf(node);
  node.name = name;
  return node;
}

function patternOf(node: Pattern): void {
  node.decorators = noNodes;
  node.optional = false;
  node.typeAnnotation = null;
}

/** `import.meta` and `new.target`. */
function metaProperty(at: usize, meta: Text, property: Text): Node {
  const node = changetype<MetaProperty>(make(NodeType.MetaProperty, offsetof<MetaProperty>(), at));
  const start = node.start;
  const end = node.end;
  node.meta = identifierOf(meta, start, end === 0 ? 0 : start + meta.length);
  node.property = identifierOf(property, end === 0 ? 0 : end - property.length, end);
  return node;
}

export function readImportMeta(at: usize): Node {
  return metaProperty(at, ascii('import'), ascii('meta'));
}

export function readNewTarget(at: usize): Node {
  return metaProperty(at, ascii('new'), ascii('target'));
}

export function readTSThisParameter(at: usize): Node {
  const node = identifierOf(ascii('this'), load<i32>(at), load<i32>(at + 4));
  node.typeAnnotation = readOptionBoxTSTypeAnnotation(at + 24);
  return node;
}

/** A list with one more at its end. */
function withLast(list: List, last: Node | null): List {
  if (last === null) return list;
  const longer = newList(list.length + 1);
  for (let index = 0; index < list.length; index++) longer.set(index, list.at(index));
  longer.set(list.length, last);
  return longer;
}

function withFirst(first: Node | null, list: List): List {
  if (first === null) return list;
  const longer = newList(list.length + 1);
  longer.set(0, first);
  for (let index = 0; index < list.length; index++) longer.set(index + 1, list.at(index));
  return longer;
}

function arrayPattern(at: usize, elements: List, rest: Node | null): Node {
  const node = changetype<ArrayPattern>(make(NodeType.ArrayPattern, offsetof<ArrayPattern>(), at));
  patternOf(node);
  node.elements = withLast(elements, rest);
  return node;
}

function objectPattern(at: usize, properties: List, rest: Node | null): Node {
  const node = changetype<ObjectPattern>(make(NodeType.ObjectPattern, offsetof<ObjectPattern>(), at));
  patternOf(node);
  node.properties = withLast(properties, rest);
  return node;
}

export function readArrayAssignmentTarget(at: usize): Node {
  const elements = readVecOptionAssignmentTargetMaybeDefault(at + 16);
  return arrayPattern(at, elements, readOptionBoxAssignmentTargetRest(at + 40));
}

export function readObjectAssignmentTarget(at: usize): Node {
  const properties = readVecAssignmentTargetProperty(at + 16);
  return objectPattern(at, properties, readOptionBoxAssignmentTargetRest(at + 40));
}

export function readArrayPattern(at: usize): Node {
  const elements = readVecOptionBindingPattern(at + 16);
  return arrayPattern(at, elements, readOptionBoxBindingRestElement(at + 40));
}

export function readObjectPattern(at: usize): Node {
  const properties = readVecBindingProperty(at + 16);
  return objectPattern(at, properties, readOptionBoxBindingRestElement(at + 40));
}

function assignmentPattern(left: Node, right: Node, start: i32, end: i32): AssignmentPattern {
  const type = NodeType.AssignmentPattern;
  const node = changetype<AssignmentPattern>(makeAt(type, offsetof<AssignmentPattern>(), start, end));
  patternOf(node);
  node.left = left;
  node.right = right;
  return node;
}

/** `{ name }` and `{ name = value }`: key and value stand in the same place. */
export function readAssignmentTargetPropertyIdentifier(at: usize): Node {
  const node = changetype<Property>(make(NodeType.Property, offsetof<Property>(), at));
  node.kind = Word.Init;
  node.method = false;
  node.shorthand = true;
  node.computed = false;
  node.optional = false;
  const key = changetype<Identifier>(readIdentifierReference(at + 16));
  const value = identifierOf(key.name, key.start, key.end);
  const initial = readOptionExpression(at + 48);
  node.key = key;
  node.value = initial === null ? value : assignmentPattern(value, initial, node.start, node.end);
  return node;
}

/** A pattern goes on to the end of its type. */
function annotate(pattern: Pattern, annotation: Node | null): void {
  pattern.typeAnnotation = annotation;
  if (annotation !== null) pattern.end = annotation.end;
}

export function readVariableDeclarator(at: usize): Node {
  const node = changetype<VariableDeclarator>(make(NodeType.VariableDeclarator, offsetof<VariableDeclarator>(), at));
  const pattern = changetype<Pattern>(readBindingPattern(at + 16));
  const annotation = readOptionBoxTSTypeAnnotation(at + 32);
  if (annotation !== null) annotate(pattern, annotation);
  node.definite = readBool(at + 12);
  node.id = pattern;
  node.init = readOptionExpression(at + 40);
  return node;
}

export function readCatchParameter(at: usize): Node {
  const pattern = changetype<Pattern>(readBindingPattern(at + 16));
  annotate(pattern, readOptionBoxTSTypeAnnotation(at + 32));
  return pattern;
}

/** Parameters, with `this` before them where that is declared. */
export function parametersOf(parameters: usize, self: usize): List {
  const list = readBoxFormalParameters(parameters);
  return withFirst(readOptionBoxTSThisParameter(self), list);
}

export function readFunction(at: usize): Node {
  const node = changetype<FunctionNode>(make(readFunctionType(at + 88), offsetof<FunctionNode>(), at));
  node.generator = readBool(at + 89);
  node.isAsync = readBool(at + 90);
  node.isDeclared = readBool(at + 91);
  node.id = readOptionBindingIdentifier(at + 16);
  node.typeParameters = readOptionBoxTSTypeParameterDeclaration(at + 48);
  node.params = parametersOf(at + 64, at + 56);
  node.returnType = readOptionBoxTSTypeAnnotation(at + 72);
  node.body = readOptionBoxFunctionBody(at + 80);
  return node;
}

/** A parameter has 72 bytes. */
const parameterBytes: usize = 72;

export function readFormalParameters(at: usize): List {
  const list = listFor(at + 16);
  let from = pointer(at + 16);
  for (let index = 0; index < list.length; index++, from += parameterBytes) list.set(index, readFormalParameter(from));
  return load<u64>(at + 40) === 0 ? list : withLast(list, restParameter(pointer(at + 40)));
}

function restParameter(at: usize): Node {
  const node = changetype<RestElement>(make(NodeType.RestElement, offsetof<RestElement>(), at + 40));
  patternOf(node);
  node.argument = readBindingPattern(at + 56);
  node.decorators = readVecDecorator(at + 16);
  if (node.decorators.length !== 0) node.start = node.decorators.get(0).start;
  annotate(node, readOptionBoxTSTypeAnnotation(at + 72));
  return node;
}

export function readFormalParameter(at: usize): Node {
  const accessibility = readOptionTSAccessibility(at + 13);
  const isReadonly = readBool(at + 14);
  const isOverride = readBool(at + 15);
  if (accessibility === Word.None && !isReadonly && !isOverride) return plainParameter(at);
  const node = changetype<TSParameterProperty>(make(NodeType.TSParameterProperty, offsetof<TSParameterProperty>(), at));
  node.accessibility = accessibility;
  node.isOverride = isOverride;
  node.isReadonly = isReadonly;
  node.decorators = readVecDecorator(at + 16);
  node.parameter = parameterProperty(at);
  return node;
}

function plainParameter(at: usize): Node {
  const decorators = readVecDecorator(at + 16);
  const pattern = changetype<Pattern>(readBindingPattern(at + 40));
  const annotation = readOptionBoxTSTypeAnnotation(at + 56);
  const optional = readBool(at + 12);
  annotate(pattern, annotation);
  const initial = readOptionBoxExpression(at + 64);
  if (initial !== null) {
    const node = assignmentPattern(pattern, initial, load<i32>(at), load<i32>(at + 4));
    node.decorators = decorators;
    node.optional = optional;
    pattern.decorators = noNodes;
    pattern.optional = false;
    return node;
  }
  pattern.decorators = decorators;
  pattern.optional = optional;
  if (annotation === null && optional) pattern.end = load<i32>(at + 4);
  return pattern;
}

function parameterProperty(at: usize): Node {
  const pattern = changetype<Pattern>(readBindingPattern(at + 40));
  const start = pattern.start;
  pattern.decorators = noNodes;
  const annotation = readOptionBoxTSTypeAnnotation(at + 56);
  annotate(pattern, annotation);
  const initial = readOptionBoxExpression(at + 64);
  if (initial !== null) {
    pattern.optional = false;
    return assignmentPattern(pattern, initial, start, initial.end);
  }
  pattern.optional = readBool(at + 12);
  if (annotation === null && pattern.optional) pattern.end = load<i32>(at + 4);
  return pattern;
}

export function readClass(at: usize): Node {
  const node = changetype<ClassNode>(make(readClassType(at + 136), offsetof<ClassNode>(), at));
  node.isAbstract = readBool(at + 137);
  node.isDeclared = readBool(at + 138);
  const superClass = readOptionExpression(at + 80);
  node.decorators = readVecDecorator(at + 16);
  node.id = readOptionBindingIdentifier(at + 40);
  node.typeParameters = readOptionBoxTSTypeParameterDeclaration(at + 72);
  node.superClass = superClass;
  node.superTypeArguments = superClass === null ? null : readOptionBoxTSTypeParameterInstantiation(at + 96);
  node.implemented = readVecTSClassImplements(at + 104);
  node.body = readBoxClassBody(at + 128);
  return node;
}

export function readImportDeclaration(at: usize): Node {
  const node = changetype<ImportDeclaration>(make(NodeType.ImportDeclaration, offsetof<ImportDeclaration>(), at));
  const specifiers = readOptionVecImportDeclarationSpecifier(at + 16);
  node.specifiers = specifiers === null ? noNodes : specifiers;
  node.source = readStringLiteral(at + 40);
  node.importKind = readImportOrExportKind(at + 13);
  return node;
}

export function readExportDeclaration(at: usize): Node {
  const type = NodeType.ExportNamedDeclaration;
  const node = changetype<ExportNamedDeclaration>(make(type, offsetof<ExportNamedDeclaration>(), at));
  node.declaration = readDeclaration(at + 16);
  node.specifiers = noNodes;
  node.source = null;
  // Whether it exports a type only is asked of nothing that declares something.
  node.exportKind = Word.Value;
  return node;
}

function elementName(name: Text, at: Node): Node {
  const node = changetype<JSXIdentifier>(makeAt(NodeType.JSXIdentifier, offsetof<JSXIdentifier>(), at.start, at.end));
  node.name = name;
  return node;
}

function referredElement(at: usize): Node {
  const reference = changetype<Identifier>(readBoxIdentifierReference(at));
  return elementName(reference.name, reference);
}

export function readJSXElementName(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxJSXIdentifier(at + 8);
    case 1:
      return referredElement(at + 8);
    case 2:
      return readBoxJSXNamespacedName(at + 8);
    case 3:
      return readBoxJSXMemberExpression(at + 8);
    case 4:
      return elementName(ascii('this'), readBoxThisExpression(at + 8));
    default:
      return unreachable();
  }
}

export function readJSXMemberExpressionObject(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return referredElement(at + 8);
    case 1:
      return readBoxJSXMemberExpression(at + 8);
    case 2:
      return elementName(ascii('this'), readBoxThisExpression(at + 8));
    default:
      return unreachable();
  }
}

/** What stands behind `implements`, and `extends` of an interface, is an expression: members instead of qualified names. */
function expressionOf(name: Node): Node {
  if (name.type !== NodeType.TSQualifiedName) return name;
  const qualified = changetype<TSQualifiedName>(name);
  const type = NodeType.MemberExpression;
  const node = changetype<MemberExpression>(makeAt(type, offsetof<MemberExpression>(), name.start, name.end));
  node.object = expressionOf(qualified.left);
  node.property = qualified.right;
  node.optional = false;
  node.computed = false;
  return node;
}

export function readTSClassImplements(at: usize): Node {
  const node = changetype<TSClassImplements>(make(NodeType.TSClassImplements, offsetof<TSClassImplements>(), at));
  node.expression = expressionOf(readTSTypeName(at + 16));
  node.typeArguments = readOptionBoxTSTypeParameterInstantiation(at + 32);
  return node;
}

export function readTSInterfaceHeritage(at: usize): Node {
  const node = changetype<TSInterfaceHeritage>(make(NodeType.TSInterfaceHeritage, offsetof<TSInterfaceHeritage>(), at));
  node.expression = expressionOf(readTSTypeName(at + 16));
  node.typeArguments = readOptionBoxTSTypeParameterInstantiation(at + 32);
  return node;
}

export function readTSIndexSignature(at: usize): Node {
  const node = changetype<TSIndexSignature>(make(NodeType.TSIndexSignature, offsetof<TSIndexSignature>(), at));
  node.parameters = newList(1);
  node.parameters.set(0, readTSIndexSignatureName(at + 16));
  node.typeAnnotation = readBoxTSTypeAnnotation(at + 56);
  node.isReadonly = readBool(at + 12);
  node.isStatic = readBool(at + 13);
  return node;
}

function moduleAt(at: usize, kind: Word, isDeclared: bool): TSModuleDeclaration {
  const node = changetype<TSModuleDeclaration>(make(NodeType.TSModuleDeclaration, offsetof<TSModuleDeclaration>(), at));
  node.kind = kind;
  node.isDeclared = isDeclared;
  node.isGlobal = false;
  return node;
}

/** `declare module 'name'`. */
export function readTSExternalModuleDeclaration(at: usize): Node {
  const node = moduleAt(at, Word.Module, readBool(at + 72));
  node.body = readOptionBoxTSModuleBlock(at + 64);
  node.id = readStringLiteral(at + 16);
  return node;
}

export function readTSGlobalDeclaration(at: usize): Node {
  const node = moduleAt(at, Word.Global, readBool(at + 88));
  node.isGlobal = true;
  node.id = identifierOf(ascii('global'), load<i32>(at + 16), load<i32>(at + 20));
  node.body = readTSModuleBlock(at + 24);
  return node;
}

function qualifiedName(left: Node, right: Node, start: i32, end: i32): Node {
  const node = changetype<TSQualifiedName>(makeAt(NodeType.TSQualifiedName, offsetof<TSQualifiedName>(), start, end));
  node.left = left;
  node.right = right;
  return node;
}

/** `namespace a.b.c`: what the parser has as namespaces within each other is one with a qualified name. */
export function readTSNamespaceDeclaration(at: usize): Node {
  const node = moduleAt(at, readTSNamespaceDeclarationKind(at + 64), readBool(at + 65));
  const body = readTSNamespaceDeclarationBody(at + 48);
  const id = readBindingIdentifier(at + 16);
  if (body.type === NodeType.TSModuleBlock) {
    node.body = body;
    node.id = id;
    return node;
  }
  const inner = changetype<TSModuleDeclaration>(body);
  node.body = inner.body;
  if (inner.id.type === NodeType.Identifier) {
    node.id = qualifiedName(id, inner.id, id.start, inner.id.end);
    return node;
  }
  node.id = inner.id;
  // This name comes in front of the innermost one.
  let name = changetype<TSQualifiedName>(inner.id);
  name.start = id.start;
  while (name.left.type !== NodeType.Identifier) {
    name = changetype<TSQualifiedName>(name.left);
    name.start = id.start;
  }
  const right = name.left;
  name.left = qualifiedName(id, right, id.start, right.end);
  return node;
}
