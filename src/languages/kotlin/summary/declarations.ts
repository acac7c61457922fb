/** Classes, interfaces, objects, enums: heritage, constructors, members. */
import type { SyntaxNode } from '../../language.ts';
import { hideParameter, withHiddenParameters } from './hidden-parameters.ts';
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
  addSignature,
  declareName,
  declareParameter,
  declareType,
  field,
  nameOf,
  partOf,
  partsOf,
  placeOf,
  within,
  withinClass,
  writeConstruction,
  type Collector,
  type Place,
} from '../../nominal-summary.ts';
import { visitArguments } from './calls.ts';
import { declareParameters, memberName, flagsOf, visitAnnotations, visitFunction, visitProperty } from './functions.ts';
import { declareTypeParameters, isType, modifiersOf, typeOf } from './types.ts';

const bodyTypes: ReadonlySet<string> = new Set(['class_body', 'enum_class_body']);

/** Visits a class, interface, object, enum or companion. Returns its entity; -1 if it has no name. */
export function visitClass(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const parts = partsOf(node);
  const isCompanion = node.type === 'companion_object';
  const nameNode = field(node, 'name');
  if (nameNode === undefined && !isCompanion) {
    for (const part of parts) c.visit(part);
    return -1;
  }
  const modifiers = modifiersOf(c, parts);
  const isInterface = node.children.some((child) => child?.type === 'interface');
  visitAnnotations(c, parts);
  let flags = flagsOf(modifiers, false);
  if (isInterface || modifiers.has('sealed')) flags |= entityFlags.abstract;
  if (isCompanion || node.type === 'object_declaration') flags |= entityFlags.constant;
  const entity = declareType(c, {
    name: nameNode === undefined ? 'Companion' : nameOf(c, nameNode),
    place: placeOf(nameNode ?? node),
    kind: isInterface ? entityKinds.interface : entityKinds.class,
    flags,
  });
  const pairs: number[] = [];
  const header = (): void => {
    writer.set(entity, entityFields.listB, declareTypeParameters(c, parts));
    const list = partOf(parts, 'delegation_specifiers');
    if (list !== undefined) pairs.push(...heritageOf(c, list, isInterface));
    writer.set(entity, entityFields.listA, writer.list(pairs));
  };
  withinClass(c, entity, header, () => {
    const primary = partOf(parts, 'primary_constructor');
    const body = parts.find((part) => bodyTypes.has(part.type));
    if (primary !== undefined) declarePrimaryConstructor(c, primary, { entity, properties: propertiesIn(c, body) });
    withHiddenParameters(c, node, () => visitBases(c, parts));
    const { companions, methods } = body === undefined ? { companions: [], methods: [] } : visitBody(c, body, entity);
    for (const companion of companions)
      pairs.push(heritage.mixesIn, writer.node(ops.instance, writer.entityNode(companion)));
    if (companions.length > 0) writer.set(entity, entityFields.listA, writer.list(pairs));
    if (isInterface) addSignature(c, entity, methods);
  });
  return entity;
}

function specifiersOf(parts: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const list = partOf(parts, 'delegation_specifiers');
  return list === undefined ? [] : partsOf(list).flatMap((part) => partsOf(part));
}

/** Heritage pairs. A base with constructor arguments is a class; a base without is an interface. An interface extends its bases. */
function heritageOf(c: Collector, list: SyntaxNode, isInterface: boolean): number[] {
  const pairs: number[] = [];
  for (const part of partsOf(list).flatMap((specifier) => partsOf(specifier))) {
    const hasArguments = part.type === 'constructor_invocation';
    const typeNode = isType(part) ? part : partsOf(part).find(isType);
    if (typeNode === undefined) continue;
    const usesExtends = hasArguments || isInterface;
    const type = typeOf(c, typeNode, usesExtends ? siteKinds.extends : siteKinds.implements);
    if (type !== 0) pairs.push(usesExtends ? heritage.extends : heritage.implements, type);
  }
  return pairs;
}

/** Visits the expressions after the names of the bases: x in `B(x)` and `I by x`. */
function visitBases(c: Collector, parts: readonly SyntaxNode[]): void {
  for (const part of specifiersOf(parts)) {
    if (part.type === 'constructor_invocation') {
      const argumentList = partOf(partsOf(part), 'value_arguments');
      if (argumentList === undefined) continue;
      const { args } = visitArguments(c, argumentList);
      writeConstruction(c, { callee: c.writer.node(ops.super, c.frame.scope), args, place: placeOf(argumentList) });
    } else if (part.type === 'explicit_delegation') {
      for (const child of partsOf(part)) if (!isType(child)) c.visit(child);
    }
  }
}

/**
 * Declares the primary constructor and its parameters. A parameter with `val` or `var` is a property; any other is a variable that the
 * initializers of the class see. Where the class has a property of its name, only they see it.
 */
function declarePrimaryConstructor(
  c: Collector,
  node: SyntaxNode,
  { entity, properties }: { entity: number; properties: ReadonlySet<string> },
): void {
  const { writer } = c;
  const classScope = c.frame.scope;
  const place = placeOf(node);
  const flags = entityFlags.implemented;
  const draft = { name: 'constructor', kind: entityKinds.method, ...place, scope: classScope, parent: entity, flags };
  const method = writer.entity(draft);
  const list = partOf(partsOf(node), 'class_parameters');
  const parameters = list === undefined ? [] : partsOf(list).filter((part) => part.type === 'class_parameter');
  const declared: number[] = [];
  for (const part of parameters) {
    const parts = partsOf(part);
    visitAnnotations(c, parts);
    const name = partOf(parts, 'identifier');
    if (name === undefined) continue;
    const typeNode = parts.find(isType);
    const type = typeNode === undefined ? 0 : typeOf(c, typeNode);
    const text = nameOf(c, name);
    const isProperty = part.children.some((child) => child?.type === 'val' || child?.type === 'var');
    if (!isProperty && properties.has(text)) {
      hideParameter(c.frame, { name: text, place: placeOf(name), type });
    } else {
      declareName(c.frame, text);
      const kind = isProperty ? entityKinds.property : entityKinds.variable;
      const parent = isProperty ? entity : -1;
      writer.entity({ name: text, kind, ...placeOf(name), scope: classScope, parent, type, flags });
    }
    const initial = parts.find((child) => child.startIndex >= name.endIndex && !isType(child));
    declared.push(constructorParameter(c, { text, place, method, type, isOptional: initial !== undefined }));
    if (initial !== undefined) c.visit(initial);
  }
  writer.set(method, entityFields.listA, writer.list(declared));
}

/** Names of the properties that a class body declares. */
function propertiesIn(c: Collector, body: SyntaxNode | undefined): ReadonlySet<string> {
  const members = body === undefined ? [] : partsOf(body).filter((member) => member.type === 'property_declaration');
  return new Set(members.map(memberName).flatMap((name) => (name === undefined ? [] : [nameOf(c, name)])));
}

/** Declares a parameter in the scope of the constructor. Its place is column 0, where no definition is: the property has the definition. */
function constructorParameter(
  c: Collector,
  parameter: { text: string; place: Place; method: number; type: number; isOptional: boolean },
): number {
  const { text, place, method, type, isOptional } = parameter;
  return within(c, { kind: 'function', entity: method }, () =>
    declareParameter(c, {
      name: text,
      place: { line: place.line, column: 0 },
      owner: method,
      type,
      flags: isOptional ? entityFlags.optional : 0,
    }),
  );
}

/** Visits the members of a body. Property names are declared first, because they are visible in the whole body. */
function visitBody(c: Collector, body: SyntaxNode, entity: number): { companions: number[]; methods: number[] } {
  const { frame } = c;
  const companions: number[] = [];
  const methods: number[] = [];
  const members = partsOf(body);
  for (const member of members) {
    const name = memberName(member);
    if (name !== undefined) declareName(frame, nameOf(c, name));
  }
  for (const member of members) {
    if (member.type === 'function_declaration') methods.push(visitFunction(c, member));
    else if (member.type === 'property_declaration') visitProperty(c, member);
    else if (member.type === 'secondary_constructor') visitConstructor(c, member, entity);
    else if (member.type === 'anonymous_initializer') withHiddenParameters(c, member, () => c.visit(member));
    else if (member.type === 'enum_entry') visitEnumEntry(c, member, entity);
    else if (member.type === 'companion_object') companions.push(visitClass(c, member));
    else c.visit(member);
    c.frame = frame;
  }
  return {
    companions: companions.filter((member) => member !== -1),
    methods: methods.filter((member) => member !== -1),
  };
}

function visitConstructor(c: Collector, node: SyntaxNode, owner: number): void {
  const { writer } = c;
  const parts = partsOf(node);
  const { scope } = c.frame;
  visitAnnotations(c, parts);
  const keyword = node.children.find((child) => child?.type === 'constructor') ?? node;
  const flags = entityFlags.implemented;
  const draft = { name: 'constructor', kind: entityKinds.method, ...placeOf(keyword), scope, parent: owner, flags };
  const entity = writer.entity(draft);
  within(c, { kind: 'function', entity }, (frame) => {
    writer.set(entity, entityFields.ownScope, frame.scope);
    const list = partOf(parts, 'function_value_parameters');
    if (list !== undefined) writer.set(entity, entityFields.listA, declareParameters(c, list, entity));
    const delegation = partOf(parts, 'constructor_delegation_call');
    const argumentList = delegation === undefined ? undefined : partOf(partsOf(delegation), 'value_arguments');
    if (delegation !== undefined && argumentList !== undefined) {
      const { args } = visitArguments(c, argumentList);
      const isSuper = c.source.startsWith('super', delegation.startIndex);
      const callee = isSuper ? writer.node(ops.super, frame.scope) : writer.entityNode(owner);
      writeConstruction(c, { callee, args, place: placeOf(delegation) });
    }
    const body = partOf(parts, 'block');
    if (body !== undefined) c.visit(body);
  });
}

/** An enum constant is an instance of its enum. If it has arguments, it calls a constructor. */
function visitEnumEntry(c: Collector, node: SyntaxNode, owner: number): void {
  const { writer } = c;
  const parts = partsOf(node);
  visitAnnotations(c, parts);
  const name = partOf(parts, 'identifier');
  if (name === undefined) return;
  const value = writer.node(ops.instance, writer.entityNode(owner));
  writer.entity({
    name: nameOf(c, name),
    kind: entityKinds.property,
    ...placeOf(name),
    scope: c.frame.scope,
    parent: owner,
    value,
    flags: entityFlags.static | entityFlags.constant | entityFlags.implemented,
  });
  const argumentList = partOf(parts, 'value_arguments');
  if (argumentList !== undefined) {
    const { args } = visitArguments(c, argumentList);
    writeConstruction(c, { callee: writer.entityNode(owner), args, place: placeOf(argumentList) });
  }
  const body = partOf(parts, 'class_body');
  if (body !== undefined) declareAnonymousClass(c, { node: body, pairs: [heritage.extends, value], body });
}

function declareAnonymousClass(
  c: Collector,
  { node, pairs, body }: { node: SyntaxNode; pairs: number[]; body: SyntaxNode | undefined },
): number {
  const { writer } = c;
  const { scope } = c.frame;
  const entity = writer.entity({ name: '', kind: entityKinds.class, ...placeOf(node), scope, parent: -1 });
  writer.set(entity, entityFields.listA, writer.list(pairs));
  within(c, { kind: 'class', entity }, (frame) => {
    writer.set(entity, entityFields.ownScope, frame.scope);
    if (body !== undefined) visitBody(c, body, entity);
  });
  return entity;
}

/** `object : A() { … }`: an instance of an anonymous class. */
export function visitObjectLiteral(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  const list = partOf(parts, 'delegation_specifiers');
  const pairs = list === undefined ? [] : heritageOf(c, list, false);
  visitBases(c, parts);
  const entity = declareAnonymousClass(c, { node, pairs, body: partOf(parts, 'class_body') });
  return c.writer.node(ops.instance, c.writer.entityNode(entity));
}

export function visitAlias(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const name = field(node, 'type');
  if (name === undefined) return 0;
  const { scope } = c.frame;
  const isMember = c.frame.kind === 'class';
  const parent = isMember ? c.frame.entity : -1;
  const entity = writer.entity({
    name: nameOf(c, name),
    kind: entityKinds.typeAlias,
    ...placeOf(name),
    scope,
    parent,
    flags: flagsOf(modifiersOf(c, partsOf(node)), false),
  });
  if (scope === 0) writer.export(nameOf(c, name), exportForms.own, entity, 0);
  within(c, { kind: 'header' }, () => {
    const parts = partsOf(node);
    writer.set(entity, entityFields.listB, declareTypeParameters(c, parts));
    const typeNode = parts.find(isType);
    if (typeNode !== undefined) writer.set(entity, entityFields.type, typeOf(c, typeNode));
  });
  return 0;
}
