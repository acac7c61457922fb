/** Statements and declarations: what they put into which scope. */
import type { Node } from 'oxc-parser';
import {
  entityFields,
  entityFlags,
  entityKinds,
  exportForms,
  ops,
  scopeKinds,
  siteKinds,
} from '../../model/link-facts.ts';
import { collectClass, collectInterface } from './classes.ts';
import { bare, hoistingScope, placeOf, type Collector } from './collector.ts';
import { collectExpression, exportNode, narrowedScope, setContext } from './expressions.ts';
import { collectFunction, isFunction } from './functions.ts';
import { collectExport, collectImport, requiredModule } from './modules.ts';
import { assignPattern, declarePattern } from './patterns.ts';
import { collectType, typeParameters } from './types.ts';

const maxDepth = 300;

export function collectStatements(c: Collector, statements: readonly Node[], scope: number): void {
  for (const statement of statements) collectStatement(c, statement, scope);
}

export function collectStatement(c: Collector, node: Node | null | undefined, scope: number): void {
  if (node === null || node === undefined || c.depth > maxDepth) return;
  c.depth++;
  statement(c, node, scope);
  c.depth--;
}

/** Whether a block declares names of its own. */
function declares(statements: readonly Node[]): boolean {
  return statements.some(
    ({ type }) =>
      type === 'VariableDeclaration' ||
      type === 'FunctionDeclaration' ||
      type === 'ClassDeclaration' ||
      type.startsWith('TS'),
  );
}

function inner(c: Collector, scope: number): number {
  return c.writer.scope(scope, scopeKinds.block, -1);
}

function statement(c: Collector, node: Node, scope: number): void {
  switch (node.type) {
    case 'ExpressionStatement':
      collectExpression(c, node.expression, scope);
      return;
    case 'VariableDeclaration':
      collectVariables(c, node, scope);
      return;
    case 'ReturnStatement': {
      const value = collectExpression(c, node.argument, scope);
      c.returns?.push(value);
      return;
    }
    case 'IfStatement': {
      collectExpression(c, node.test, scope);
      collectStatement(c, node.consequent, narrowedScope(c, node.test, scope));
      collectStatement(c, node.alternate, scope);
      return;
    }
    case 'BlockStatement':
      collectStatements(c, node.body, declares(node.body) ? inner(c, scope) : scope);
      return;
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
    case 'ClassDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSEnumDeclaration':
    case 'TSModuleDeclaration':
    case 'TSImportEqualsDeclaration':
      collectDeclaration(c, node, scope, 0);
      return;
    case 'ImportDeclaration':
      collectImport(c, node);
      return;
    case 'ExportNamedDeclaration':
    case 'ExportDefaultDeclaration':
    case 'ExportAllDeclaration':
    case 'TSExportAssignment':
    case 'TSNamespaceExportDeclaration':
      collectExport(c, node, scope);
      return;
    case 'ForOfStatement':
    case 'ForInStatement':
      collectLoop(c, node, scope);
      return;
    case 'ForStatement': {
      const own = inner(c, scope);
      if (node.init?.type === 'VariableDeclaration') collectVariables(c, node.init, own);
      else collectExpression(c, node.init as Node | null, own);
      collectExpression(c, node.test, own);
      collectExpression(c, node.update, own);
      collectStatement(c, node.body, own);
      return;
    }
    case 'WhileStatement':
      collectExpression(c, node.test, scope);
      collectStatement(c, node.body, narrowedScope(c, node.test, scope));
      return;
    case 'DoWhileStatement':
      collectStatement(c, node.body, scope);
      collectExpression(c, node.test, scope);
      return;
    case 'TryStatement':
      collectStatement(c, node.block, scope);
      if (node.handler) {
        const own = inner(c, scope);
        if (node.handler.param) declarePattern(c, node.handler.param, { value: 0, scope: own, flags: 0 });
        collectStatements(c, node.handler.body.body, own);
      }
      collectStatement(c, node.finalizer, scope);
      return;
    case 'SwitchStatement': {
      collectExpression(c, node.discriminant, scope);
      const own = inner(c, scope);
      for (const { test, consequent } of node.cases) {
        collectExpression(c, test, own);
        collectStatements(c, consequent, own);
      }
      return;
    }
    case 'ThrowStatement':
      collectExpression(c, node.argument, scope);
      return;
    case 'LabeledStatement':
      collectStatement(c, node.body, scope);
      return;
    case 'WithStatement':
      collectExpression(c, node.object, scope);
      collectStatement(c, node.body, scope);
      return;
    default:
  }
}

function collectLoop(c: Collector, node: Node & { type: 'ForOfStatement' | 'ForInStatement' }, scope: number): void {
  const { writer } = c;
  const own = inner(c, scope);
  const iterable = collectExpression(c, node.right, scope);
  let value = node.type === 'ForOfStatement' && iterable !== 0 ? writer.node(ops.element, iterable) : 0;
  if (value !== 0 && node.type === 'ForOfStatement' && node.await) value = writer.node(ops.await, value);
  if (node.left.type === 'VariableDeclaration') {
    const target = node.left.kind === 'var' ? hoistingScope(c, own) : own;
    for (const { id } of node.left.declarations) declarePattern(c, id, { value, scope: target, flags: 0 });
  } else assignPattern(c, node.left, value, own);
  collectStatement(c, node.body, own);
}

function collectVariables(c: Collector, node: Node & { type: 'VariableDeclaration' }, scope: number, flags = 0): void {
  const { writer } = c;
  const target = node.kind === 'var' ? hoistingScope(c, scope) : scope;
  const allFlags = flags | (node.kind === 'const' ? entityFlags.constant : 0);
  for (const { id, init } of node.declarations) {
    const annotation = 'typeAnnotation' in id ? (id.typeAnnotation as Node | null) : null;
    const type = collectType(c, annotation, scope);
    const module = init === null ? -1 : requiredModule(c, init);
    if (module !== -1 && importPattern(c, id, module, { scope: target, flags: allFlags })) continue;
    const value = init === null ? 0 : initialValue(c, id, init, scope);
    if (type !== 0) setContext(c, value, () => writer.node(ops.cast, type, 0));
    const whole = type === 0 || id.type === 'Identifier' ? value : writer.node(ops.cast, type, value);
    const hasValue = init === null ? 0 : entityFlags.implemented;
    declarePattern(c, id, { value: whole, scope: target, flags: allFlags | hasValue, type });
  }
}

/** The value of a variable; a function or class without a name of its own takes the variable's. */
function initialValue(c: Collector, id: Node, init: Node, scope: number): number {
  const { writer } = c;
  const value = bare(init);
  if (id.type !== 'Identifier') return collectExpression(c, init, scope);
  const named = { name: id.name, at: id.start };
  if (isFunction(value)) return writer.node(ops.entity, collectFunction(c, value, scope, { ...named, parent: -2 }));
  if (value.type === 'ClassExpression') {
    const entity = collectClass(c, value, scope, named);
    writer.set(entity, entityFields.parent, -2);
    return writer.node(ops.entity, entity);
  }
  return collectExpression(c, init, scope);
}

/** `const { a, b: c } = require('m')` imports names; `const m = require('m')` what the module exports. */
function importPattern(
  c: Collector,
  id: Node,
  module: number,
  { scope, flags }: { scope: number; flags: number },
): boolean {
  const { writer } = c;
  const declare = (name: string, at: number, imported: string): void => {
    const entity = writer.entity({ name, kind: entityKinds.import, flags, ...placeOf(c, at), scope });
    writer.set(entity, entityFields.listA, module);
    writer.set(entity, entityFields.listB, writer.string(imported));
  };
  if (id.type === 'Identifier') {
    declare(id.name, id.start, '=');
    return true;
  }
  if (id.type !== 'ObjectPattern') return false;
  for (const property of id.properties) {
    if (property.type === 'RestElement' || property.computed || property.key.type !== 'Identifier') return false;
    if (property.value.type !== 'Identifier') return false;
  }
  for (const property of id.properties) {
    if (property.type === 'RestElement' || property.key.type !== 'Identifier' || property.value.type !== 'Identifier')
      continue;
    declare(property.value.name, property.value.start, property.key.name);
    const name = writer.name(property.value.name, scope);
    writer.site(siteKinds.import, name, placeOf(c, property.key.start), scope);
  }
  return true;
}

/** Declares what a declaration declares; gives the names for an `export` before it. */
export function collectDeclaration(c: Collector, node: Node, scope: number, flags: number): string[] {
  const { writer } = c;
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'TSDeclareFunction': {
      if (node.id == null) return [];
      collectFunction(c, node, scope, { name: node.id.name, at: node.id.start, declared: true, flags });
      return [node.id.name];
    }
    case 'ClassDeclaration':
      if (node.id == null) return [];
      collectClass(c, node, scope, { name: node.id.name, at: node.id.start, declared: true, flags });
      return [node.id.name];
    case 'VariableDeclaration': {
      collectVariables(c, node, scope, flags);
      const names: string[] = [];
      for (const { id } of node.declarations) boundNames(id, names);
      return names;
    }
    case 'TSInterfaceDeclaration':
      collectInterface(c, node, scope, flags);
      return [node.id.name];
    case 'TSTypeAliasDeclaration': {
      const own = writer.scope(scope, scopeKinds.class, -1);
      const parameters = typeParameters(c, node.typeParameters, own);
      const type = collectType(c, node.typeAnnotation, own);
      const entity = writer.entity({
        name: node.id.name,
        kind: entityKinds.typeAlias,
        flags,
        ...placeOf(c, node.id.start),
        scope,
        type,
        ownScope: own,
      });
      writer.set(entity, entityFields.listB, parameters);
      return [node.id.name];
    }
    case 'TSEnumDeclaration': {
      const entity = writer.entity({
        name: node.id.name,
        kind: entityKinds.enum,
        flags,
        ...placeOf(c, node.id.start),
        scope,
      });
      for (const member of node.body.members) {
        const { id } = member;
        const name = id.type === 'Identifier' ? id.name : id.type === 'Literal' ? String(id.value) : null;
        collectExpression(c, member.initializer, scope);
        if (name === null) continue;
        writer.entity({ name, kind: entityKinds.enumMember, ...placeOf(c, id.start), scope, parent: entity });
      }
      return [node.id.name];
    }
    case 'TSModuleDeclaration':
      return collectNamespace(c, node, scope, flags);
    case 'TSImportEqualsDeclaration':
      return collectImportEquals(c, node, scope);
    default:
      return [];
  }
}

function collectNamespaced(c: Collector, part: Node, scope: number, flags: number): void {
  if (
    (part.type === 'ExportNamedDeclaration' || part.type === 'ExportDefaultDeclaration') &&
    part.declaration !== null
  ) {
    collectDeclaration(c, part.declaration as Node, scope, flags | entityFlags.exported);
  } else if (part.type === 'ImportDeclaration') collectImport(c, part);
  else if (part.type === 'ExportNamedDeclaration') collectExport(c, part, scope, true);
  else if (flags !== 0 && part.type !== 'ExpressionStatement') {
    if (collectDeclaration(c, part, scope, flags).length === 0) collectStatement(c, part, scope);
  } else collectStatement(c, part, scope);
}

function collectNamespace(
  c: Collector,
  node: Node & { type: 'TSModuleDeclaration' },
  scope: number,
  flags: number,
): string[] {
  const { writer } = c;
  if (node.kind === 'global') {
    const inside = writer.scope(scope, scopeKinds.namespace, -1);
    for (const part of node.body?.body ?? []) collectNamespaced(c, part as Node, inside, entityFlags.global);
    return [];
  }
  const parts: { name: string; start: number }[] = [];
  for (let id = node.id as Node; ;) {
    if (id.type === 'TSQualifiedName') {
      parts.unshift({ name: id.right.name, start: id.right.start });
      id = id.left;
    } else {
      if (id.type === 'Identifier') parts.unshift({ name: id.name, start: id.start });
      break;
    }
  }
  let own = scope;
  for (const [index, part] of parts.entries()) {
    const outer = own;
    own = writer.scope(outer, scopeKinds.namespace, -1);
    const entity = writer.entity({
      name: part.name,
      kind: entityKinds.namespace,
      flags: index === 0 ? flags : entityFlags.exported,
      ...placeOf(c, part.start),
      scope: outer,
      ownScope: own,
    });
    writer.setScopeOwner(own, entity);
  }
  // `declare module 'name'`: seen inside only.
  if (parts.length === 0) own = writer.scope(scope, scopeKinds.namespace, -1);
  for (const part of node.body?.body ?? []) collectNamespaced(c, part as Node, own, 0);
  return parts.length === 0 ? [] : [parts[0]!.name];
}

function collectImportEquals(
  c: Collector,
  node: Node & { type: 'TSImportEqualsDeclaration' },
  scope: number,
): string[] {
  const { writer } = c;
  const reference = node.moduleReference;
  const place = placeOf(c, node.id.start);
  if (reference.type === 'TSExternalModuleReference') {
    const entity = writer.entity({ name: node.id.name, kind: entityKinds.import, ...place, scope });
    writer.set(entity, entityFields.listA, writer.module(String(reference.expression.value)));
    writer.set(entity, entityFields.listB, writer.string('='));
    return [node.id.name];
  }
  const type = collectType(
    c,
    { type: 'TSTypeReference', typeName: reference, typeArguments: null } as unknown as Node,
    scope,
  );
  const value = aliasedValue(c, reference as Node, scope);
  writer.entity({ name: node.id.name, kind: entityKinds.variable, flags: entityFlags.alias, ...place, scope, value });
  writer.entity({ name: node.id.name, kind: entityKinds.typeAlias, ...place, scope, type });
  return [node.id.name];
}

function aliasedValue(c: Collector, node: Node, scope: number): number {
  if (node.type === 'Identifier') return c.writer.name(node.name, scope);
  if (node.type !== 'TSQualifiedName') return 0;
  return c.writer.member(aliasedValue(c, node.left, scope), node.right.name);
}

function boundNames(pattern: Node, names: string[]): void {
  switch (pattern.type) {
    case 'Identifier':
      names.push(pattern.name);
      return;
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        boundNames(property.type === 'RestElement' ? property.argument : property.value, names);
      }
      return;
    case 'ArrayPattern':
      for (const element of pattern.elements) if (element !== null) boundNames(element, names);
      return;
    case 'AssignmentPattern':
      boundNames(pattern.left, names);
      return;
    case 'RestElement':
      boundNames(pattern.argument, names);
      return;
    default:
  }
}

/** `export default …`: the default export of an expression or declaration. */
export function collectDefault(c: Collector, node: Node, scope: number): void {
  const { writer } = c;
  const at = bare(node);
  if (
    (at.type === 'FunctionDeclaration' || at.type === 'TSDeclareFunction' || at.type === 'ClassDeclaration') &&
    at.id != null
  ) {
    collectDeclaration(c, at, scope, entityFlags.exported);
    writer.export('default', exportForms.local, writer.string(at.id.name), 0);
  } else if (isFunction(at)) {
    const entity = collectFunction(c, at, scope, { name: 'default', at: at.start, parent: -2 });
    writer.export('default', exportForms.own, entity, 0);
  } else if (at.type === 'ClassDeclaration' || at.type === 'ClassExpression') {
    const entity = collectClass(c, at, scope, { name: at.id?.name ?? 'default', at: at.id?.start ?? at.start });
    writer.export('default', exportForms.own, entity, 0);
  } else if (at.type === 'TSInterfaceDeclaration') {
    collectInterface(c, at, scope, entityFlags.exported);
    writer.export('default', exportForms.local, writer.string(at.id.name), 0);
  } else {
    const value = collectExpression(c, node, scope);
    if (at.type === 'Identifier') writer.export('default', exportForms.local, writer.string(at.name), 0);
    else if (value !== 0) exportNode(c, 'default', value);
  }
}
