/** Types in the source: their nodes, with a site for each name. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, ops, primitives, siteKinds } from '../../../model/file-summary.ts';
import { nameText, placeOf, primitiveType, textOf, type Collector } from './collector.ts';
import { visitAnnotation } from './annotations.ts';
import { code, codeOf, codeSet, partOf, partsOf } from './node-codes.ts';

/** Types of the platform that get no site, because no project defines them. */
export const builtinTypes: ReadonlySet<string> = new Set(
  'String Object Integer Long Short Byte Character Boolean Double Float Void'.split(' '),
);

const maxDepth = 500;
const maxPath = 60;
const maxDimensions = 8;
const primitiveCodes = codeSet('integral_type floating_point_type boolean_type');
const annotations = codeSet('annotation marker_annotation');
const identifierCode = code('identifier');
const typeIdentifierCode = code('type_identifier');
const scopedTypeCode = code('scoped_type_identifier');
const genericTypeCode = code('generic_type');
const arrayTypeCode = code('array_type');
const annotatedTypeCode = code('annotated_type');
const voidTypeCode = code('void_type');
const wildcardCode = code('wildcard');
const typeArgumentsCode = code('type_arguments');
const typeParameterCode = code('type_parameter');
const typeBoundCode = code('type_bound');
const catchTypeCode = code('catch_type');

const typeCodes = codeSet(
  'integral_type floating_point_type boolean_type void_type type_identifier scoped_type_identifier generic_type array_type annotated_type',
);

export function isType(node: SyntaxNode): boolean {
  return typeCodes.has(codeOf(node));
}

/** The first part that is a type; undefined if there is none. */
export function typePart(parts: readonly SyntaxNode[]): SyntaxNode | undefined {
  return parts.find(isType);
}

/**
 * The node of a type; 0 if unknown (`var`, `?`).
 * @param site the kind of the site at the last name
 */
export function typeOf(c: Collector, node: SyntaxNode, site: number = siteKinds.type): number {
  if (c.depth > maxDepth) return 0;
  c.depth++;
  const type = writeType(c, node, site);
  c.depth--;
  return type;
}

function writeType(c: Collector, node: SyntaxNode, site: number): number {
  const { writer } = c;
  const nodeCode = codeOf(node);
  if (primitiveCodes.has(nodeCode)) return primitiveType(c, textOf(c, node));
  switch (nodeCode) {
    case voidTypeCode:
      return writer.node(ops.primitiveType, primitives.nothing);
    case typeIdentifierCode:
    case identifierCode:
    case scopedTypeCode:
      return namedType(c, { node, args: 0, site });
    case genericTypeCode: {
      const [base, argumentNode] = partsOf(node);
      const args = argumentNode === undefined ? 0 : typeArgumentsOf(c, argumentNode);
      return base === undefined ? 0 : namedType(c, { node: base, args, site });
    }
    case arrayTypeCode: {
      const parts = partsOf(node);
      const [element] = parts;
      return element === undefined ? 0 : arrayOf(c, typeOf(c, element, site), dimensionsIn(c, parts));
    }
    case annotatedTypeCode: {
      let type = 0;
      for (const part of partsOf(node)) {
        if (annotations.has(codeOf(part))) visitAnnotation(c, part);
        else type = typeOf(c, part, site);
      }
      return type;
    }
    case wildcardCode: {
      const bound = typePart(partsOf(node));
      return bound === undefined ? 0 : typeOf(c, bound, site);
    }
    case catchTypeCode: {
      const types = partsOf(node).map((part) => typeOf(c, part, site));
      return types.length < 2 ? (types[0] ?? 0) : writer.node(ops.union, writer.list(types));
    }
    default:
      return 0;
  }
}

/** The number of bracket pairs among the parts (2 in `int x[][]`). */
export function dimensionsIn(c: Collector, parts: readonly SyntaxNode[]): number {
  const dimensions = partOf(parts, code('dimensions'));
  return dimensions === undefined ? 0 : textOf(c, dimensions).split('[').length - 1;
}

export function arrayOf(c: Collector, element: number, dimensions: number): number {
  let type = element;
  for (let level = 0; level < Math.min(dimensions, maxDimensions); level++) type = c.writer.node(ops.arrayOf, type);
  return type;
}

/** A list node of the types in `<…>`; 0 for none. */
export function typeArgumentsOf(c: Collector, node: SyntaxNode): number {
  if (codeOf(node) !== typeArgumentsCode) return 0;
  return c.writer.list(partsOf(node).map((part) => typeOf(c, part)));
}

/** The identifiers of a qualified name, from left to right. Visits the type arguments and annotations between them. */
export function pathOf(c: Collector, node: SyntaxNode, depth = 0): SyntaxNode[] {
  const nodeCode = codeOf(node);
  if (nodeCode === typeIdentifierCode || nodeCode === identifierCode) return [node];
  if (depth > maxPath) return [];
  const path: SyntaxNode[] = [];
  for (const part of partsOf(node)) {
    if (annotations.has(codeOf(part))) visitAnnotation(c, part);
    else if (codeOf(part) === typeArgumentsCode) typeArgumentsOf(c, part);
    else path.push(...pathOf(c, part, depth + 1));
  }
  return path;
}

/** The number of names that form the package: those before the first name with a capital letter. 0 if no name has one. */
export function packageLength(names: readonly string[]): number {
  const first = names.findIndex((name) => /^\p{Lu}/u.test(name));
  return first === -1 ? 0 : first;
}

function namedType(c: Collector, { node, args, site }: { node: SyntaxNode; args: number; site: number }): number {
  const { writer } = c;
  const path = pathOf(c, node);
  const names = path.map((part) => nameText(c, part));
  const last = names.at(-1);
  if (last === undefined || names.includes('')) return 0;
  if (names.length === 1 && last === 'var') return 0;
  const { scope } = c.frame;
  const typeStart = packageLength(names);
  if (typeStart > 0) {
    let value = writer.node(ops.module, writer.module(names.slice(0, typeStart).join('.')));
    for (let index = typeStart; index < names.length; index++) {
      value = writer.member(value, names[index]!);
      const kind = index === names.length - 1 ? site : siteKinds.read;
      writer.site(kind, value, placeOf(path[index]!), scope);
    }
    return writer.node(ops.cast, writer.node(ops.typeOf, value), args);
  }
  let type = 0;
  for (let index = 0; index < names.length; index++) {
    const isLast = index === names.length - 1;
    const strings = writer.list(names.slice(0, index + 1).map((name) => writer.string(name)));
    type = writer.node(ops.named, strings, scope, isLast ? args : 0);
    if (names.length === 1 && builtinTypes.has(last)) break;
    writer.site(isLast ? site : siteKinds.type, type, placeOf(path[index]!), scope);
  }
  return type;
}

/** Declares type parameters in the current scope. Returns their list node. Bounds come last, because they may name any parameter. */
export function declareTypeParameters(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const declared: { entity: number; parts: readonly SyntaxNode[] }[] = [];
  for (const part of partsOf(node)) {
    if (codeOf(part) !== typeParameterCode) continue;
    const parts = partsOf(part);
    const name = parts.find((child) => codeOf(child) === typeIdentifierCode || codeOf(child) === identifierCode);
    if (name === undefined) continue;
    const text = nameText(c, name);
    const entity = writer.entity({
      name: text,
      kind: entityKinds.typeParameter,
      ...placeOf(name),
      scope: c.frame.scope,
    });
    declared.push({ entity, parts });
  }
  for (const { entity, parts } of declared) {
    for (const part of parts) {
      if (annotations.has(codeOf(part))) visitAnnotation(c, part);
      if (codeOf(part) !== typeBoundCode) continue;
      const types = partsOf(part).map((bound) => typeOf(c, bound));
      const bound = types.length > 1 ? writer.node(ops.intersection, writer.list(types)) : (types[0] ?? 0);
      writer.set(entity, entityFields.type, bound);
    }
  }
  return writer.list(declared.map(({ entity }) => entity));
}
