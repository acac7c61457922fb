/** Classes, mixins, enums, extensions, type aliases: heritage, constructors, members. */
import type { SyntaxNode } from '../../language.ts';
import type { EntityDraft } from '../../../model/summary-writer.ts';
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
  declareName,
  declareType,
  field,
  functionType,
  nameOf,
  partOf,
  partsOf,
  placeOf,
  within,
  withinClass,
  type Collector,
  type Frame,
} from '../../nominal-summary.ts';
import { declareConstant, declareConstructor, declareRepresentation, namesOf } from './constructors.ts';
import {
  declareAccessor,
  declareFunction,
  declareVariables,
  noOwner,
  visitAnnotation,
  type Owner,
  type Signature,
} from './functions.ts';
import { declareMember, setSuperclass } from './names.ts';
import { childrenOf, declareTypeParameters, typeIn, typesIn } from './types.ts';

/** Visits the declarations in a class body or at the top level. The body of a function is the next sibling of its signature. */
export function visitMembers(c: Collector, node: SyntaxNode, owner: Owner): void {
  const { frame } = c;
  const children = childrenOf(node).filter((child) => !isSkipped(child));
  if (owner.entity === -1) declareTopNames(c, children);
  let leading: SyntaxNode[] = [];
  for (const [index, child] of children.entries()) {
    const next = children[index + 1];
    const body = next?.type === 'function_body' ? next : undefined;
    if (child.type === 'annotation') visitAnnotation(c, child);
    else if (child.type === 'method_signature' || child.type === 'declaration') visitMember(c, child, body, owner);
    else if (child.type.endsWith('_signature')) declareSignature(c, child, body, owner);
    else if (child.type.endsWith('_list')) declareVariables(c, child, leading, owner);
    else if (child.type === 'enum_constant') declareConstant(c, child, owner.entity);
    else if (!isLeading(child) && child.type !== 'function_body') c.visit(child);
    leading = isLeading(child) ? [...leading, child] : [];
    c.frame = frame;
  }
}

/** Whether a node is skipped: comments and tokens are, except the token `.`, which can be a part of a type. */
function isSkipped({ type, isNamed }: SyntaxNode): boolean {
  return isNamed ? type.endsWith('comment') : type !== '.';
}

/** Whether a node can precede the list of variables in a top-level declaration. */
function isLeading({ type }: SyntaxNode): boolean {
  return type === '.' || (/_builtin$|_type$|^type_/.test(type) && type !== 'type_alias');
}

function visitMember(c: Collector, node: SyntaxNode, body: SyntaxNode | undefined, parentOwner: Owner): void {
  const isStatic = childrenOf(node).some((child) => child.type === 'static');
  const owner = { ...parentOwner, isStatic };
  const children = childrenOf(node);
  for (const [index, child] of children.entries()) {
    if (child.type.endsWith('_signature')) declareSignature(c, child, body, owner);
    else if (child.type.endsWith('_identifier_list') || child.type.endsWith('_declaration_list'))
      declareVariables(c, child, children.slice(0, index), owner);
    // `external int a;`
    else if (child.type === 'identifier') declareVariables(c, node, children.slice(0, index), owner);
  }
}

const constructorType = /constructor_signature$/;

function declareSignature(c: Collector, node: SyntaxNode, body: SyntaxNode | undefined, owner: Owner): void {
  const names = constructorType.test(node.type) ? namesOf(node) : [];
  const [first, last = first] = names;
  // The grammar reads a method without a result type as a constructor.
  const isMethod = node.type === 'constructor_signature' && names.length === 1 && !isClassName(c, owner, first);
  if (names.length > 0 && last !== undefined && !isMethod) {
    declareConstructor(c, { node, name: last, text: '', body }, { owner, isNamed: names.length > 1 });
    return;
  }
  const name = field(node, 'name') ?? operatorOf(node);
  if (name === undefined) return;
  const signature: Signature = { node, name, text: nameOf(c, name), body };
  if (/^[gs]etter_/.test(node.type)) declareAccessor(c, signature, owner);
  else declareFunction(c, signature, owner);
}

function isClassName(c: Collector, { entity }: Owner, name: SyntaxNode | undefined): boolean {
  if (entity === -1 || name === undefined) return false;
  return c.writer.text(c.writer.get(entity, entityFields.name)) === nameOf(c, name);
}

/** The node after `operator`, which is the name of an operator method. */
function operatorOf(node: SyntaxNode): SyntaxNode | undefined {
  const children = childrenOf(node);
  const operatorIndex = children.findIndex((child) => child.type === 'operator');
  return operatorIndex === -1 ? undefined : children[operatorIndex + 1];
}

/** Classes, mixins and enums. */
export function visitClass(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const parts = partsOf(node);
  const application = partOf(parts, 'mixin_application_class');
  const declarationParts = application === undefined ? parts : partsOf(application);
  const name = field(node, 'name') ?? partOf(declarationParts, 'identifier');
  if (name === undefined) return 0;
  for (const part of parts) if (part.type === 'annotation') visitAnnotation(c, part);
  const isAbstract = childrenOf(node).some((child) => child.type === 'abstract' || child.type === 'sealed');
  const entity = declareType(c, {
    name: nameOf(c, name),
    place: placeOf(name),
    kind: entityKinds.class,
    flags: isAbstract ? entityFlags.abstract : 0,
  });
  const header = (): void => {
    writer.set(entity, entityFields.listB, declareTypeParameters(c, partOf(declarationParts, 'type_parameters')));
    const pairs =
      application === undefined ? heritageOf(c, node, entity) : heritageOfApplication(c, application, entity);
    writer.set(entity, entityFields.listA, writer.list(pairs));
  };
  const body = parts.find((part) => /^(?:class|enum|extension)_body$/.test(part.type));
  withinClass(c, entity, header, (frame) => {
    const owner = { ...noOwner, entity };
    if (node.type === 'enum_declaration') declareValues(c, entity, name);
    declareWidget(c, entity, name);
    const representation = partOf(parts, 'representation_declaration');
    if (representation !== undefined) declareRepresentation(c, representation, owner);
    if (body === undefined) return;
    declareMemberNames(c, body, frame, nameOf(c, name));
    visitMembers(c, body, owner);
  });
  return 0;
}

/** The heritage in `class A = B with C;`. */
function heritageOfApplication(c: Collector, node: SyntaxNode, entity: number): number[] {
  const application = partOf(partsOf(node), 'mixin_application');
  return application === undefined
    ? []
    : [...superclassIn(c, application, entity), ...heritageOf(c, application, entity)];
}

/**
 * Heritage pairs of `extends`, `with` (reversed, because the last mixin wins) and `implements`. The `on` type of a mixin counts as its
 * superclass.
 */
function heritageOf(c: Collector, node: SyntaxNode, entity: number): number[] {
  const pairs: number[] = [];
  const add = (relation: number, types: readonly number[]): void => {
    for (const type of types) if (type !== 0) pairs.push(relation, type);
  };
  const onIndex = childrenOf(node).findIndex((child) => child.type === 'on');
  if (onIndex !== -1) add(heritage.extends, typesIn(c, childrenOf(node).slice(onIndex), siteKinds.extends));
  for (const part of partsOf(node)) {
    if (part.type === 'superclass') pairs.push(...superclassIn(c, part, entity), ...heritageOf(c, part, entity));
    else if (part.type === 'mixins')
      add(heritage.mixesIn, typesIn(c, childrenOf(part), siteKinds.extends).toReversed());
    else if (part.type === 'interfaces') add(heritage.implements, typesIn(c, childrenOf(part), siteKinds.implements));
  }
  return pairs;
}

/** The superclass, as a heritage pair. Also records it for `super`. */
function superclassIn(c: Collector, node: SyntaxNode, entity: number): number[] {
  const { writer } = c;
  const type = typeIn(c, childrenOf(node), siteKinds.extends);
  if (type === 0) return [];
  const path = writer.opOf(type) === ops.named ? writer.items(writer.operand(type, 0)) : [];
  let value = 0;
  for (const string of path)
    value = value === 0 ? writer.node(ops.name, string, c.frame.scope) : writer.node(ops.member, value, string);
  const hasMixins = partsOf(node).some((part) => part.type === 'mixins');
  setSuperclass(c, entity, { classValue: value, type: hasMixins ? 0 : type });
  return [heritage.extends, type];
}

/** Declares the names of members, which are visible in the whole body. Constructors have the name of the class and are left out. */
function declareMemberNames(c: Collector, body: SyntaxNode, frame: Frame, className: string): void {
  for (const member of partsOf(body)) {
    if (member.type === 'enum_constant') {
      const name = field(member, 'name');
      if (name !== undefined) declareMember(frame, nameOf(c, name), true);
      continue;
    }
    const isStatic = childrenOf(member).some((child) => child.type === 'static');
    for (const name of declaredNames(member)) {
      const text = nameOf(c, name);
      if (text !== className) declareMember(frame, text, isStatic);
    }
  }
}

/** Declares the names of the top-level functions and variables. */
function declareTopNames(c: Collector, children: readonly SyntaxNode[]): void {
  for (const child of children) {
    const names = child.type.endsWith('_list')
      ? partsOf(child).flatMap((variable) => partOf(partsOf(variable), 'identifier') ?? [])
      : [];
    const functionName = child.type.endsWith('_signature') ? field(child, 'name') : undefined;
    for (const name of functionName === undefined ? names : [functionName]) declareName(c.frame, nameOf(c, name));
  }
}

/** The names that a class member declares: a method, an accessor, or several fields. */
function declaredNames(member: SyntaxNode): SyntaxNode[] {
  if (member.type !== 'method_signature' && member.type !== 'declaration') return [];
  return partsOf(member).flatMap((part) => {
    if (part.type.endsWith('_list'))
      return partsOf(part).flatMap((variable) => partOf(partsOf(variable), 'identifier') ?? []);
    if (part.type === 'identifier') return [part];
    const isFunction =
      /^(?:function|getter|setter)_signature$/.test(part.type) || part.type === 'constructor_signature';
    const name = isFunction ? field(part, 'name') : undefined;
    return name === undefined ? [] : [name];
  });
}

/** The implicit `values` of an enum. */
function declareValues(c: Collector, entity: number, name: SyntaxNode): void {
  const { writer, frame } = c;
  declareMember(frame, 'values', true);
  const value = writer.node(ops.array, writer.list([writer.node(ops.instance, writer.entityNode(entity))]));
  const flags = entityFlags.static | entityFlags.constant | entityFlags.implemented;
  writer.entity({ ...implicitMember(frame, entity, name), name: 'values', value, flags });
}

/** Declares the member `widget` of a Flutter state: a class that extends `State<A>`, `ConsumerState<A>` or the like. */
function declareWidget(c: Collector, entity: number, name: SyntaxNode): void {
  const { writer, frame } = c;
  const [relation, base = 0] = writer.items(writer.get(entity, entityFields.listA));
  if (relation !== heritage.extends || writer.opOf(base) !== ops.named) return;
  const [type, ...others] = writer.items(writer.operand(base, 2));
  const last = writer.items(writer.operand(base, 0)).at(-1);
  if (type === undefined || others.length > 0 || last === undefined || !/State$/.test(writer.text(last))) return;
  declareMember(frame, 'widget', false);
  writer.entity({ ...implicitMember(frame, entity, name), name: 'widget', type, flags: entityFlags.implemented });
}

/** The draft of an implicit member. Its place is column 0 in the line of the class name. */
function implicitMember({ scope }: Frame, parent: number, name: SyntaxNode): Omit<EntityDraft, 'name'> {
  return { kind: entityKinds.property, line: placeOf(name).line, column: 0, scope, parent };
}

/** `extension A on B` becomes a class A. Its members are functions with a receiver of type B. */
export function visitExtension(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const parts = partsOf(node);
  const name = field(node, 'name');
  const entity = declareType(c, {
    name: name === undefined ? '' : nameOf(c, name),
    place: placeOf(name ?? node),
    kind: entityKinds.class,
    flags: entityFlags.abstract,
  });
  const owner = { ...noOwner, entity };
  const header = (): void => {
    owner.parameters = declareTypeParameters(c, partOf(parts, 'type_parameters'));
    writer.set(entity, entityFields.listB, owner.parameters);
    const children = childrenOf(node);
    const onIndex = children.findIndex((child) => child.type === 'on');
    const type = onIndex === -1 ? 0 : typeIn(c, children.slice(onIndex));
    // 0 would mean that the owner is not an extension.
    owner.extended = type === 0 ? writer.node(ops.primitiveType, 0) : type;
  };
  withinClass(c, entity, header, (frame) => {
    const body = partOf(parts, 'extension_body');
    if (body === undefined) return;
    for (const member of partsOf(body)) {
      const isStatic = childrenOf(member).some((child) => child.type === 'static');
      if (isStatic) for (const staticName of declaredNames(member)) declareMember(frame, nameOf(c, staticName), true);
    }
    visitMembers(c, body, owner);
  });
  return 0;
}

/** `typedef A = T;`, or the older form `typedef R A(B b);`. */
export function visitAlias(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const children = childrenOf(node).filter((child) => child.type !== 'annotation');
  const assignIndex = children.findIndex((child) => child.type === '=');
  const list = partOf(partsOf(node), 'formal_parameter_list');
  const left = assignIndex === -1 ? children : children.slice(0, assignIndex);
  const nameIndex = left.findLastIndex((child) => child.type === 'type_identifier');
  const name = left[nameIndex];
  if (name === undefined) return 0;
  const text = nameOf(c, name);
  const { scope } = c.frame;
  const entity = writer.entity({ name: text, kind: entityKinds.typeAlias, ...placeOf(name), scope });
  if (scope === 0) writer.export(text, exportForms.own, entity, 0);
  within(c, { kind: 'header' }, () => {
    writer.set(entity, entityFields.listB, declareTypeParameters(c, partOf(partsOf(node), 'type_parameters')));
    const type =
      assignIndex === -1 && list !== undefined
        ? functionType(c, node, {
            parameters: partsOf(list).map((part) => typeIn(c, childrenOf(part))),
            result: typeIn(c, children.slice(0, nameIndex)),
          })
        : typeIn(c, children.slice(assignIndex + 1));
    writer.set(entity, entityFields.type, type);
  });
  return 0;
}
