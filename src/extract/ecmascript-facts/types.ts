/** Types: every one is visited once, the names in it are sites, and the node that inference needs comes back (0: nothing is known). */
import type { Node } from 'oxc-parser';
import {
  entityFields,
  entityFlags,
  entityKinds,
  ops,
  primitives,
  scopeKinds,
  siteKinds,
} from '../../model/link-facts.ts';
import { keyName, literalCode, placeOf, type Collector } from './collector.ts';
import { collectExpression } from './expressions.ts';

const maxDepth = 400;

export function collectType(c: Collector, node: Node | null | undefined, scope: number): number {
  if (node === null || node === undefined || c.depth > maxDepth) return 0;
  c.depth++;
  const result = typeOf(c, node, scope);
  c.depth--;
  return result;
}

/** The list of type arguments; 0 for none. */
export function typeArguments(c: Collector, node: Node | null | undefined, scope: number): number {
  if (node === null || node === undefined || node.type !== 'TSTypeParameterInstantiation') return 0;
  return c.writer.list(node.params.map((parameter) => collectType(c, parameter, scope)));
}

/** Declares type parameters in `scope`; gives the list of their entities. */
export function typeParameters(c: Collector, node: Node | null | undefined, scope: number): number {
  if (node === null || node === undefined || node.type !== 'TSTypeParameterDeclaration') return 0;
  const { writer } = c;
  return writer.list(
    node.params.map(({ name, constraint, default: initial }) =>
      writer.entity({
        name: name.name,
        kind: entityKinds.typeParameter,
        ...placeOf(c, name.start),
        scope,
        // What it is at least, for calls on it.
        type: firstOf(collectType(c, constraint, scope), collectType(c, initial, scope)),
      }),
    ),
  );
}

function firstOf(constraint: number, initial: number): number {
  return constraint === 0 ? initial : constraint;
}

const keywordTypes: Readonly<Record<string, number>> = {
  TSStringKeyword: primitives.string,
  TSNumberKeyword: primitives.number,
  TSBooleanKeyword: primitives.boolean,
  TSBigIntKeyword: primitives.bigint,
  TSUndefinedKeyword: primitives.nothing,
  TSNullKeyword: primitives.nothing,
  TSVoidKeyword: primitives.nothing,
  TSNeverKeyword: primitives.nothing,
  TSSymbolKeyword: primitives.other,
  TSTemplateLiteralType: primitives.string,
  TSTypePredicate: primitives.boolean,
};

function typeOf(c: Collector, node: Node, scope: number): number {
  const { writer } = c;
  switch (node.type) {
    case 'TSTypeAnnotation':
    case 'TSParenthesizedType':
    case 'TSRestType':
    case 'TSOptionalType':
      return collectType(c, node.typeAnnotation, scope);
    case 'TSNamedTupleMember':
      return collectType(c, node.elementType, scope);
    case 'TSTypeReference':
      return namedType(c, { name: node.typeName, args: node.typeArguments, kind: siteKinds.type }, scope);
    case 'TSUnionType':
      return several(c, ops.union, node.types, scope);
    case 'TSIntersectionType':
      return several(c, ops.intersection, node.types, scope);
    case 'TSTypeLiteral': {
      const shape = writer.entity({ name: '', kind: entityKinds.typeLiteral, ...placeOf(c, node.start), scope });
      collectMembers(c, node.members, shape, scope);
      return writer.node(ops.shape, shape);
    }
    case 'TSArrayType':
      return writer.node(ops.arrayOf, collectType(c, node.elementType, scope));
    case 'TSTupleType':
      return writer.node(ops.tuple, writer.list(node.elementTypes.map((element) => collectType(c, element, scope))));
    case 'TSTypeOperator': {
      const type = collectType(c, node.typeAnnotation, scope);
      return node.operator === 'keyof' ? writer.node(ops.primitiveType, primitives.string) : type;
    }
    case 'TSTypeQuery': {
      const name = node.exprName;
      typeArguments(c, node.typeArguments, scope);
      if (name.type === 'TSImportType') return collectType(c, name, scope);
      const value = valuePath(c, name, scope);
      return value === 0 ? 0 : writer.node(ops.typeOf, value);
    }
    case 'TSFunctionType':
    case 'TSConstructorType':
      return writer.node(ops.shape, signature(c, node, { name: '', at: node.start, parent: -2 }, scope));
    case 'TSThisType':
      return writer.node(ops.thisType, scope);
    case 'TSIndexedAccessType': {
      const object = collectType(c, node.objectType, scope);
      const key = node.indexType;
      if (key.type === 'TSLiteralType' && key.literal.type === 'Literal' && typeof key.literal.value === 'string') {
        return object === 0 ? 0 : writer.node(ops.memberType, object, writer.string(key.literal.value));
      }
      collectType(c, key, scope);
      return object === 0 ? 0 : writer.node(ops.elementType, object);
    }
    case 'TSLiteralType':
      return writer.node(
        ops.primitiveType,
        node.literal.type === 'Literal' ? literalCode(node.literal.value) : primitives.other,
      );
    case 'TSTypePredicate':
      collectType(c, node.typeAnnotation, scope);
      return writer.node(ops.primitiveType, primitives.boolean);
    case 'TSConditionalType': {
      collectType(c, node.checkType, scope);
      collectType(c, node.extendsType, scope);
      const yes = collectType(c, node.trueType, scope);
      const no = collectType(c, node.falseType, scope);
      return yes === 0 || no === 0 ? 0 : writer.node(ops.union, writer.list([yes, no]));
    }
    case 'TSInferType':
      collectType(c, node.typeParameter.constraint, scope);
      return 0;
    case 'TSMappedType': {
      collectType(c, node.constraint as Node | null, scope);
      collectType(c, node.typeAnnotation as Node | null, scope);
      return 0;
    }
    case 'TSImportType': {
      const { source, qualifier } = node;
      const args = typeArguments(c, node.typeArguments, scope);
      const module = writer.node(ops.module, writer.module(String(source.value)));
      if (qualifier === null) return writer.node(ops.typeOf, module);
      const member = qualified(c, qualifier, module, scope);
      return writer.node(ops.cast, writer.node(ops.typeOf, member), args);
    }
    case 'TSTemplateLiteralType':
      for (const type of node.types) collectType(c, type, scope);
      return writer.node(ops.primitiveType, primitives.string);
    default: {
      const code = keywordTypes[node.type];
      return code === undefined ? 0 : writer.node(ops.primitiveType, code);
    }
  }
}

/** `import('m').A.B` as a member of the module. */
function qualified(c: Collector, node: Node, module: number, scope: number): number {
  const { writer } = c;
  if (node.type === 'TSQualifiedName') {
    const member = writer.member(qualified(c, node.left, module, scope), node.right.name);
    writer.site(siteKinds.type, member, placeOf(c, node.right.start), scope);
    return member;
  }
  const { name, start } = node as unknown as { name: string; start: number };
  const member = writer.member(module, name);
  writer.site(siteKinds.type, member, placeOf(c, start), scope);
  return member;
}

function several(c: Collector, op: number, types: readonly Node[], scope: number): number {
  const known = types.map((type) => collectType(c, type, scope)).filter((type) => type !== 0);
  return known.length === 0 ? 0 : c.writer.node(op, c.writer.list(known.slice(0, 24)));
}

interface NamedDraft {
  name: Node;
  args: Node | null | undefined;
  kind: number;
}

/** A named type; each part of its path is a site. */
export function namedType(c: Collector, { name, args, kind }: NamedDraft, scope: number): number {
  const { writer } = c;
  const parts: { name: string; start: number }[] = [];
  for (let at: Node = name; ;) {
    if (at.type === 'TSQualifiedName') {
      parts.unshift({ name: at.right.name, start: at.right.start });
      at = at.left;
    } else if (at.type === 'MemberExpression' && !at.computed && at.property.type === 'Identifier') {
      parts.unshift({ name: at.property.name, start: at.property.start });
      at = at.object;
    } else {
      if (at.type !== 'Identifier') return 0;
      parts.unshift({ name: at.name, start: at.start });
      break;
    }
  }
  const argumentList = typeArguments(c, args, scope);
  let node = 0;
  const path: number[] = [];
  for (const [index, part] of parts.entries()) {
    path.push(writer.string(part.name));
    node = writer.node(ops.named, writer.list(path), scope, index === parts.length - 1 ? argumentList : 0);
    writer.site(index === parts.length - 1 ? kind : siteKinds.read, node, placeOf(c, part.start), scope);
  }
  return node;
}

/** `a.b.c` of `typeof a.b.c`. */
function valuePath(c: Collector, node: Node, scope: number): number {
  const { writer } = c;
  if (node.type === 'Identifier') return collectExpression(c, node, scope);
  if (node.type === 'ThisExpression') return writer.node(ops.this, scope);
  if (node.type !== 'TSQualifiedName') return 0;
  const member = writer.member(valuePath(c, node.left, scope), node.right.name);
  writer.site(siteKinds.read, member, placeOf(c, node.right.start), scope);
  return member;
}

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
  const entity = writer.entity({
    name: draft.name,
    kind: draft.kind ?? entityKinds.function,
    flags: draft.flags ?? 0,
    ...placeOf(c, draft.at),
    scope: own,
    parent: draft.parent,
    ownScope: own,
  });
  writer.set(entity, entityFields.listB, typeParameters(c, declared, own));
  const parameters = params.map((parameter) => {
    const inner = parameter.type === 'RestElement' ? (parameter.argument as Node) : parameter;
    const annotation = 'typeAnnotation' in parameter ? (parameter.typeAnnotation as Node | null) : null;
    return writer.entity({
      name: inner.type === 'Identifier' ? inner.name : '',
      kind: entityKinds.parameter,
      flags: parameter.type === 'RestElement' ? entityFlags.rest : 0,
      ...placeOf(c, inner.start),
      scope: own,
      parent: entity,
      type: collectType(c, annotation, own),
    });
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
        if (member.computed) collectExpression(c, member.key as Node, scope);
        if (name === null) break;
        const at = member.key.start;
        if (member.kind === 'method') {
          signature(c, member, { name, at, parent: owner, kind: entityKinds.method, flags: 0 }, scope);
        } else {
          const flags = member.kind === 'get' ? entityFlags.getter : entityFlags.setter;
          const type = collectType(c, member.returnType, scope);
          writer.entity({ name, kind: entityKinds.property, flags, ...placeOf(c, at), scope, parent: owner, type });
        }
        break;
      }
      case 'TSPropertySignature': {
        const name = keyName(member);
        if (member.computed) collectExpression(c, member.key as Node, scope);
        const type = collectType(c, member.typeAnnotation, scope);
        if (name === null) break;
        const flags = member.optional === true ? entityFlags.optional : 0;
        writer.entity({
          name,
          kind: entityKinds.property,
          flags,
          ...placeOf(c, member.key.start),
          scope,
          parent: owner,
          type,
        });
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
        writer.entity({
          name: '[]',
          kind: entityKinds.property,
          ...placeOf(c, member.start),
          scope,
          parent: owner,
          type,
        });
        break;
      }
      default:
    }
  }
}
