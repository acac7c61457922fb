/** Declarations: what they put into which scope. */
import type { Node } from 'oxc-parser';
import { entityFields, entityFlags, entityKinds, scopeKinds } from '../../model/link-facts.ts';
import { augmentation } from './augmentations.ts';
import { collectClass, collectInterface } from './classes.ts';
import { type Collector, collectExpression, collectStatement, collectType, placeOf, located } from './collector.ts';
import { collectFunction } from './functions.ts';
import { collectImport, exportSpecifiers } from './modules.ts';
import { boundNames } from './patterns.ts';
import { typeParameters } from './type-parameters.ts';
import { collectVariables } from './variables.ts';

/** Declares what a declaration declares; gives the names for an `export` before it. */
export function collectDeclaration(c: Collector, node: Node, scope: number, flags: number): string[] {
  const { writer } = c;
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'TSDeclareFunction': {
      if (!node.id) return [];
      collectFunction(c, node, scope, { name: node.id.name, at: node.id.start, declared: true, flags });
      return [node.id.name];
    }
    case 'ClassDeclaration':
      if (!node.id) return [];
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
      const entity = writer.entity(
        {
          name: node.id.name,
          kind: entityKinds.typeAlias,
          flags,

          scope,
          type,
          ownScope: own,
        },
        located(c, node.id.start),
      );
      writer.set(entity, entityFields.listB, parameters);
      return [node.id.name];
    }
    case 'TSEnumDeclaration': {
      const entity = writer.entity(
        {
          name: node.id.name,
          kind: entityKinds.enum,
          flags,

          scope,
        },
        located(c, node.id.start),
      );
      for (const member of node.body.members) {
        const { id } = member;
        const name = id.type === 'Identifier' ? id.name : id.type === 'Literal' ? id.value : null;
        collectExpression(c, member.initializer, scope);
        if (name === null) continue;
        writer.entity({ name, kind: entityKinds.enumMember, scope, parent: entity }, located(c, id.start));
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
    collectDeclaration(c, part.declaration, scope, flags | entityFlags.exported);
  } else if (part.type === 'ImportDeclaration') collectImport(c, part);
  else if (part.type === 'ExportNamedDeclaration') exportSpecifiers(c, part, scope);
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
    for (const part of node.body?.body ?? []) collectNamespaced(c, part, inside, entityFlags.global);
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
    const entity = writer.entity(
      {
        name: part.name,
        kind: entityKinds.namespace,
        flags: index === 0 ? flags : entityFlags.exported,

        scope: outer,
        ownScope: own,
      },
      located(c, part.start),
    );
    writer.setScopeOwner(own, entity);
  }
  // `declare module 'name'`: seen inside only.
  if (parts.length === 0) own = writer.scope(scope, scopeKinds.namespace, -1);
  const augmented = node.id.type === 'Literal' && !writer.global ? augmentation(c, node.id.value, own) : null;
  for (const part of node.body?.body ?? []) {
    if (augmented?.collect(part) !== true) collectNamespaced(c, part, augmented?.scope ?? own, 0);
  }
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
    writer.set(entity, entityFields.listA, writer.module(reference.expression.value));
    writer.set(entity, entityFields.listB, writer.string('='));
    return [node.id.name];
  }
  const type = collectType(
    c,
    { type: 'TSTypeReference', typeName: reference, typeArguments: null } as unknown as Node,
    scope,
  );
  const value = aliasedValue(c, reference, scope);
  writer.entity({ name: node.id.name, kind: entityKinds.variable, flags: entityFlags.alias, ...place, scope, value });
  writer.entity({ name: node.id.name, kind: entityKinds.typeAlias, ...place, scope, type });
  return [node.id.name];
}

function aliasedValue(c: Collector, node: Node, scope: number): number {
  if (node.type === 'Identifier') return c.writer.name(node.name, scope);
  if (node.type !== 'TSQualifiedName') return 0;
  return c.writer.member(aliasedValue(c, node.left, scope), node.right.name);
}
