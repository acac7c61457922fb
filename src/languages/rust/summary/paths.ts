/**
 * Paths. By Rust's naming conventions, a segment that begins with a capital letter is a type, any other a module. So `T::f` is a
 * member of T's values, and `m::f` a name of module m. `crate`, `self` and `super` become imports with these names.
 */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, ops, siteKinds } from '../../../model/file-summary.ts';
import { isCapital, lookUpLocal, nameText, namedType, placeOf, type Collector } from './collector.ts';
import { codeOf, codes, partsOf } from './node-codes.ts';

export interface Segment {
  name: string;
  node: SyntaxNode;
  /** List of type arguments; 0 for none. */
  args: number;
}

const maxSegments = 30;

/** The types between `<` and `>`, without lifetimes. `Iterator<Item = T>` has one, T. */
export function typeArguments(c: Collector, node: SyntaxNode): number[] {
  return partsOf(node)
    .filter((part) => codeOf(part) !== codes.lifetime)
    .map((part) => c.typeOf(part));
}

/** The segments of a path; null for a path that starts with a type in angle brackets (`<T as Trait>::f`) or is broken. */
export function segmentsOf(c: Collector, node: SyntaxNode): Segment[] | null {
  const segments: Segment[] = [];
  let current: SyntaxNode | undefined = node;
  let args = 0;
  for (let level = 0; current !== undefined && level < maxSegments; level++) {
    const parts: readonly SyntaxNode[] = partsOf(current);
    switch (codeOf(current)) {
      case codes.scopedIdentifier:
      case codes.scopedType: {
        const last = parts.at(-1);
        if (last === undefined) return null;
        segments.unshift({ name: nameText(c, last), node: last, args });
        args = 0;
        current = parts.length > 1 ? parts[0] : undefined;
        break;
      }
      case codes.genericType:
      case codes.turbofishType:
      case codes.genericFunction: {
        const argumentList = parts.find((part) => codeOf(part) === codes.typeArguments);
        if (argumentList !== undefined) args = c.writer.list(typeArguments(c, argumentList));
        current = parts[0];
        break;
      }
      case codes.identifier:
      case codes.typeIdentifier:
      case codes.self:
      case codes.super:
      case codes.crate:
        segments.unshift({ name: nameText(c, current), node: current, args });
        current = undefined;
        break;
      default:
        if (codeOf(current) === codes.bracketedType) c.typeOf(current);
        return null;
    }
  }
  return segments.some(({ name }) => name === '') ? null : segments;
}

/** Declares an import for `crate`, `self` or `super::super` unless the file already has it. */
export function importModule(c: Collector, specifier: string): void {
  if (c.itemNames.has(specifier)) return;
  c.itemNames.add(specifier);
  const { writer } = c;
  const entity = writer.entity({ name: specifier, kind: entityKinds.import, line: 1, column: 1, scope: 0 });
  writer.set(entity, entityFields.listA, writer.module(specifier));
  writer.set(entity, entityFields.listB, writer.string('*'));
}

/**
 * A path relative to the top level of the file, and the scope in which its first name is looked up. `self` and `super` are replaced by
 * the enclosing inline modules.
 */
export function pathFromTop(c: Collector, path: readonly string[]): { names: string[]; scope: number } {
  let supers = 0;
  const start = path[0] === 'self' ? 1 : 0;
  while (path[start + supers] === 'super') supers++;
  if (path[0] === 'crate') return { names: [...path], scope: 0 };
  if (start === 0 && supers === 0) return { names: [...path], scope: c.itemScope };
  const rest = path.slice(start + supers);
  const remaining = c.modules.length - supers;
  if (remaining >= 0) return { names: ['self', ...c.modules.slice(0, remaining), ...rest], scope: 0 };
  return { names: [Array.from({ length: -remaining }, () => 'super').join('::'), ...rest], scope: 0 };
}

/** Like `pathFromTop`; also declares or records the import that the first name needs. */
export function preparePath(c: Collector, path: readonly string[]): { names: string[]; scope: number } {
  const found = pathFromTop(c, path);
  const [first] = found.names;
  if (found.scope === 0 && first !== undefined && /^(?:crate|self|super)/.test(first)) importModule(c, first);
  else if (first !== undefined && found.names.length > 1 && !isCapital(first)) c.roots.add(first);
  return found;
}

/** The name of an associated type as a member. The prefix distinguishes it from a variant or constant with an equal name. */
export function associatedName(name: string): string {
  return `type ${name}`;
}

/** `Self::Item`, `T::Item`: an associated type. */
export function associatedType({ writer }: Collector, type: number, name: string): number {
  return writer.node(ops.typeOf, writer.member(writer.node(ops.cast, type, 0), associatedName(name)));
}

/** The node that the site of a type refers to: for an associated type, the member. */
export function siteNode({ writer }: Collector, type: number): number {
  return writer.opOf(type) === ops.typeOf ? writer.operand(type, 0) : type;
}

/** The node of the type that a path means; 0 if unknown. Writes no sites. */
export function typePath(c: Collector, segments: readonly Segment[]): number {
  const [first] = segments;
  const last = segments.at(-1);
  if (first === undefined || last === undefined) return 0;
  const local = first.name === 'Self' ? c.selfType : (lookUpLocal(c, first.name)?.type ?? 0);
  if (segments.length === 1 && local !== 0) return local;
  if (segments.length === 2 && local !== 0) return associatedType(c, local, last.name);
  if (first.name === 'Self') return 0;
  const { names, scope } = preparePath(
    c,
    segments.map(({ name }) => name),
  );
  return namedType(c, names, scope, last.args);
}

/**
 * A path as an expression. `site` is the kind of the site at its last name. The name before it gets a site if it is a type, but not if it is
 * `Self` or a type parameter.
 */
export function visitPath(c: Collector, node: SyntaxNode, site: number): number {
  const { writer } = c;
  const segments = segmentsOf(c, node);
  if (segments === null) {
    for (const part of partsOf(node).slice(1)) if (codeOf(part) === codes.typeArguments) typeArguments(c, part);
    return qualifiedMember(c, node, site);
  }
  const last = segments.at(-1)!;
  const parents = segments.slice(0, -1);
  if (parents.length === 0) return visitName(c, last.node, site);
  const owner = parents.at(-1)!;
  let receiver: number;
  if (isCapital(owner.name)) {
    const type = typePath(c, parents);
    if (type === 0) return 0;
    if (owner.name !== 'Self' && (parents.length > 1 || lookUpLocal(c, owner.name) === null))
      writer.site(siteKinds.type, siteNode(c, type), placeOf(owner.node), c.scope);
    receiver = writer.node(ops.cast, type, 0);
  } else {
    const { names, scope } = preparePath(
      c,
      parents.map(({ name }) => name),
    );
    c.roots.add(names[0]!);
    receiver = writer.name(names[0]!, scope);
    for (const name of names.slice(1)) receiver = writer.member(receiver, name);
  }
  const result = writer.member(receiver, last.name);
  writer.site(site, result, placeOf(last.node), c.scope);
  return result;
}

/** `<T as Trait>::f`: the member f of T. */
function qualifiedMember(c: Collector, node: SyntaxNode, site: number): number {
  const path = codeOf(node) === codes.genericFunction ? partsOf(node)[0] : node;
  const [bracket, last] = path === undefined ? [] : partsOf(path);
  if (bracket === undefined || last === undefined || codeOf(bracket) !== codes.bracketedType) return 0;
  const type = c.writer.withoutSites(() => c.typeOf(bracket));
  const name = nameText(c, last);
  if (type === 0 || name === '') return 0;
  const result = c.writer.member(c.writer.node(ops.cast, type, 0), name);
  c.writer.site(site, result, placeOf(last), c.scope);
  return result;
}

const prelude: ReadonlySet<string> = new Set(['Some', 'None', 'Ok', 'Err']);

/**
 * A use of a plain name. A local name gets a site only where a local variable is called, or with `everySite`. A name of the prelude gets one
 * only if the file declares that name.
 */
export function visitName(c: Collector, node: SyntaxNode, site: number): number {
  const { writer } = c;
  const name = nameText(c, node);
  if (name === '' || name === '_') return 0;
  const local = lookUpLocal(c, name);
  if (local !== null) {
    if (local.node !== 0 && (c.everySite || site === siteKinds.call))
      writer.site(site, local.node, placeOf(node), c.scope);
    return local.node;
  }
  if (name === 'Self') return c.selfType === 0 ? 0 : writer.node(ops.cast, c.selfType, 0);
  const result = writer.name(name, c.itemScope);
  // An option without content: its methods are the library's, and its content is unknown.
  if (name === 'None' && !c.itemNames.has(name)) return writer.node(ops.call, writer.name('Some', c.itemScope), 0, 0);
  if (!prelude.has(name) || c.itemNames.has(name)) writer.site(site, result, placeOf(node), c.scope);
  return result;
}
