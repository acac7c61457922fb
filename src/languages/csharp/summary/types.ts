/** Written types: their nodes, with a site for each name. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, ops, primitives, siteKinds } from '../../../model/file-summary.ts';
import {
  declareTypeParameter,
  field,
  nameOf,
  partOf,
  partsOf,
  primitiveType,
  writeNamedType,
  type Collector,
} from '../../nominal-summary.ts';
import { segmentsOf } from './names.ts';

const typeNodes: ReadonlySet<string> = new Set(
  (
    'predefined_type identifier generic_name qualified_name alias_qualified_name nullable_type array_type pointer_type ref_type ' +
    'scoped_type tuple_type implicit_type function_pointer_type'
  ).split(' '),
);

export function isType(node: SyntaxNode): boolean {
  return typeNodes.has(node.type);
}

/** Type names that the linker compares when it selects an overload, by the C# keyword for the type. */
const overloadNames: ReadonlyMap<string, string> = new Map([
  ['string', 'String'],
  ['object', 'Object'],
  ['bool', 'boolean'],
]);

const maxDepth = 200;

/** The node of a written type; 0 where it gives no information (`var`, `dynamic`). `site`: the kind of the last name's site. */
export function typeOf(c: Collector, node: SyntaxNode, site: number = siteKinds.type): number {
  if (c.depth > maxDepth) return 0;
  c.depth++;
  const type = typeNode(c, node, site);
  c.depth--;
  return type;
}

function typeNode(c: Collector, node: SyntaxNode, site: number): number {
  const { writer } = c;
  switch (node.type) {
    case 'predefined_type': {
      const name = nameOf(c, node);
      if (name === 'void') return writer.node(ops.primitiveType, primitives.nothing);
      return primitiveType(c, overloadNames.get(name) ?? name);
    }
    case 'identifier':
    case 'generic_name':
    case 'qualified_name':
    case 'alias_qualified_name':
      return namedType(c, node, site);
    case 'array_type': {
      const parts = partsOf(node);
      const element = parts[0] === undefined ? 0 : typeOf(c, parts[0], site);
      return writer.node(ops.arrayOf, element);
    }
    case 'nullable_type': {
      const [inner] = partsOf(node);
      const type = inner === undefined ? 0 : typeOf(c, inner, site);
      return type === 0
        ? 0
        : writer.node(ops.union, writer.list([type, writer.node(ops.primitiveType, primitives.nothing)]));
    }
    case 'pointer_type':
    case 'ref_type':
    case 'scoped_type': {
      const [inner] = partsOf(node);
      return inner === undefined ? 0 : typeOf(c, inner, site);
    }
    case 'tuple_type': {
      const types = partsOf(node).map((part) => {
        const type = field(part, 'type');
        return type === undefined ? 0 : typeOf(c, type);
      });
      return writer.node(ops.tuple, writer.list(types));
    }
    default:
      return 0;
  }
}

function namedType(c: Collector, node: SyntaxNode, site: number): number {
  const path = segmentsOf(c, node);
  const names = path.map(({ name }) => name);
  const [first] = names;
  if (first === undefined || names.includes('')) return 0;
  if (names.length === 1 && (first === 'dynamic' || first === 'var')) return 0;
  let args = 0;
  for (const segment of path) args = segment.args === undefined ? 0 : typeArgumentsOf(c, segment.args);
  return writeNamedType(c, { names, nodes: path.map((segment) => segment.node), args, site });
}

/** A list node of the types in `<…>`; 0 for none. */
export function typeArgumentsOf(c: Collector, node: SyntaxNode): number {
  return c.writer.list(partsOf(node).map((part) => typeOf(c, part)));
}

/** Declares type parameters, and reads their constraints. */
export function declareTypeParameters(c: Collector, parts: readonly SyntaxNode[]): number {
  const { writer } = c;
  const declared = new Map<string, number>();
  const list = partOf(parts, 'type_parameter_list');
  for (const part of list === undefined ? [] : partsOf(list)) {
    const name = field(part, 'name');
    if (name !== undefined) declared.set(nameOf(c, name), declareTypeParameter(c, name));
  }
  for (const clause of parts) {
    if (clause.type !== 'type_parameter_constraints_clause') continue;
    const [name, ...constraints] = partsOf(clause);
    const types = constraints.flatMap((constraint) => {
      const type = field(constraint, 'type');
      return type === undefined ? [] : [typeOf(c, type)];
    });
    const parameter = name === undefined ? undefined : declared.get(nameOf(c, name));
    const bound = types.length > 1 ? writer.node(ops.intersection, writer.list(types)) : (types[0] ?? 0);
    if (parameter !== undefined) writer.set(parameter, entityFields.type, bound);
  }
  return writer.list([...declared.values()]);
}

/** Number of a declaration's type parameters. */
export function arityOf(parts: readonly SyntaxNode[]): number {
  const list = partOf(parts, 'type_parameter_list');
  return list === undefined ? 0 : partsOf(list).length;
}
