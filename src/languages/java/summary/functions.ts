/** Methods, constructors and lambdas: scope, parameters, results. */
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
import { isAnnotation, visitAnnotation } from './annotations.ts';
import { nameText, placeOf, within, type Collector, type Place } from './collector.ts';
import { declareName, type Frame } from './frames.ts';
import { code, codeOf, codeSet, partOf, partsOf } from './node-codes.ts';
import { arrayOf, declareTypeParameters, dimensionsIn, typeOf, typePart } from './types.ts';
import { setContext, visitModifiers, ofType } from './variables.ts';

const identifierCode = code('identifier');
const underscoreCode = code('underscore_pattern');
const formalParametersCode = code('formal_parameters');
const spreadParameterCode = code('spread_parameter');
const receiverParameterCode = code('receiver_parameter');
const inferredParametersCode = code('inferred_parameters');
const declaratorCode = code('variable_declarator');
const typeParametersCode = code('type_parameters');
const throwsCode = code('throws');
const blockCode = code('block');
const constructorCallCode = code('explicit_constructor_invocation');
const constructorCodes = codeSet('constructor_declaration compact_constructor_declaration');
const bodies = codeSet('block constructor_body');
const lambdaParameters = codeSet('formal_parameters inferred_parameters identifier underscore_pattern');

/** The class of a member, as far as the member depends on it. */
export interface Owner {
  /** -1 for a file with methods outside of a class. */
  entity: number;
  isInterface: boolean;
  /** For a record: the parameters of its compact constructor. */
  components: readonly { name: string; type: number }[];
  /** Whether the class extends another. */
  hasSuper?: boolean;
}

/** The call of the superclass's constructor without arguments that nobody writes. */
export function runsSuper(c: Collector, place: Readonly<Place>): void {
  const { writer } = c;
  const { scope } = c.frame;
  const callee = writer.node(ops.overload, writer.node(ops.super, scope), writer.list([]));
  writer.site(siteKinds.implicit, callee, place, scope);
}

/** Declares a method, constructor or function. Returns its entity; -1 if it has no name. */
export function visitMethod(c: Collector, node: SyntaxNode, owner: Owner): number {
  const { writer } = c;
  const parts = partsOf(node);
  const nameNode = partOf(parts, identifierCode);
  if (nameNode === undefined) {
    for (const part of parts) c.visit(part);
    return -1;
  }
  const isConstructor = constructorCodes.has(codeOf(node));
  const body = parts.find((part) => bodies.has(codeOf(part)));
  const modifiers = visitModifiers(c, parts);
  const isOutsideClass = owner.entity === -1;
  const name = isConstructor ? 'constructor' : nameText(c, nameNode);
  const entity = writer.entity({
    name,
    kind: isOutsideClass ? entityKinds.function : entityKinds.method,
    ...placeOf(nameNode),
    scope: c.frame.scope,
    parent: owner.entity,
    flags: methodFlags(modifiers, { hasBody: body !== undefined, isInterface: owner.isInterface }),
  });
  if (isOutsideClass) writer.export(name, exportForms.own, entity, 0);
  within(c, { kind: 'function', entity }, (frame) => {
    writer.set(entity, entityFields.ownScope, frame.scope);
    for (const part of parts) {
      const nodeCode = codeOf(part);
      if (nodeCode === typeParametersCode) writer.set(entity, entityFields.listB, declareTypeParameters(c, part));
      else if (nodeCode === throwsCode) for (const type of partsOf(part)) typeOf(c, type);
      else if (isAnnotation(part)) visitAnnotation(c, part);
    }
    const typeNode = isConstructor ? undefined : typePart(parts);
    const type = typeNode === undefined ? 0 : arrayOf(c, typeOf(c, typeNode), dimensionsIn(c, parts));
    writer.set(entity, entityFields.type, type);
    const parameters = partOf(parts, formalParametersCode);
    const list =
      parameters === undefined ? componentParameters(c, entity, owner) : declareParameters(c, entity, parameters);
    writer.set(entity, entityFields.listA, list);
    const statements = body === undefined ? [] : partsOf(body);
    const callsOther = statements.some((statement) => codeOf(statement) === constructorCallCode);
    if (isConstructor && owner.hasSuper === true && !callsOther) runsSuper(c, placeOf(nameNode));
    for (const statement of statements) c.visit(statement);
  });
  return entity;
}

function methodFlags(
  modifiers: ReadonlySet<string>,
  { hasBody, isInterface }: { hasBody: boolean; isInterface: boolean },
): number {
  let flags = hasBody ? entityFlags.implemented : 0;
  if (modifiers.has('static')) flags |= entityFlags.static;
  if (modifiers.has('abstract') || (isInterface && !hasBody)) flags |= entityFlags.abstract;
  if (modifiers.has('private')) flags |= entityFlags.private;
  return flags;
}

function declareParameter(
  c: Collector,
  { name, owner, type, flags = 0 }: { name: SyntaxNode; owner: number; type: number; flags?: number },
): number {
  const text = codeOf(name) === underscoreCode ? '' : nameText(c, name);
  declareName(c.frame, text);
  return c.writer.entity({
    name: text,
    kind: entityKinds.parameter,
    ...placeOf(name),
    scope: c.frame.scope,
    parent: owner,
    type,
    flags,
  });
}

/** Declares the parameters. Returns the list of their entities. */
function declareParameters(c: Collector, owner: number, node: SyntaxNode): number {
  const list: number[] = [];
  for (const part of partsOf(node)) {
    const parts = partsOf(part);
    visitModifiers(c, parts);
    for (const child of parts) if (isAnnotation(child)) visitAnnotation(c, child);
    const typeNode = typePart(parts);
    const type = typeNode === undefined ? 0 : typeOf(c, typeNode);
    if (codeOf(part) === receiverParameterCode) continue;
    const isRest = codeOf(part) === spreadParameterCode;
    const declarator = isRest ? partOf(parts, declaratorCode) : part;
    const declaratorParts = declarator === undefined ? [] : partsOf(declarator);
    const name = declaratorParts.find((child) => codeOf(child) === identifierCode || codeOf(child) === underscoreCode);
    if (name === undefined) continue;
    const parameterType = arrayOf(c, type, dimensionsIn(c, declaratorParts) + (isRest ? 1 : 0));
    list.push(declareParameter(c, { name, owner, type: parameterType, flags: isRest ? entityFlags.rest : 0 }));
  }
  return c.writer.list(list);
}

/** The implicit parameters of a record's compact constructor. They have no names: in the body, a name means the field. */
function componentParameters({ writer, frame }: Collector, owner: number, { components }: Owner): number {
  const { line, column } = { line: writer.get(owner, entityFields.line), column: 0 };
  return writer.list(
    components.map(({ type }) =>
      writer.entity({ name: '', kind: entityKinds.parameter, line, column, scope: frame.scope, parent: owner, type }),
    ),
  );
}

export function visitLambda(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const [first, ...rest] = partsOf(node);
  if (first === undefined) return 0;
  const hasParameters = lambdaParameters.has(codeOf(first)) && rest.length > 0;
  const body = rest.at(-1) ?? (hasParameters ? undefined : first);
  const { scope } = c.frame;
  const entity = writer.entity({ name: '', kind: entityKinds.function, ...placeOf(node), scope, parent: -1 });
  within(c, { kind: 'function', entity, scopeKind: scopeKinds.arrow }, (frame) => {
    writer.set(entity, entityFields.ownScope, frame.scope);
    if (hasParameters) writer.set(entity, entityFields.listA, lambdaParametersOf(c, entity, first));
    if (body !== undefined) writer.set(entity, entityFields.value, lambdaResult(c, body, { entity, frame }));
  });
  return writer.entityNode(entity);
}

function lambdaParametersOf(c: Collector, owner: number, node: SyntaxNode): number {
  if (codeOf(node) === formalParametersCode) return declareParameters(c, owner, node);
  const names = codeOf(node) === inferredParametersCode ? partsOf(node) : [node];
  return c.writer.list(names.map((name) => declareParameter(c, { name, owner, type: 0 })));
}

function lambdaResult(c: Collector, body: SyntaxNode, { entity, frame }: { entity: number; frame: Frame }): number {
  const { writer } = c;
  if (codeOf(body) === blockCode) {
    c.visit(body);
    return writer.either(frame.returns);
  }
  const value = c.visit(body);
  setContext(c, value, writer.node(ops.returned, entity));
  return value;
}

/** Records a `return`: its value as a result of a lambda, and the expected type of functions in the value. */
export function recordReturn(c: Collector, value: number, frame: Frame): void {
  const { writer } = c;
  if (value === 0) return;
  if (writer.get(frame.entity, entityFields.kind) === entityKinds.function) {
    frame.returns.push(value);
    setContext(c, value, writer.node(ops.returned, frame.entity));
  } else setContext(c, value, ofType(c, writer.get(frame.entity, entityFields.type)));
}
