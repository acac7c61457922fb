/** Export statements. */
import type { Node } from 'oxc-parser';
import { entityFlags, exportForms } from '../../model/link-facts.ts';
import { collectClass, collectInterface } from './classes.ts';
import { type Collector, bare, collectExpression } from './collector.ts';
import { collectDeclaration } from './declarations.ts';
import { collectFunction, isFunction } from './functions.ts';
import { exportNode, exportSpecifiers, nameOf } from './modules.ts';

type ExportNode = Node & {
  type:
    | 'ExportNamedDeclaration'
    | 'ExportDefaultDeclaration'
    | 'ExportAllDeclaration'
    | 'TSExportAssignment'
    | 'TSNamespaceExportDeclaration';
};

export function collectExport(c: Collector, node: ExportNode, scope: number): void {
  const { writer } = c;
  switch (node.type) {
    case 'ExportNamedDeclaration': {
      if (node.declaration) {
        for (const name of collectDeclaration(c, node.declaration, scope, entityFlags.exported)) {
          writer.export(name, exportForms.local, writer.string(name), 0);
        }
      }
      exportSpecifiers(c, node, scope);
      return;
    }
    case 'ExportDefaultDeclaration':
      collectDefault(c, node.declaration, scope);
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

/** `export default …`: the default export of an expression or declaration. */
function collectDefault(c: Collector, node: Node, scope: number): void {
  const { writer } = c;
  const at = bare(node);
  if (
    (at.type === 'FunctionDeclaration' || at.type === 'TSDeclareFunction' || at.type === 'ClassDeclaration') &&
    at.id
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
