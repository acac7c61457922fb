/** Types in the source: their nodes, with a site for each name. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, ops, siteKinds } from '../../../model/file-summary.ts';
import {
  declareTypeParameter,
  field,
  functionType,
  nameOf,
  partOf,
  partsOf,
  primitiveType,
  type Collector,
} from '../../nominal-summary.ts';
import { writePackagedType } from '../../packaged-names.ts';

/** Built-in types, which no project defines. */
const builtinTypes: ReadonlySet<string> = new Set(
  'String Int Long Short Byte Boolean Double Float Char Any AnyRef AnyVal Unit Nothing Null'.split(' '),
);

const maxDepth = 200;

export function isType({ type }: SyntaxNode): boolean {
  return /_type$|^(?:stable_)?type_identifier$/.test(type) && type !== 'self_type';
}

/**
 * The node of a type; 0 if unknown.
 * @param site the kind of the site at the last name
 */
export function typeOf(c: Collector, node: SyntaxNode, site: number = siteKinds.type): number {
  if (c.depth > maxDepth) return 0;
  c.depth++;
  const type = writeType(c, node, { args: 0, site });
  c.depth--;
  return type;
}

function writeType(c: Collector, node: SyntaxNode, { args, site }: { args: number; site: number }): number {
  const parts = partsOf(node);
  switch (node.type) {
    case 'type_identifier':
    case 'identifier':
    case 'stable_type_identifier':
    case 'stable_identifier':
      return namedType(c, node, { args, site });
    case 'generic_type': {
      const [base] = parts;
      const argumentList = partOf(parts, 'type_arguments');
      const list = argumentList === undefined ? 0 : c.writer.list(partsOf(argumentList).map((part) => typeOf(c, part)));
      return base === undefined ? 0 : writeType(c, base, { args: list, site });
    }
    case 'function_type': {
      const list = partOf(parts, 'parameter_types');
      const parameters = list === undefined ? [] : partsOf(list).map((part) => typeOf(c, part));
      const result = field(node, 'return_type');
      return functionType(c, node, { parameters, result: result === undefined ? 0 : typeOf(c, result) });
    }
    case 'tuple_type':
      // `(A)` is A.
      if (parts.length === 1) return typeOf(c, parts[0]!);
      return c.writer.node(ops.tuple, c.writer.list(parts.map((part) => typeOf(c, part))));
    case 'repeated_parameter_type':
      return c.writer.node(ops.arrayOf, parts[0] === undefined ? 0 : typeOf(c, parts[0]));
    default: {
      // A compound type (`A with B`) is treated as its first part.
      const types = parts.filter(isType).map((part) => typeOf(c, part, site));
      return node.type === 'infix_type' || node.type === 'match_type' ? 0 : (types[0] ?? 0);
    }
  }
}

/** The names of `a.b.C`. */
export function namesIn(node: SyntaxNode, depth = 0): SyntaxNode[] {
  if (/^(?:type_)?identifier$/.test(node.type)) return [node];
  return depth > 40 ? [] : partsOf(node).flatMap((part) => namesIn(part, depth + 1));
}

function namedType(c: Collector, node: SyntaxNode, { args, site }: { args: number; site: number }): number {
  const nodes = namesIn(node);
  const names = nodes.map((part) => nameOf(c, part));
  const [first] = names;
  if (first === undefined || names.includes('')) return 0;
  if (names.length === 1 && builtinTypes.has(first)) return primitiveType(c, first);
  return writePackagedType(c, { names, nodes, args, site });
}

/** Declares type parameters with their upper bounds. Returns the list of their entities. */
export function declareTypeParameters(c: Collector, parts: readonly SyntaxNode[]): number {
  const list = partOf(parts, 'type_parameters');
  const declared: number[] = [];
  let lastParameter = -1;
  for (const part of list === undefined ? [] : partsOf(list)) {
    if (part.type === 'identifier') declared.push((lastParameter = declareTypeParameter(c, part)));
    else if (part.type === 'upper_bound') {
      const bound = partsOf(part).find(isType);
      const type = bound === undefined ? 0 : typeOf(c, bound);
      if (lastParameter !== -1) c.writer.set(lastParameter, entityFields.type, type);
    } else if (part.type.endsWith('type_parameter')) {
      const name = field(part, 'name');
      if (name !== undefined) declared.push((lastParameter = declareTypeParameter(c, name)));
    } else for (const child of partsOf(part)) if (isType(child)) typeOf(c, child);
  }
  return c.writer.list(declared);
}
