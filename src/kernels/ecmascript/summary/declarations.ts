/** Declarations, and the scopes in which they declare their names. */
import { Ints } from '../ints';
import { makeAt } from '../node-parts';
import {
  ClassNode,
  ExportDefaultDeclaration,
  ExportNamedDeclaration,
  FunctionNode,
  Identifier,
  ImportDeclaration,
  List,
  Node,
  NodeType,
  TSEnumBody,
  TSEnumDeclaration,
  TSEnumMember,
  TSExternalModuleReference,
  TSImportEqualsDeclaration,
  TSInterfaceDeclaration,
  TSModuleBlock,
  TSModuleDeclaration,
  TSQualifiedName,
  TSTypeAliasDeclaration,
  TSTypeReference,
  VariableDeclaration,
  VariableDeclarator,
  Word,
} from '../generated/nodes';
import { ascii, Text } from '../texts';
import { Augmentation } from './augmentations';
import { collectClass, collectInterface } from './classes';
import { collectExpression, collectStatement, collectType } from './collector';
import { NameScope } from './function-nodes';
import { collectFunction } from './functions';
import { collectImport, exportSpecifiers, moduleOf } from './modules';
import { noNames, oneName } from './names';
import { addBoundNames } from './patterns';
import { identifierName, literalText } from './syntax';
import { typeParameters } from './type-parameters';
import { collectVariables } from './variables';
import { writer } from './writer';
import {
  fieldFlags,
  fieldListA,
  fieldListB,
  fieldOwnScope,
  fieldParent,
  fieldType,
  fieldValue,
  flagAlias,
  flagExported,
  flagGlobal,
  kindEnum,
  kindEnumMember,
  kindImport,
  kindNamespace,
  kindTypeAlias,
  kindVariable,
  scopeClass,
  scopeNamespace,
} from '../generated/codes';

/** Collects a declaration. @returns its names, for an `export` before it */
export function collectDeclaration(node: Node, scope: i32, flags: i32): Ints {
  switch (node.type) {
    case NodeType.FunctionDeclaration:
    case NodeType.TSDeclareFunction: {
      const id = changetype<FunctionNode>(node).id;
      if (id === null) return noNames();
      const name = identifierName(id);
      collectFunction(node, scope, name, id.start, NameScope.Declared, -1, flags);
      return oneName(name);
    }
    case NodeType.ClassDeclaration: {
      const id = changetype<ClassNode>(node).id;
      if (id === null) return noNames();
      const name = identifierName(id);
      collectClass(changetype<ClassNode>(node), scope, name, id.start, true, flags);
      return oneName(name);
    }
    case NodeType.VariableDeclaration: {
      collectVariables(changetype<VariableDeclaration>(node), scope, flags);
      return variableNames(changetype<VariableDeclaration>(node).declarations);
    }
    case NodeType.TSInterfaceDeclaration:
      collectInterface(changetype<TSInterfaceDeclaration>(node), scope, flags);
      return oneName(identifierName(changetype<TSInterfaceDeclaration>(node).id));
    case NodeType.TSTypeAliasDeclaration:
      return collectTypeAlias(changetype<TSTypeAliasDeclaration>(node), scope, flags);
    case NodeType.TSEnumDeclaration:
      return collectEnum(changetype<TSEnumDeclaration>(node), scope, flags);
    case NodeType.TSModuleDeclaration:
      return collectNamespace(changetype<TSModuleDeclaration>(node), scope, flags);
    case NodeType.TSImportEqualsDeclaration:
      return collectImportEquals(changetype<TSImportEqualsDeclaration>(node), scope);
    default:
      return noNames();
  }
}

function variableNames(declarations: List): Ints {
  const names = Ints.of(declarations.length);
  for (let index = 0; index < declarations.length; index++) {
    addBoundNames(changetype<VariableDeclarator>(declarations.get(index)).id, names);
  }
  return names;
}

function collectTypeAlias(node: TSTypeAliasDeclaration, scope: i32, flags: i32): Ints {
  const ownScope = writer.scope(scope, scopeClass, -1);
  const parameters = typeParameters(node.typeParameters, ownScope);
  const type = collectType(node.typeAnnotation, ownScope);
  const name = identifierName(node.id);
  const entity = writer.entity(name, kindTypeAlias, node.id.start, scope);
  writer.set(entity, fieldFlags, flags);
  writer.set(entity, fieldType, type);
  writer.set(entity, fieldOwnScope, ownScope);
  writer.set(entity, fieldListB, parameters);
  return oneName(name);
}

function collectEnum(node: TSEnumDeclaration, scope: i32, flags: i32): Ints {
  const name = identifierName(node.id);
  const entity = writer.entity(name, kindEnum, node.id.start, scope);
  writer.set(entity, fieldFlags, flags);
  const members = changetype<TSEnumBody>(node.body).members;
  for (let index = 0; index < members.length; index++) {
    const member = changetype<TSEnumMember>(members.get(index));
    const id = member.id;
    const memberName = id.type === NodeType.Identifier ? changetype<Identifier>(id).name : literalText(id);
    collectExpression(member.initializer, scope);
    if (memberName === null) continue;
    writer.set(writer.entity(memberName, kindEnumMember, id.start, scope), fieldParent, entity);
  }
  return oneName(name);
}

/** Collects one statement of a namespace. */
function collectNamespacePart(part: Node, scope: i32, flags: i32): void {
  const declaration = exportedDeclaration(part);
  if (declaration !== null) collectDeclaration(declaration, scope, flags | flagExported);
  else if (part.type === NodeType.ImportDeclaration) collectImport(changetype<ImportDeclaration>(part));
  else if (part.type === NodeType.ExportNamedDeclaration) {
    exportSpecifiers(changetype<ExportNamedDeclaration>(part), scope);
    // In `declare global` there are flags, and each declaration gets them, with or without `export`.
  } else if (flags !== 0 && part.type !== NodeType.ExpressionStatement) {
    if (collectDeclaration(part, scope, flags).length === 0) collectStatement(part, scope);
  } else collectStatement(part, scope);
}

/** The declaration after `export` or `export default`; null for any other statement. */
function exportedDeclaration(part: Node): Node | null {
  if (part.type === NodeType.ExportNamedDeclaration) return changetype<ExportNamedDeclaration>(part).declaration;
  if (part.type === NodeType.ExportDefaultDeclaration) return changetype<ExportDefaultDeclaration>(part).declaration;
  return null;
}

function collectNamespace(node: TSModuleDeclaration, scope: i32, flags: i32): Ints {
  const block = changetype<TSModuleBlock | null>(node.body);
  if (node.kind === Word.Global) {
    const innerScope = writer.scope(scope, scopeNamespace, -1);
    if (block === null) return noNames();
    for (let index = 0; index < block.body.length; index++) {
      collectNamespacePart(block.body.get(index), innerScope, flagGlobal);
    }
    return noNames();
  }
  const outermost = outermostName(node.id);
  // The names in `declare module 'name'` are visible only inside of it.
  const ownScope =
    outermost === null ? writer.scope(scope, scopeNamespace, -1) : declareNamespaces(node.id, scope, flags);
  const specifier = literalText(node.id);
  let augmentation: Augmentation | null = null;
  if (specifier !== null && !writer.isGlobal) augmentation = Augmentation.of(specifier, ownScope);
  const names = outermost === null ? noNames() : oneName(outermost);
  if (block === null) return names;
  for (let index = 0; index < block.body.length; index++) {
    const part = block.body.get(index);
    if (augmentation === null) collectNamespacePart(part, ownScope, 0);
    else if (!augmentation.collect(part)) collectNamespacePart(part, augmentation.scope, 0);
  }
  return names;
}

/** The first of a namespace's names: `a` of `a.b.c`; null for a module with a quoted name. */
function outermostName(id: Node): Text | null {
  let at = id;
  while (at.type === NodeType.TSQualifiedName) at = changetype<TSQualifiedName>(at).left;
  return at.type === NodeType.Identifier ? changetype<Identifier>(at).name : null;
}

/** Declares the namespaces of `a.b.c`, each in the one before it. @returns the scope of the innermost */
function declareNamespaces(id: Node, scope: i32, flags: i32): i32 {
  if (id.type === NodeType.Identifier) return declareNamespace(changetype<Identifier>(id), scope, flags);
  const qualified = changetype<TSQualifiedName>(id);
  const outer = declareNamespaces(qualified.left, scope, flags);
  return declareNamespace(changetype<Identifier>(qualified.right), outer, flagExported);
}

function declareNamespace(name: Identifier, outer: i32, flags: i32): i32 {
  const ownScope = writer.scope(outer, scopeNamespace, -1);
  const entity = writer.entity(name.name, kindNamespace, name.start, outer);
  writer.set(entity, fieldFlags, flags);
  writer.set(entity, fieldOwnScope, ownScope);
  writer.setScopeOwner(ownScope, entity);
  return ownScope;
}

function collectImportEquals(node: TSImportEqualsDeclaration, scope: i32): Ints {
  const name = identifierName(node.id);
  const offset = node.id.start;
  const reference = node.moduleReference;
  if (reference.type === NodeType.TSExternalModuleReference) {
    const entity = writer.entity(name, kindImport, offset, scope);
    writer.set(entity, fieldListA, moduleOf(changetype<TSExternalModuleReference>(reference).expression));
    writer.set(entity, fieldListB, writer.string(ascii('=')));
    return oneName(name);
  }
  // `a` in `import a = b.c` may mean a value and a type: it is declared as both.
  const type = collectType(referenceTo(reference), scope);
  const value = aliasedValue(reference, scope);
  const variable = writer.entity(name, kindVariable, offset, scope);
  writer.set(variable, fieldFlags, flagAlias);
  writer.set(variable, fieldValue, value);
  writer.set(writer.entity(name, kindTypeAlias, offset, scope), fieldType, type);
  return oneName(name);
}

/** A reference to the type of this name. */
function referenceTo(name: Node): Node {
  const type = changetype<TSTypeReference>(makeAt(NodeType.TSTypeReference, offsetof<TSTypeReference>(), 0, 0));
  type.typeName = name;
  type.typeArguments = null;
  return type;
}

/** The expression of a dotted name, for `import a = b.c`. */
function aliasedValue(node: Node, scope: i32): i32 {
  if (node.type === NodeType.Identifier) return writer.name(changetype<Identifier>(node).name, scope);
  if (node.type !== NodeType.TSQualifiedName) return 0;
  const qualified = changetype<TSQualifiedName>(node);
  return writer.member(aliasedValue(qualified.left, scope), identifierName(qualified.right));
}
