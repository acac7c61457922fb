/** Classes, modules, methods, and what class bodies declare by calling. */
import type { SyntaxNode } from '../../language.ts';
import {
  entityFields,
  entityFlags,
  entityKinds,
  heritage,
  ops,
  scopeKinds,
  siteKinds,
} from '../../../model/link-facts.ts';
import { constantPath, methodName, partsOf, placeOf, textOf, type Collector } from './collector.ts';

/** A use of a constant, with a site at each of its names. */
export function visitConstant(c: Collector, node: SyntaxNode, site: number = siteKinds.type): number {
  if (node.type === 'scope_resolution') {
    const path = constantPath(c, node);
    const scope = node.childForFieldName('scope');
    const name = node.childForFieldName('name');
    if (path === null || name === null) {
      if (scope !== null) c.visit(scope);
      return 0;
    }
    if (scope !== null) visitConstant(c, scope);
    return named(c, { path, at: name, site });
  }
  return node.type === 'constant' ? named(c, { path: textOf(c, node), at: node, site }) : c.visit(node);
}

function named(c: Collector, { path, at, site }: { path: string; at: SyntaxNode; site: number }): number {
  const result = c.writer.name(path, c.scope);
  c.writer.site(site, result, placeOf(at), c.scope);
  return result;
}

/** `class A::B < C`, `module M`. */
export function visitClass(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const written = node.childForFieldName('name');
  const path = written === null ? null : constantPath(c, written);
  const superclass = node.childForFieldName('superclass');
  const [base] = superclass === null ? [] : partsOf(superclass);
  const extended = base === undefined ? 0 : visitConstant(c, base, siteKinds.extends);
  if (written === null || path === null) {
    for (const part of partsOf(node)) if (part.id !== superclass?.id) c.visit(part);
    return 0;
  }
  const { scope, owner, isStatic, locals, method } = c;
  const names = path.split('::');
  const name = names.pop()!;
  if (names[0] === '') {
    c.scope = 0;
    names.shift();
  }
  const place = placeOf(written.childForFieldName('name') ?? written);
  if (names.length > 0) {
    const around = written.childForFieldName('scope');
    if (around !== null) visitConstant(c, around);
    const draft = { name: names.join('::'), kind: entityKinds.namespace, ...place, scope: c.scope, parent: -2 };
    c.scope = writer.scope(c.scope, scopeKinds.namespace, writer.entity(draft));
  }
  const flags = entityFlags.implemented | entityFlags.global;
  const entity = writer.entity({ name, kind: entityKinds.class, flags, ...place, scope: c.scope });
  if (extended !== 0) writer.set(entity, entityFields.listA, writer.list([heritage.extends, extended]));
  inBody(c, { node, entity, isStatic: false });
  Object.assign(c, { scope, owner, isStatic, locals, method });
  return 0;
}

function inBody(
  c: Collector,
  { node, entity, isStatic }: { node: SyntaxNode; entity: number; isStatic: boolean },
): void {
  c.scope = c.writer.scope(c.scope, scopeKinds.class, entity);
  c.writer.set(entity, entityFields.ownScope, c.scope);
  Object.assign(c, { owner: entity, isStatic, locals: new Map(), method: '' });
  const body = node.childForFieldName('body');
  if (body !== null) c.visit(body);
}

/** `class << self`. */
export function visitSingletonClass(c: Collector, node: SyntaxNode): number {
  const { isStatic } = c;
  const value = node.childForFieldName('value');
  c.isStatic = value?.type === 'self';
  const body = node.childForFieldName('body');
  if (body !== null) c.visit(body);
  c.isStatic = isStatic;
  return 0;
}

export function visitMethod(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const nameNode = node.childForFieldName('name');
  if (nameNode === null) return 0;
  const name = textOf(c, nameNode);
  const object = node.childForFieldName('object');
  const isSingleton = node.type === 'singleton_method';
  const isOwn = !isSingleton || object?.type === 'self' || (object !== null && ownerNamed(c, object));
  const isMember = c.owner !== -1 && isOwn;
  const isStatic = isSingleton || c.isStatic;
  const flags = entityFlags.implemented | (isMember && isStatic ? entityFlags.static : 0);
  const entity = writer.entity({
    name: isMember ? methodName(name) : name,
    kind: isMember ? entityKinds.method : entityKinds.function,
    flags: isMember || isSingleton ? flags : flags | entityFlags.global,
    ...placeOf(nameNode),
    scope: c.scope,
    parent: isMember ? c.owner : isSingleton ? -2 : -1,
  });
  const { scope, locals, returns, method } = c;
  Object.assign(c, { locals: new Map(), returns: [], method: name });
  c.scope = writer.scope(scope, scopeKinds.function, entity);
  writer.set(entity, entityFields.ownScope, c.scope);
  writer.set(entity, entityFields.listA, declareParameters(c, node.childForFieldName('parameters'), entity));
  const body = node.childForFieldName('body');
  const last = body === null ? 0 : c.visit(body);
  writer.set(entity, entityFields.value, writer.either([...(c.returns ?? []), last]));
  Object.assign(c, { scope, locals, returns, method });
  return 0;
}

function ownerNamed(c: Collector, object: SyntaxNode): boolean {
  return c.owner !== -1 && c.writer.text(c.writer.get(c.owner, entityFields.name)) === textOf(c, object);
}

/** @param owner the method; -2 for a block's parameters, of which nothing is known */
export function declareParameters(c: Collector, list: SyntaxNode | null, owner: number): number {
  const { writer } = c;
  const declared: number[] = [];
  for (const part of list === null ? [] : partsOf(list)) {
    const name = part.type === 'identifier' ? part : part.childForFieldName('name');
    const initial = part.childForFieldName('value');
    const value = initial === null ? 0 : c.visit(initial);
    if (part.type === 'destructured_parameter') declareParameters(c, part, -2);
    if (name === null) continue;
    const text = textOf(c, name);
    if (owner === -2) {
      c.locals.set(text, 0);
      continue;
    }
    const isRest = part.type === 'splat_parameter' || part.type === 'hash_splat_parameter';
    const flags = (initial === null ? 0 : entityFlags.optional) | (isRest ? entityFlags.rest : 0);
    const draft = { name: text, kind: entityKinds.parameter, flags, ...placeOf(name), scope: c.scope, parent: owner };
    const parameter = writer.entity({ ...draft, value });
    declared.push(parameter);
    c.locals.set(text, writer.entityNode(parameter));
  }
  return writer.list(declared);
}

const mixers: ReadonlyMap<string, number> = new Map([
  ['include', heritage.mixesIn],
  ['prepend', heritage.mixesIn],
  ['extend', heritage.implements],
]);

const accessors: ReadonlySet<string> = new Set(['attr_accessor', 'attr_reader', 'attr_writer', 'attr']);

/** Calls in a class's body that declare something; false for all others. */
export function declareByCall(c: Collector, name: string, args: readonly SyntaxNode[]): boolean {
  if (c.owner === -1 || c.writer.scopeKind(c.scope) !== scopeKinds.class) return false;
  const relation = mixers.get(name);
  if (relation !== undefined) {
    mix(c, { relation: c.isStatic ? heritage.implements : relation, args });
    return true;
  }
  if (accessors.has(name)) {
    for (const arg of args) declareAccessor(c, arg, name);
    return true;
  }
  if (name === 'module_function' && args.length === 0) c.isStatic = true;
  if (name === 'module_function') for (const arg of args) declareModuleFunction(c, arg);
  if (name !== 'alias_method' || args.length !== 2) return false;
  declareAlias(c, args[0]!, args[1]!);
  return true;
}

function mix(c: Collector, { relation, args }: { relation: number; args: readonly SyntaxNode[] }): void {
  const { writer, owner } = c;
  const pairs = [...writer.items(writer.get(owner, entityFields.listA))];
  for (const arg of args) {
    if (arg.type === 'self') {
      pairs.push(relation, writer.entityNode(owner));
      continue;
    }
    const mixed =
      arg.type === 'constant' || arg.type === 'scope_resolution'
        ? visitConstant(c, arg, siteKinds.extends)
        : c.visit(arg);
    if (mixed !== 0) pairs.push(relation, mixed);
  }
  writer.set(owner, entityFields.listA, writer.list(pairs));
}

/** Name of a symbol or string with its place; null for others. */
function symbolOf(c: Collector, node: SyntaxNode): { name: string; line: number; column: number } | null {
  const [, name] = /^:?["']?(\w+[?!=]?)["']?$/.exec(textOf(c, node)) ?? [];
  if (name === undefined || !/symbol|string|identifier|setter/.test(node.type)) return null;
  return { name, ...placeOf(node) };
}

function declareAccessor(c: Collector, node: SyntaxNode, by: string): void {
  const found = symbolOf(c, node);
  if (found === null) return;
  const { writer, scope, owner } = c;
  const value = writer.member(writer.node(ops.this, scope), `@${found.name}`);
  const flags = entityFlags.implemented | (c.isStatic ? entityFlags.static : 0);
  const draft = { ...found, kind: entityKinds.property, scope, parent: owner };
  if (by !== 'attr_writer') writer.entity({ ...draft, flags: flags | entityFlags.getter, value });
  if (by === 'attr_writer' || by === 'attr_accessor') writer.entity({ ...draft, name: `${found.name}=`, flags });
}

/** `module_function :name`: the module has a method of its own like that of what mixes it in. */
function declareModuleFunction(c: Collector, node: SyntaxNode): void {
  const found = symbolOf(c, node);
  if (found === null) return;
  const { writer, scope, owner } = c;
  const name = methodName(found.name);
  const flags = entityFlags.implemented | entityFlags.static | entityFlags.alias;
  const value = writer.member(writer.node(ops.this, scope), name);
  writer.entity({ ...found, name, kind: entityKinds.property, flags, scope, parent: owner, value });
}

/** `alias new old`. */
export function declareAlias(c: Collector, name: SyntaxNode, old: SyntaxNode): void {
  const [made, meant] = [symbolOf(c, name), symbolOf(c, old)];
  if (made === null || meant === null || c.owner === -1) return;
  const { writer, scope, owner } = c;
  const self = c.isStatic ? writer.entityNode(owner) : writer.node(ops.this, scope);
  const value = writer.member(self, methodName(meant.name));
  const flags = entityFlags.implemented | (c.isStatic ? entityFlags.static : 0);
  writer.entity({ ...made, kind: entityKinds.property, flags, scope, parent: owner, value });
  writer.site(siteKinds.read, value, meant, scope);
}
