/** Types. A reference or pointer has the type of its target, `impl` and `dyn` that of the trait. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, ops, primitives, siteKinds } from '../../../model/file-summary.ts';
import { lookUpLocal, nameText, namedType, noParent, placeOf, declareLocal, type Collector } from './collector.ts';
import { code, codeOf, codes, partsOf } from './node-codes.ts';
import { associatedType, segmentsOf, siteNode, typePath } from './paths.ts';

const maxDepth = 560;

/**
 * The node of a type; 0 if unknown.
 * @param site the kind of the site at the type's name
 */
export function typeOf(c: Collector, node: SyntaxNode, site: number = siteKinds.type): number {
  if (c.depth > maxDepth) return 0;
  c.depth++;
  const type = writeType(c, node, site);
  c.depth--;
  return type;
}

/** Node types that have the type of their last part. */
const transparent: ReadonlySet<number> = new Set(
  'reference_type pointer_type dynamic_type abstract_type bounded_type bracketed_type higher_ranked_trait_bound'
    .split(' ')
    .map(code),
);
const qualifiedCode = code('qualified_type');
const functionTypeCode = code('function_type');
const ignored: ReadonlySet<number> = new Set(
  'lifetime mutable_specifier unit_type never_type removed_trait_bound type_parameters'.split(' ').map(code),
);

function writeType(c: Collector, node: SyntaxNode, site: number): number {
  const { writer } = c;
  const kind = codeOf(node);
  switch (kind) {
    case codes.primitiveType: {
      const isText = c.source.startsWith('str', node.startIndex);
      return writer.node(ops.primitiveType, isText ? primitives.string : primitives.number);
    }
    case codes.typeIdentifier:
    case codes.identifier:
    case codes.self:
    case codes.scopedType:
    case codes.scopedIdentifier:
    case codes.genericType:
    case codes.turbofishType:
      return pathType(c, node, site);
    case codes.typeBinding: {
      const parts = partsOf(node);
      return parts.length < 2 ? 0 : typeOf(c, parts.at(-1)!);
    }
    case codes.traitBounds: {
      const bounds = partsOf(node)
        .map((part) => typeOf(c, part, site))
        .filter((type) => type !== 0);
      return bounds.length < 2 ? (bounds[0] ?? 0) : writer.node(ops.union, writer.list(bounds));
    }
    case arrayTypeCode: {
      const [element, ...rest] = partsOf(node);
      const type = element === undefined ? 0 : typeOf(c, element);
      for (const part of rest) c.visit(part);
      return writer.node(ops.arrayOf, type);
    }
    case tupleTypeCode:
      return writer.node(ops.tuple, writer.list(partsOf(node).map((part) => typeOf(c, part))));
    case functionTypeCode:
      return functionShape(c, node);
    case qualifiedCode: {
      const [type, trait] = partsOf(node);
      const selfType = type === undefined ? 0 : typeOf(c, type);
      if (trait !== undefined) typeOf(c, trait);
      return selfType;
    }
  }
  if (ignored.has(kind)) return 0;
  if (transparent.has(kind)) {
    let type = 0;
    for (const part of partsOf(node)) type = typeOf(c, part, site) || type;
    return type;
  }
  c.visit(node);
  return 0;
}

const arrayTypeCode = code('array_type');
const tupleTypeCode = code('tuple_type');

function pathType(c: Collector, node: SyntaxNode, site: number): number {
  const segments = segmentsOf(c, node);
  if (segments === null) {
    return qualifiedType(c, node, site);
  }
  const type = typePath(c, segments);
  const last = segments.at(-1)!;
  const isLocal = segments.length === 1 && (last.name === 'Self' || lookUpLocal(c, last.name) !== null);
  if (type !== 0 && !isLocal && last.name !== '_') c.writer.site(site, siteNode(c, type), placeOf(last.node), c.scope);
  return type;
}

/** `<T as Trait>::Item`. */
function qualifiedType(c: Collector, node: SyntaxNode, site: number): number {
  let selfType = 0;
  for (const part of partsOf(node)) if (codeOf(part) === codes.bracketedType) selfType = typeOf(c, part);
  const last = partsOf(node).at(-1);
  const name = last === undefined || codeOf(node) !== codes.scopedType ? '' : nameText(c, last);
  if (selfType === 0 || last === undefined || name === '') return 0;
  const type = associatedType(c, selfType, name);
  c.writer.site(site, siteNode(c, type), placeOf(last), c.scope);
  return type;
}

/** `fn(A) -> B`, `Fn(A) -> B`. */
function functionShape(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const place = { ...placeOf(node), scope: c.scope };
  const entity = writer.entity({ name: '', kind: entityKinds.function, ...place, parent: noParent });
  for (const part of partsOf(node)) {
    if (codeOf(part) === codes.parameters) {
      const parameters = partsOf(part).map((parameter) => {
        const type = typeOf(c, codeOf(parameter) === codes.parameter ? partsOf(parameter).at(-1)! : parameter);
        return writer.entity({ name: '', kind: entityKinds.parameter, ...place, parent: entity, type });
      });
      writer.set(entity, entityFields.listA, writer.list(parameters));
    } else if (codeOf(part) !== codes.typeIdentifier && codeOf(part) !== codes.functionModifiers) {
      writer.set(entity, entityFields.type, typeOf(c, part));
    }
  }
  return writer.node(ops.shape, entity);
}

/** A type parameter of the type that an impl extends. */
export interface TypeParameter {
  entity: number;
  type: number;
}

/**
 * Declares the type parameters of an item in the current scope and block, with their bounds in `where` clauses. Returns the entities.
 * @param typeParameters for an impl: the parameters of its type, by the names in the impl. They are not declared again; the bounds of
 * the impl are added to theirs
 */
export function declareTypeParameters(
  c: Collector,
  list: SyntaxNode | undefined,
  where: SyntaxNode | undefined,
  typeParameters: ReadonlyMap<string, TypeParameter> = new Map(),
): number[] {
  const { writer, scope } = c;
  const entities = new Map<string, number>();
  const declared: number[] = [];
  const boundsByName: [name: string, bound: SyntaxNode][] = [];
  for (const part of list === undefined ? [] : partsOf(list)) {
    if (codeOf(part) !== codes.typeParameter) continue;
    const [nameNode, ...rest] = partsOf(part);
    const name = nameNode === undefined ? '' : nameText(c, nameNode);
    if (nameNode === undefined || name === '') continue;
    const parameter = typeParameters.get(name);
    if (parameter === undefined) {
      const entity = writer.entity({ name, kind: entityKinds.typeParameter, ...placeOf(nameNode), scope });
      entities.set(name, entity);
      declared.push(entity);
      declareLocal(c, name, { entity, node: 0, type: namedType(c, [name], scope, 0) });
    } else {
      entities.set(name, parameter.entity);
      declareLocal(c, name, { entity: -1, node: 0, type: parameter.type });
    }
    for (const bound of rest) boundsByName.push([name, bound]);
  }
  for (const predicate of where === undefined ? [] : partsOf(where)) {
    const [left, ...rest] = partsOf(predicate);
    const name = left !== undefined && codeOf(left) === codes.typeIdentifier ? nameText(c, left) : '';
    if (left !== undefined && !entities.has(name)) typeOf(c, left);
    for (const bound of rest) boundsByName.push([name, bound]);
  }
  for (const [name, bounds] of boundsByName) {
    const entity = entities.get(name);
    for (const bound of codeOf(bounds) === codes.traitBounds ? partsOf(bounds) : [bounds]) {
      const type = typeOf(c, bound);
      if (entity !== undefined && type !== 0) addBound(c, entity, bound, type);
    }
  }
  return declared;
}

function addBound({ bounds, source }: Collector, entity: number, bound: SyntaxNode, type: number): void {
  let byText = bounds.get(entity);
  if (byText === undefined) bounds.set(entity, (byText = new Map<string, number>()));
  const text = source.slice(bound.startIndex, bound.endIndex);
  if (!byText.has(text)) byText.set(text, type);
}

/** Writes the bounds of the type parameters, which come from the items and from their impls. */
export function writeBounds({ writer, bounds }: Collector): void {
  for (const [entity, byText] of bounds) {
    const types = [...byText.values()];
    const type = types.length < 2 ? (types[0] ?? 0) : writer.node(ops.union, writer.list(types));
    writer.set(entity, entityFields.type, type);
  }
}
