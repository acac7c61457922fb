/** Written types: their nodes, with a site for each name. A pointer, reference or array has the type of what it points to or holds. */
import type { SyntaxNode } from '../../language.ts';
import { entityKinds, ops, primitives, siteKinds } from '../../../model/file-summary.ts';
import { maxDepth, openScope, namedType, partsOf, placeOf, textOf, type Collector } from './collector.ts';
import { writeScopeSite } from './stubs.ts';
import { visitTag } from './tags.ts';

/** Templates of the standard library that are treated as their first argument. */
const transparent: ReadonlySet<string> = new Set(
  'unique_ptr shared_ptr weak_ptr optional reference_wrapper atomic auto_ptr remove_reference_t decay_t'.split(' '),
);
const lists: ReadonlySet<string> = new Set(
  'vector list deque array set unordered_set forward_list span initializer_list queue stack multiset'.split(' '),
);
const maps: ReadonlySet<string> = new Set('map unordered_map multimap unordered_multimap'.split(' '));
const tuples: ReadonlySet<string> = new Set(['pair', 'tuple']);

export const typeNodes: ReadonlySet<string> = new Set([
  'primitive_type',
  'sized_type_specifier',
  'type_identifier',
  'qualified_identifier',
  'template_type',
  'struct_specifier',
  'union_specifier',
  'class_specifier',
  'enum_specifier',
  'placeholder_type_specifier',
  'dependent_type',
  'decltype',
  'type_descriptor',
]);

/** The part of a declaration that is the type. */
export function typePart(node: SyntaxNode): SyntaxNode | null {
  return partsOf(node).find((part) => typeNodes.has(part.type)) ?? null;
}

/** What a declaration says of all its names. */
interface Specifiers {
  /** The part that is the type. */
  type: SyntaxNode | null;
  isStatic: boolean;
  isExtern: boolean;
}

/** Kept as long as the node, since a declaration of thousands of names is asked for each of them. */
const specifiers = new WeakMap<SyntaxNode, Specifiers>();

export function specifiersOf(c: Collector, declaration: SyntaxNode): Specifiers {
  const known = specifiers.get(declaration);
  if (known !== undefined) return known;
  const found: Specifiers = { type: null, isStatic: false, isExtern: false };
  for (const part of partsOf(declaration)) {
    const { type } = part;
    if (found.type === null && typeNodes.has(type)) found.type = part;
    if (type !== 'storage_class_specifier') continue;
    const text = textOf(c, part);
    found.isStatic ||= text === 'static';
    found.isExtern ||= text === 'extern';
  }
  specifiers.set(declaration, found);
  return found;
}

/** The node of a written type; 0 where it gives no information (`auto`). `site`: the kind of the last name's site. */
export function typeOf(c: Collector, node: SyntaxNode | null, site: number = siteKinds.type): number {
  if (node === null || c.depth > maxDepth) return 0;
  c.depth++;
  const type = typeNode(c, node, site);
  c.depth--;
  return type;
}

function typeNode(c: Collector, node: SyntaxNode, site: number): number {
  switch (node.type) {
    case 'primitive_type':
    case 'sized_type_specifier':
      return c.writer.node(ops.primitiveType, primitives.number);
    case 'type_identifier':
    case 'identifier':
      return writeType(c, { node, text: textOf(c, node), site, args: 0 });
    case 'qualified_identifier':
    case 'template_type':
    case 'template_function':
      return pathType(c, node, site);
    case 'type_descriptor':
    case 'dependent_type': {
      for (const part of partsOf(node)) if (!typeNodes.has(part.type)) c.visit(part);
      return typeOf(c, typePart(node), site);
    }
    case 'struct_specifier':
    case 'union_specifier':
    case 'class_specifier':
    case 'enum_specifier':
      return visitTag(c, node, null);
    case 'decltype':
      for (const part of partsOf(node)) c.visit(part);
      return 0;
    default:
      return 0;
  }
}

interface WrittenType {
  /** The place of the site. */
  node: SyntaxNode;
  text: string;
  site: number;
  args: number;
}

function writeType(c: Collector, { node, text, site, args }: WrittenType): number {
  const type = namedType(c, text, c.scope, args);
  c.writer.site(site, type, placeOf(node), c.scope);
  return type;
}

export interface Path {
  names: string[];
  /** The node of the last name. */
  last: SyntaxNode;
  /** Template arguments of the last name. */
  args: SyntaxNode | null;
}

/** Longer paths are ignored. */
const maxPath = 40;

/** The names of `a::b<T>::c`. Visits the template arguments before the last name, and writes a site for each scope. */
export function pathOf(c: Collector, node: SyntaxNode): Path | null {
  const names: string[] = [];
  let current: SyntaxNode | null = node;
  const scopeSite = (scope: SyntaxNode): void => {
    names.push(textOf(c, scope));
    writeScopeSite(c, names, scope);
  };
  for (let step = 0; step < maxPath && current !== null; step++) {
    if (current.type === 'qualified_identifier') {
      const scope = current.childForFieldName('scope');
      if (scope === null) names.push('');
      else if (scope.type === 'template_type') {
        const [name, args] = partsOf(scope);
        if (name !== undefined) scopeSite(name);
        if (args !== undefined) typeArguments(c, args);
      } else scopeSite(scope);
      current = current.childForFieldName('name');
      continue;
    }
    if (/^template_(?:type|function|method)$/.test(current.type)) {
      const [name, args] = partsOf(current);
      if (name === undefined) return null;
      names.push(textOf(c, name));
      return { names, last: name, args: args ?? null };
    }
    if (current.type === 'dependent_name') {
      current = partsOf(current)[0] ?? null;
      continue;
    }
    names.push(current.type === 'destructor_name' ? textOf(c, current).replace(/\s+/g, '') : textOf(c, current));
    return { names, last: current, args: null };
  }
  return null;
}

export function typeArguments(c: Collector, node: SyntaxNode): number[] {
  return partsOf(node).map((part) => (typeNodes.has(part.type) ? typeOf(c, part) : (c.visit(part), 0)));
}

function pathType(c: Collector, node: SyntaxNode, site: number): number {
  const { writer } = c;
  const path = pathOf(c, node);
  if (path === null) return 0;
  const { names, last, args } = path;
  const types = args === null ? [] : typeArguments(c, args);
  const name = names.at(-1)!;
  if (names.length === 1 || names[0] === 'std') {
    const [first = 0, second = 0] = types;
    if (transparent.has(name) && types.length > 0) return first;
    if (lists.has(name) && first !== 0) return writer.node(ops.arrayOf, first);
    if (maps.has(name) && second !== 0) return writer.node(ops.arrayOf, second);
    if (tuples.has(name) && types.length > 0) return writer.node(ops.tuple, writer.list(types));
  }
  const text = names.join('::');
  return writeType(c, { node: last, text, site, args: writer.list(types) });
}

/** Opens a scope for the type parameters of `template <typename T>` and declares them in it; returns their list node. */
export function declareTypeParameters(c: Collector, list: SyntaxNode): number {
  const { writer } = c;
  c.scope = openScope(c);
  const declared: number[] = [];
  for (const part of partsOf(list)) {
    const isType = /^(?:optional_|variadic_)?type_parameter_declaration$/.test(part.type);
    const [name, bound] = partsOf(part);
    if (!isType) {
      c.visit(part);
      continue;
    }
    if (name !== undefined && name.type === 'type_identifier') {
      const kind = entityKinds.typeParameter;
      declared.push(writer.entity({ name: textOf(c, name), kind, ...placeOf(name), scope: c.scope }));
    }
    if (bound !== undefined) typeOf(c, bound);
  }
  return writer.list(declared);
}
