/** Functions, properties, parameters, lambdas and annotations. */
import type { SyntaxNode } from '../../language.ts';
import { withHiddenParameters } from './hidden-parameters.ts';
import { entityFields, entityFlags, entityKinds, exportForms, ops, siteKinds } from '../../../model/file-summary.ts';
import {
  declareLocal,
  declareName,
  declareParameter,
  field,
  setContext,
  nameOf,
  ofType,
  partOf,
  partsOf,
  placeOf,
  within,
  writeLambda,
  writeReturn,
  type Collector,
} from '../../nominal-summary.ts';
import { visitArguments } from './calls.ts';
import { runsComponent, runsDelegate } from './operators.ts';
import { declareTypeParameters, isType, modifiersOf, typeAfter, typeOf } from './types.ts';

export function visitAnnotations(c: Collector, parts: readonly SyntaxNode[]): void {
  const modifiers = partOf(parts, 'modifiers');
  const candidates = modifiers === undefined ? parts : [...parts, ...partsOf(modifiers)];
  for (const part of candidates) if (part.type === 'annotation') visitAnnotation(c, part);
}

export function visitAnnotation(c: Collector, node: SyntaxNode): number {
  for (const part of partsOf(node)) {
    const hasArguments = part.type === 'constructor_invocation';
    const children = hasArguments ? partsOf(part) : [part];
    const typeNode = children.find(isType);
    if (typeNode !== undefined) typeOf(c, typeNode, siteKinds.decorate);
    const argumentList = partOf(children, 'value_arguments');
    if (argumentList !== undefined) visitArguments(c, argumentList);
  }
  return 0;
}

export function flagsOf(modifiers: ReadonlySet<string>, isImplemented: boolean): number {
  let flags = isImplemented ? entityFlags.implemented : 0;
  if (modifiers.has('private')) flags |= entityFlags.private;
  if (modifiers.has('abstract') || modifiers.has('expect')) flags |= entityFlags.abstract;
  if (modifiers.has('actual')) flags |= entityFlags.actual;
  return flags;
}

/** Declares a function. Returns its entity; -1 if it has no name. */
export function visitFunction(c: Collector, node: SyntaxNode): number {
  const { writer, frame: outer } = c;
  const parts = partsOf(node);
  const name = field(node, 'name');
  if (name === undefined) {
    for (const part of parts) c.visit(part);
    return -1;
  }
  visitAnnotations(c, parts);
  const isMember = outer.kind === 'class';
  const body = partOf(parts, 'function_body');
  const receiver = parts.find((part) => part.endIndex <= name.startIndex && isType(part));
  const text = nameOf(c, name);
  // An extension inside a class is visible only there, and is not a member of the class.
  const isTop = outer.scope === 0;
  const entity = writer.entity({
    name: text,
    kind: isMember && receiver === undefined ? entityKinds.method : entityKinds.function,
    ...placeOf(name),
    scope: outer.scope,
    parent: isMember && receiver === undefined ? outer.entity : -1,
    flags: flagsOf(modifiersOf(c, parts), body !== undefined) | (receiver === undefined ? 0 : entityFlags.extension),
  });
  if (isTop && text !== '') writer.export(text, exportForms.own, entity, 0);
  within(c, { kind: 'function', entity }, (frame) => {
    writer.set(entity, entityFields.ownScope, frame.scope);
    writer.set(entity, entityFields.listB, declareTypeParameters(c, parts));
    if (receiver !== undefined) declareReceiver(c, receiver, entity);
    const list = partOf(parts, 'function_value_parameters');
    if (list !== undefined) writer.set(entity, entityFields.listA, declareParameters(c, list, entity));
    const typeNode = typeAfter(parts, list?.endIndex ?? name.endIndex);
    if (typeNode !== undefined) writer.set(entity, entityFields.type, typeOf(c, typeNode));
    if (body !== undefined) visitFunctionBody(c, body);
    writer.set(entity, entityFields.value, writer.either(frame.returns));
  });
  return entity;
}

/** Declares the parameter that stands for the receiver of an extension. */
function declareReceiver(c: Collector, node: SyntaxNode, owner: number): void {
  const type = typeOf(c, node);
  const { line } = placeOf(node);
  const entity = declareParameter(c, { name: '', place: { line, column: 0 }, owner, type });
  c.writer.set(owner, entityFields.assignedTo, entity);
}

/** `= value` or `{ … }`. */
function visitFunctionBody(c: Collector, node: SyntaxNode): void {
  for (const part of partsOf(node)) {
    const value = c.visit(part);
    if (part.type !== 'block') writeReturn(c, value);
  }
}

/** Declares parameters. Returns the list of their entities. */
export function declareParameters(c: Collector, node: SyntaxNode, owner: number): number {
  const list: number[] = [];
  let isRest = false;
  for (const part of partsOf(node)) {
    if (part.type === 'parameter_modifiers') isRest = c.source.slice(part.startIndex, part.endIndex).includes('vararg');
    else if (part.type === 'parameter') {
      const parts = partsOf(part);
      visitAnnotations(c, parts);
      const name = partOf(parts, 'identifier');
      const typeNode = parts.find(isType);
      const type = typeNode === undefined ? 0 : typeOf(c, typeNode);
      if (name === undefined) continue;
      const parameterType = isRest ? c.writer.node(ops.arrayOf, type) : type;
      const flags = isRest ? entityFlags.rest : 0;
      list.push(
        declareParameter(c, { name: nameOf(c, name), place: placeOf(name), owner, type: parameterType, flags }),
      );
      isRest = false;
    } else {
      const last = list.at(-1);
      const value = c.visit(part);
      if (last === undefined) continue;
      // The default value of a parameter.
      c.writer.addFlags(last, entityFlags.optional);
      setContext(c, value, ofType(c, c.writer.get(last, entityFields.type)));
    }
  }
  return c.writer.list(list);
}

/** The name of a property in a class body; undefined for extensions and other members. */
export function memberName(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type !== 'property_declaration') return undefined;
  const parts = partsOf(node);
  const variable = partOf(parts, 'variable_declaration');
  const isExtension = parts.some((part) => isType(part));
  return variable === undefined || isExtension ? undefined : partOf(partsOf(variable), 'identifier');
}

const accessors: ReadonlySet<string> = new Set(['getter', 'setter']);
const nonValueTypes: ReadonlySet<string> = new Set(
  'modifiers variable_declaration multi_variable_declaration getter setter type_parameters type_constraints property_delegate'.split(
    ' ',
  ),
);

/** A property or local variable: `val a: A = b` with its accessors. */
export function visitProperty(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  visitAnnotations(c, parts);
  const destructured = partOf(parts, 'multi_variable_declaration');
  const variable = partOf(parts, 'variable_declaration');
  const name = variable === undefined ? undefined : partOf(partsOf(variable), 'identifier');
  const receiver = parts.find((part) => variable !== undefined && part.endIndex <= variable.startIndex && isType(part));
  const value = parts.find((part) => !nonValueTypes.has(part.type) && !isType(part));
  const isLocal = c.frame.kind !== 'class' && c.frame.scope !== 0;
  if (destructured !== undefined || name === undefined || variable === undefined) {
    const initial = value === undefined ? 0 : c.visit(value);
    if (destructured !== undefined) declareDestructured(c, destructured, initial);
    return 0;
  }
  const typeNode = partsOf(variable).find(isType);
  const type = typeNode === undefined ? 0 : typeOf(c, typeNode);
  if (isLocal) {
    const initial = value === undefined ? delegatedValue(c, parts) : c.visit(value);
    setContext(c, initial, ofType(c, type));
    declareLocal(c, { name, type, value: initial });
    return 0;
  }
  declareProperty(c, { name, parts, type, value, receiver });
  return 0;
}

/** A property of a class or the top level. */
interface Property {
  name: SyntaxNode;
  parts: readonly SyntaxNode[];
  type: number;
  value: SyntaxNode | undefined;
  receiver: SyntaxNode | undefined;
}

function declareProperty(c: Collector, { name, parts, type, value, receiver }: Property): void {
  const { writer } = c;
  const { scope } = c.frame;
  const isMember = c.frame.kind === 'class' && receiver === undefined;
  const text = nameOf(c, name);
  const entity = writer.entity({
    name: text,
    kind: isMember ? entityKinds.property : entityKinds.variable,
    ...placeOf(name),
    scope,
    parent: isMember ? c.frame.entity : -1,
    type,
    flags:
      flagsOf(modifiersOf(c, parts), true) |
      accessorFlags(parts) |
      (receiver === undefined ? 0 : entityFlags.extension),
  });
  if (scope === 0 && text !== '') writer.export(text, exportForms.own, entity, 0);
  within(c, { kind: 'function', entity }, (frame) => {
    writer.set(entity, entityFields.ownScope, frame.scope);
    declareTypeParameters(c, parts);
    if (receiver !== undefined) declareReceiver(c, receiver, entity);
    const visitValue = (): number => (value === undefined ? delegatedValue(c, parts) : c.visit(value));
    const initializer = value ?? partOf(parts, 'property_delegate');
    const isInitialized = isMember && initializer !== undefined;
    const initial = isInitialized ? withHiddenParameters(c, initializer, visitValue) : visitValue();
    setContext(c, initial, ofType(c, type));
    const content = { type, value: initial };
    for (const part of parts)
      if (accessors.has(part.type)) within(c, { kind: 'block' }, () => visitAccessor(c, part, content));
    writer.set(entity, entityFields.value, writer.either([initial, ...frame.returns]));
  });
}

/** Which accessors have code. */
function accessorFlags(parts: readonly SyntaxNode[]): number {
  let flags = 0;
  for (const part of parts) {
    if (!accessors.has(part.type) || partOf(partsOf(part), 'function_body') === undefined) continue;
    flags |= part.type === 'getter' ? entityFlags.getter : entityFlags.setter;
  }
  return flags;
}

/** @param content type and value of the property. `field` and the parameter of a setter get them too */
function visitAccessor(c: Collector, node: SyntaxNode, content: { type: number; value: number }): void {
  const { writer } = c;
  const { scope } = c.frame;
  if (/\bfield\b/.test(c.source.slice(node.startIndex, node.endIndex))) {
    declareName(c.frame, 'field');
    writer.entity({
      name: 'field',
      kind: entityKinds.variable,
      line: placeOf(node).line,
      column: 0,
      scope,
      ...content,
    });
  }
  for (const part of partsOf(node)) {
    if (part.type === 'function_body') visitFunctionBody(c, part);
    else if (part.type === 'identifier') declareLocal(c, { name: part, ...content });
    else if (part.type === 'parameter') for (const child of partsOf(part)) if (isType(child)) typeOf(c, child);
  }
}

/** The value of a delegated property: for `by lazy { a }` the result of the lambda, for others unknown. */
function delegatedValue(c: Collector, parts: readonly SyntaxNode[]): number {
  const delegate = partOf(parts, 'property_delegate');
  const [call] = delegate === undefined ? [] : partsOf(delegate);
  if (call === undefined) return 0;
  const value = c.visit(call);
  const { writer } = c;
  runsDelegate(c, call, value);
  const isLazy = c.source.startsWith('lazy', call.startIndex) && value !== 0 && writer.opOf(value) === ops.call;
  const lambda = isLazy ? (writer.items(writer.operand(value, 1)).at(-1) ?? 0) : 0;
  return lambda === 0 ? 0 : writer.node(ops.call, lambda, 0, 0);
}

/** `val (a, b) = c`. */
export function declareDestructured(c: Collector, node: SyntaxNode, value: number): void {
  for (const [index, part] of partsOf(node).entries()) {
    const parts = partsOf(part);
    const name = partOf(parts, 'identifier');
    const typeNode = parts.find(isType);
    const type = typeNode === undefined ? 0 : typeOf(c, typeNode);
    const item = value === 0 ? 0 : c.writer.node(ops.item, value, index);
    if (name !== undefined && nameOf(c, name) !== '_') runsComponent(c, part, { value, index });
    if (name !== undefined) declareLocal(c, { name, type, value: item });
  }
}

export function visitLambda(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  return writeLambda(c, node, (entity, frame) => {
    const parts = partsOf(node);
    const list = partOf(parts, 'lambda_parameters');
    if (list !== undefined) writer.set(entity, entityFields.listA, lambdaParameters(c, list, entity));
    else if (/\bit\b/.test(c.source.slice(node.startIndex, node.endIndex))) {
      const { line } = placeOf(node);
      const draft = { name: 'it', place: { line, column: 0 }, owner: entity, type: 0, flags: entityFlags.optional };
      writer.set(entity, entityFields.listA, writer.list([declareParameter(c, draft)]));
    }
    let value = 0;
    for (const part of parts) if (part !== list) value = c.visit(part);
    // A `return` in a lambda leaves the enclosing function, so its value is not a result of the lambda.
    frame.returns.length = 0;
    return value;
  });
}

function lambdaParameters(c: Collector, node: SyntaxNode, owner: number): number {
  const { writer } = c;
  const list: number[] = [];
  for (const part of partsOf(node)) {
    const parts = partsOf(part);
    if (part.type === 'multi_variable_declaration') {
      const parameter = declareParameter(c, { name: '', place: placeOf(part), owner, type: 0 });
      list.push(parameter);
      declareDestructured(c, part, writer.entityNode(parameter));
      continue;
    }
    const name = partOf(parts, 'identifier');
    const typeNode = parts.find(isType);
    const type = typeNode === undefined ? 0 : typeOf(c, typeNode);
    if (name !== undefined)
      list.push(declareParameter(c, { name: nameOf(c, name), place: placeOf(name), owner, type }));
  }
  return writer.list(list);
}

/** `fun(a: A): B { … }`. */
export function visitAnonymousFunction(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  return writeLambda(c, node, (entity) => {
    const parts = partsOf(node);
    const list = partOf(parts, 'function_value_parameters');
    if (list !== undefined) writer.set(entity, entityFields.listA, declareParameters(c, list, entity));
    const typeNode = typeAfter(parts, list?.endIndex ?? node.startIndex);
    if (typeNode !== undefined) writer.set(entity, entityFields.type, typeOf(c, typeNode));
    const body = partOf(parts, 'function_body');
    if (body !== undefined) visitFunctionBody(c, body);
    return 0;
  });
}
