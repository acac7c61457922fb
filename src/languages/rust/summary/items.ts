/** Items: types, traits, impls, functions and the other declarations of modules and blocks. Items are visible before their declaration. */
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
  addHeritage,
  inBlock,
  lookUpLocal,
  nameText,
  namedType,
  noParent,
  placeOf,
  type Collector,
} from './collector.ts';
import { visitFunction } from './functions.ts';
import { code, codeOf, codes, partsOf } from './node-codes.ts';
import { associatedName, segmentsOf } from './paths.ts';
import { declareTypeParameters, type TypeParameter, typeOf } from './types.ts';
import { isCondition } from './module-files.ts';
import { declareCrate, declareModuleFile, declareUse, exportName } from './uses.ts';

const entityKindByCode: ReadonlyMap<number, number> = new Map([
  [code('function_item'), entityKinds.function],
  [code('function_signature_item'), entityKinds.function],
  [code('struct_item'), entityKinds.class],
  [code('union_item'), entityKinds.class],
  [code('enum_item'), entityKinds.class],
  [code('trait_item'), entityKinds.interface],
  [code('type_item'), entityKinds.typeAlias],
  [code('const_item'), entityKinds.variable],
  [code('static_item'), entityKinds.variable],
]);
const useDeclarationCode = code('use_declaration');
const modItemCode = code('mod_item');
const enumCode = code('enum_item');
const foreignModuleCode = code('foreign_mod_item');
const externCrateCode = code('extern_crate_declaration');

export function hasItems(nodes: readonly SyntaxNode[]): boolean {
  return nodes.some(
    (node) => entityKindByCode.has(codeOf(node)) || codeOf(node) === useDeclarationCode || codeOf(node) === modItemCode,
  );
}

function nameOf(item: SyntaxNode): SyntaxNode | undefined {
  return partsOf(item).find((part) => codeOf(part) === codes.identifier || codeOf(part) === codes.typeIdentifier);
}

/** Declares the items among the nodes in the current scope. */
export function hoistItems(c: Collector, nodes: readonly SyntaxNode[]): void {
  const { writer } = c;
  const aliases: { name: string; type: SyntaxNode | undefined }[] = [];
  let pendingDerives: string[] = [];
  let hasCondition = false;
  let usesMacros = false;
  for (const node of nodes) {
    const nodeCode = codeOf(node);
    if (nodeCode === codes.attribute) {
      pendingDerives.push(...derivesOf(c, node));
      hasCondition ||= isCondition(c.source, node);
      usesMacros ||= c.source.startsWith('#[macro_use', node.startIndex);
      continue;
    }
    // The attributes before this item belong to it alone.
    const [derives, isConditional, takesMacros] = [pendingDerives, hasCondition, usesMacros];
    pendingDerives = [];
    hasCondition = false;
    usesMacros = false;
    if (nodeCode === useDeclarationCode) declareUse(c, node, isConditional);
    else if (nodeCode === externCrateCode) declareCrate(c, node, takesMacros);
    else if (nodeCode === foreignModuleCode) for (const part of partsOf(node)) hoistItems(c, partsOf(part));
    const entityKind = nodeCode === modItemCode ? entityKinds.namespace : entityKindByCode.get(nodeCode);
    const nameNode = entityKind === undefined ? undefined : nameOf(node);
    const name = nameNode === undefined ? '' : nameText(c, nameNode);
    if (entityKind === undefined || nameNode === undefined || name === '' || name === '_') continue;
    if (nodeCode === modItemCode && codeOf(partsOf(node).at(-1)!) !== codes.declarationList) {
      declareModuleFile(c, nameNode);
      continue;
    }
    const exported = codeOf(partsOf(node)[0]!) === codes.visibility ? entityFlags.exported : 0;
    const flags = entityFlags.implemented | exported;
    const entity = writer.entity({ name, kind: entityKind, flags, ...placeOf(nameNode), scope: c.scope });
    c.declared.set(nameNode.startIndex, entity);
    c.itemNames.add(name);
    if (entityKind === entityKinds.class || entityKind === entityKinds.interface)
      c.types.set(`${c.scope} ${name}`, entity);
    if (entityKind === entityKinds.typeAlias) aliases.push({ name, type: partsOf(node).at(-1) });
    if (derives.length > 0) c.derived.set(entity, derivedMethods(derives, nodeCode === enumCode));
    // The traits of the standard library are not in the project.
    for (const trait of derives.filter((name) => !plainDerives.has(name)))
      addHeritage(c, entity, heritage.implements, namedType(c, trait.split('::'), c.scope, 0));
    if (c.scope === 0) c.alternatives.push({ name, at: nameNode.startIndex, modules: [] });
    if (c.block === null) exportName(c, name, entity);
  }
  for (const { name, type } of aliases) {
    const declared = c.types.get(`${c.scope} ${aliasedName(c, type)}`);
    if (declared !== undefined) c.types.set(`${c.scope} ${name}`, declared);
  }
}

/** The name of the type that `type Alias = Type<…>` names without a path; empty for any other type. Members of an impl of the alias are the type's. */
function aliasedName(c: Collector, type: SyntaxNode | undefined): string {
  const named = type !== undefined && codeOf(type) === codes.genericType ? partsOf(type)[0] : type;
  return named !== undefined && codeOf(named) === codes.typeIdentifier ? nameText(c, named) : '';
}

/** Derivable traits of the standard library. */
const plainDerives: ReadonlySet<string> = new Set(
  'Debug Clone Copy PartialEq Eq PartialOrd Ord Hash Default'.split(' '),
);

/** The traits in `#[derive(…)]`: a derive macro has the name of its trait. */
function derivesOf({ source }: Collector, attribute: SyntaxNode): string[] {
  const text = source.slice(attribute.startIndex, Math.min(attribute.endIndex, attribute.startIndex + 1000));
  const list = /^#\[\s*derive\s*\(([^)]*)\)/.exec(text)?.[1] ?? '';
  return list
    .split(',')
    .map((name) => name.replace(/\s+/g, ''))
    .filter((name) => /^[\w:]+$/.test(name) && !name.startsWith(':'));
}

/** The method that code of a derived trait calls for each member. `fmt` is left out, as it may be that of another trait than `Debug`. */
const memberMethods: Readonly<Record<string, string>> = {
  ...{ Clone: 'clone', PartialEq: 'eq', PartialOrd: 'partial_cmp', Ord: 'cmp', Hash: 'hash', Default: 'default' },
};

/** The methods that derived code calls for each member of a type. A type that is copied is cloned as a whole, and an enum begins as a variant. */
function derivedMethods(derives: readonly string[], isEnum: boolean): string[] {
  const isCopied = derives.includes('Copy');
  return derives.flatMap((name) => {
    if ((name === 'Clone' && isCopied) || (name === 'Default' && isEnum)) return [];
    return Object.hasOwn(memberMethods, name) ? [memberMethods[name]!] : [];
  });
}

/** The entity of an item; -1 if it was not declared. */
function entityOf(c: Collector, item: SyntaxNode): number {
  const nameNode = nameOf(item);
  return nameNode === undefined ? -1 : (c.declared.get(nameNode.startIndex) ?? -1);
}

export function visitModule(c: Collector, node: SyntaxNode): number {
  const entity = entityOf(c, node);
  const body = partsOf(node).at(-1);
  if (entity === -1 || body === undefined || codeOf(body) !== codes.declarationList) return 0;
  const { scope, itemScope, modules, block } = c;
  c.scope = c.writer.scope(scope, scopeKinds.namespace, entity);
  c.itemScope = c.scope;
  c.writer.set(entity, entityFields.ownScope, c.scope);
  c.modules = [...modules, nameText(c, nameOf(node)!)];
  if (!c.isTemplate) c.block = null;
  visitItems(c, partsOf(body));
  Object.assign(c, { scope, itemScope, modules, block });
  return 0;
}

export function visitItems(c: Collector, nodes: readonly SyntaxNode[]): void {
  hoistItems(c, nodes);
  for (const node of nodes) c.visit(node);
}

function partOf(node: SyntaxNode, nodeCode: number): SyntaxNode | undefined {
  return partsOf(node).find((part) => codeOf(part) === nodeCode);
}

/** Runs `work` in a scope for the type parameters of an item. */
function inItemScope(c: Collector, work: () => void): void {
  inBlock(c, () => {
    c.scope = c.writer.scope(c.scope, scopeKinds.block, -1);
    work();
  });
}

/** A struct, union or enum. */
export function visitType(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const entity = entityOf(c, node);
  if (entity === -1) return 0;
  const selfType = namedType(c, [nameText(c, nameOf(node)!)], c.scope, 0);
  inItemScope(c, () => {
    const list = partOf(node, codes.typeParameters);
    const parameters = declareTypeParameters(c, list, partOf(node, codes.whereClause));
    writer.set(entity, entityFields.listB, writer.list(parameters));
    c.typeParameters.set(entity, { scope: c.scope, entities: parameters });
    const outerSelfType = c.selfType;
    c.selfType = selfType;
    for (const part of partsOf(node)) {
      const kind = codeOf(part);
      if (kind === codes.fieldList || kind === codes.orderedFieldList) declareFields(c, part, entity);
      else if (kind === codes.variantList)
        for (const variant of partsOf(part)) declareVariant(c, variant, { entity, enumType: selfType });
    }
    c.selfType = outerSelfType;
  });
  return 0;
}

/**
 * Declares fields by name or position. Fields of a variant belong to the enum; their names begin with that of the variant (`Variant::0`).
 */
function declareFields(c: Collector, list: SyntaxNode, parent: number, prefix = ''): void {
  let position = 0;
  let attributes: SyntaxNode[] = [];
  for (const part of partsOf(list)) {
    const kind = codeOf(part);
    if (kind === codes.attribute) attributes.push(part);
    if (kind === codes.attribute || kind === codes.visibility) continue;
    const before = attributes;
    attributes = [];
    const isNamed = kind === codes.fieldDeclaration;
    const nameNode = isNamed ? partsOf(part).find((child) => codeOf(child) === codes.fieldIdentifier) : part;
    const typeNode = isNamed ? partsOf(part).at(-1) : part;
    // In broken code, a named field may have no type.
    if (nameNode === undefined || typeNode === undefined || (typeNode === nameNode) === isNamed) continue;
    const type = typeOf(c, typeNode);
    writeDerivedCalls(c, typeNode, { type, parent });
    for (const attribute of type === 0 ? [] : before) writeSerdeDefault(c, attribute, type);
    const name = prefix + (isNamed ? nameText(c, nameNode) : String(position++));
    c.writer.entity({ name, kind: entityKinds.property, ...placeOf(nameNode), scope: c.scope, parent, type });
  }
}

/** The methods that derived code calls for a member whose type is none of the library. */
function writeDerivedCalls(c: Collector, node: SyntaxNode, { type, parent }: { type: number; parent: number }): void {
  const methods = c.derived.get(parent) ?? [];
  if (methods.length === 0 || type === 0 || c.writer.opOf(type) !== ops.named) return;
  const named = codeOf(node) === codes.genericType ? partsOf(node)[0] : node;
  const isName = named !== undefined && (codeOf(named) === codes.typeIdentifier || codeOf(named) === codes.scopedType);
  const first = isName ? c.writer.text(c.writer.items(c.writer.operand(type, 0))[0]!) : '';
  if (first === '' || (codeOf(named!) === codes.typeIdentifier && !c.itemNames.has(first)) || c.libraryNames.has(first))
    return;
  const value = c.writer.node(ops.cast, type, 0);
  for (const method of methods)
    c.writer.site(siteKinds.implicit, c.writer.member(value, method), placeOf(node), c.scope);
}

const serdeDefault = /^#\[\s*serde\s*\((?:[^"]*[(,\s])?(default)\s*[,)]/;

/** `#[serde(default)]` of a field: derived code calls `default` of the field's type. */
function writeSerdeDefault(c: Collector, attribute: SyntaxNode, type: number): void {
  const found = serdeDefault.exec(c.source.slice(attribute.startIndex, attribute.endIndex));
  if (found === null) return;
  const offset = attribute.startIndex + found[0].lastIndexOf('default');
  const tokens = attribute.descendantsOfType('token_tree')[0]?.children as SyntaxNode[] | undefined;
  const token = tokens?.find(({ startIndex }) => startIndex === offset);
  if (token === undefined) return;
  const value = c.writer.node(ops.cast, type, 0);
  c.writer.site(siteKinds.implicit, c.writer.member(value, 'default'), placeOf(token), c.scope);
}

/** Declares a variant: a value of its enum, or a function that returns one. */
function declareVariant(
  c: Collector,
  node: SyntaxNode,
  { entity, enumType }: { entity: number; enumType: number },
): void {
  if (codeOf(node) !== codes.variant) return;
  const [nameNode, ...rest] = partsOf(node).filter((part) => codeOf(part) !== codes.visibility);
  const name = nameNode === undefined ? '' : nameText(c, nameNode);
  if (nameNode === undefined || name === '') return;
  const place = { ...placeOf(nameNode), scope: c.scope };
  // The flag distinguishes a variant or constant from a field.
  const flags = entityFlags.implemented;
  const kind = entityKinds.property;
  const variant = c.writer.entity({ name, kind, flags, ...place, parent: entity, type: enumType });
  if (c.modules.length === 0)
    c.writer.export(`${c.writer.text(c.writer.get(entity, entityFields.name))}::${name}`, 0, variant, 0);
  for (const part of rest) {
    const partCode = codeOf(part);
    if (partCode === codes.fieldList || partCode === codes.orderedFieldList)
      declareFields(c, part, entity, `${name}::`);
    else c.visit(part);
  }
}

export function visitTrait(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const entity = entityOf(c, node);
  if (entity === -1) return 0;
  const selfType = namedType(c, [nameText(c, nameOf(node)!)], c.scope, 0);
  inItemScope(c, () => {
    const list = partOf(node, codes.typeParameters);
    writer.set(
      entity,
      entityFields.listB,
      writer.list(declareTypeParameters(c, list, partOf(node, codes.whereClause))),
    );
    const bounds = partOf(node, codes.traitBounds);
    for (const bound of bounds === undefined ? [] : partsOf(bounds)) {
      const type = typeOf(c, bound, siteKinds.extends);
      if (type !== 0) addHeritage(c, entity, heritage.extends, type);
    }
    visitMembers(c, partOf(node, codes.declarationList), { owner: entity, selfType });
  });
  return 0;
}

/** The type, stub or trait that members belong to. */
interface MemberOwner {
  owner: number;
  selfType: number;
}

function visitMembers(c: Collector, list: SyntaxNode | undefined, { owner, selfType }: MemberOwner): void {
  const outerSelfType = c.selfType;
  c.selfType = selfType;
  for (const member of list === undefined ? [] : partsOf(list)) {
    const kind = entityKindByCode.get(codeOf(member));
    if (kind === entityKinds.function) visitFunction(c, member, owner);
    else if (kind === entityKinds.variable) declareConstant(c, member, owner);
    else if (kind === entityKinds.typeAlias || codeOf(member) === associatedTypeCode)
      declareAssociated(c, member, owner);
    else c.visit(member);
  }
  c.selfType = outerSelfType;
}

const associatedTypeCode = code('associated_type');

/** `type Item: Bound;` in a trait, or `type Item = T;` in an impl. It becomes a member of the trait or type. */
function declareAssociated(c: Collector, node: SyntaxNode, parent: number): void {
  const nameNode = nameOf(node);
  let type = 0;
  for (const part of partsOf(node)) if (part.id !== nameNode?.id) type = typeOf(c, part) || type;
  const name = nameNode === undefined ? '' : nameText(c, nameNode);
  if (nameNode === undefined || name === '') return;
  const place = { ...placeOf(nameNode), scope: c.scope };
  c.writer.entity({ name: associatedName(name), kind: entityKinds.property, ...place, parent, type });
}

function declareConstant(c: Collector, node: SyntaxNode, parent: number): void {
  const nameNode = nameOf(node);
  const name = nameNode === undefined ? '' : nameText(c, nameNode);
  if (nameNode === undefined || name === '') return;
  const { type, value } = typeAndValue(c, node, nameNode);
  const place = { ...placeOf(nameNode), scope: c.scope };
  const flags = entityFlags.implemented;
  c.writer.entity({ name, kind: entityKinds.property, flags, ...place, parent, type, value });
}

function typeAndValue(c: Collector, node: SyntaxNode, nameNode: SyntaxNode): { type: number; value: number } {
  const rest = partsOf(node).filter((part) => part.startIndex > nameNode.startIndex);
  const type = rest[0] === undefined ? 0 : typeOf(c, rest[0]);
  const value = rest[1] === undefined ? 0 : c.visit(rest[1]);
  return { type, value };
}

export function visitConstant(c: Collector, node: SyntaxNode): number {
  const nameNode = nameOf(node);
  if (nameNode === undefined) return 0;
  const { type, value } = typeAndValue(c, node, nameNode);
  const entity = c.declared.get(nameNode.startIndex);
  if (entity === undefined) return 0;
  c.writer.set(entity, entityFields.type, type);
  c.writer.set(entity, entityFields.value, value);
  return 0;
}

export function visitAlias(c: Collector, node: SyntaxNode): number {
  const entity = entityOf(c, node);
  const aliased = partsOf(node).at(-1);
  if (entity === -1 || aliased === undefined) return 0;
  inItemScope(c, () => {
    const parameters = declareTypeParameters(c, partOf(node, codes.typeParameters), undefined);
    c.writer.set(entity, entityFields.listB, c.writer.list(parameters));
    c.writer.set(entity, entityFields.type, typeOf(c, aliased));
  });
  return 0;
}

/**
 * Members of an impl belong to the type's entity if the same module declares the type. Otherwise they belong to a stub: a class entity with
 * the flag `extension`, whose members the linker adds to the type. Types of other forms, such as tuples, get no stub.
 */
export function visitImpl(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  // `impl TYPE` or `impl TRAIT for TYPE`.
  const types = parts.filter((part) => {
    const kind = codeOf(part);
    return kind !== codes.typeParameters && kind !== codes.whereClause && kind !== codes.declarationList;
  });
  // `impl Trait for &Type` gives its members to the type as well.
  const typeNode = referredType(types.at(-1));
  const traitNode = types.length > 1 ? types.at(-2) : undefined;
  if (typeNode === undefined) return 0;
  const moduleScope = c.itemScope;
  inItemScope(c, () => {
    const isReference = typeNode.id !== types.at(-1)!.id;
    const segments = segmentsOf(c, typeNode);
    const name = segments?.at(-1)?.name ?? '';
    const declared = segments?.length === 1 ? c.types.get(`${moduleScope} ${name}`) : undefined;
    const list = partOf(node, codes.typeParameters);
    const typeParameters =
      declared === undefined ? new Map<string, TypeParameter>() : parametersOf(c, typeNode, declared);
    declareTypeParameters(c, list, partOf(node, codes.whereClause), typeParameters);
    const selfType = typeOf(c, typeNode);
    const place = { ...placeOf(segments?.at(-1)?.node ?? typeNode), scope: 0 };
    // `impl<T> Trait for &T` is for no type of its own.
    const isOfParameter = isReference && lookUpLocal(c, name) !== null;
    const isUnknown = selfType === 0 || isOfParameter || c.isTemplate;
    const stub = isUnknown ? '' : stubName(c, typeNode, { selfType, name });
    const flags = entityFlags.extension;
    const owner =
      declared ??
      (stub === ''
        ? noParent
        : c.writer.entity({ name: stub, kind: entityKinds.class, flags, ...place, type: selfType }));
    if (traitNode !== undefined) {
      const trait = typeOf(c, traitNode, siteKinds.implements);
      if (trait !== 0 && owner !== noParent) addHeritage(c, owner, heritage.implements, trait);
      const isDeref = segmentsOf(c, traitNode)?.at(-1)?.name === 'Deref';
      const target = isDeref ? derefTarget(c, partOf(node, codes.declarationList)) : 0;
      if (target !== 0 && owner !== noParent) addHeritage(c, owner, heritage.mixesIn, target);
    }
    visitMembers(c, partOf(node, codes.declarationList), { owner, selfType });
  });
  return 0;
}

/** The type that a reference refers to; any other type itself. */
function referredType(node: SyntaxNode | undefined): SyntaxNode | undefined {
  let type = node;
  while (type !== undefined && codeOf(type) === codes.referenceType) type = partsOf(type).at(-1);
  return type;
}

/** The name of an impl's stub: the name of its type, and `[]` for arrays and slices. Empty for types that get no stub. */
function stubName(c: Collector, node: SyntaxNode, { selfType, name }: { selfType: number; name: string }): string {
  switch (c.writer.opOf(selfType)) {
    case ops.named:
      return name;
    case ops.arrayOf:
      return '[]';
    case ops.primitiveType:
      return /(?<!\w)\w+$/.exec(c.source.slice(node.startIndex, node.endIndex))?.[0] ?? '';
    default:
      return '';
  }
}

/** `type Target = T;` of an `impl Deref`: the members of T are also members of the type. */
function derefTarget(c: Collector, list: SyntaxNode | undefined): number {
  for (const member of list === undefined ? [] : partsOf(list)) {
    const target = entityKindByCode.get(codeOf(member)) === entityKinds.typeAlias ? partsOf(member).at(-1) : undefined;
    if (target !== undefined) return c.writer.withoutSites(() => typeOf(c, target));
  }
  return 0;
}

/** The type parameters of the type by the names that the impl uses: in `impl<U> List<U>`, U is the parameter T of `List<T>`. */
function parametersOf(c: Collector, type: SyntaxNode, owner: number): Map<string, TypeParameter> {
  const byName = new Map<string, TypeParameter>();
  const declared = c.typeParameters.get(owner);
  const argumentList = partOf(type, codes.typeArguments);
  if (declared === undefined || argumentList === undefined) return byName;
  const args = partsOf(argumentList).filter((part) => codeOf(part) !== codes.lifetime);
  for (const [position, arg] of args.entries()) {
    const entity = declared.entities[position];
    if (codeOf(arg) !== codes.typeIdentifier || entity === undefined) continue;
    const name = c.writer.list([c.writer.get(entity, entityFields.name)]);
    byName.set(nameText(c, arg), { entity, type: c.writer.node(ops.named, name, declared.scope, 0) });
  }
  return byName;
}
