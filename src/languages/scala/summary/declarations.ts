/** Classes, traits, objects and enums, with their members; functions and values. */
import type { SyntaxNode } from '../../language.ts';
import {
  entityFields,
  entityFlags,
  entityKinds,
  exportForms,
  heritage,
  ops,
  siteKinds,
} from '../../../model/file-summary.ts';
import {
  declareLocal,
  declareName,
  declareParameter,
  declareType,
  field,
  setContext,
  nameOf,
  ofType,
  partOf,
  partsOf,
  placeOf,
  within,
  withinClass,
  writeConstruction,
  writeReturn,
  type Collector,
} from '../../nominal-summary.ts';
import { visitArguments } from './arguments.ts';
import { visitPattern } from './patterns.ts';
import { declareTypeParameters, isType, typeOf } from './types.ts';

/** By scope, the receiver of the functions in it: the parameter of an `extension` or an `implicit class`. */
const extended = new WeakMap<Collector, Map<number, number>>();

function extendIn(c: Collector, parameter: number | undefined): void {
  if (parameter === undefined) return;
  const known = extended.get(c) ?? new Map<number, number>();
  extended.set(c, known.set(c.frame.scope, parameter));
}

/** `extension [T](a: A) def f`. */
export function visitExtension(c: Collector, node: SyntaxNode): number {
  return within(c, { kind: 'block' }, () => {
    const parts = partsOf(node);
    declareTypeParameters(c, parts);
    for (const part of parts) {
      if (part.type !== 'parameters') c.visit(part);
      else extendIn(c, c.writer.items(declareParameters(c, part, -1))[0]);
    }
    return 0;
  });
}

interface Declared {
  name: string;
  entity: number;
  pairs: number[];
  isObject: boolean;
}

const types: ReadonlySet<string> = new Set(
  'class_definition trait_definition object_definition enum_definition package_object'.split(' '),
);

/** Visits the members of a body or the top level; a companion object is mixed into the class with its name. */
export function visitMembers(c: Collector, members: readonly SyntaxNode[]): void {
  const { writer, frame } = c;
  const classes = new Set(
    members
      .filter(({ type }) => types.has(type) && type !== 'object_definition')
      .map((member) => field(member, 'name'))
      .map((name) => (name === undefined ? '' : nameOf(c, name))),
  );
  for (const member of members) {
    const name = field(
      member,
      member.type === 'val_definition' || member.type === 'var_definition' ? 'pattern' : 'name',
    );
    const isNamed = frame.kind === 'class' && name?.type === 'identifier' && /^va[lr]_/.test(member.type);
    if (isNamed) declareName(frame, nameOf(c, name));
  }
  const declared: Declared[] = [];
  for (const member of members) {
    if (types.has(member.type)) declared.push(...visitType(c, member, classes));
    else c.visit(member);
    c.frame = frame;
  }
  for (const object of declared) {
    const own = object.isObject ? declared.find((one) => !one.isObject && one.name === object.name) : undefined;
    if (own === undefined) continue;
    own.pairs.push(heritage.mixesIn, writer.node(ops.instance, writer.entityNode(object.entity)));
    writer.set(own.entity, entityFields.listA, writer.list(own.pairs));
  }
}

function visitType(c: Collector, node: SyntaxNode, classes: ReadonlySet<string>): Declared[] {
  const { writer } = c;
  const nameNode = field(node, 'name');
  const parts = partsOf(node);
  if (nameNode === undefined) {
    for (const part of parts) c.visit(part);
    return [];
  }
  const name = nameOf(c, nameNode);
  const isObject = node.type === 'object_definition' || node.type === 'package_object';
  const isTrait = node.type === 'trait_definition';
  for (const part of parts) if (part.type === 'annotation') c.visit(part);
  const entity = declareType(c, {
    name: isObject && classes.has(name) ? '' : name,
    place: placeOf(nameNode),
    kind: isTrait ? entityKinds.interface : entityKinds.class,
    flags: (isTrait ? entityFlags.abstract : 0) | (isObject ? entityFlags.constant : 0),
  });
  const pairs: number[] = [];
  const header = (): void => {
    writer.set(entity, entityFields.listB, declareTypeParameters(c, parts));
    const bases = field(node, 'extend');
    if (bases !== undefined) pairs.push(...heritageOf(c, bases, isTrait));
    writer.set(entity, entityFields.listA, writer.list(pairs));
  };
  withinClass(c, entity, header, () => {
    declareConstructor(c, parts, entity);
    visitBaseArguments(c, parts);
    const body = field(node, 'body');
    if (body !== undefined) visitMembers(c, partsOf(body));
  });
  return [{ name, entity, pairs, isObject }];
}

/** The first base of a class counts as a class, those after `with` as traits. */
function heritageOf(c: Collector, node: SyntaxNode, isTrait: boolean): number[] {
  const pairs: number[] = [];
  for (const [index, part] of partsOf(node).filter(isType).entries()) {
    const extending = index === 0 || isTrait;
    const type = typeOf(c, part, extending ? siteKinds.extends : siteKinds.implements);
    if (type !== 0) pairs.push(extending ? heritage.extends : heritage.implements, type);
  }
  return pairs;
}

function visitBaseArguments(c: Collector, parts: readonly SyntaxNode[]): void {
  const bases = partOf(parts, 'extends_clause');
  const argumentList = bases === undefined ? undefined : partOf(partsOf(bases), 'arguments');
  if (argumentList === undefined) return;
  const callee = c.writer.node(ops.super, c.frame.scope);
  writeConstruction(c, { callee, args: visitArguments(c, argumentList), place: placeOf(argumentList) });
}

/** The parameters of a class are visible in its whole body. */
function declareConstructor(c: Collector, parts: readonly SyntaxNode[], owner: number): void {
  const { writer } = c;
  const lists = parts.filter(({ type }) => type === 'class_parameters');
  const [first] = lists;
  if (first === undefined) return;
  const { scope } = c.frame;
  const { line } = placeOf(first);
  const flags = entityFlags.implemented;
  const at = { line, column: 0 };
  const method = writer.entity({ name: 'constructor', kind: entityKinds.method, ...at, scope, parent: owner, flags });
  const inner = writer.scope(scope, 1, method);
  const taken: number[] = [];
  for (const part of lists.flatMap((list) => partsOf(list))) {
    const name = field(part, 'name');
    if (name === undefined) continue;
    const written = field(part, 'type');
    const type = written === undefined ? 0 : typeOf(c, written);
    const text = nameOf(c, name);
    declareName(c.frame, text);
    writer.entity({ name: text, kind: entityKinds.property, ...placeOf(name), scope, parent: owner, type, flags });
    const initial = field(part, 'default_value');
    if (initial !== undefined) c.visit(initial);
    if (part.parent?.id !== first.id) continue;
    const draft = { name: text, kind: entityKinds.parameter, ...at, scope: inner, parent: method, type };
    taken.push(writer.entity({ ...draft, flags: initial === undefined ? 0 : entityFlags.optional }));
  }
  writer.set(method, entityFields.listA, writer.list(taken));
  const modifiers = partOf(parts, 'modifiers');
  if (modifiers !== undefined && /\bimplicit\b/.test(c.source.slice(modifiers.startIndex, modifiers.endIndex)))
    extendIn(c, taken[0]);
}

export function visitFunction(c: Collector, node: SyntaxNode): number {
  const { writer, frame: outer } = c;
  const nameNode = field(node, 'name');
  const parts = partsOf(node);
  if (nameNode === undefined) {
    for (const part of parts) c.visit(part);
    return 0;
  }
  for (const part of parts) if (part.type === 'annotation') c.visit(part);
  const isMember = outer.kind === 'class';
  const body = field(node, 'body');
  const text = nameOf(c, nameNode);
  const name = text === 'this' && isMember ? 'constructor' : text;
  const receiver = extended.get(c)?.get(outer.scope);
  const entity = writer.entity({
    name,
    kind: isMember ? entityKinds.method : entityKinds.function,
    ...placeOf(nameNode),
    scope: outer.scope,
    parent: isMember ? outer.entity : -1,
    flags:
      (body === undefined ? entityFlags.abstract : entityFlags.implemented) |
      (receiver === undefined ? 0 : entityFlags.extension),
  });
  if (receiver !== undefined) writer.set(entity, entityFields.assignedTo, receiver);
  if (outer.scope === 0) writer.export(name, exportForms.own, entity, 0);
  within(c, { kind: 'function', entity }, (frame) => {
    writer.set(entity, entityFields.ownScope, frame.scope);
    writer.set(entity, entityFields.listB, declareTypeParameters(c, parts));
    const lists = parts.filter(({ type }) => type === 'parameters');
    for (const [index, list] of lists.entries()) {
      const declared = declareParameters(c, list, entity);
      if (index === 0) writer.set(entity, entityFields.listA, declared);
    }
    const written = field(node, 'return_type');
    if (written !== undefined) writer.set(entity, entityFields.type, typeOf(c, written));
    if (body === undefined) return;
    writeReturn(c, c.visit(body));
    writer.set(entity, entityFields.value, writer.either(frame.returns));
  });
  return 0;
}

/** A list node of the parameters' entities. */
export function declareParameters(c: Collector, node: SyntaxNode, owner: number): number {
  const list: number[] = [];
  for (const part of partsOf(node)) {
    const name = field(part, 'name');
    const written = field(part, 'type');
    if (name === undefined) continue;
    const type = written === undefined ? 0 : typeOf(c, written);
    const initial = field(part, 'default_value');
    const isRest = written?.type === 'repeated_parameter_type';
    const flags = (initial === undefined ? 0 : entityFlags.optional) | (isRest ? entityFlags.rest : 0);
    list.push(declareParameter(c, { name: nameOf(c, name), place: placeOf(name), owner, type, flags }));
    if (initial !== undefined) c.visit(initial);
  }
  return c.writer.list(list);
}

/** `val a: A = b`: a member, a value of the package, or a local variable. */
export function visitValue(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const pattern = field(node, 'pattern') ?? field(node, 'name');
  const written = field(node, 'type');
  const type = written === undefined ? 0 : typeOf(c, written);
  const valueNode = field(node, 'value');
  const isMember = c.frame.kind === 'class';
  if (pattern?.type !== 'identifier' || !(isMember || c.frame.scope === 0)) {
    const value = valueNode === undefined ? 0 : c.visit(valueNode);
    setContext(c, value, ofType(c, type));
    if (pattern?.type === 'identifier') declareLocal(c, { name: pattern, type, value });
    else if (pattern !== undefined) visitPattern(c, pattern, value);
    return 0;
  }
  const name = nameOf(c, pattern);
  const { scope } = c.frame;
  const entity = writer.entity({
    name,
    kind: isMember ? entityKinds.property : entityKinds.variable,
    ...placeOf(pattern),
    scope,
    parent: isMember ? c.frame.entity : -1,
    type,
    flags: entityFlags.implemented,
  });
  if (scope === 0) writer.export(name, exportForms.own, entity, 0);
  if (valueNode === undefined) return 0;
  const value = c.visit(valueNode);
  setContext(c, value, ofType(c, type));
  writer.set(entity, entityFields.value, value);
  return 0;
}

/** `type A = B`. */
export function visitTypeAlias(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const name = field(node, 'name');
  const written = field(node, 'type');
  if (name === undefined) return 0;
  const { scope } = c.frame;
  const parent = c.frame.kind === 'class' ? c.frame.entity : -1;
  const entity = writer.entity({ name: nameOf(c, name), kind: entityKinds.typeAlias, ...placeOf(name), scope, parent });
  if (scope === 0) writer.export(nameOf(c, name), exportForms.own, entity, 0);
  within(c, { kind: 'header' }, () => {
    writer.set(entity, entityFields.listB, declareTypeParameters(c, partsOf(node)));
    if (written !== undefined) writer.set(entity, entityFields.type, typeOf(c, written));
  });
  return 0;
}

/** `case A, B(x: X)` of an enum: instances of it. */
export function visitEnumCase(c: Collector, node: SyntaxNode): number {
  const { writer, frame } = c;
  const name = field(node, 'name');
  if (name === undefined || frame.kind !== 'class') return 0;
  writer.entity({
    name: nameOf(c, name),
    kind: entityKinds.property,
    ...placeOf(name),
    scope: frame.scope,
    parent: frame.entity,
    value: writer.node(ops.instance, writer.entityNode(frame.entity)),
    flags: entityFlags.static | entityFlags.constant | entityFlags.implemented,
  });
  for (const part of partsOf(node))
    for (const inner of partsOf(part)) {
      const written = field(inner, 'type');
      if (written !== undefined) typeOf(c, written);
    }
  return 0;
}

/** `new A(x) { … }`. */
export function visitAnonymous(c: Collector, { body, base }: { body: SyntaxNode; base: number }): number {
  const { writer } = c;
  const { scope } = c.frame;
  const entity = writer.entity({ name: '', kind: entityKinds.class, ...placeOf(body), scope, parent: -1 });
  if (base !== 0) writer.set(entity, entityFields.listA, writer.list([heritage.extends, base]));
  within(c, { kind: 'class', entity }, (frame) => {
    writer.set(entity, entityFields.ownScope, frame.scope);
    visitMembers(c, partsOf(body));
  });
  return writer.node(ops.instance, writer.entityNode(entity));
}
