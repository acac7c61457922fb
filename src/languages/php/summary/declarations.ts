/** Namespaces, imports, classes and their members, functions. */
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
  fullName,
  lastNameNode,
  namedType,
  nameless,
  partOf,
  partsOf,
  placeOf,
  textOf,
  variableName,
  type Aliases,
  type Collector,
} from './collector.ts';
import { className, documentation, tagType, typeOf } from './types.ts';

export function noAliases(): Aliases {
  return { classes: new Map(), functions: new Map(), constants: new Map() };
}

export function visitNamespace(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const name = partOf(node, 'namespace_name');
  const body = node.childForFieldName('body');
  const outerState = { scope: c.scope, namespaceScope: c.namespaceScope, namespace: c.namespace, aliases: c.aliases };
  c.namespace = name === null ? '' : textOf(c, name).replace(/\s+/g, '');
  c.aliases = noAliases();
  const draft = { name: c.namespace, kind: entityKinds.namespace, scope: 0, flags: entityFlags.implemented };
  const entity = writer.entity({ ...draft, ...placeOf(name ?? node) });
  c.namespaceScope = writer.scope(0, scopeKinds.namespace, entity);
  c.scope = c.namespaceScope;
  // Without braces, a namespace lasts to the end of the file, or to the next one.
  if (body === null) return 0;
  for (const part of partsOf(body)) c.visit(part);
  Object.assign(c, outerState);
  return 0;
}

export function visitUse(c: Collector, node: SyntaxNode): number {
  const group = partOf(node, 'namespace_use_group');
  const prefix = group === null ? null : partOf(node, 'namespace_name');
  const kind = importKind(c, node, 'classes');
  const prefixText = prefix === null ? '' : `${textOf(c, prefix)}\\`;
  for (const clause of partsOf(group ?? node)) {
    if (clause.type !== 'namespace_use_clause') continue;
    const alias = clause.childForFieldName('alias');
    const name = partsOf(clause).find((part) => part.id !== alias?.id);
    if (name === undefined) continue;
    const path = (prefixText + textOf(c, name)).replace(/^\\/, '').replace(/\s+/g, '');
    const last = lastNameNode(name);
    c.aliases[importKind(c, clause, kind)].set(textOf(c, alias ?? last), path);
    const isClass = importKind(c, clause, kind) === 'classes';
    const named = isClass ? namedType(c, path) : c.writer.name(path, c.scope);
    c.writer.site(siteKinds.import, named, placeOf(last), c.scope);
  }
  return 0;
}

/** What a `use` statement or clause imports, by the word `function` or `const` in it. */
function importKind(c: Collector, node: SyntaxNode, otherwise: keyof Aliases): keyof Aliases {
  const [, word] = /^(?:use\s+)?(function|const)\b/i.exec(c.source.slice(node.startIndex, node.startIndex + 40)) ?? [];
  if (word === undefined) return otherwise;
  return word.toLowerCase() === 'function' ? 'functions' : 'constants';
}

/** Classes, interfaces, traits and enums. For an anonymous class, returns the node of its instance. */
export function visitClass(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const nameNode = node.type === 'anonymous_class' ? null : node.childForFieldName('name');
  const name = nameNode === null ? '' : textOf(c, nameNode);
  const isInterface = node.type === 'interface_declaration';
  const attributes = partOf(node, 'attribute_list');
  if (attributes !== null) c.visit(attributes);
  const entity = writer.entity({
    name,
    kind: isInterface ? entityKinds.interface : entityKinds.class,
    ...placeOf(nameNode ?? node),
    scope: c.namespaceScope,
    parent: name === '' ? nameless : -1,
    flags: entityFlags.implemented | (name === '' ? 0 : entityFlags.global),
  });
  const { scope, owner, ownerName, locals } = c;
  const argumentList = partOf(node, 'arguments');
  if (argumentList !== null) c.visit(argumentList);
  c.scope = writer.scope(scope, scopeKinds.class, entity);
  c.owner = entity;
  // `use` clauses do not apply to the name of a declaration.
  c.ownerName =
    name === '' || node.type === 'trait_declaration' ? '' : fullName({ ...c, aliases: noAliases() }, name, 'classes');
  c.locals = new Map();
  writer.set(entity, entityFields.ownScope, c.scope);
  const heritagePairs: number[] = [];
  for (const part of partsOf(node)) {
    const isBase = part.type === 'base_clause';
    if (!isBase && part.type !== 'class_interface_clause') continue;
    const relation = isBase ? heritage.extends : heritage.implements;
    for (const base of partsOf(part))
      heritagePairs.push(relation, className(c, base, isBase ? siteKinds.extends : siteKinds.implements));
  }
  const body = partOf(node, 'declaration_list') ?? partOf(node, 'enum_declaration_list');
  for (const member of body === null ? [] : partsOf(body)) {
    if (member.type === 'use_declaration') addTraits(c, member, heritagePairs);
    else c.visit(member);
  }
  writer.set(entity, entityFields.listA, writer.list(heritagePairs));
  Object.assign(c, { scope, owner, ownerName, locals });
  return name === '' ? writer.node(ops.instance, writer.entityNode(entity)) : 0;
}

/** Adds the traits of `use A, B;` in a class body. */
function addTraits(c: Collector, node: SyntaxNode, heritagePairs: number[]): void {
  for (const part of partsOf(node)) {
    if (part.type === 'name' || part.type === 'qualified_name')
      heritagePairs.push(heritage.mixesIn, className(c, part, siteKinds.extends));
  }
}

interface MemberDraft {
  name: string;
  node: SyntaxNode;
  type: number;
  value: number;
}

function declareMember(c: Collector, { name, node, type, value }: MemberDraft): void {
  const flags = entityFlags.implemented;
  const draft = { name, kind: entityKinds.property, flags, ...placeOf(node), scope: c.scope };
  c.writer.entity({ ...draft, parent: c.owner, type, value });
}

export function visitProperty(c: Collector, node: SyntaxNode): number {
  const documented = c.writer.withoutSites(() => tagType(c, documentation(c, node), 'var'));
  const declared = typeOf(c, node.childForFieldName('type'));
  for (const part of partsOf(node)) {
    if (part.type !== 'property_element') continue;
    const name = partOf(part, 'variable_name');
    const nameNode = name === null ? null : variableName(name);
    const initial = part.childForFieldName('default_value');
    const value = initial === null ? 0 : c.visit(initial);
    const type = declared === 0 ? documented : declared;
    if (nameNode !== null && c.owner !== -1)
      declareMember(c, { name: `$${textOf(c, nameNode)}`, node: nameNode, type, value });
  }
  return 0;
}

export function visitConstants(c: Collector, node: SyntaxNode): number {
  for (const part of partsOf(node)) {
    if (part.type !== 'const_element') continue;
    const [name, initial] = partsOf(part);
    const value = initial === undefined ? 0 : c.visit(initial);
    if (name === undefined) continue;
    if (c.owner !== -1) declareMember(c, { name: constantName(textOf(c, name)), node: name, type: 0, value });
    else {
      const flags = entityFlags.implemented | entityFlags.global | entityFlags.constant;
      const draft = { name: textOf(c, name), kind: entityKinds.variable, flags, ...placeOf(name) };
      c.writer.entity({ ...draft, scope: c.namespaceScope, value });
    }
  }
  return 0;
}

/** A case of an enum. */
export function visitCase(c: Collector, node: SyntaxNode): number {
  const name = node.childForFieldName('name');
  const value = node.childForFieldName('value');
  if (value !== null) c.visit(value);
  const type = c.writer.node(ops.thisType, c.scope);
  if (name !== null && c.owner !== -1)
    declareMember(c, { name: constantName(textOf(c, name)), node: name, type, value: 0 });
  return 0;
}

/** The member name of a constant or an enum's case; the dot keeps it apart from a method with the same name. */
export function constantName(name: string): string {
  return `.${name}`;
}

/** The member name of a method. */
export function methodName(name: string): string {
  return name.toLowerCase() === '__construct' ? 'constructor' : name;
}

/** Functions and methods. */
export function visitFunction(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const nameNode = node.childForFieldName('name');
  if (nameNode === null) return 0;
  const attributes = partOf(node, 'attribute_list');
  if (attributes !== null) c.visit(attributes);
  const isMember = node.type === 'method_declaration' && c.owner !== -1;
  const name = textOf(c, nameNode);
  const body = node.childForFieldName('body');
  const bodyFlag = isMember && body === null ? 0 : entityFlags.implemented;
  const entity = writer.entity({
    name: isMember ? methodName(name) : name,
    kind: isMember ? entityKinds.method : entityKinds.function,
    flags: bodyFlag | (isMember ? 0 : entityFlags.global),
    ...placeOf(nameNode),
    scope: isMember ? c.scope : c.namespaceScope,
    parent: isMember ? c.owner : -1,
  });
  visitFunctionParts(c, { node, entity, kind: scopeKinds.function, locals: new Map() });
  return 0;
}

interface FunctionParts {
  node: SyntaxNode;
  entity: number;
  kind: number;
  /** Values of the variables that the function sees at its start. */
  locals: Map<string, number>;
}

/** Visits the parameters, types and body of a function in a new scope. */
function visitFunctionParts(c: Collector, { node, entity, kind, locals: captured }: FunctionParts): void {
  const { writer } = c;
  const { scope, locals, returns } = c;
  c.scope = writer.scope(scope, kind, entity);
  c.locals = captured;
  writer.set(entity, entityFields.ownScope, c.scope);
  const comment = documentation(c, node);
  const declared = typeOf(c, node.childForFieldName('return_type'));
  const type = declared === 0 ? writer.withoutSites(() => tagType(c, comment, 'return')) : declared;
  writer.set(entity, entityFields.type, type);
  writer.set(
    entity,
    entityFields.listA,
    declareParameters(c, { list: node.childForFieldName('parameters'), entity, comment }),
  );
  c.returns = type === 0 ? [] : null;
  const body = node.childForFieldName('body');
  const value = body === null ? 0 : c.visit(body);
  if (node.type === 'arrow_function' && c.returns !== null) c.returns.push(value);
  if (c.returns !== null) writer.set(entity, entityFields.value, writer.either(c.returns));
  Object.assign(c, { scope, locals, returns });
}

interface ParameterList {
  list: SyntaxNode | null;
  entity: number;
  comment: string;
}

function declareParameters(c: Collector, { list, entity, comment }: ParameterList): number {
  const { writer } = c;
  const declared: number[] = [];
  for (const part of list === null ? [] : partsOf(list)) {
    const variable = part.childForFieldName('name');
    const nameNode = variable === null ? null : variableName(variable);
    if (nameNode === null) {
      if (part.type === 'attribute_list') c.visit(part);
      continue;
    }
    const name = textOf(c, nameNode);
    const written = typeOf(c, part.childForFieldName('type'));
    const type = written === 0 ? writer.withoutSites(() => tagType(c, comment, 'param', name)) : written;
    const initial = part.childForFieldName('default_value');
    const value = initial === null ? 0 : c.visit(initial);
    const isRest = part.type === 'variadic_parameter';
    const parameterType = isRest && type !== 0 ? writer.node(ops.arrayOf, type) : type;
    const flags = (initial === null ? 0 : entityFlags.optional) | (isRest ? entityFlags.rest : 0);
    const place = placeOf(nameNode);
    if (part.type === 'property_promotion_parameter' && c.owner !== -1) {
      const draft = { name: `$${name}`, kind: entityKinds.property, flags: entityFlags.implemented, ...place };
      writer.entity({ ...draft, scope: c.scope, parent: c.owner, type });
    }
    const draft = { name, kind: entityKinds.parameter, flags, ...place, scope: c.scope, parent: entity };
    const parameter = writer.entity({ ...draft, type: parameterType, value });
    declared.push(parameter);
    c.locals.set(name, writer.entityNode(parameter));
  }
  return writer.list(declared);
}

/** `function () {}`, `fn () => …`: returns the function's node. */
export function visitClosure(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const draft = { name: '', kind: entityKinds.function, flags: entityFlags.implemented, ...placeOf(node) };
  const entity = writer.entity({ ...draft, scope: c.scope, parent: nameless });
  const useClause = partOf(node, 'anonymous_function_use_clause');
  // An arrow function sees all surrounding variables, an anonymous function those of its `use` clause.
  const captured = new Map(node.type === 'arrow_function' ? c.locals : []);
  for (const part of useClause === null ? [] : partsOf(useClause)) {
    const variable = part.type === 'by_ref' ? (partsOf(part)[0] ?? part) : part;
    const name = variableName(variable);
    const value = name === null ? undefined : c.locals.get(textOf(c, name));
    if (name !== null && value !== undefined) captured.set(textOf(c, name), value);
  }
  visitFunctionParts(c, { node, entity, kind: scopeKinds.arrow, locals: captured });
  return writer.entityNode(entity);
}
