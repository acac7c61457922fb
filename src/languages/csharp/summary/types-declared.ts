/** Classes, structs, records, interfaces, enums, delegates and namespaces: heritage and members. */
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
  addSignature,
  declareName,
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
} from '../../nominal-summary.ts';
import { visitArguments } from './calls.ts';
import { declareParameters, modifiersOf, visitAttributes, visitMethod, type Owner } from './methods.ts';
import { exportInner, namespaceName, withArity, withinNamespace } from './names.ts';
import { visitField, visitProperty } from './fields.ts';
import { arityOf, declareTypeParameters, isType, typeOf } from './types.ts';

const methods: ReadonlySet<string> = new Set(
  'method_declaration constructor_declaration destructor_declaration operator_declaration conversion_operator_declaration'.split(
    ' ',
  ),
);
const properties: ReadonlySet<string> = new Set(
  'property_declaration indexer_declaration event_declaration'.split(' '),
);
const fields: ReadonlySet<string> = new Set('field_declaration event_field_declaration'.split(' '));

export function visitType(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const nameNode = field(node, 'name');
  const parts = partsOf(node);
  if (nameNode === undefined) {
    for (const part of parts) c.visit(part);
    return 0;
  }
  const modifiers = modifiersOf(c, parts);
  const isInterface = node.type === 'interface_declaration';
  let flags = 0;
  if (isInterface || modifiers.has('abstract')) flags |= entityFlags.abstract;
  if (modifiers.has('private')) flags |= entityFlags.private;
  // The parts of a partial class extend one another. The order of the unit's files decides which part comes first.
  if (modifiers.has('partial') && c.frame.kind === 'file') flags |= entityFlags.extension;
  visitAttributes(c, parts);
  const name = withArity(nameOf(c, nameNode), arityOf(parts));
  const kind = isInterface ? entityKinds.interface : entityKinds.class;
  const entity = declareType(c, { name, place: placeOf(nameNode), kind, flags });
  exportInner(c, name, entity);
  const header = (): void => {
    writer.set(entity, entityFields.listB, declareTypeParameters(c, parts));
    const bases = partOf(parts, 'base_list');
    if (bases !== undefined) writer.set(entity, entityFields.listA, heritageOf(c, bases, isInterface));
  };
  withinClass(c, entity, header, () => {
    const body = field(node, 'body');
    const members = body === undefined ? [] : partsOf(body);
    const primary = partOf(parts, 'parameter_list');
    if (primary !== undefined)
      declarePrimaryConstructor(c, primary, { entity, isRecord: node.type === 'record_declaration' });
    visitBaseArguments(c, parts);
    if (node.type === 'enum_declaration') for (const member of members) visitConstant(c, member, entity);
    else visitMembers(c, members, { entity, isInterface });
  });
  return 0;
}

function visitMembers(c: Collector, members: readonly SyntaxNode[], owner: Owner): void {
  const { frame } = c;
  for (const member of members) declareMemberNames(c, member);
  for (const member of members) {
    visitMember(c, member, owner);
    c.frame = frame;
  }
}

function visitMember(c: Collector, member: SyntaxNode, owner: Owner): void {
  if (methods.has(member.type)) visitMethod(c, member, owner);
  else if (properties.has(member.type)) visitProperty(c, member, owner);
  else if (fields.has(member.type)) visitField(c, member, owner);
  // Members inside `#if`.
  else if (member.type.startsWith('preproc_')) visitMembers(c, partsOf(member), owner);
  else c.visit(member);
}

/** Declares the names of a field or property before the members are visited: they are visible in the whole body. */
function declareMemberNames(c: Collector, member: SyntaxNode): void {
  const declaration = fields.has(member.type) ? partOf(partsOf(member), 'variable_declaration') : undefined;
  const holders = declaration === undefined ? [] : partsOf(declaration);
  for (const holder of properties.has(member.type) ? [member] : holders) {
    const name = field(holder, 'name');
    if (name !== undefined) declareName(c.frame, nameOf(c, name));
  }
}

function heritageOf(c: Collector, node: SyntaxNode, isInterface: boolean): number {
  const pairs: number[] = [];
  for (const part of partsOf(node)) {
    const typeNode = part.type === 'primary_constructor_base_type' ? field(part, 'type') : part;
    if (typeNode === undefined || !isType(typeNode)) continue;
    const last =
      c.source
        .slice(typeNode.startIndex, typeNode.endIndex)
        .replace(/<[^]*$/, '')
        .split('.')
        .at(-1) ?? '';
    // By convention, interfaces are named `I…`.
    const isImplementation = !isInterface && /^I\p{Lu}/u.test(last.trim());
    const type = typeOf(c, typeNode, isImplementation ? siteKinds.implements : siteKinds.extends);
    if (type !== 0) pairs.push(isImplementation ? heritage.implements : heritage.extends, type);
  }
  return c.writer.list(pairs);
}

/** Visits the arguments in `class A(int x) : B(x)`, which construct the base class. */
function visitBaseArguments(c: Collector, parts: readonly SyntaxNode[]): void {
  const bases = partOf(parts, 'base_list');
  for (const part of bases === undefined ? [] : partsOf(bases)) {
    const argumentList = part.type === 'argument_list' ? part : partOf(partsOf(part), 'argument_list');
    if (argumentList === undefined || part.type === 'tuple_type') continue;
    const args = visitArguments(c, argumentList);
    writeConstruction(c, { callee: c.writer.node(ops.super, c.frame.scope), args, place: placeOf(argumentList) });
  }
}

/** Declares a primary constructor. Its parameters are visible in the whole body, like fields. */
function declarePrimaryConstructor(
  c: Collector,
  node: SyntaxNode,
  { entity, isRecord }: { entity: number; isRecord: boolean },
): void {
  const { writer } = c;
  const { line, column } = placeOf(node);
  const { scope } = c.frame;
  const flags = entityFlags.implemented;
  const method = writer.entity({
    name: 'constructor',
    kind: entityKinds.method,
    line,
    column,
    scope,
    parent: entity,
    flags,
  });
  within(c, { kind: 'function', entity: method }, (frame) => {
    writer.set(method, entityFields.ownScope, frame.scope);
    writer.set(method, entityFields.listA, declareParameters(c, node, method));
  });
  for (const part of partsOf(node)) {
    const name = field(part, 'name');
    const writtenType = field(part, 'type');
    if (name === undefined) continue;
    const type = writtenType === undefined ? 0 : writer.withoutSites(() => typeOf(c, writtenType));
    declareName(c.frame, nameOf(c, name));
    // Only the parameters of a record are definitions of the file. Column 0, where no definition starts, marks the others.
    const place = isRecord ? placeOf(name) : { line, column: 0 };
    const kind = entityKinds.property;
    writer.entity({ name: nameOf(c, name), kind, ...place, scope, parent: entity, type, flags });
  }
}

/** Declares an enum constant: a static field that holds an instance of the enum. */
function visitConstant(c: Collector, node: SyntaxNode, owner: number): void {
  const { writer } = c;
  const name = field(node, 'name');
  if (node.type !== 'enum_member_declaration' || name === undefined) {
    c.visit(node);
    return;
  }
  visitAttributes(c, partsOf(node));
  writer.entity({
    name: nameOf(c, name),
    kind: entityKinds.property,
    ...placeOf(name),
    scope: c.frame.scope,
    parent: owner,
    value: writer.node(ops.instance, writer.entityNode(owner)),
    flags: entityFlags.static | entityFlags.constant | entityFlags.implemented,
  });
  const value = field(node, 'value');
  if (value !== undefined) c.visit(value);
}

/** Declares a delegate, `delegate R D(A a)`, as an interface with a call signature. `Invoke` is no definition of the file (column 0). */
export function visitDelegate(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const nameNode = field(node, 'name');
  const parts = partsOf(node);
  if (nameNode === undefined) return 0;
  const place = placeOf(nameNode);
  const name = withArity(nameOf(c, nameNode), arityOf(parts));
  const entity = declareType(c, { name, place, kind: entityKinds.interface, flags: entityFlags.abstract });
  exportInner(c, name, entity);
  visitAttributes(c, parts);
  const header = (): void => writer.set(entity, entityFields.listB, declareTypeParameters(c, parts));
  withinClass(c, entity, header, ({ scope }) => {
    const draft = { name: 'Invoke', kind: entityKinds.method, line: place.line, column: 0, scope, parent: entity };
    const method = writer.entity(draft);
    within(c, { kind: 'function', entity: method }, (frame) => {
      writer.set(method, entityFields.ownScope, frame.scope);
      const typeNode = field(node, 'type') ?? field(node, 'returns');
      if (typeNode !== undefined) writer.set(method, entityFields.type, typeOf(c, typeNode));
      const parameters = partOf(parts, 'parameter_list');
      if (parameters !== undefined) writer.set(method, entityFields.listA, declareParameters(c, parameters, method));
    });
    addSignature(c, entity, [method]);
  });
  return 0;
}

/** Visits a namespace. A namespace below the unit gets a scope of its own; one on the unit's path does not. */
export function visitNamespace(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const body = field(node, 'body');
  const contents = body === undefined ? [] : partsOf(body);
  const name = namespaceName(c, node);
  const unit = writer.unit.slice('csharp:'.length);
  // A nested namespace gives only the end of the unit: the `B` of `A.B` in `namespace A { namespace B { } }`.
  const isOnUnitPath =
    c.frame.scope === 0 && (unit === name || unit.startsWith(`${name}.`) || unit.endsWith(`.${name}`));
  if (isOnUnitPath) {
    const { frame } = c;
    for (const part of contents) {
      c.visit(part);
      c.frame = frame;
    }
    return 0;
  }
  const nameNode = field(node, 'name');
  if (nameNode === undefined) return 0;
  // The entity has no name, because other files add to the same namespace.
  const { scope } = c.frame;
  const entity = writer.entity({ name: '', kind: entityKinds.namespace, ...placeOf(nameNode), scope });
  within(c, { kind: 'block', entity, scopeKind: scopeKinds.namespace }, (frame) => {
    writer.set(entity, entityFields.ownScope, frame.scope);
    withinNamespace(c, name, () => {
      for (const part of contents) {
        c.visit(part);
        c.frame = frame;
      }
    });
  });
  return 0;
}
