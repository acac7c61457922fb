/** Signatures without a body, and the members of interfaces and of types in braces. */
import type { Node } from 'oxc-parser';
import { entityFields, entityFlags, entityKinds, scopeKinds } from '../../model/link-facts.ts';
import { type Collector, collectExpression, collectType, keyName, located } from './collector.ts';
import { typeParameters } from './type-parameters.ts';

interface SignatureNode {
  params: readonly Node[];
  returnType?: Node | null;
  typeParameters?: Node | null;
}

/** A function entity for a signature without a body. */
export function signature(
  c: Collector,
  node: unknown,
  draft: { name: string; at: number; parent: number; flags?: number; kind?: number },
  scope: number,
): number {
  const { writer } = c;
  const { params, returnType, typeParameters: declared } = node as SignatureNode;
  const own = writer.scope(scope, scopeKinds.arrow, -1);
  const entity = writer.entity(
    {
      name: draft.name,
      kind: draft.kind ?? entityKinds.function,
      flags: draft.flags ?? 0,

      scope: own,
      parent: draft.parent,
      ownScope: own,
    },
    located(c, draft.at),
  );
  writer.set(entity, entityFields.listB, typeParameters(c, declared, own));
  const parameters = params.map((parameter) => {
    const inner = parameter.type === 'RestElement' ? (parameter.argument as Node) : parameter;
    const annotation = 'typeAnnotation' in parameter ? (parameter.typeAnnotation as Node | null) : null;
    return writer.entity(
      {
        name: inner.type === 'Identifier' ? inner.name : '',
        kind: entityKinds.parameter,
        flags: parameter.type === 'RestElement' ? entityFlags.rest : 0,

        scope: own,
        parent: entity,
        type: collectType(c, annotation, own),
      },
      located(c, inner.start),
    );
  });
  writer.set(entity, entityFields.listA, writer.list(parameters));
  writer.set(entity, entityFields.type, collectType(c, returnType, own));
  return entity;
}

/** The members of an interface or of a type in braces. Calls and constructions are members named `()` and `new`. */
export function collectMembers(c: Collector, members: readonly Node[], owner: number, scope: number): void {
  const { writer } = c;
  for (const member of members) {
    switch (member.type) {
      case 'TSMethodSignature': {
        const name = keyName(member);
        if (member.computed) collectExpression(c, member.key, scope);
        if (name === null) break;
        const at = member.key.start;
        if (member.kind === 'method') {
          signature(c, member, { name, at, parent: owner, kind: entityKinds.method, flags: 0 }, scope);
        } else {
          const flags = member.kind === 'get' ? entityFlags.getter : entityFlags.setter;
          const type = collectType(c, member.returnType, scope);
          writer.entity({ name, kind: entityKinds.property, flags, scope, parent: owner, type }, located(c, at));
        }
        break;
      }
      case 'TSPropertySignature': {
        const name = keyName(member);
        if (member.computed) collectExpression(c, member.key, scope);
        const type = collectType(c, member.typeAnnotation, scope);
        if (name === null) break;
        const flags = member.optional ? entityFlags.optional : 0;
        writer.entity(
          {
            name,
            kind: entityKinds.property,
            flags,

            scope,
            parent: owner,
            type,
          },
          located(c, member.key.start),
        );
        break;
      }
      case 'TSCallSignatureDeclaration':
        signature(c, member, { name: '()', at: member.start, parent: owner, kind: entityKinds.method }, scope);
        break;
      case 'TSConstructSignatureDeclaration':
        signature(c, member, { name: 'new', at: member.start, parent: owner, kind: entityKinds.method }, scope);
        break;
      case 'TSIndexSignature': {
        const type = collectType(c, member.typeAnnotation, scope);
        writer.entity(
          {
            name: '[]',
            kind: entityKinds.property,

            scope,
            parent: owner,
            type,
          },
          located(c, member.start),
        );
        break;
      }
      default:
    }
  }
}
