/** Types in the source: their nodes, with a site for each name. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, siteKinds } from '../../../model/file-summary.ts';
import {
  declareTypeParameter,
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
  'String Int Long Short Byte Boolean Double Float Char Any Unit Nothing'.split(' '),
);

const maxDepth = 200;

export function isType({ type }: SyntaxNode): boolean {
  return /^(?:user|nullable|parenthesized|function|non_nullable)_type$/.test(type);
}

/**
 * The node of a type; 0 if unknown.
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
  const parts = partsOf(node);
  if (node.type === 'user_type') return userType(c, parts, site);
  if (node.type === 'function_type') {
    const list = partOf(parts, 'function_type_parameters');
    const listIndex = list === undefined ? 0 : parts.indexOf(list);
    const typesIn = (nodes: readonly SyntaxNode[]): number[] => nodes.filter(isType).map((part) => typeOf(c, part));
    const [receiver = 0] = typesIn(parts.slice(0, listIndex));
    const parameters = (list === undefined ? [] : partsOf(list)).map((part) => parameterType(c, part));
    const [result = 0] = typesIn(parts.slice(listIndex + 1));
    return functionType(c, node, { parameters, result, receiver });
  }
  const innerType = parts.find(isType);
  return innerType === undefined ? 0 : typeOf(c, innerType, site);
}

function parameterType(c: Collector, node: SyntaxNode): number {
  const typeNode = isType(node) ? node : partsOf(node).find(isType);
  return typeNode === undefined ? 0 : typeOf(c, typeNode);
}

function userType(c: Collector, parts: readonly SyntaxNode[], site: number): number {
  const nodes = parts.filter((part) => part.type === 'identifier');
  const names = nodes.map((part) => nameOf(c, part));
  const [first] = names;
  if (first === undefined || names.includes('')) return 0;
  let args = 0;
  for (const part of parts) if (part.type === 'type_arguments') args = typeArgumentsOf(c, part);
  if (names.length === 1 && builtinTypes.has(first)) return primitiveType(c, first);
  return writePackagedType(c, { names, nodes, args, site });
}

/** The node of a type that the grammar reads as an expression: `A`, `a.A`; 0 for other expressions. */
export function typeOfExpression(c: Collector, node: SyntaxNode): number {
  const names: SyntaxNode[] = [];
  let current: SyntaxNode | undefined = node;
  while (current?.type === 'navigation_expression') {
    const parts: readonly SyntaxNode[] = partsOf(current);
    const last = parts.at(-1);
    if (parts.length !== 2 || last === undefined) return 0;
    names.unshift(last);
    current = parts[0];
  }
  if (current === undefined) return 0;
  return userType(c, [current, ...names], siteKinds.type);
}

/** The list of the types in `<…>`. */
export function typeArgumentsOf(c: Collector, node: SyntaxNode): number {
  return c.writer.list(partsOf(node).map((part) => parameterType(c, part)));
}

/** Declares type parameters with their bounds. Returns the list of their entities. */
export function declareTypeParameters(c: Collector, parts: readonly SyntaxNode[]): number {
  const { writer } = c;
  const list = partOf(parts, 'type_parameters');
  const declared = new Map<string, number>();
  for (const part of list === undefined ? [] : partsOf(list)) {
    const children = partsOf(part);
    const name = partOf(children, 'identifier');
    if (name === undefined) continue;
    const entity = declareTypeParameter(c, name);
    declared.set(nameOf(c, name), entity);
    const bound = children.find(isType);
    if (bound !== undefined) writer.set(entity, entityFields.type, typeOf(c, bound));
  }
  const constraints = partOf(parts, 'type_constraints');
  for (const constraint of constraints === undefined ? [] : partsOf(constraints)) {
    const children = partsOf(constraint);
    const name = partOf(children, 'identifier');
    const bound = children.find(isType);
    const entity = name === undefined ? undefined : declared.get(nameOf(c, name));
    const type = bound === undefined ? 0 : typeOf(c, bound);
    if (entity !== undefined) writer.set(entity, entityFields.type, type);
  }
  return writer.list([...declared.values()]);
}

/** The first type at or after an offset. */
export function typeAfter(parts: readonly SyntaxNode[], offset: number): SyntaxNode | undefined {
  return parts.find((part) => part.startIndex >= offset && isType(part));
}

/** The names in `a.b.C` of an import or package header; null if it is broken. */
export function qualifiedNames(c: Collector, node: SyntaxNode): { names: string[]; last: SyntaxNode } | null {
  const nodes = partsOf(node).filter((part) => part.type === 'identifier');
  const last = nodes.at(-1);
  return last === undefined ? null : { names: nodes.map((part) => nameOf(c, part)), last };
}

/** The modifier keywords, without annotations. */
export function modifiersOf(c: Collector, parts: readonly SyntaxNode[]): ReadonlySet<string> {
  const node = partOf(parts, 'modifiers');
  if (node === undefined) return new Set();
  return new Set(
    partsOf(node)
      .filter((part) => part.type !== 'annotation')
      .map((part) => c.source.slice(part.startIndex, part.endIndex)),
  );
}
