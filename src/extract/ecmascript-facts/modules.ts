/** Imports and exports. */
import type { Node } from 'oxc-parser';
import { entityFields, entityFlags, entityKinds, exportForms, siteKinds } from '../../model/link-facts.ts';
import { bare, placeOf, type Collector } from './collector.ts';
import { collectExpression, exportNode } from './expressions.ts';
import { collectDeclaration, collectDefault } from './statements.ts';

/** The module of `require('m')` or `await import('m')`; -1 for anything else. */
export function requiredModule(c: Collector, init: Node): number {
  const value = bare(init);
  if (value.type === 'AwaitExpression') {
    const call = bare(value.argument);
    if (call.type !== 'ImportExpression' || call.source.type !== 'Literal') return -1;
    return typeof call.source.value === 'string' ? c.writer.module(call.source.value) : -1;
  }
  if (value.type !== 'CallExpression') return -1;
  const callee = bare(value.callee);
  const [specifier] = value.arguments;
  if (callee.type !== 'Identifier' || callee.name !== 'require' || specifier?.type !== 'Literal') return -1;
  return typeof specifier.value === 'string' ? c.writer.module(`\0${specifier.value}`) : -1;
}

function nameOf(node: Node): string {
  return node.type === 'Literal' ? String(node.value) : (node as { name: string }).name;
}

export function collectImport(c: Collector, node: Node & { type: 'ImportDeclaration' }): void {
  const { writer } = c;
  const module = writer.module(node.source.value);
  for (const specifier of node.specifiers) {
    const { local } = specifier;
    const entity = writer.entity({ name: local.name, kind: entityKinds.import, ...placeOf(c, local.start), scope: 0 });
    let imported = '*';
    if (specifier.type === 'ImportDefaultSpecifier') imported = 'default';
    else if (specifier.type === 'ImportSpecifier') imported = nameOf(specifier.imported);
    writer.set(entity, entityFields.listA, module);
    writer.set(entity, entityFields.listB, writer.string(imported));
    const at = specifier.type === 'ImportSpecifier' ? specifier.imported.start : local.start;
    writer.site(siteKinds.import, writer.name(local.name, 0), placeOf(c, at), 0);
  }
}

type ExportNode = Node & {
  type:
    | 'ExportNamedDeclaration'
    | 'ExportDefaultDeclaration'
    | 'ExportAllDeclaration'
    | 'TSExportAssignment'
    | 'TSNamespaceExportDeclaration';
};

/** @param inNamespace what is exported there is a member of the namespace, not of the module */
export function collectExport(c: Collector, node: ExportNode, scope: number, inNamespace = false): void {
  const { writer } = c;
  switch (node.type) {
    case 'ExportNamedDeclaration': {
      if (node.declaration) {
        for (const name of collectDeclaration(c, node.declaration, scope, entityFlags.exported)) {
          if (!inNamespace) writer.export(name, exportForms.local, writer.string(name), 0);
        }
      }
      const module = node.source ? writer.module(node.source.value) : -1;
      for (const { local, exported } of node.specifiers) exportSpecifier(c, { local, exported, module }, scope);
      return;
    }
    case 'ExportDefaultDeclaration':
      collectDefault(c, node.declaration as Node, scope);
      return;
    case 'ExportAllDeclaration': {
      const module = writer.module(node.source.value);
      if (node.exported) writer.export(nameOf(node.exported), exportForms.from, module, writer.string('*'));
      else writer.export('*', exportForms.all, module, 0);
      return;
    }
    case 'TSExportAssignment': {
      const value = bare(node.expression);
      const expression = collectExpression(c, node.expression, scope);
      if (value.type === 'Identifier') writer.export('=', exportForms.local, writer.string(value.name), 0);
      else if (expression !== 0) exportNode(c, '=', expression);
      return;
    }
    default:
  }
}

interface SpecifierDraft {
  local: Node;
  exported: Node;
  /** -1: of this file. */
  module: number;
}

function exportSpecifier(c: Collector, { local, exported, module }: SpecifierDraft, scope: number): void {
  const { writer } = c;
  const name = nameOf(local);
  if (module === -1) {
    writer.export(nameOf(exported), exportForms.local, writer.string(name), 0);
    writer.site(siteKinds.import, writer.name(name, scope), placeOf(c, local.start), scope);
    return;
  }
  writer.export(nameOf(exported), exportForms.from, module, writer.string(name));
  // A detached import, so that the name is a site that can be linked.
  const entity = writer.entity({
    name,
    kind: entityKinds.import,
    ...placeOf(c, local.start),
    scope,
    parent: -2,
  });
  writer.set(entity, entityFields.listA, module);
  writer.set(entity, entityFields.listB, writer.string(name));
  writer.site(siteKinds.import, writer.entityNode(entity), placeOf(c, local.start), scope);
}
