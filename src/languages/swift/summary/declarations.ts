/** Types, extensions, protocols and their members, functions, properties. */
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
  declareVariable,
  inBlock,
  maxInnerDepth,
  namedType,
  partOf,
  partsOf,
  placeOf,
  textOf,
  unnamedParent,
  type Collector,
} from './collector.ts';
import { visitAttributes } from './attributes.ts';
import { expectedType, visitBody, visitExpected } from './implicit-members.ts';
import { declareTypeParameters, isType, typeOf, visitConstraints } from './types.ts';

/** Name of the import entities that make the names of other modules visible; the type of such an entity is the module. */
export const importName = 'import';

export function visitImport(c: Collector, node: SyntaxNode): number {
  const path = partOf(node, 'identifier');
  const module = path === null ? undefined : partsOf(path)[0];
  if (module === undefined) return 0;
  const draft = { name: importName, kind: entityKinds.import, ...placeOf(module), scope: 0, parent: unnamedParent };
  c.writer.entity({ ...draft, type: namedType(c, textOf(c, module)) });
  c.writer.module(textOf(c, module));
  return 0;
}

function isHidden(c: Collector, node: SyntaxNode): boolean {
  const modifiers = partOf(node, 'modifiers');
  return modifiers !== null && /\b(?:file)?private\b(?!\()/.test(textOf(c, modifiers));
}

/** Visibility flags of a declaration that is no member; none inside of a function. */
function outerFlags(c: Collector, node: SyntaxNode): number {
  return c.locals !== null ? 0 : isHidden(c, node) ? entityFlags.private : entityFlags.global;
}

/** Classes, structs, enums, actors, extensions, protocols. */
export function visitType(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  visitAttributes(c, node);
  const nameNode = node.childForFieldName('name');
  if (nameNode === null) return 0;
  const isExtension = nameNode.type === 'user_type';
  const isProtocol = node.type === 'protocol_declaration';
  // The extended type is looked up from the top of the file.
  const type = isExtension ? typeOf({ ...c, scope: 0 }, nameNode) : 0;
  const names = isExtension ? partsOf(nameNode).filter((part) => part.type === 'type_identifier') : [nameNode];
  const last = names.at(-1) ?? nameNode;
  const isMember = c.owner !== -1 && !isExtension;
  const flags = isExtension ? entityFlags.extension : entityFlags.implemented | (isMember ? 0 : outerFlags(c, node));
  const entity = writer.entity({
    name: textOf(c, last),
    kind: isProtocol ? entityKinds.interface : entityKinds.class,
    flags,
    ...placeOf(last),
    scope: c.scope,
    parent: isMember ? c.owner : -1,
    type,
  });
  const { scope, owner, locals } = c;
  c.scope = writer.scope(scope, scopeKinds.block, -1);
  const parameters = partOf(node, 'type_parameters');
  if (parameters !== null) writer.set(entity, entityFields.listB, declareTypeParameters(c, parameters));
  const pairs: number[] = [];
  for (const part of partsOf(node)) {
    if (part.type !== 'inheritance_specifier') continue;
    for (const base of partsOf(part)) pairs.push(heritage.extends, typeOf(c, base, siteKinds.extends));
  }
  writer.set(entity, entityFields.listA, writer.list(pairs));
  // Constraints of an extension name the parameters and members of the extended type, which only the body's scope sees.
  if (!isExtension) visitWhere(c, node, entity);
  c.scope = writer.scope(c.scope, scopeKinds.class, entity);
  writer.set(entity, entityFields.ownScope, c.scope);
  Object.assign(c, { owner: entity, locals: null });
  if (isExtension) visitWhere(c, node, entity);
  const body = node.childForFieldName('body');
  for (const part of body === null ? [] : partsOf(body)) c.visit(part);
  Object.assign(c, { scope, owner, locals });
  return 0;
}

/** Reads the constraints after `where`. */
function visitWhere(c: Collector, node: SyntaxNode, entity: number): void {
  const where = partOf(node, 'type_constraints');
  if (where !== null) visitConstraints(c, where, c.writer.items(c.writer.get(entity, entityFields.listB)));
}

/** `case a, b(Int)` of an enum. A case has the type of the enum. */
export function visitCases(c: Collector, node: SyntaxNode): number {
  const type = c.writer.node(ops.thisType, c.scope);
  const parts = partsOf(node);
  for (const part of parts) {
    if (part.type === 'simple_identifier' && c.owner !== -1) declareMember(c, part, { type, value: 0 });
    else if (part.type === 'enum_type_parameters') for (const child of partsOf(part)) typeOf(c, child);
    else c.visit(part);
  }
  return 0;
}

/** Which accessors of a property have code. Observers run where the property is written. */
function accessorFlags(node: SyntaxNode): number {
  if (partOf(node, 'willset_didset_block') !== null) return entityFlags.setter;
  const computed = partOf(node, 'computed_property');
  if (computed === null) return 0;
  return entityFlags.getter | (partOf(computed, 'computed_setter') === null ? 0 : entityFlags.setter);
}

function declareMember(
  c: Collector,
  name: SyntaxNode,
  { type, value, flags = 0 }: { type: number; value: number; flags?: number },
): number {
  const own = flags | entityFlags.implemented;
  const draft = { name: textOf(c, name), kind: entityKinds.property, flags: own, ...placeOf(name) };
  return c.writer.entity({ ...draft, scope: c.scope, parent: c.owner, type, value });
}

export function visitAlias(c: Collector, node: SyntaxNode): number {
  const [name, aliased] = partsOf(node).filter((part) => part.type !== 'modifiers' && part.type !== 'type_parameters');
  if (name === undefined) return 0;
  const type = typeOf(c, aliased ?? null);
  const where = partOf(node, 'type_constraints');
  if (where !== null) visitConstraints(c, where, []);
  const isMember = c.owner !== -1;
  const flags = entityFlags.implemented | (isMember ? 0 : outerFlags(c, node));
  const draft = { name: textOf(c, name), kind: entityKinds.typeAlias, flags, ...placeOf(name), scope: c.scope };
  c.writer.entity({ ...draft, parent: isMember ? c.owner : -1, type });
  return 0;
}

/** Functions, methods, initialisers, subscripts. */
export function visitFunction(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  visitAttributes(c, node);
  const isInit = node.type === 'init_declaration';
  const isSubscript = node.type === 'subscript_declaration';
  // The grammar gives the type of a subscript the name of a field that functions use for their names.
  const nameNode = isInit || isSubscript ? null : node.childForFieldName('name');
  const keyword =
    nameNode ??
    node.children.find((child) => child?.type === 'init' || child?.type === 'deinit' || child?.type === 'subscript') ??
    null;
  const name = isInit ? 'constructor' : isSubscript ? 'subscript' : nameNode === null ? '' : textOf(c, nameNode);
  const body = node.childForFieldName('body');
  const isMember = c.owner !== -1;
  const isProtocol = isMember && writer.get(c.owner, entityFields.kind) === entityKinds.interface;
  const implemented = isProtocol ? 0 : entityFlags.implemented;
  const entity = writer.entity({
    name,
    kind: isMember ? entityKinds.method : entityKinds.function,
    flags: implemented | (isMember ? 0 : outerFlags(c, node)),
    ...placeOf(keyword ?? node),
    scope: c.scope,
    parent: isMember ? c.owner : -1,
  });
  const { owner, returns, result: outerResult } = c;
  inBlock(c, () => {
    c.owner = -1;
    c.scope = writer.scope(c.scope, scopeKinds.function, entity);
    writer.set(entity, entityFields.ownScope, c.scope);
    const typeParameters = partOf(node, 'type_parameters');
    if (typeParameters !== null) writer.set(entity, entityFields.listB, declareTypeParameters(c, typeParameters));
    writer.set(entity, entityFields.listA, declareParameters(c, node, entity));
    const result = partsOf(node).findLast((part) => isType(part) && part.id !== nameNode?.id);
    const type = typeOf(c, result ?? null);
    writer.set(entity, entityFields.type, type);
    visitWhere(c, node, entity);
    c.returns = result === undefined ? [] : null;
    c.result = expectedType(c, type);
    if (body !== null) visitBody(c, body, c.result);
    else for (const part of partsOf(node)) if (part.type === 'computed_property') c.visit(part);
  });
  Object.assign(c, { owner, returns, result: outerResult });
  return 0;
}

function declareParameters(c: Collector, node: SyntaxNode, parent: number): number {
  const { writer } = c;
  const declared: number[] = [];
  const types = new Map<number, number>();
  const entities = new Map<number, number>();
  for (const part of partsOf(node)) {
    if (part.type !== 'parameter') continue;
    const parts = partsOf(part);
    const [label, ...more] = parts.filter((child) => child.type === 'simple_identifier');
    const name = more.at(-1) ?? label;
    const type = typeOf(c, parts.findLast(isType) ?? null);
    types.set(part.id, type);
    if (name === undefined) continue;
    const flags = textOf(c, part).endsWith('...') ? entityFlags.rest : 0;
    const draft = {
      name: textOf(c, name),
      kind: entityKinds.parameter,
      flags,
      ...placeOf(name),
      scope: c.scope,
      parent,
    };
    const entity = writer.entity({ ...draft, type });
    declared.push(entity);
    entities.set(part.id, entity);
    // The argument label is recorded as the parameter's `context`.
    if (label !== undefined && more.length > 0)
      writer.set(entity, entityFields.context, writer.node(ops.literalType, writer.string(textOf(c, label))));
    c.locals?.set(textOf(c, name), writer.entityNode(entity));
  }
  // In the tree, a default value is the sibling after its parameter. All other siblings have one of these types.
  let type = 0;
  let parameter: number | undefined;
  const withDefault = new Set<number>();
  for (const part of partsOf(node)) {
    if (part.type === 'parameter') type = types.get(part.id) ?? 0;
    const isOtherPart =
      part.type === 'parameter' || isType(part) || /body|modifiers|type_|identifier|throws|async/.test(part.type);
    if (isOtherPart || part.type === 'computed_property') continue;
    visitExpected(c, part, expectedType(c, type));
  }
  // The value may also be `nil`, which is no part.
  for (const child of node.children) {
    if (child?.type === 'parameter') parameter = entities.get(child.id);
    else if (child?.type === '=' && parameter !== undefined) withDefault.add(parameter);
  }
  for (const one of withDefault)
    writer.set(one, entityFields.flags, writer.get(one, entityFields.flags) | entityFlags.optional);
  return writer.list(declared);
}

/** `let`, `var`: members, globals, local variables. */
export function visitProperty(c: Collector, node: SyntaxNode): number {
  visitAttributes(c, node, node.childForFieldName('value'));
  let pattern: SyntaxNode | null = null;
  let type = 0;
  let value = 0;
  const declareCurrent = (): void => {
    if (pattern !== null) declarePattern(c, pattern, { node, type, value });
    pattern = null;
    type = 0;
    value = 0;
  };
  for (const part of partsOf(node)) {
    if (part.type === 'pattern') {
      declareCurrent();
      pattern = part;
    } else if (part.type === 'type_annotation') type = typeOf(c, part);
    else if (part.type === 'computed_property' || part.type === 'willset_didset_block') visitAccessors(c, part, type);
    else if (!/modifiers|value_binding_pattern|requirements|type_constraints/.test(part.type))
      value = visitExpected(c, part, expectedType(c, type));
  }
  declareCurrent();
  return 0;
}

function visitAccessors(c: Collector, node: SyntaxNode, type: number): void {
  const { owner, returns, result } = c;
  inBlock(c, () => {
    Object.assign(c, { owner: -1, returns: null, result: expectedType(c, type) });
    visitBody(c, node, c.result);
  });
  Object.assign(c, { owner, returns, result });
}

interface PatternValue {
  node: SyntaxNode;
  type: number;
  value: number;
}

function declarePattern(c: Collector, pattern: SyntaxNode, { node, type, value }: PatternValue): void {
  const parts = partsOf(pattern);
  if (parts.some((part) => part.type === 'pattern')) {
    for (const [index, part] of parts.entries()) {
      const item = value === 0 ? 0 : c.writer.node(ops.item, value, index);
      if (part.type === 'pattern' && c.depth < maxInnerDepth) declarePattern(c, part, { node, type: 0, value: item });
    }
    return;
  }
  const name = parts.find((part) => part.type === 'simple_identifier');
  if (name === undefined) return;
  if (c.owner !== -1) declareMember(c, name, { type, value, flags: accessorFlags(node) });
  else if (c.locals !== null) declareVariable(c, name, { type, value });
  else {
    const flags = entityFlags.implemented | outerFlags(c, node);
    const draft = { name: textOf(c, name), kind: entityKinds.variable, flags, ...placeOf(name), scope: c.scope };
    c.writer.entity({ ...draft, type, value });
  }
}
