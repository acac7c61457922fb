/** Imports, the names of exports, and the modules of `require` and `import()`. */
import type { Node } from 'oxc-parser';
import { entityFields, entityFlags, entityKinds, exportForms, ops, siteKinds } from '../../model/link-facts.ts';
import { type Collector, bare, located } from './collector.ts';

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

export function nameOf(node: Node): string {
  return node.type === 'Literal' ? String(node.value) : (node as { name: string }).name;
}

export function collectImport(c: Collector, node: Node & { type: 'ImportDeclaration' }): void {
  const { writer } = c;
  const module = writer.module(node.source.value);
  for (const specifier of node.specifiers) {
    const { local } = specifier;
    const entity = writer.entity({ name: local.name, kind: entityKinds.import, scope: 0 }, located(c, local.start));
    let imported = '*';
    if (specifier.type === 'ImportDefaultSpecifier') imported = 'default';
    else if (specifier.type === 'ImportSpecifier') imported = nameOf(specifier.imported);
    writer.set(entity, entityFields.listA, module);
    writer.set(entity, entityFields.listB, writer.string(imported));
    const at = specifier.type === 'ImportSpecifier' ? specifier.imported.start : local.start;
    writer.site(siteKinds.import, writer.name(local.name, 0), located(c, at), 0);
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
    const node = writer.name(name, scope);
    writer.site(siteKinds.reexport, node, located(c, local.start), scope);
    // In a namespace all names are found; only another name is one more.
    if (scope === 0) writer.export(nameOf(exported), exportForms.local, writer.string(name), 0);
    else if (nameOf(exported) !== name) {
      const draft = { name: nameOf(exported), kind: entityKinds.variable, flags: entityFlags.alias };
      writer.entity({ ...draft, scope, value: node }, located(c, exported.start));
    }
    return;
  }
  writer.export(nameOf(exported), exportForms.from, module, writer.string(name));
  // A detached import, so that the name is a site that can be linked.
  const entity = writer.entity(
    {
      name,
      kind: entityKinds.import,

      scope,
      parent: -2,
    },
    located(c, local.start),
  );
  writer.set(entity, entityFields.listA, module);
  writer.set(entity, entityFields.listB, writer.string(name));
  writer.site(siteKinds.reexport, writer.entityNode(entity), located(c, local.start), scope);
}

/** Exports an expression under a name. */
export function exportNode({ writer }: Collector, name: string, value: number): void {
  const op = writer.opOf(value);
  if (op === ops.entity) writer.export(name, exportForms.own, writer.operand(value, 0), 0);
  else if (op === ops.name && writer.operand(value, 1) === 0)
    writer.export(name, exportForms.local, writer.operand(value, 0), 0);
  else writer.export(name, exportForms.own, -1, value);
}

/** The names of `export { … }` and `export { … } from 'm'`. */
export function exportSpecifiers(c: Collector, node: Node & { type: 'ExportNamedDeclaration' }, scope: number): void {
  const module = node.source ? c.writer.module(node.source.value) : -1;
  for (const { local, exported } of node.specifiers) exportSpecifier(c, { local, exported, module }, scope);
}
