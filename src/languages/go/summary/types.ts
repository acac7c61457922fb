/**
 * Types. A slice or array becomes `arrayOf`. A map becomes a type named `map`, a channel one named `chan`; these are keywords, so no
 * type of a program has such a name. A pointer has the type of its target.
 */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, heritage, ops, siteKinds } from '../../../model/file-summary.ts';
import {
  builtinTypeCode,
  lookUpLocal,
  nameText,
  namedType,
  noParent,
  placeOf,
  topName,
  topType,
  type Collector,
} from './collector.ts';
import { declareFields, declareMethodElements, type Heritage } from './members.ts';
import { codeOf, codes, isType, partsOf } from './node-codes.ts';
import { signatureOf } from './signatures.ts';

/** Limit of nested types, in addition to the limit of nested nodes in `go-summary.ts` (500). */
const maxDepth = 60;
/** Limit of parentheses and `*` around a type. */
const maxWrappers = 8;

/**
 * The node of a type; 0 if it is unknown.
 * @param site the kind of the site at the type's name
 */
export function typeOf(c: Collector, node: SyntaxNode, site: number = siteKinds.type): number {
  if (c.depth > maxDepth + 500) return 0;
  c.depth++;
  const type = writeType(c, node, site);
  c.depth--;
  return type;
}

function writeType(c: Collector, node: SyntaxNode, site: number): number {
  const { writer } = c;
  switch (codeOf(node)) {
    case codes.type_identifier:
    case codes.identifier:
      return typeByIdentifier(c, node, site);
    case codes.qualified_type:
      return qualifiedType(c, node, { site, args: 0 });
    case codes.generic_type:
      return genericType(c, node, site);
    case codes.pointer_type:
    case codes.parenthesized_type:
    case codes.negated_type:
      return last(partsOf(node).map((part) => typeOf(c, part, site)));
    case codes.slice_type:
    case codes.array_type:
    case codes.implicit_length_array_type:
      return writer.node(ops.arrayOf, elementType(c, node));
    case codes.map_type:
    case codes.channel_type: {
      const args = partsOf(node).map((part) => typeOf(c, part));
      return namedType(c, [codeOf(node) === codes.map_type ? 'map' : 'chan'], 0, writer.list(args));
    }
    case codes.function_type:
      return functionType(c, node);
    case codes.struct_type:
    case codes.interface_type:
      return anonymousType(c, node);
    case codes.type_elem:
    case codes.type_constraint: {
      const types = partsOf(node).map((part) => typeOf(c, part, site));
      return types.length === 1 ? types[0]! : writer.node(ops.union, writer.list(types.filter((type) => type !== 0)));
    }
    default:
      c.visit(node);
      return 0;
  }
}

function last(types: readonly number[]): number {
  return types.at(-1) ?? 0;
}

/** Visits the array length; returns the element type. */
function elementType(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  for (const part of parts.slice(0, -1)) c.visit(part);
  const element = parts.at(-1);
  return element === undefined ? 0 : typeOf(c, element);
}

function primitiveType(c: Collector, code: number): number {
  // `primitiveNodes` also caches primitive values, under their codes from 0 on; types get negative keys.
  const key = -1 - code;
  let node = c.primitiveNodes.get(key);
  if (node === undefined) {
    node = c.writer.node(ops.primitiveType, code);
    c.primitiveNodes.set(key, node);
  }
  return node;
}

/** The type that a plain name means here. Writes no site. */
export function typeByName(c: Collector, name: string): number {
  const local = lookUpLocal(c, name);
  if (local !== null) return local.type;
  const code = builtinTypeCode(c, name);
  return code === -1 ? topType(c, name) : primitiveType(c, code);
}

function typeByIdentifier(c: Collector, node: SyntaxNode, site: number): number {
  const name = nameText(c, node);
  if (name === '' || name === '_') return 0;
  const local = lookUpLocal(c, name);
  if (local !== null) {
    if (c.everySite && local.type !== 0) c.writer.site(site, local.type, placeOf(node), c.scope);
    return local.type;
  }
  const code = builtinTypeCode(c, name);
  if (code !== -1) return primitiveType(c, code);
  const type = topType(c, name);
  // The built-in type `error` gets no site.
  if (name !== 'error' || c.top.has(name)) c.writer.site(site, type, placeOf(node), c.scope);
  return type;
}

/** `pkg.T`. The package is looked up in the file only, because functions cannot import. */
function qualifiedType(c: Collector, node: SyntaxNode, { site, args }: { site: number; args: number }): number {
  const [packageNode, nameNode] = partsOf(node);
  if (packageNode === undefined || nameNode === undefined) return 0;
  const [packageName, name] = [nameText(c, packageNode), nameText(c, nameNode)];
  if (packageName === '' || name === '') return 0;
  noteQualifier(c, packageName);
  const type = namedType(c, [packageName, name], 0, args);
  c.writer.site(site, type, placeOf(nameNode), c.scope);
  return type;
}

/** Records that a type uses a package name. Writes no site. */
export function noteQualifier(c: Collector, name: string): void {
  const imported = c.imports.get(name);
  if (imported !== undefined) imported.isUsed = true;
  else if (!c.top.has(name) && !c.qualifiers.has(name)) c.qualifiers.set(name, []);
}

/** The types in `type_arguments`. */
export function typeArguments(c: Collector, node: SyntaxNode): number[] {
  return partsOf(node).map((part) => typeOf(c, part));
}

function genericType(c: Collector, node: SyntaxNode, site: number): number {
  const [base, argumentList] = partsOf(node);
  if (base === undefined) return 0;
  const args = argumentList === undefined ? 0 : c.writer.list(typeArguments(c, argumentList));
  if (codeOf(base) === codes.qualified_type) return qualifiedType(c, base, { site, args });
  const name = nameText(c, base);
  const local = lookUpLocal(c, name);
  if (local !== null) {
    const localType = local.type;
    if (localType === 0 || c.writer.opOf(localType) !== ops.named) return localType;
    return c.writer.node(ops.named, c.writer.operand(localType, 0), c.writer.operand(localType, 1), args);
  }
  if (name === '') return 0;
  const type = namedType(c, [name], 0, args);
  c.writer.site(site, type, placeOf(base), c.scope);
  return type;
}

function functionType(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const place = placeOf(node);
  const entity = writer.entity({ name: '', kind: entityKinds.function, ...place, scope: c.scope, parent: noParent });
  signatureOf(c, entity, partsOf(node), { hasBody: false });
  return writer.node(ops.shape, entity);
}

/** A struct or interface without a name. The summary has an interface for both. */
function anonymousType(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const place = placeOf(node);
  const entity = writer.entity({ name: '', kind: entityKinds.interface, ...place, scope: c.scope, parent: noParent });
  const pairs: Heritage = [];
  if (codeOf(node) === codes.struct_type) declareFields(c, entity, node, pairs);
  else declareMethodElements(c, entity, node, pairs);
  setHeritage(c, entity, pairs);
  return writer.node(ops.shape, entity);
}

/** Writes the heritage pairs of a type. */
export function setHeritage({ writer }: Collector, entity: number, pairs: Heritage): void {
  writer.set(entity, entityFields.listA, writer.list(pairs));
}

/**
 * The type that an expression names (`T`, `*T`, `p.T`, `T[A]`) if the grammar read the type as a value; 0 for other expressions.
 * Writes no sites.
 */
export function typeFromExpression(c: Collector, node: SyntaxNode, depth = 0): number {
  const code = codeOf(node);
  if (depth > maxWrappers) return 0;
  if (isType(code)) return c.writer.withoutSites(() => typeOf(c, node));
  const parts = partsOf(node);
  switch (code) {
    case codes.identifier:
      return typeByName(c, nameText(c, node));
    case codes.selector_expression: {
      const [qualifier, field] = parts;
      if (qualifier === undefined || field === undefined || codeOf(qualifier) !== codes.identifier) return 0;
      const names = [nameText(c, qualifier), nameText(c, field)];
      return names.includes('') || lookUpLocal(c, names[0]!) !== null ? 0 : namedType(c, names, 0, 0);
    }
    case codes.unary_expression:
    case codes.parenthesized_expression:
      return parts.length === 1 ? typeFromExpression(c, parts[0]!, depth + 1) : 0;
    default:
      return 0;
  }
}

/** Whether this file shows that a plain name is a type here. Other files of the package are not considered. */
export function isTypeName(c: Collector, name: string): boolean {
  const local = lookUpLocal(c, name);
  if (local !== null) return local.type !== 0;
  const entity = c.top.get(name);
  if (entity === undefined) return builtinTypeCode(c, name) !== -1 || name === 'error';
  const kind = c.writer.get(entity, entityFields.kind);
  return kind === entityKinds.class || kind === entityKinds.interface || kind === entityKinds.typeAlias;
}

/** The heritage of A in `type A B`: A extends B. */
export function baseOf(c: Collector, node: SyntaxNode): Heritage {
  const type = typeOf(c, node);
  return type !== 0 && c.writer.opOf(type) === ops.named ? [heritage.extends, type] : [];
}

/** The node of a value whose name the grammar read as that of a type. */
export function nameOfType(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  if (codeOf(node) !== codes.qualified_type) return topName(c, nameText(c, node));
  const [qualifier, nameNode] = parts;
  if (qualifier === undefined || nameNode === undefined) return 0;
  noteQualifier(c, nameText(c, qualifier));
  return c.writer.member(topName(c, nameText(c, qualifier)), nameText(c, nameNode));
}
