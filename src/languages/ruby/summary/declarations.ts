/** Classes, modules, methods, and declarations by calls in class bodies. */
import type { SyntaxNode } from '../../language.ts';
import {
  entityFields,
  entityFlags,
  entityKinds,
  heritage,
  ops,
  scopeKinds,
  siteKinds,
} from '../../../model/file-summary.ts';
import {
  constantPath,
  visitClassBody,
  methodName,
  nameless,
  partsOf,
  placeOf,
  symbolOf,
  textOf,
  type Collector,
} from './collector.ts';
import { visitConstant } from './constants.ts';
import { addClassMethods, mixByCall } from './mixins.ts';

/** `class A::B < C`, `module M`. */
export function visitClass(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const nameNode = node.childForFieldName('name');
  const path = nameNode === null ? null : constantPath(c, nameNode);
  const superclass = node.childForFieldName('superclass');
  const [base] = superclass === null ? [] : partsOf(superclass);
  const superclassNode = base === undefined ? 0 : visitConstant(c, base, siteKinds.extends);
  if (nameNode === null || path === null) {
    for (const part of partsOf(node)) if (part.id !== superclass?.id) c.visit(part);
    return 0;
  }
  const { scope, owner, isStatic, locals, method, selfIsClass } = c;
  const names = path.split('::');
  const name = names.pop()!;
  // `class ::A` is declared at the top level.
  if (names[0] === '') {
    c.scope = 0;
    names.shift();
  }
  const place = placeOf(nameNode.childForFieldName('name') ?? nameNode);
  if (names.length > 0) {
    const qualifier = nameNode.childForFieldName('scope');
    if (qualifier !== null) visitConstant(c, qualifier);
    const draft = { name: names.join('::'), kind: entityKinds.namespace, ...place, scope: c.scope, parent: nameless };
    c.scope = writer.scope(c.scope, scopeKinds.namespace, writer.entity(draft));
  }
  const flags = entityFlags.implemented | entityFlags.global;
  const entity = writer.entity({ name, kind: entityKinds.class, flags, ...place, scope: c.scope });
  if (superclassNode !== 0) writer.set(entity, entityFields.listA, writer.list([heritage.extends, superclassNode]));
  addClassMethods(c, name, entity);
  visitClassBody(c, { body: node.childForFieldName('body'), entity });
  Object.assign(c, { scope, owner, isStatic, locals, method, selfIsClass });
  return 0;
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
  // At the top level, `def self.help` is called like `def help`.
  const isMainMethod = c.owner === -1 && c.method === '' && object?.type === 'self';
  const isSingleton = node.type === 'singleton_method' && !isMainMethod;
  const belongsToOwner = !isSingleton || object?.type === 'self' || (object !== null && isOwnerName(c, object));
  const isMember = c.owner !== -1 && belongsToOwner;
  const isStatic = isSingleton || c.isStatic;
  const flags = entityFlags.implemented | (isMember && isStatic ? entityFlags.static : 0);
  const entity = writer.entity({
    name: isMember ? methodName(name) : name,
    kind: isMember ? entityKinds.method : entityKinds.function,
    flags: isMember || isSingleton || c.blockDepth > 0 ? flags : flags | entityFlags.global,
    ...placeOf(nameNode),
    scope: c.scope,
    parent: isMember ? c.owner : isSingleton ? nameless : -1,
  });
  const { scope, locals, returns, method, selfIsClass, includer } = c;
  // `def self.included(base)`.
  const isHook = isMember && isStatic && (name === 'included' || name === 'prepended');
  Object.assign(c, { locals: new Map(), returns: [], method: name, selfIsClass: isStatic });
  c.includer = isHook ? firstParameter(c, node) : '';
  c.scope = writer.scope(scope, scopeKinds.function, entity);
  writer.set(entity, entityFields.ownScope, c.scope);
  writer.set(entity, entityFields.listA, declareParameters(c, node.childForFieldName('parameters'), entity));
  const body = node.childForFieldName('body');
  const last = body === null ? 0 : c.visit(body);
  writer.set(entity, entityFields.value, writer.either([...(c.returns ?? []), last]));
  Object.assign(c, { scope, locals, returns, method, selfIsClass, includer });
  return 0;
}

function firstParameter(c: Collector, method: SyntaxNode): string {
  const list = method.childForFieldName('parameters');
  const [first] = list === null ? [] : partsOf(list);
  return first?.type === 'identifier' ? textOf(c, first) : '';
}

/** Whether a node names the surrounding class (`def A.f` in `class A`). */
function isOwnerName(c: Collector, object: SyntaxNode): boolean {
  return c.owner !== -1 && c.writer.text(c.writer.get(c.owner, entityFields.name)) === textOf(c, object);
}

/** @param owner the method's entity; null for a block, whose parameters have unknown values and no entities */
export function declareParameters(c: Collector, list: SyntaxNode | null, owner: number | null): number {
  const { writer } = c;
  const declared: number[] = [];
  for (const part of list === null ? [] : partsOf(list)) {
    const name = part.type === 'identifier' ? part : part.childForFieldName('name');
    const initial = part.childForFieldName('value');
    const value = initial === null ? 0 : c.visit(initial);
    if (part.type === 'destructured_parameter') declareParameters(c, part, null);
    if (name === null) continue;
    const text = textOf(c, name);
    if (owner === null) {
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

/** Calls that declare accessors of instance variables. */
const accessors: ReadonlySet<string> = new Set(['attr_accessor', 'attr_reader', 'attr_writer', 'attr']);

/** Writes what a call in a class body or at the top level declares. Returns false where the call has to be visited as well. */
export function declareByCall(c: Collector, name: string, args: readonly SyntaxNode[]): boolean {
  if (c.owner === -1) return mixByCall(c, name, args);
  if (c.writer.scopeKind(c.scope) !== scopeKinds.class) return false;
  if (mixByCall(c, name, args)) return true;
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

/**
 * `attr_reader :name`: a property that reads `@name`.
 * @param accessor the called method, such as `attr_reader`
 */
export function declareAccessor(c: Collector, node: SyntaxNode, accessor: string): void {
  const symbol = symbolOf(c, node);
  if (symbol === null) return;
  const { writer, scope, owner } = c;
  const value = writer.member(writer.node(ops.this, scope), `@${symbol.name}`);
  const flags = entityFlags.implemented | (c.isStatic ? entityFlags.static : 0);
  const draft = { ...symbol, kind: entityKinds.property, scope, parent: owner };
  if (accessor !== 'attr_writer') writer.entity({ ...draft, flags: flags | entityFlags.getter, value });
  if (accessor === 'attr_writer' || accessor === 'attr_accessor')
    writer.entity({ ...draft, name: `${symbol.name}=`, flags });
}

/** `module_function :name`: the module itself gets the method too, beside the classes that mix it in. */
function declareModuleFunction(c: Collector, node: SyntaxNode): void {
  const symbol = symbolOf(c, node);
  if (symbol === null) return;
  const { writer, scope, owner } = c;
  const name = methodName(symbol.name);
  const flags = entityFlags.implemented | entityFlags.static | entityFlags.alias;
  const value = writer.member(writer.node(ops.this, scope), name);
  writer.entity({ ...symbol, name, kind: entityKinds.property, flags, scope, parent: owner, value });
}

/** `alias new old`. */
export function declareAlias(c: Collector, aliasNode: SyntaxNode, originalNode: SyntaxNode): void {
  const [alias, original] = [symbolOf(c, aliasNode), symbolOf(c, originalNode)];
  if (alias === null || original === null || c.owner === -1) return;
  const { writer, scope, owner } = c;
  const self = c.isStatic ? writer.entityNode(owner) : writer.node(ops.this, scope);
  const value = writer.member(self, methodName(original.name));
  const flags = entityFlags.implemented | (c.isStatic ? entityFlags.static : 0);
  writer.entity({ ...alias, kind: entityKinds.property, flags, scope, parent: owner, value });
  writer.site(siteKinds.read, value, original, scope);
}
