/** Imports, the names of exports, and the modules of `require` and `import()`. */
import {
  AwaitExpression,
  CallExpression,
  ExportNamedDeclaration,
  ExportSpecifier,
  Identifier,
  ImportDeclaration,
  ImportDefaultSpecifier,
  ImportExpression,
  ImportNamespaceSpecifier,
  ImportSpecifier,
  Literal,
  Node,
  NodeType,
} from '../generated/nodes';
import { ascii, concatenated, same, Text } from '../texts';
import {
  fieldFlags,
  fieldListA,
  fieldListB,
  fieldParent,
  fieldValue,
  flagAlias,
  formFrom,
  formLocal,
  formOwn,
  kindImport,
  kindVariable,
  opEntity,
  opName,
  siteImport,
  siteReexport,
} from '../generated/codes';
import { bare, identifierName, isIdentifier, literalText } from './syntax';
import { undeclared, writer } from './writer';

/** The module of `require('m')` or `await import('m')`; -1 for anything else. */
export function requiredModule(init: Node): i32 {
  const value = bare(init);
  if (value.type === NodeType.AwaitExpression) {
    const call = bare(changetype<AwaitExpression>(value).argument);
    if (call.type !== NodeType.ImportExpression) return -1;
    const source = literalText(changetype<ImportExpression>(call).source);
    return source === null ? -1 : writer.module(source);
  }
  if (value.type !== NodeType.CallExpression) return -1;
  const call = changetype<CallExpression>(value);
  if (!isIdentifier(bare(call.callee), 'require') || call.arguments.length === 0) return -1;
  const specifier = literalText(call.arguments.get(0));
  return specifier === null ? -1 : commonJsModule(specifier);
}

/** The module of a `require` specifier. A `\0` before the specifier distinguishes it from that of an `import`. */
export function commonJsModule(specifier: Text): i32 {
  return writer.module(concatenated(ascii('\0'), specifier));
}

/** The module that the text after `from` names. */
export function moduleOf(source: Node): i32 {
  return writer.module(changetype<Literal>(source).text!);
}

/** A name that is imported or exported, which may be a string literal. */
export function nameOf(node: Node): Text {
  return node.type === NodeType.Literal ? changetype<Literal>(node).text! : identifierName(node);
}

function localOf(specifier: Node): Identifier {
  if (specifier.type === NodeType.ImportSpecifier) {
    return changetype<Identifier>(changetype<ImportSpecifier>(specifier).local);
  }
  if (specifier.type === NodeType.ImportDefaultSpecifier) {
    return changetype<Identifier>(changetype<ImportDefaultSpecifier>(specifier).local);
  }
  return changetype<Identifier>(changetype<ImportNamespaceSpecifier>(specifier).local);
}

function importedName(specifier: Node): Text {
  if (specifier.type === NodeType.ImportSpecifier) return nameOf(changetype<ImportSpecifier>(specifier).imported);
  return specifier.type === NodeType.ImportDefaultSpecifier ? ascii('default') : ascii('*');
}

export function collectImport(node: ImportDeclaration): void {
  const module = moduleOf(node.source);
  for (let index = 0; index < node.specifiers.length; index++) {
    const specifier = node.specifiers.get(index);
    const local = localOf(specifier);
    const entity = writer.entity(local.name, kindImport, local.start, 0);
    writer.set(entity, fieldListA, module);
    writer.set(entity, fieldListB, writer.string(importedName(specifier)));
    const isNamed = specifier.type === NodeType.ImportSpecifier;
    const offset = isNamed ? changetype<ImportSpecifier>(specifier).imported.start : local.start;
    writer.site(siteImport, writer.name(local.name, 0), offset, 0);
  }
}

/** @param module that the name comes from; -1 for this file */
function exportSpecifier(local: Node, exported: Node, module: i32, scope: i32): void {
  const name = nameOf(local);
  if (module === -1) {
    const node = writer.name(name, scope);
    writer.site(siteReexport, node, local.start, scope);
    // The names of a namespace are its members already; only another name for one of them adds an entity.
    if (scope === 0) writer.export(nameOf(exported), formLocal, writer.string(name), 0);
    else if (!same(nameOf(exported), name)) {
      const entity = writer.entity(nameOf(exported), kindVariable, exported.start, scope);
      writer.set(entity, fieldFlags, flagAlias);
      writer.set(entity, fieldValue, node);
    }
    return;
  }
  writer.export(nameOf(exported), formFrom, module, writer.string(name));
  // This import is declared in no scope; it makes the name a site that can be linked.
  const entity = writer.entity(name, kindImport, local.start, scope);
  writer.set(entity, fieldParent, undeclared);
  writer.set(entity, fieldListA, module);
  writer.set(entity, fieldListB, writer.string(name));
  writer.site(siteReexport, writer.entityNode(entity), local.start, scope);
}

/** Exports an expression under a name: as an entity, as a name of the file's scope, or as any other expression. */
export function exportNode(name: Text, value: i32): void {
  const op = writer.opOf(value);
  if (op === opEntity) writer.export(name, formOwn, writer.operand(value, 0), 0);
  else if (op === opName && writer.operand(value, 1) === 0) writer.export(name, formLocal, writer.operand(value, 0), 0);
  else writer.export(name, formOwn, -1, value);
}

/** The names of `export { … }` and `export { … } from 'm'`. */
export function exportSpecifiers(node: ExportNamedDeclaration, scope: i32): void {
  const source = node.source;
  const module = source === null ? -1 : moduleOf(source);
  for (let index = 0; index < node.specifiers.length; index++) {
    const specifier = changetype<ExportSpecifier>(node.specifiers.get(index));
    exportSpecifier(specifier.local, specifier.exported, module, scope);
  }
}
