/** Imports and re-exports of every form: `import`, `export … from`, `import()`, `require()`. */
import {
  ArrowFunctionExpression,
  AssignmentPattern,
  AwaitExpression,
  CallExpression,
  ExportAllDeclaration,
  ExportNamedDeclaration,
  ExportSpecifier,
  FunctionNode,
  ImportDeclaration,
  ImportDefaultSpecifier,
  ImportExpression,
  ImportNamespaceSpecifier,
  ImportSpecifier,
  Literal,
  MemberExpression,
  Node,
  NodeType,
  ObjectPattern,
  Property,
  TemplateLiteral,
  TSExternalModuleReference,
  TSImportEqualsDeclaration,
  Word,
} from '../generated/nodes';
import { ascii, is, same } from '../texts';
import { identifierName, isString, nameOf, onlyOf, PlacedName, placedName, unwrap } from './names';
import { addName, countNames, ImportFlag } from './records';
import { templateText } from './template-text';
import { addImport, walk } from './walk';

/** The value of a string literal. */
export function stringValue(literal: Node): PlacedName {
  return placedName(changetype<Literal>(literal).text!, literal.start + 1);
}

function moduleName(name: Node): PlacedName {
  return name.type === NodeType.Literal ? stringValue(name) : identifierName(name);
}

function addRenamed(name: PlacedName, other: PlacedName): void {
  addName(name, same(name.text, other.text) ? null : other);
}

/** A name that need not be in the source: `default` or `*`. */
function wordName(word: string): PlacedName {
  return placedName(ascii(word), -1);
}

export function importDeclaration(node: ImportDeclaration): void {
  const specifiers = node.specifiers;
  const first = countNames();
  let alias: PlacedName | null = null;
  let typeOnlyCount = 0;
  for (let index = 0; index < specifiers.length; index++) {
    const specifier = specifiers.get(index);
    switch (specifier.type) {
      case NodeType.ImportNamespaceSpecifier:
        alias = identifierName(changetype<ImportNamespaceSpecifier>(specifier).local);
        break;
      case NodeType.ImportDefaultSpecifier:
        addName(wordName('default'), identifierName(changetype<ImportDefaultSpecifier>(specifier).local));
        break;
      default: {
        const named = changetype<ImportSpecifier>(specifier);
        addRenamed(moduleName(named.imported), identifierName(named.local));
        if (named.importKind === Word.Type) typeOnlyCount++;
      }
    }
  }
  const isTypeOnly = node.importKind === Word.Type || (typeOnlyCount > 0 && typeOnlyCount === specifiers.length);
  addImport(node.start, stringValue(node.source), first, countNames() - first, alias, typeFlag(isTypeOnly));
}

function typeFlag(isTypeOnly: bool): i32 {
  return isTypeOnly ? ImportFlag.TypeOnly : ImportFlag.None;
}

export function importEquals(node: TSImportEqualsDeclaration, start: i32): void {
  const reference = node.moduleReference;
  if (reference.type !== NodeType.TSExternalModuleReference) return;
  const module = stringValue(changetype<TSExternalModuleReference>(reference).expression);
  addImport(start, module, 0, 0, identifierName(node.id), typeFlag(node.importKind === Word.Type));
}

export function reexport(node: ExportNamedDeclaration, source: Node): void {
  const specifiers = node.specifiers;
  const first = countNames();
  let isTypeOnly = specifiers.length > 0;
  for (let index = 0; index < specifiers.length; index++) {
    const specifier = changetype<ExportSpecifier>(specifiers.get(index));
    addRenamed(moduleName(specifier.local), moduleName(specifier.exported));
    if (specifier.exportKind !== Word.Type) isTypeOnly = false;
  }
  const flags = ImportFlag.Reexport | typeFlag(node.exportKind === Word.Type || isTypeOnly);
  addImport(node.start, stringValue(source), first, specifiers.length, null, flags);
}

export function reexportAll(node: ExportAllDeclaration): void {
  const first = countNames();
  const exported = node.exported;
  addName(wordName('*'), exported === null ? null : moduleName(exported));
  const flags = ImportFlag.Reexport | typeFlag(node.exportKind === Word.Type);
  addImport(node.start, stringValue(node.source), first, 1, null, flags);
}

/** The module requested by `require('x')`; null for any other call. */
export function requireArgument(node: CallExpression): PlacedName | null {
  const callee = node.callee;
  if (callee.type !== NodeType.Identifier || !is(nameOf(callee), 'require')) return null;
  const only = onlyOf(node.arguments);
  return only === null ? null : stringOf(only);
}

/** The text of a literal, or of a template without expressions. */
export function stringOf(node: Node): PlacedName | null {
  if (node.type === NodeType.Literal) return isString(node) ? stringValue(node) : null;
  if (node.type !== NodeType.TemplateLiteral || changetype<TemplateLiteral>(node).expressions.length > 0) return null;
  const text = templateText(node);
  return text === null ? null : placedName(text, node.start + 1);
}

/** Adds the import of `require('x')` or `import('x')`, with the names that the surrounding code binds the module to. */
export function addDynamicImport(node: Node, module: PlacedName): void {
  const flags = node.type === NodeType.ImportExpression ? ImportFlag.Dynamic : ImportFlag.None;
  if (walk.request !== node) {
    addImport(node.start, module, 0, 0, null, flags);
    return;
  }
  walk.request = null;
  addImport(node.start, module, walk.boundNames, walk.boundCount, walk.boundAlias, flags);
}

/** Maximum number of wrappers around a loading call. */
const maxRequestDepth = 4;

/** The member that the code reads from the module (`y` in `require('x').y`); set by `requestIn`. */
let requestedMember: PlacedName | null = null;

/** Records the names bound to a module that `init` loads: `const { a } = require('x')`, `const a = (await import('x')).b`. */
export function bindRequest(pattern: Node, init: Node): void {
  const request = requestIn(init);
  if (request === null) return;
  walk.request = request;
  bindNames(pattern, requestedMember);
}

/** As `bindRequest`, for a module that is bound to a single name. */
export function bindRequestTo(name: PlacedName, init: Node): void {
  const request = requestIn(init);
  if (request === null) return;
  walk.request = request;
  bindName(name, requestedMember);
}

/** The loading call in `await import('x')`, `require('x').y`, `wrap(require('x'))`. Sets `requestedMember`. */
function requestIn(init: Node): Node | null {
  let node = unwrap(init);
  requestedMember = null;
  for (let steps = 0; steps < maxRequestDepth; steps++) {
    switch (node.type) {
      case NodeType.AwaitExpression:
        node = unwrap(changetype<AwaitExpression>(node).argument);
        break;
      case NodeType.ImportExpression:
        return node;
      case NodeType.MemberExpression: {
        const member = changetype<MemberExpression>(node);
        if (member.computed || requestedMember !== null) return null;
        requestedMember = identifierName(member.property);
        node = unwrap(member.object);
        break;
      }
      case NodeType.CallExpression: {
        const call = changetype<CallExpression>(node);
        if (requireArgument(call) !== null) return node;
        // `__importStar(require('x'))`, as compilers write it.
        const only = onlyOf(call.arguments);
        if (only === null || only.type !== NodeType.CallExpression) return null;
        if (call.callee.type === NodeType.MemberExpression) return null;
        node = only;
        break;
      }
      default:
        return null;
    }
  }
  return null;
}

function bindNames(pattern: Node, member: PlacedName | null): void {
  if (pattern.type === NodeType.Identifier) {
    bindName(identifierName(pattern), member);
    return;
  }
  walk.boundNames = countNames();
  walk.boundAlias = null;
  if (member !== null) addName(member, null);
  else if (pattern.type === NodeType.ObjectPattern) addProperties(changetype<ObjectPattern>(pattern));
  walk.boundCount = countNames() - walk.boundNames;
}

function bindName(name: PlacedName, member: PlacedName | null): void {
  walk.boundNames = countNames();
  walk.boundAlias = null;
  if (member === null) walk.boundAlias = name;
  else addRenamed(member, name);
  walk.boundCount = countNames() - walk.boundNames;
}

/** The names in `{ a, b: c }`. */
function addProperties(pattern: ObjectPattern): void {
  const properties = pattern.properties;
  for (let index = 0; index < properties.length; index++) {
    if (properties.get(index).type !== NodeType.Property) continue;
    const property = changetype<Property>(properties.get(index));
    if (property.computed || property.key.type !== NodeType.Identifier) continue;
    const value = property.value;
    const target = value.type === NodeType.AssignmentPattern ? changetype<AssignmentPattern>(value).left : value;
    addRenamed(
      identifierName(property.key),
      identifierName(target.type === NodeType.Identifier ? target : property.key),
    );
  }
}

/** `import('x').then(({ a }) => …)`: the callback's parameter binds the module. */
export function bindCallback(node: CallExpression): void {
  if (node.callee.type !== NodeType.MemberExpression) return;
  const callee = changetype<MemberExpression>(node.callee);
  if (callee.object.type !== NodeType.ImportExpression || callee.computed) return;
  if (node.arguments.length === 0 || !is(nameOf(callee.property), 'then')) return;
  const callback = node.arguments.get(0);
  let params = node.arguments;
  if (callback.type === NodeType.ArrowFunctionExpression) params = changetype<ArrowFunctionExpression>(callback).params;
  else if (callback.type === NodeType.FunctionExpression) params = changetype<FunctionNode>(callback).params;
  else return;
  if (params.length === 0) return;
  walk.request = callee.object;
  bindNames(params.get(0), null);
}
