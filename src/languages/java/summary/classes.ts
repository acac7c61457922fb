/** Classes, interfaces, enums, records and annotation types: heritage, fields, constants, nested types. */
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
import { visitArguments } from './arguments.ts';
import { nameText, placeOf, within, type Collector, type Place } from './collector.ts';
import { declareName, type Frame } from './frames.ts';
import { runsSuper, visitMethod, type Owner } from './functions.ts';
import { code, codeOf, codeSet, partOf, partsOf } from './node-codes.ts';
import { arrayOf, declareTypeParameters, dimensionsIn, typeOf, typePart } from './types.ts';
import { declaratorsOf, setContext, visitModifiers, ofType } from './variables.ts';

const identifierCode = code('identifier');
const typeParametersCode = code('type_parameters');
const formalParametersCode = code('formal_parameters');
const spreadParameterCode = code('spread_parameter');
const declaratorCode = code('variable_declarator');
const superclassCode = code('superclass');
const permitsCode = code('permits');
const typeListCode = code('type_list');
const heritageCodes = codeSet('superclass super_interfaces extends_interfaces');
const bodyCodes = codeSet('class_body interface_body enum_body annotation_type_body');
const interfaceCodes = codeSet('interface_declaration annotation_type_declaration');
const fieldCodes = codeSet('field_declaration constant_declaration');
const methodCodes = codeSet(
  'method_declaration annotation_type_element_declaration constructor_declaration compact_constructor_declaration',
);
const enumConstantCode = code('enum_constant');
const enumDeclarationsCode = code('enum_body_declarations');
const classBodyCode = code('class_body');
const argumentListCode = code('argument_list');

/** Methods that every object has. They do not count as the abstract method of a functional interface. */
const objectMethods: ReadonlySet<string> = new Set(['equals', 'hashCode', 'toString']);

export function visitClass(c: Collector, node: SyntaxNode): number {
  const { writer, frame: outer } = c;
  const parts = partsOf(node);
  const nameNode = partOf(parts, identifierCode);
  if (nameNode === undefined) {
    for (const part of parts) c.visit(part);
    return 0;
  }
  const name = nameText(c, nameNode);
  const modifiers = visitModifiers(c, parts);
  const isInterface = interfaceCodes.has(codeOf(node));
  const isMember = outer.kind === 'class';
  let flags = entityFlags.implemented;
  if (modifiers.has('abstract') || isInterface) flags |= entityFlags.abstract;
  if (modifiers.has('private')) flags |= entityFlags.private;
  // A nested class is named through its class (`Outer.Inner`), like a static member.
  if (isMember) flags |= entityFlags.static;
  const entity = writer.entity({
    name,
    kind: isInterface ? entityKinds.interface : entityKinds.class,
    ...placeOf(nameNode),
    scope: outer.scope,
    parent: isMember ? outer.entity : -1,
    flags,
  });
  if (outer.kind === 'file') writer.export(name, exportForms.own, entity, 0);
  within(c, { kind: 'header' }, () => {
    const parameters = partOf(parts, typeParametersCode);
    if (parameters !== undefined) writer.set(entity, entityFields.listB, declareTypeParameters(c, parameters));
    const pairs: number[] = [];
    for (const part of parts) {
      if (heritageCodes.has(codeOf(part))) visitHeritage(c, part, { isInterface, pairs });
      else if (codeOf(part) === permitsCode) for (const type of listedTypes(part)) typeOf(c, type);
    }
    writer.set(entity, entityFields.listA, writer.list(pairs));
    const body = parts.find((part) => bodyCodes.has(codeOf(part)));
    const components = partOf(parts, formalParametersCode);
    within(c, { kind: 'class', entity }, (frame) => {
      writer.set(entity, entityFields.ownScope, frame.scope);
      const hasSuper = partOf(parts, superclassCode) !== undefined;
      const owner: Owner = { entity, isInterface, components: [], hasSuper };
      const accessors = components === undefined ? [] : declareComponents(c, components, owner);
      const methods = body === undefined ? [] : visitBody(c, body, owner);
      addAccessors(c, accessors, { entity, methods });
      const constructors = methods.filter(
        (method) => writer.get(method, entityFields.name) === writer.string('constructor'),
      );
      if (constructors.length === 0 && owner.hasSuper === true) runsSuper(c, placeOf(nameNode));
      if (isInterface) addSignature(c, entity, methods);
    });
  });
  return 0;
}

function listedTypes(node: SyntaxNode): readonly SyntaxNode[] {
  return partsOf(node).flatMap((part) => (codeOf(part) === typeListCode ? partsOf(part) : [part]));
}

function visitHeritage(
  c: Collector,
  node: SyntaxNode,
  { isInterface, pairs }: { isInterface: boolean; pairs: number[] },
): void {
  const usesExtends = isInterface || codeOf(node) === superclassCode;
  for (const part of listedTypes(node)) {
    const type = typeOf(c, part, usesExtends ? siteKinds.extends : siteKinds.implements);
    if (type !== 0) pairs.push(usesExtends ? heritage.extends : heritage.implements, type);
  }
}

/** An anonymous class: the body in `new A() { … }` or of an enum constant. */
export function visitAnonymousClass(
  c: Collector,
  { body, base, place }: { body: SyntaxNode; base: number; place: Place },
): number {
  const { writer } = c;
  const { scope } = c.frame;
  const entity = writer.entity({ name: '', kind: entityKinds.class, ...place, scope, parent: -1 });
  if (base !== 0) writer.set(entity, entityFields.listA, writer.list([heritage.extends, base]));
  within(c, { kind: 'class', entity }, (frame) => {
    writer.set(entity, entityFields.ownScope, frame.scope);
    visitBody(c, body, { entity, isInterface: false, components: [] });
  });
  return entity;
}

/** Visits the members; returns the entities of the methods. */
function visitBody(c: Collector, body: SyntaxNode, owner: Owner): number[] {
  const { frame } = c;
  const members = partsOf(body).flatMap((part) => (codeOf(part) === enumDeclarationsCode ? partsOf(part) : [part]));
  for (const member of members) declareFieldNames(c, member, frame);
  const methods: number[] = [];
  for (const member of members) {
    const nodeCode = codeOf(member);
    if (methodCodes.has(nodeCode)) methods.push(visitMethod(c, member, owner));
    else if (fieldCodes.has(nodeCode)) visitFields(c, member, owner);
    else if (nodeCode === enumConstantCode) visitEnumConstant(c, member, owner);
    else c.visit(member);
    // A pattern in a field's value may have opened a scope.
    c.frame = frame;
  }
  return methods.filter((method) => method !== -1);
}

/** Declares the fields of a member in advance, because fields are visible in the whole body. */
function declareFieldNames(c: Collector, member: SyntaxNode, frame: Frame): void {
  const nodeCode = codeOf(member);
  const declarators = fieldCodes.has(nodeCode) ? partsOf(member).filter((part) => codeOf(part) === declaratorCode) : [];
  for (const declarator of nodeCode === enumConstantCode ? [member] : declarators) {
    const name = partOf(partsOf(declarator), identifierCode);
    if (name !== undefined) declareName(frame, nameText(c, name));
  }
}

function visitFields(c: Collector, node: SyntaxNode, owner: Owner): void {
  const { writer } = c;
  const parts = partsOf(node);
  const modifiers = visitModifiers(c, parts);
  let flags = entityFlags.implemented;
  if (modifiers.has('static') || owner.isInterface) flags |= entityFlags.static;
  if (modifiers.has('final') || owner.isInterface) flags |= entityFlags.constant;
  if (modifiers.has('private')) flags |= entityFlags.private;
  for (const { name, type, value } of declaratorsOf(c, parts)) {
    const entity = writer.entity({
      name: nameText(c, name),
      kind: entityKinds.property,
      ...placeOf(name),
      scope: c.frame.scope,
      parent: owner.entity,
      type,
      flags,
    });
    if (value === undefined) continue;
    const initial = c.visit(value);
    setContext(c, initial, ofType(c, type));
    writer.set(entity, entityFields.value, initial);
  }
}

/** An enum constant is an instance of its enum. If it has arguments, it calls a constructor. */
function visitEnumConstant(c: Collector, node: SyntaxNode, owner: Owner): void {
  const { writer } = c;
  const parts = partsOf(node);
  visitModifiers(c, parts);
  const name = partOf(parts, identifierCode);
  if (name === undefined) return;
  const { scope } = c.frame;
  const type = writer.node(ops.instance, writer.entityNode(owner.entity));
  writer.entity({
    name: nameText(c, name),
    kind: entityKinds.property,
    ...placeOf(name),
    scope,
    parent: owner.entity,
    value: type,
    flags: entityFlags.static | entityFlags.constant | entityFlags.implemented,
  });
  const argumentNode = partOf(parts, argumentListCode);
  if (argumentNode !== undefined) {
    const args = visitArguments(c, argumentNode);
    const callee = writer.node(ops.overload, writer.entityNode(owner.entity), args);
    writer.site(siteKinds.construct, callee, placeOf(argumentNode), scope);
  }
  const body = partOf(parts, classBodyCode);
  if (body !== undefined) visitAnonymousClass(c, { body, base: type, place: placeOf(body) });
}

/** The method that reads a component of a record. */
interface Accessor {
  name: string;
  type: number;
  place: Place;
}

/** Declares the components of a record as fields, and stores them in `owner` as the parameters of the constructor. */
function declareComponents(c: Collector, node: SyntaxNode, owner: Owner): Accessor[] {
  const accessors: Accessor[] = [];
  const components: { name: string; type: number }[] = [];
  for (const part of partsOf(node)) {
    const parts = partsOf(part);
    visitModifiers(c, parts);
    const typeNode = typePart(parts);
    const isRest = codeOf(part) === spreadParameterCode;
    const declarator = isRest ? partOf(parts, declaratorCode) : part;
    const declaratorParts = declarator === undefined ? [] : partsOf(declarator);
    const nameNode = partOf(declaratorParts, identifierCode);
    if (nameNode === undefined) continue;
    const elementType = typeNode === undefined ? 0 : typeOf(c, typeNode);
    const type = arrayOf(c, elementType, dimensionsIn(c, declaratorParts) + (isRest ? 1 : 0));
    const name = nameText(c, nameNode);
    const place = placeOf(nameNode);
    declareName(c.frame, name);
    c.writer.entity({
      name,
      kind: entityKinds.property,
      ...place,
      scope: c.frame.scope,
      parent: owner.entity,
      type,
      flags: entityFlags.constant | entityFlags.implemented,
    });
    accessors.push({ name, type, place });
    components.push({ name, type });
  }
  owner.components = components;
  return accessors;
}

/** Declares an accessor (`point.x()`) for each component whose accessor is not written in the file. */
function addAccessors(
  { writer, frame }: Collector,
  accessors: readonly Accessor[],
  { entity, methods }: { entity: number; methods: readonly number[] },
): void {
  const explicitNames = new Set(
    methods
      .filter((method) => writer.get(method, entityFields.listA) === 0)
      .map((method) => writer.get(method, entityFields.name)),
  );
  for (const { name, type, place } of accessors) {
    if (explicitNames.has(writer.string(name))) continue;
    const flags = entityFlags.implemented;
    writer.entity({ name, kind: entityKinds.method, ...place, scope: frame.scope, parent: entity, type, flags });
  }
}

/** Gives a functional interface the call signature `()` of its only abstract method. It is the expected type of lambdas. */
function addSignature({ writer, frame }: Collector, entity: number, methods: readonly number[]): void {
  const objectMethodNames = new Set([...objectMethods].map((name) => writer.string(name)));
  const abstractMethods = methods.filter(
    (method) =>
      (writer.get(method, entityFields.flags) & (entityFlags.implemented | entityFlags.static)) === 0 &&
      !objectMethodNames.has(writer.get(method, entityFields.name)),
  );
  const [only] = abstractMethods;
  if (only === undefined || abstractMethods.length > 1) return;
  const signature = writer.entity({
    name: '()',
    kind: entityKinds.method,
    line: writer.get(only, entityFields.line),
    column: 0,
    scope: frame.scope,
    parent: entity,
    type: writer.get(only, entityFields.type),
    ownScope: writer.get(only, entityFields.ownScope),
  });
  writer.set(signature, entityFields.listA, writer.get(only, entityFields.listA));
  writer.set(signature, entityFields.listB, writer.get(only, entityFields.listB));
}
