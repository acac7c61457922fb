/**
 * Types in the source. The grammar has no node for a type: its name, qualifier, arguments and question mark are siblings among other
 * nodes. The functions of this file take such a row of siblings.
 */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, ops, siteKinds } from '../../../model/file-summary.ts';
import {
  declareTypeParameter,
  functionType,
  nameOf,
  partOf,
  partsOf,
  placeOf,
  primitiveType,
  writeNamedType,
  type Collector,
} from '../../nominal-summary.ts';
import { withinDepth } from './depth.ts';

/** Built-in types, which no project defines. */
const builtinTypes: ReadonlySet<string> = new Set('String int double num bool'.split(' '));

/** Types that say nothing about a value. */
const opaqueTypes: ReadonlySet<string> = new Set('dynamic Object Never Null Function'.split(' '));

/** All children, tokens included. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.children as SyntaxNode[];
}

/**
 * The first type of a row; 0 if there is none or it says nothing.
 * @param site the kind of the site at the last name of the type
 */
export function typeIn(c: Collector, nodes: readonly SyntaxNode[], site: number = siteKinds.type): number {
  return typesIn(c, nodes, site, 1)[0] ?? 0;
}

/** The types of a row; 0 for each type that says nothing. */
export function typesIn(
  c: Collector,
  nodes: readonly SyntaxNode[],
  site: number = siteKinds.type,
  limit = Infinity,
): number[] {
  return withinDepth(c, [], () => writeTypes(c, nodes, site, limit));
}

function writeTypes(c: Collector, nodes: readonly SyntaxNode[], site: number, limit: number): number[] {
  const types: number[] = [];
  for (let at = 0; at < nodes.length && types.length < limit; at++) {
    const node = nodes[at]!;
    if (node.type === 'type_identifier') {
      const path = [node];
      while (nodes[at + 1]?.type === '.' && nodes[at + 2]?.type === 'type_identifier') path.push(nodes[(at += 2)]!);
      const argumentList = nodes[at + 1]?.type === 'type_arguments' ? nodes[++at] : undefined;
      types.push(namedType(c, path, argumentList, site));
    } else if (node.type === 'function_type') types.push(typeOfFunction(c, node));
    else if (node.type === 'record_type') types.push(typeOfRecord(c, node));
    else if (node.type === 'void_type') types.push(0);
  }
  return types;
}

/**
 * A type with a name.
 * @param nodes the name and its qualifiers
 * @param argumentList the type arguments
 */
export function namedType(
  c: Collector,
  nodes: readonly SyntaxNode[],
  argumentList: SyntaxNode | undefined,
  site: number = siteKinds.type,
): number {
  const names = nodes.map((node) => nameOf(c, node));
  const [first = ''] = names;
  if (names.length === 1 && builtinTypes.has(first)) return primitiveType(c, first);
  if (names.length === 1 && opaqueTypes.has(first)) return 0;
  return writeNamedType(c, {
    names,
    nodes,
    args: argumentList === undefined ? 0 : typeArgumentsOf(c, argumentList),
    site,
  });
}

/** The list of the types in `<…>`. */
export function typeArgumentsOf(c: Collector, node: SyntaxNode): number {
  return c.writer.list(typesIn(c, childrenOf(node)));
}

/** `A Function(B b, {C c})`. */
function typeOfFunction(c: Collector, node: SyntaxNode): number {
  const children = childrenOf(node);
  const functionIndex = children.findIndex((child) => child.type === 'Function');
  const result = typeIn(c, children.slice(0, Math.max(0, functionIndex)));
  const list = partOf(partsOf(node), 'parameter_type_list');
  return functionType(c, node, { parameters: list === undefined ? [] : parametersIn(c, list), result });
}

/** The types of the parameters. Groups such as `{…}` are searched too. */
function parametersIn(c: Collector, node: SyntaxNode): number[] {
  return partsOf(node).flatMap((part) => {
    const isParameter = part.type === 'typed_identifier' || part.type === 'normal_parameter_type';
    const typedNode = isParameter ? (partOf(partsOf(part), 'typed_identifier') ?? part) : undefined;
    return typedNode === undefined ? parametersIn(c, part) : [typeIn(c, childrenOf(typedNode))];
  });
}

/** `(A, {B b})`. Fields without a name are called `$1`, `$2` and so on. */
function typeOfRecord(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const { scope } = c.frame;
  const record = writer.entity({ name: '', kind: entityKinds.typeLiteral, ...placeOf(node), scope });
  let count = 0;
  for (const part of partsOf(node)) {
    const typedNode = partOf(partsOf(part), 'typed_identifier') ?? part;
    const name = partOf(partsOf(typedNode), 'identifier');
    const isNamed = part.type === 'record_type_named_field';
    const type = typeIn(c, childrenOf(typedNode));
    const text = isNamed && name !== undefined ? nameOf(c, name) : `$${(count += 1)}`;
    declareField(c, { record, text, place: name ?? part, type, value: 0 });
  }
  return writer.node(ops.shape, record);
}

/** A field of a record. */
interface Field {
  record: number;
  text: string;
  place: SyntaxNode;
  type: number;
  value: number;
}

/** Declares a field of a record type or of a record value. */
export function declareField(c: Collector, { record, text, place, type, value }: Field): void {
  const { scope } = c.frame;
  const draft = { name: text, kind: entityKinds.property, ...placeOf(place), scope, parent: record, type, value };
  c.writer.entity(draft);
}

/** Declares type parameters with their bounds. Returns the list of their entities. */
export function declareTypeParameters(c: Collector, node: SyntaxNode | undefined): number {
  const { writer } = c;
  const declared = (node === undefined ? [] : partsOf(node)).flatMap((part): [number, SyntaxNode | undefined][] => {
    const parameterParts = partsOf(part);
    const name = partOf(parameterParts, 'type_identifier');
    return name === undefined ? [] : [[declareTypeParameter(c, name), partOf(parameterParts, 'type_bound')]];
  });
  for (const [entity, bound] of declared)
    if (bound !== undefined) writer.set(entity, entityFields.type, typeIn(c, childrenOf(bound)));
  return writer.list(declared.map(([entity]) => entity));
}
