/** Export statements of ECMAScript modules, and `export =`. For CommonJS, see `assignments.ts`. */
import {
  ClassNode,
  ExportAllDeclaration,
  ExportDefaultDeclaration,
  ExportNamedDeclaration,
  FunctionNode,
  Identifier,
  Node,
  NodeType,
  TSExportAssignment,
  TSInterfaceDeclaration,
} from '../generated/nodes';
import { unwrap } from '../definitions/names';
import { indexOfWord } from '../definitions/source-texts';
import { ascii } from '../texts';
import {
  fieldFlags,
  fieldValue,
  flagExported,
  formAll,
  formFrom,
  formLocal,
  formOwn,
  kindVariable,
  opEntity,
} from '../generated/codes';
import { collectClass, collectInterface } from './classes';
import { collectExpression } from './collector';
import { collectDeclaration } from './declarations';
import { isFunction, NameScope } from './function-nodes';
import { collectFunction } from './functions';
import { exportNode, exportSpecifiers, moduleOf, nameOf } from './modules';
import { nameAt } from './names';
import { bare, identifierName } from './syntax';
import { undeclared, writer } from './writer';

export function collectExport(node: Node, scope: i32): void {
  switch (node.type) {
    case NodeType.ExportNamedDeclaration: {
      const named = changetype<ExportNamedDeclaration>(node);
      const declaration = named.declaration;
      if (declaration !== null) exportDeclaration(declaration, scope);
      exportSpecifiers(named, scope);
      return;
    }
    case NodeType.ExportDefaultDeclaration:
      collectDefault(changetype<ExportDefaultDeclaration>(node), scope);
      return;
    case NodeType.ExportAllDeclaration: {
      const all = changetype<ExportAllDeclaration>(node);
      const module = moduleOf(all.source);
      const exported = all.exported;
      if (exported !== null) writer.export(nameOf(exported), formFrom, module, writer.string(ascii('*')));
      else writer.export(ascii('*'), formAll, module, 0);
      return;
    }
    case NodeType.TSExportAssignment:
      exportAssignment(changetype<TSExportAssignment>(node).expression, scope);
      return;
    default:
  }
}

/** `export` before a declaration. */
function exportDeclaration(declaration: Node, scope: i32): void {
  const names = collectDeclaration(declaration, scope, flagExported);
  for (let index = 0; index < names.length; index++) {
    const name = nameAt(names, index);
    writer.export(name, formLocal, writer.string(name), 0);
  }
}

/** `export = …`. */
function exportAssignment(exported: Node, scope: i32): void {
  const value = bare(exported);
  const expression = collectExpression(exported, scope);
  if (value.type === NodeType.Identifier) {
    writer.export(ascii('='), formLocal, writer.string(changetype<Identifier>(value).name), 0);
  } else if (expression !== 0) exportNode(ascii('='), expression);
}

/** The name of a function or class that `export default` declares; null for one without a name and for anything else. */
function declaredName(node: Node): Node | null {
  switch (node.type) {
    case NodeType.FunctionDeclaration:
    case NodeType.TSDeclareFunction:
      return changetype<FunctionNode>(node).id;
    case NodeType.ClassDeclaration:
      return changetype<ClassNode>(node).id;
    default:
      return null;
  }
}

/** Collects `export default …`. A declaration or expression without a name gets the name `default`. */
function collectDefault(statement: ExportDefaultDeclaration, scope: i32): void {
  const node = statement.declaration;
  const defaultOffset = indexOfWord('default', statement.start);
  const declaration = bare(node);
  const nameNode = declaredName(declaration);
  if (nameNode !== null) {
    collectDeclaration(declaration, scope, flagExported);
    exportLocal(nameNode);
  } else if (isFunction(declaration)) {
    const entity = collectFunction(
      declaration,
      scope,
      ascii('default'),
      declaration.start,
      NameScope.Expression,
      undeclared,
      0,
    );
    writer.place(entity, defaultOffset);
    writer.export(ascii('default'), formOwn, entity, 0);
  } else if (declaration.type === NodeType.ClassDeclaration || declaration.type === NodeType.ClassExpression) {
    const id = changetype<ClassNode>(declaration).id;
    const name = id === null ? ascii('default') : identifierName(id);
    const entity = collectClass(
      changetype<ClassNode>(declaration),
      scope,
      name,
      id === null ? defaultOffset : id.start,
      false,
      0,
    );
    writer.export(ascii('default'), formOwn, entity, 0);
  } else if (declaration.type === NodeType.TSInterfaceDeclaration) {
    collectInterface(changetype<TSInterfaceDeclaration>(declaration), scope, flagExported);
    exportLocal(changetype<TSInterfaceDeclaration>(declaration).id);
  } else {
    const value = collectExpression(node, scope);
    // `export default config satisfies Config` still exports the entity of `config`.
    const expression = unwrap(node);
    if (expression.type === NodeType.Identifier) exportLocal(expression);
    else writer.export(ascii('default'), formOwn, defaultOf(value, defaultOffset, scope), 0);
  }
}

/** The entity of a default export that is an expression: the object literal itself, or a variable with that value. */
function defaultOf(value: i32, defaultOffset: i32, scope: i32): i32 {
  if (value !== 0 && writer.opOf(value) === opEntity) {
    const entity = writer.operand(value, 0);
    writer.place(entity, defaultOffset);
    return entity;
  }
  const entity = writer.entity(ascii('default'), kindVariable, defaultOffset, scope);
  writer.set(entity, fieldFlags, flagExported);
  writer.set(entity, fieldValue, value);
  return entity;
}

/** Makes a local name the default export. */
function exportLocal(name: Node): void {
  writer.export(ascii('default'), formLocal, writer.string(identifierName(name)), 0);
}
