/** Declarations: functions with and without bodies, variables, fields, typedefs, namespaces, macros, includes. */
import type { SyntaxNode } from '../../language.ts';
import {
  entityFields,
  entityFlags,
  entityKinds,
  exportForms,
  ops,
  scopeKinds,
  siteKinds,
} from '../../../model/file-summary.ts';
import {
  declareVariable,
  inBlock,
  namedType,
  partsOf,
  placeOf,
  textOf,
  unnamedParent,
  type Collector,
} from './collector.ts';
import { withoutTypeArguments } from '../../../util/words/type-arguments.ts';
import { declareBinding } from './bindings.ts';
import { declaratorOf, type Declarator } from './declarators.ts';
import { isMadeByMacro, visitMadeFunction } from './made-functions.ts';
import { madeVariable, visitLoneCall, writeMacroCall } from './macro-calls.ts';
import { visitMacroBody, writeMacroTemplate } from './macro-bodies.ts';
import { visitInitializer, visitName, visitPath } from './expressions.ts';
import { isPointer } from './operators.ts';
import { declareParameters, visitSignature } from './parameters.ts';
import { stubOf } from './stubs.ts';
import { visitTag } from './tags.ts';
import { declareTypeParameters, pathOf, specifiersOf, typeNodes, typeOf, typePart } from './types.ts';
import { aliasedType, declaredType, writtenType } from './written-types.ts';

/** Name of the entities that record the `using namespace` directives of a scope. */
export const usingName = 'using namespace';

export function visitInclude(c: Collector, node: SyntaxNode): number {
  const path = node.childForFieldName('path');
  if (path === null || (path.type !== 'string_literal' && path.type !== 'system_lib_string')) return 0;
  const text = textOf(c, path);
  // The quote or bracket decides where the file is searched.
  const specifier = text.slice(0, -1);
  if (specifier.length > 1 && specifier.length < 500)
    c.writer.export('*', exportForms.all, c.writer.module(specifier), 0);
  return 0;
}

export function visitMacro(c: Collector, node: SyntaxNode): number {
  const name = node.childForFieldName('name');
  if (name === null) return 0;
  const kind = node.type === 'preproc_function_def' ? entityKinds.function : entityKinds.variable;
  const flags = entityFlags.implemented | entityFlags.constant | entityFlags.global;
  const entity = c.writer.entity({ name: textOf(c, name), kind, flags, ...placeOf(name), scope: 0 });
  visitMacroBody(c, node, entity);
  writeMacroTemplate(c, node, entity);
  // A macro that opens a namespace declares it. The tree has the content of the namespace at the top level, so the entity has no members.
  const value = node.childForFieldName('value');
  const opened = value === null ? null : /^\s*namespace\s+(\w+)\s*\{/.exec(textOf(c, value));
  if (opened !== null)
    c.writer.entity({ name: opened[1]!, kind: entityKinds.namespace, flags, line: 1, column: 1, scope: 0 });
  return 0;
}

export function visitNamespace(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const { scope, outer, isHidden } = c;
  const name = node.childForFieldName('name');
  if (name === null) c.isHidden = true;
  // The names of an inline namespace belong to the surrounding namespace too, so the summary treats it as an unnamed one.
  const isInline = /^inline\b/.test(c.source.slice(node.startIndex, node.startIndex + 20));
  const names = name === null || isInline ? [null] : name.type === 'namespace_identifier' ? [name] : partsOf(name);
  for (const part of names) {
    const flags = entityFlags.implemented | (part === null ? 0 : entityFlags.global);
    const draft = { kind: entityKinds.namespace, flags, ...placeOf(part ?? node), scope: c.outer };
    const entity = writer.entity({ ...draft, name: part === null ? '' : textOf(c, part) });
    c.scope = writer.scope(c.scope, scopeKinds.namespace, entity);
    c.outer = c.scope;
    writer.set(entity, entityFields.ownScope, c.scope);
  }
  const body = node.childForFieldName('body');
  if (body !== null) for (const part of partsOf(body)) c.visit(part);
  Object.assign(c, { scope, outer, isHidden });
  return 0;
}

/** `using namespace a`, `using a::b`, `namespace x = a::b`. */
export function visitUsing(c: Collector, node: SyntaxNode): number {
  const isAlias = node.type === 'namespace_alias_definition';
  const target = partsOf(node).at(-1);
  if (target === undefined) return 0;
  const text = withoutTypeArguments(textOf(c, target)).replace(/\s+/g, '').replace(/^::/, '').slice(0, 300);
  const isDirective = !isAlias && /^using\s+namespace\b/.test(c.source.slice(node.startIndex, node.startIndex + 60));
  const alias = isAlias ? node.childForFieldName('name') : null;
  const path = isAlias || isDirective ? null : pathOf(c, target);
  const nameNode = alias ?? path?.last ?? target;
  const name = isDirective ? usingName : alias !== null ? textOf(c, alias) : text.split('::').at(-1)!;
  const isGlobal = !isDirective && c.block === null && c.owner === -1;
  const type = namedType(c, text, c.scope);
  c.writer.entity({
    name,
    kind: entityKinds.import,
    ...placeOf(nameNode),
    scope: c.scope,
    flags: isGlobal ? entityFlags.global : 0,
    type,
  });
  if (!isDirective && !isAlias)
    c.writer.site(siteKinds.import, c.writer.name(text, c.scope), placeOf(nameNode), c.scope);
  return 0;
}

export function visitTemplate(c: Collector, node: SyntaxNode): number {
  const { scope, typeParameters, isSpecialised, isConstrained, templateNames } = c;
  const list = node.childForFieldName('parameters');
  if (list !== null) c.typeParameters = declareTypeParameters(c, list);
  c.isSpecialised = list !== null && partsOf(list).length === 0;
  c.templateNames = list === null ? [] : namesWithoutDefault(c, list);
  c.isConstrained = isConstrained || (list !== null && constrains(c, list)) || hasRequirement(node);
  for (const part of partsOf(node)) if (part.id !== list?.id) c.visit(part);
  Object.assign(c, { scope, typeParameters, isSpecialised, isConstrained, templateNames });
  return 0;
}

/** The names of a template's parameters that have no default and are no packs. */
function namesWithoutDefault(c: Collector, list: SyntaxNode): string[] {
  return partsOf(list).flatMap((part) => {
    if (part.type !== 'type_parameter_declaration' && part.type !== 'parameter_declaration') return [];
    const name = partsOf(part).at(-1);
    return name !== undefined && /^(?:type_)?identifier$/.test(name.type) ? [textOf(c, name)] : [];
  });
}

/** Whether a template has a parameter that its function's parameters do not name, so that calls write it. */
function isExplicit(c: Collector, { parameters, scopes }: Declarator): boolean {
  if (c.templateNames.length === 0 || scopes.length > 0) return false;
  const text = parameters === null ? '' : textOf(c, parameters);
  return c.templateNames.some((name) => !new RegExp(`\\b${name}\\b`).test(text));
}

/** Whether a part of a template's declaration makes the template exist for some types only. Macros that do so have the word in their name. */
function constrains(c: Collector, part: SyntaxNode): boolean {
  return /enable_if|requires\b|void_t\b/i.test(textOf(c, part));
}

function hasRequirement(node: SyntaxNode): boolean {
  return partsOf(node).some(({ type }) => type === 'requires_clause');
}

/** Visibility flags of a declaration outside of functions and types. */
function outerFlags(c: Collector, node: SyntaxNode): number {
  if (c.isHidden) return entityFlags.global | entityFlags.private;
  if (!specifiersOf(c, node).isStatic) return entityFlags.global;
  return c.isHeader ? entityFlags.global | entityFlags.private : entityFlags.private;
}

interface FunctionDraft {
  node: SyntaxNode;
  declarator: Declarator;
  /** The type of its result; 0 where that is written behind the parameters. */
  type: number;
  /** Its result's type where that is written behind the parameters; null for others. */
  trailing: SyntaxNode | null;
  body: SyntaxNode | null;
}

function declareFunction(c: Collector, { node, declarator, type, trailing, body }: FunctionDraft): void {
  const { writer } = c;
  const { name, text, scopes } = declarator;
  const isMember = c.owner !== -1 && node.parent?.type !== 'friend_declaration';
  const parent = isMember ? c.owner : scopes.length > 0 ? stubOf(c, declarator) : -1;
  const className = parent === -1 ? '' : writer.text(writer.get(parent, entityFields.name));
  const specialised = parent === -1 && c.isSpecialised ? entityFlags.specialised : 0;
  const own = parent !== -1 && declarator.isConst ? entityFlags.constant : 0;
  const written = trailing ?? returnPart(node);
  const isConstrained = c.typeParameters !== 0 && (c.isConstrained || (written !== null && constrains(c, written)));
  const flags =
    (body === null ? 0 : entityFlags.implemented) |
    (parent === -1 ? outerFlags(c, node) : own) |
    (isConstrained ? entityFlags.constrained : 0) |
    (isExplicit(c, declarator) ? entityFlags.explicit : 0) |
    specialised;
  const entity = writer.entity({
    // A member with the name of its class is a constructor.
    name: className !== '' && text === className ? 'constructor' : text,
    kind: parent === -1 ? entityKinds.function : entityKinds.method,
    flags,
    ...placeOf(name),
    scope: parent === -1 ? c.outer : c.scope,
    parent,
    type,
  });
  writer.set(entity, entityFields.listB, c.typeParameters);
  writer.set(
    entity,
    entityFields.context,
    trailing === null ? declaredType(c, node, declarator) : writtenType(c, trailing),
  );
  const { owner, returns, typeParameters, isConstrained: wasConstrained, templateNames } = c;
  inBlock(c, () => {
    c.scope = writer.scope(c.scope, scopeKinds.function, entity);
    writer.set(entity, entityFields.ownScope, c.scope);
    c.owner = -1;
    c.typeParameters = 0;
    c.isConstrained = false;
    c.templateNames = [];
    writer.set(entity, entityFields.listA, declareParameters(c, declarator.parameters, entity));
    // Its names are those of the parameters: `auto f(T t) -> decltype(t.size())`.
    const result = trailing === null ? type : typeOf(c, trailing);
    writer.set(entity, entityFields.type, result);
    c.returns = result === 0 && body !== null ? [] : null;
    for (const part of partsOf(node)) if (part.type === 'field_initializer_list') c.visit(part);
    if (body !== null) for (const part of partsOf(body)) c.visit(part);
    if (c.returns !== null) writer.set(entity, entityFields.value, writer.either(c.returns));
  });
  Object.assign(c, { owner, returns, typeParameters, isConstrained: wasConstrained, templateNames });
}

export function visitFunction(c: Collector, node: SyntaxNode): number {
  const declaratorNode = node.childForFieldName('declarator');
  const declarator = declaratorNode === null ? null : declaratorOf(c, declaratorNode);
  const body = node.childForFieldName('body');
  if (declarator === null || declarator.parameters === null) {
    const isCast = declarator?.name.type === 'operator_cast';
    if (declarator !== null && isCast)
      declareFunction(c, { node, declarator, type: castType(c, declarator), trailing: null, body });
    else for (const part of partsOf(node)) c.visit(part);
    return 0;
  }
  if (isMadeByMacro(c, declarator)) {
    visitMadeFunction(c, node, declarator);
    return 0;
  }
  const trailing = declaratorNode === null ? null : trailingType(declaratorNode);
  const type = trailing === null ? typeOf(c, returnPart(node)) : 0;
  declareFunction(c, { node, declarator, type, trailing, body });
  return 0;
}

function castType(c: Collector, { name }: Declarator): number {
  return typeOf(c, typePart(name));
}

function returnPart(node: SyntaxNode): SyntaxNode | null {
  return node.childForFieldName('type');
}

function trailingType(declarator: SyntaxNode): SyntaxNode | null {
  const found = partsOf(declarator).find((part) => part.type === 'trailing_return_type');
  return found === undefined ? null : (partsOf(found)[0] ?? null);
}

/** Variables, fields and prototypes. */
export function visitDeclaration(c: Collector, node: SyntaxNode): number {
  if (visitLoneCall(c, node)) return 0;
  const { type: writtenType } = specifiersOf(c, node);
  const parts = partsOf(node);
  const declarators = parts.filter(
    (part) =>
      part.id !== writtenType?.id &&
      /declarator|^(?:identifier|field_identifier|operator_cast|qualified_identifier)$/.test(part.type),
  );
  const isConstruction =
    c.isCpp &&
    declarators.some((part) => {
      if (c.block !== null && part.type === 'function_declarator') {
        const declarator = declaratorOf(c, part);
        return declarator !== null && isConstructed(c, node, declarator);
      }
      const value = part.type === 'init_declarator' ? part.childForFieldName('value') : null;
      return value !== null && (value.type === 'argument_list' || value.type === 'initializer_list');
    });
  const made = isConstruction ? null : madeVariable(c, writtenType, declarators);
  if (made !== null) {
    const type = writtenType!;
    writeMacroCall(c, textOf(c, type), placeOf(type), [c.writer.name(textOf(c, made), c.scope)]);
  }
  const type = made === null ? typeOf(c, writtenType, isConstruction ? siteKinds.construct : siteKinds.type) : 0;
  const site = isConstruction && declarators.length === 1 && type !== 0 ? c.writer.siteCount - 1 : -1;
  for (const part of declarators) declareOne(c, { node, part, type, site });
  if (declarators.length === 0 && writtenType !== null && c.owner !== -1) adoptMembers(c, type);
  const declared = new Set(declarators);
  for (const part of parts) {
    if (part.id === writtenType?.id || declared.has(part)) continue;
    if (!typeNodes.has(part.type)) c.visit(part);
  }
  return 0;
}

/** Makes the members of an unnamed struct or union members of the surrounding type. */
function adoptMembers(c: Collector, type: number): void {
  const { writer } = c;
  if (writer.opOf(type) !== ops.shape) return;
  const unnamed = writer.operand(type, 0);
  const draft = { name: '', kind: entityKinds.property, line: 1, column: 1, scope: c.scope };
  // This entity means nothing: its index is the end of the entities that were written for the unnamed type.
  const end = writer.entity({ ...draft, parent: unnamedParent });
  for (let entity = unnamed + 1; entity < end; entity++)
    if (writer.get(entity, entityFields.parent) === unnamed) writer.set(entity, entityFields.parent, c.owner);
}

interface OneDeclarator {
  node: SyntaxNode;
  part: SyntaxNode;
  type: number;
  /** The site of the type, if this is its only declarator; otherwise -1. */
  site: number;
}

function declareOne(c: Collector, { node, part, type, site }: OneDeclarator): void {
  const declarator = declaratorOf(c, part);
  const initial = part.type === 'init_declarator' ? part.childForFieldName('value') : null;
  if (declarator === null) {
    declareBinding(c, part, initial === null ? 0 : c.visit(initial));
    return;
  }
  const isCast = declarator.name.type === 'operator_cast';
  if (declarator.parameters !== null || isCast) {
    const trailing = isCast ? null : trailingType(part);
    const result = isCast ? castType(c, declarator) : type;
    if (c.block === null) declareFunction(c, { node, declarator, type: result, trailing, body: null });
    else if (isConstructed(c, node, declarator)) declareConstructed(c, declarator, { type, site });
    return;
  }
  // A pointer to a function does not have the type that the function returns.
  const valueType = declarator.pointeeParameters === null ? type : 0;
  if (declarator.pointeeParameters !== null)
    visitSignature(c, part.type === 'init_declarator' ? part.childForFieldName('declarator') : part);
  const value = initial === null ? 0 : visitInitializer(c, initial, valueType, site);
  const defaultValue = node.childForFieldName('default_value');
  if (defaultValue !== null && initial === null) c.visit(defaultValue);
  const { name, text, scopes } = declarator;
  if (c.block !== null) {
    declareVariable(c, name, {
      type: valueType,
      value,
      isPointer: isPointer(c, name),
      context: declaredType(c, node, declarator),
    });
    return;
  }
  const isMember = c.owner !== -1;
  const parent = isMember ? c.owner : scopes.length > 0 ? stubOf(c, declarator) : -1;
  const { isExtern } = specifiersOf(c, node);
  const entity = c.writer.entity({
    name: text,
    kind: parent === -1 ? entityKinds.variable : entityKinds.property,
    flags: (isMember || isExtern ? 0 : entityFlags.implemented) | (parent === -1 ? outerFlags(c, node) : 0),
    ...placeOf(name),
    scope: parent === -1 ? c.outer : c.scope,
    parent,
    type: valueType,
    value,
  });
  if (declarator.pointeeParameters === null)
    c.writer.set(entity, entityFields.context, declaredType(c, node, declarator));
}

/**
 * Whether a declaration in a C++ function constructs a variable: `Type name(a, b);`. The grammar sees a function with parameters of
 * the types a and b.
 */
function isConstructed(c: Collector, node: SyntaxNode, { scopes, parameters }: Declarator): boolean {
  const { type: writtenType } = specifiersOf(c, node);
  return (
    c.isCpp &&
    parameters !== null &&
    scopes.length === 0 &&
    writtenType !== null &&
    /^(?:type_identifier|qualified_identifier|template_type)$/.test(writtenType.type) &&
    partsOf(parameters).length > 0 &&
    partsOf(parameters).every((part) => part.type === 'parameter_declaration' && isArgument(part))
  );
}

/** What the grammar sees in the brackets of an argument `a[i]` or `a(b)`. */
const abstractArguments: ReadonlySet<string> = new Set(['abstract_array_declarator', 'abstract_function_declarator']);

/** Whether a parameter, as the grammar sees it, may be an argument: `a`, `a::b`, `a[i]`, `a(b)`. */
function isArgument(parameter: SyntaxNode): boolean {
  const [type, declarator, ...rest] = partsOf(parameter);
  if (rest.length > 0 || (type?.type !== 'type_identifier' && type?.type !== 'qualified_identifier')) return false;
  if (declarator === undefined) return true;
  return (
    abstractArguments.has(declarator.type) &&
    partsOf(declarator).every((part) => part.type !== 'parameter_list' || partsOf(part).every(isArgument)) &&
    partsOf(declarator).every((part) => !abstractArguments.has(part.type))
  );
}

function visitArgument(c: Collector, parameter: SyntaxNode): number {
  const [name, declarator] = partsOf(parameter);
  const site = declarator?.type === 'abstract_function_declarator' ? siteKinds.call : siteKinds.read;
  let value = 0;
  if (name?.type === 'type_identifier') value = visitName(c, name, site);
  else if (name !== undefined) value = visitPath(c, name, site);
  for (const part of declarator === undefined ? [] : partsOf(declarator)) {
    if (part.type !== 'parameter_list') c.visit(part);
    else for (const argument of partsOf(part)) visitArgument(c, argument);
  }
  return declarator === undefined ? value : 0;
}

/** @param site the site of the type; -1 where several variables share it */
function declareConstructed(
  c: Collector,
  { name, parameters }: Declarator,
  { type, site }: { type: number; site: number },
): void {
  const args = partsOf(parameters!).map((part) => visitArgument(c, part));
  c.writer.handOn(args);
  if (site !== -1) c.writer.chooses(site, c.writer.list(args));
  declareVariable(c, name, { type, value: 0, isPointer: false });
}

/**
 * Whether a typedef gives a type its only name: `typedef struct { … } X;`, `typedef struct X { … } X;`. The type is then declared
 * at that name.
 */
function isNamedBy(c: Collector, tag: SyntaxNode, typedefName: SyntaxNode | null): boolean {
  const tagName = tag.childForFieldName('name');
  if (tagName === null) return true;
  const isDefined = tag.childForFieldName('body') !== null;
  return isDefined && typedefName !== null && textOf(c, tagName) === textOf(c, typedefName);
}

/** `typedef` and `using X = …`. */
export function visitTypedef(c: Collector, node: SyntaxNode): number {
  const writtenType = typePart(node);
  const alias = node.type === 'alias_declaration' ? node.childForFieldName('name') : null;
  const parts = alias === null ? partsOf(node).filter((part) => part.id !== writtenType?.id) : [alias];
  const isTag = writtenType !== null && /^(?:struct|union|class|enum)_specifier$/.test(writtenType.type);
  const aliased = alias === null ? writtenType : node.childForFieldName('type');
  const typedefName = parts.find((part) => part.type === 'type_identifier') ?? null;
  const isNamedByTypedef = isTag && isNamedBy(c, writtenType, typedefName);
  const type = isNamedByTypedef ? visitTag(c, writtenType, typedefName) : typeOf(c, aliased);
  for (const part of parts) {
    const declarator = declaratorOf(c, part);
    if (declarator === null || (isNamedByTypedef && part.id === typedefName?.id)) continue;
    const isMember = c.owner !== -1;
    const isFunction = declarator.parameters !== null || declarator.pointeeParameters !== null;
    if (isFunction) visitSignature(c, part);
    const entity = c.writer.entity({
      name: declarator.text,
      kind: entityKinds.typeAlias,
      flags: entityFlags.implemented | (isMember || c.block !== null ? 0 : entityFlags.global),
      ...placeOf(declarator.name),
      scope: isMember || c.block !== null ? c.scope : c.outer,
      parent: isMember ? c.owner : -1,
      type: isFunction ? 0 : type,
    });
    const declared = alias === null ? part : null;
    if (!isFunction) c.writer.set(entity, entityFields.context, aliasedType(c, aliased, declared));
  }
  return 0;
}
