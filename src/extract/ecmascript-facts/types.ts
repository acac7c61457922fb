/** Types: every one is visited once, the names in it are sites, and the node that inference needs comes back (0: nothing is known). */
import type { Node } from 'oxc-parser';
import { entityKinds, ops, primitives, siteKinds } from '../../model/link-facts.ts';
import { type Collector, collectExpression, collectType, literalCode, located } from './collector.ts';
import { mappedType } from './mapped-types.ts';
import { collectMembers, signature } from './signatures.ts';
import { typeArguments } from './type-parameters.ts';

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

export function typeOf(c: Collector, node: Node, scope: number): number {
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
      const shape = writer.entity({ name: '', kind: entityKinds.typeLiteral, scope }, located(c, node.start));
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
    case 'TSConstructorType': {
      const shape = writer.entity({ name: '', kind: entityKinds.typeLiteral, scope }, located(c, node.start));
      signature(c, node, { name: 'new', at: node.start, parent: shape, kind: entityKinds.method }, scope);
      return writer.node(ops.shape, shape);
    }
    case 'TSFunctionType':
      return writer.node(ops.shape, signature(c, node, { name: '', at: node.start, parent: -2 }, scope));
    case 'TSThisType':
      return writer.node(ops.thisType, scope);
    case 'TSLiteralType':
      if (node.literal.type === 'Literal' && typeof node.literal.value === 'string')
        return writer.node(ops.literalType, writer.string(node.literal.value));
      return writer.node(
        ops.primitiveType,
        node.literal.type === 'Literal' ? literalCode(node.literal.value) : primitives.other,
      );
    case 'TSTypePredicate':
      return predicate(c, node, scope);
    default:
      return computedType(c, node, scope);
  }
}

function predicate(c: Collector, node: Node & { type: 'TSTypePredicate' }, scope: number): number {
  if (node.parameterName.type === 'Identifier') collectExpression(c, node.parameterName, scope);
  const type = collectType(c, node.typeAnnotation, scope);
  return type === 0 ? c.writer.node(ops.primitiveType, primitives.boolean) : c.writer.node(ops.predicate, type);
}

/** Types that are worked out from others, and the language's own. */
function computedType(c: Collector, node: Node, scope: number): number {
  const { writer } = c;
  switch (node.type) {
    case 'TSIndexedAccessType': {
      const object = collectType(c, node.objectType, scope);
      const key = node.indexType;
      if (key.type === 'TSLiteralType' && key.literal.type === 'Literal' && typeof key.literal.value === 'string') {
        return object === 0 ? 0 : writer.node(ops.memberType, object, writer.string(key.literal.value));
      }
      collectType(c, key, scope);
      return object === 0 ? 0 : writer.node(ops.elementType, object);
    }
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
    case 'TSMappedType':
      return mappedType(c, node, scope);
    case 'TSImportType': {
      const { source, qualifier } = node;
      const args = typeArguments(c, node.typeArguments, scope);
      const module = writer.node(ops.module, writer.module(source.value));
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
    writer.site(siteKinds.type, member, located(c, node.right.start), scope);
    return member;
  }
  const { name, start } = node as unknown as { name: string; start: number };
  const member = writer.member(module, name);
  writer.site(siteKinds.type, member, located(c, start), scope);
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
  const parts = partsOf(name);
  if (parts === null) return 0;
  const { writer } = c;
  const argumentList = typeArguments(c, args, scope);
  const last = parts.length - 1;
  let node = 0;
  const path: number[] = [];
  for (let index = 0; index <= last; index++) {
    const part = parts[index]!;
    path.push(writer.string(part.name));
    node = writer.node(ops.named, writer.list(path), scope, index === last ? argumentList : 0);
    writer.site(index === last ? kind : siteKinds.read, node, located(c, part.start), scope);
  }
  return node;
}

/** The identifiers of a dotted name; null for any other expression. */
function partsOf(name: Node): Pick<Node & { type: 'Identifier' }, 'name' | 'start'>[] | null {
  if (name.type === 'Identifier') return [name];
  const parts = [];
  let at: Node = name;
  for (;;) {
    if (at.type === 'TSQualifiedName') {
      parts.push(at.right);
      at = at.left;
    } else if (at.type === 'MemberExpression' && !at.computed && at.property.type === 'Identifier') {
      parts.push(at.property);
      at = at.object;
    } else break;
  }
  if (at.type !== 'Identifier') return null;
  parts.push(at);
  return parts.reverse();
}

/** `a.b.c` of `typeof a.b.c`. */
function valuePath(c: Collector, node: Node, scope: number): number {
  const { writer } = c;
  if (node.type === 'Identifier') return collectExpression(c, node, scope);
  if (node.type === 'ThisExpression') return writer.node(ops.this, scope);
  if (node.type !== 'TSQualifiedName') return 0;
  const member = writer.member(valuePath(c, node.left, scope), node.right.name);
  writer.site(siteKinds.read, member, located(c, node.right.start), scope);
  return member;
}
