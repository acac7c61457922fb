/** Written types: their nodes, with a site for each name. An optional has the type of its value. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, ops, primitives, scopeKinds, siteKinds } from '../../../model/file-summary.ts';
import { namedType, partsOf, placeOf, textOf, type Collector } from './collector.ts';

const primitiveTypes: ReadonlyMap<string, number> = new Map([
  ['String', primitives.string],
  ['Character', primitives.string],
  ['Bool', primitives.boolean],
  ['Void', primitives.nothing],
  ['Never', primitives.nothing],
]);
const numbers = /^(?:U?Int(?:8|16|32|64)?|Double|Float|CGFloat)$/;
/** Generic types that are treated as their first argument. */
const transparent: ReadonlySet<string> = new Set(['Optional', 'EventLoopFuture']);

const typeNodes: ReadonlySet<string> = new Set([
  'user_type',
  'optional_type',
  'array_type',
  'dictionary_type',
  'tuple_type',
  'function_type',
  'opaque_type',
  'existential_type',
  'protocol_composition_type',
  'metatype',
  'type_annotation',
  'type_identifier',
  'implicitly_unwrapped_type',
]);

export function isType(node: SyntaxNode): boolean {
  return typeNodes.has(node.type);
}

const maxDepth = 200;

/** The node of a written type; 0 where it gives no information. `site`: the kind of the last name's site. */
export function typeOf(c: Collector, node: SyntaxNode | null, site: number = siteKinds.type, depth = 0): number {
  if (node === null || depth > maxDepth) return 0;
  const { writer } = c;
  const partTypes = (): number[] =>
    partsOf(node)
      .filter(isType)
      .map((part) => typeOf(c, part, site, depth + 1));
  switch (node.type) {
    case 'type_identifier':
      return pathType(c, [node], { args: 0, site });
    case 'user_type':
      return userType(c, node, { site, depth });
    case 'type_annotation':
    case 'optional_type':
    case 'opaque_type':
    case 'existential_type':
    case 'implicitly_unwrapped_type':
      return partTypes()[0] ?? 0;
    case 'metatype':
      return writer.node(ops.cast, partTypes()[0] ?? 0, 0);
    case 'array_type': {
      const [element = 0] = partTypes();
      return element === 0 ? 0 : writer.node(ops.arrayOf, element);
    }
    case 'dictionary_type': {
      const [, element = 0] = partTypes();
      return element === 0 ? 0 : writer.node(ops.arrayOf, element);
    }
    case 'protocol_composition_type': {
      const types = partTypes().filter((type) => type !== 0);
      return types.length < 2 ? (types[0] ?? 0) : writer.node(ops.intersection, writer.list(types.slice(0, 8)));
    }
    case 'function_type':
      return functionType(c, node, depth);
    case 'tuple_type': {
      const items = itemsOf(node).map((item) => typeOf(c, item, siteKinds.type, depth + 1));
      return items.length === 1 ? items[0]! : 0;
    }
    default:
      return 0;
  }
}

/** The element types of a tuple type. */
function itemsOf(node: SyntaxNode): SyntaxNode[] {
  return partsOf(node).flatMap((item) => partsOf(item).filter(isType).slice(-1));
}

/** `(A, B) -> C`, as a function without a name. */
function functionType(c: Collector, node: SyntaxNode, depth: number): number {
  const { writer, scope } = c;
  const [parameterList, ...rest] = partsOf(node).filter(isType);
  if (parameterList === undefined) return 0;
  const types = itemsOf(parameterList).map((item) => typeOf(c, item, siteKinds.type, depth + 1));
  const result = typeOf(c, rest.at(-1) ?? null, siteKinds.type, depth + 1);
  const place = placeOf(node);
  const entity = writer.entity({ name: '', kind: entityKinds.function, ...place, scope, parent: -1, type: result });
  const parameterScope = writer.scope(scope, scopeKinds.arrow, entity);
  const declare = (type: number): number =>
    writer.entity({ name: '', kind: entityKinds.parameter, ...place, scope: parameterScope, parent: entity, type });
  writer.set(entity, entityFields.ownScope, parameterScope);
  writer.set(entity, entityFields.listA, writer.list(types.map(declare)));
  return writer.node(ops.shape, entity);
}

function userType(c: Collector, node: SyntaxNode, { site, depth }: { site: number; depth: number }): number {
  const parts = partsOf(node);
  const names = parts.filter((part) => part.type === 'type_identifier');
  const argumentList = parts.find((part) => part.type === 'type_arguments');
  const args =
    argumentList === undefined
      ? []
      : partsOf(argumentList)
          .filter(isType)
          .map((part) => typeOf(c, part, siteKinds.type, depth + 1));
  const last = names.at(-1);
  if (last === undefined) return 0;
  const name = textOf(c, last);
  if (names.length === 1) {
    const [first = 0] = args;
    if (transparent.has(name) && first !== 0) return first;
    if (name === 'Array' && first !== 0) return c.writer.node(ops.arrayOf, first);
  }
  return pathType(c, names, { args: c.writer.list(args), site });
}

function pathType(c: Collector, names: readonly SyntaxNode[], { args, site }: { args: number; site: number }): number {
  const { writer } = c;
  const texts = names.map((name) => textOf(c, name));
  const [first = ''] = texts;
  // A member of the surrounding type is found by its name without a prefix.
  if (first === 'Self' && texts.length > 1) return pathType(c, names.slice(1), { args, site });
  if (texts.length === 1) {
    if (first === 'Self') return writer.node(ops.thisType, c.scope);
    const code = numbers.test(first) ? primitives.number : primitiveTypes.get(first);
    if (code !== undefined) return writer.node(ops.primitiveType, code);
    if (first === 'Any' || first === 'AnyObject') return 0;
  }
  let type = 0;
  for (const [index, name] of names.entries()) {
    const isLast = index === names.length - 1;
    type = namedType(c, texts.slice(0, index + 1).join('.'), isLast ? args : 0);
    writer.site(isLast ? site : siteKinds.type, type, placeOf(name), c.scope);
  }
  return type;
}

export function declareTypeParameters(c: Collector, node: SyntaxNode): number {
  const declared: number[] = [];
  for (const part of partsOf(node)) {
    const [name, bound] = partsOf(part);
    if (part.type !== 'type_parameter' || name === undefined) continue;
    const type = bound === undefined ? 0 : typeOf(c, bound);
    const draft = { name: textOf(c, name), kind: entityKinds.typeParameter, ...placeOf(name), scope: c.scope };
    declared.push(c.writer.entity({ ...draft, type }));
  }
  return c.writer.list(declared);
}

/**
 * Visits `where Key: Hashable, Items.Element == Item`: writes a site for each type, and gives type parameters their bounds.
 * @param parameters type parameters of the declaration; those that have a bound keep it
 */
export function visitConstraints(c: Collector, node: SyntaxNode, parameters: readonly number[]): void {
  const { writer, scope } = c;
  for (const constraint of partsOf(node).flatMap((part) => (part.type === 'type_constraint' ? partsOf(part) : []))) {
    const path = constraint.childForFieldName('constrained_type');
    const names = path === null ? [] : partsOf(path);
    const last = names.at(-1);
    const type = typeOf(c, partsOf(constraint).findLast(isType) ?? null);
    if (last === undefined) continue;
    const texts = names.map((name) => textOf(c, name)).filter((text, index) => index > 0 || text !== 'Self');
    const parameter =
      texts.length === 1
        ? parameters.find((candidate) => writer.text(writer.get(candidate, entityFields.name)) === texts[0])
        : undefined;
    if (parameter === undefined && texts.length > 0)
      writer.site(siteKinds.type, namedType(c, texts.join('.')), placeOf(last), scope);
    else if (parameter !== undefined && writer.get(parameter, entityFields.type) === 0)
      writer.set(parameter, entityFields.type, type);
  }
}
