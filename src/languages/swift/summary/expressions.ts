/** Expressions and statements: their nodes, and the sites that link their names. */
import type { SyntaxNode } from '../../language.ts';
import {
  entityFields,
  entityFlags,
  entityKinds,
  ops,
  scopeKinds,
  siteKinds,
  uncounted,
} from '../../../model/file-summary.ts';
import {
  inBlock,
  maxInnerDepth,
  partOf,
  partsOf,
  placeOf,
  textOf,
  unnamedParent,
  type Collector,
} from './collector.ts';
import { isImplicitMember, dependsOnExpectedType, visitExpected, visitImplicitMember } from './implicit-members.ts';
import { runs, runsOperator } from './operators.ts';
import { isType, typeOf } from './types.ts';

export function visitName(c: Collector, node: SyntaxNode, site: number = siteKinds.read): number {
  const name = textOf(c, node);
  // Each closure has its own `$0`, so it is not looked up in surrounding blocks.
  const isImplicit = name.startsWith('$');
  const local = isImplicit ? implicitParameter(c, name, node) : c.locals?.get(name);
  if (local !== undefined) {
    if (site === siteKinds.call && local !== 0) c.writer.site(site, local, placeOf(node), c.scope);
    return local;
  }
  if (name === 'Self') {
    const self = c.writer.node(ops.this, c.scope);
    if (site !== siteKinds.call) return self;
    // `Self(…)` is `Self.init(…)`.
    const result = c.writer.member(self, 'constructor');
    c.writer.site(site, result, placeOf(node), c.scope);
    return result;
  }
  const isConstruction = site === siteKinds.call && /^\p{Lu}/u.test(name);
  const result = c.writer.name(name, c.scope);
  c.writer.site(isConstruction ? siteKinds.construct : site, result, placeOf(node), c.scope);
  return result;
}

/** `a.b`: a site at `b`. */
export function visitMember(
  c: Collector,
  node: SyntaxNode,
  { site, expected }: { site: number; expected: number },
): number {
  const target = node.childForFieldName('target');
  const suffix = partOf(node, 'navigation_suffix');
  const name = suffix === null ? null : (partOf(suffix, 'simple_identifier') ?? null);
  const receiver = target === null ? 0 : isType(target) ? typeOf(c, target) : visitExpected(c, target, expected);
  if (name === null) return 0;
  const text = textOf(c, name);
  if (text === 'self') return receiver;
  const result = c.writer.member(receiver, text === 'init' ? 'constructor' : text);
  c.writer.site(site, result, placeOf(name), c.scope);
  return result;
}

export function visitCall(c: Collector, node: SyntaxNode, expected: number): number {
  const [callee, ...rest] = partsOf(node);
  if (callee === undefined) return 0;
  const isSubscript = rest.some((part) => c.source[part.startIndex] === '[');
  const before = c.writer.siteCount;
  const calleeNode = isSubscript ? visitExpected(c, callee, expected) : visitCallee(c, callee, expected);
  // The site of the name is the last one of the callee.
  const site = c.writer.siteCount > before ? c.writer.siteCount - 1 : -1;
  const args: Argument[] = [];
  for (const part of rest) visitArguments(c, part, args);
  if (isSubscript || calleeNode === 0) {
    for (const { deferred } of args) if (deferred !== null) visitExpected(c, deferred, 0);
    if (isSubscript) runs(c, node, calleeNode, 'subscript');
    return calleeNode === 0 ? 0 : c.writer.node(ops.index, calleeNode, 0);
  }
  const call = c.writer.node(ops.call, calleeNode, c.writer.list(args.map(({ value }) => value)), 0);
  const op = c.writer.opOf(calleeNode);
  if (op === ops.name || op === ops.member) c.writer.chooses(site, labelledList(c, args));
  for (const { value, position, deferred } of args) {
    setContext(c, value, { call, position });
    if (deferred !== null) visitExpected(c, deferred, c.writer.node(ops.argument, call, position));
  }
  const isInit =
    c.writer.opOf(calleeNode) === ops.member && c.writer.text(c.writer.operand(calleeNode, 1)) === 'constructor';
  if (!isInit) return call;
  // `T.init(…)` returns a T.
  if (isImplicitMember(c, callee)) return expected;
  const type = c.writer.operand(calleeNode, 0);
  return c.writer.opOf(type) === ops.this ? type : c.writer.node(ops.instance, type);
}

/** The arguments with their labels, which choose among functions; a closure behind the parentheses has the label `{`. */
export function labelledList({ writer }: Collector, args: readonly Argument[]): number {
  return writer.list(
    args.map(({ value, position }) => {
      if (position >= uncounted.labelled) return writer.node(ops.keyword, position - uncounted.labelled, value);
      return position < uncounted.first ? value : writer.node(ops.keyword, writer.string('{'), value);
    }),
  );
}

export interface Argument {
  value: number;
  /** The position as `ops.argument` expects it. */
  position: number;
  /** An argument that can only be visited once its expected type is known; null for any other argument. */
  deferred: SyntaxNode | null;
}

function visitArguments(c: Collector, node: SyntaxNode, args: Argument[]): void {
  let label: SyntaxNode | null = null;
  const parts = partsOf(node);
  // Where labelled closures follow, the unlabelled one is the first of several trailing closures.
  const isFollowed = parts.some(({ type }) => type === 'simple_identifier');
  for (const part of parts) {
    if (part.type === 'value_arguments') for (const argument of partsOf(part)) visitArgument(c, argument, args);
    else if (part.type === 'simple_identifier') label = part;
    else {
      const position =
        label === null ? (isFollowed ? uncounted.first : uncounted.trailing) : labelledPosition(c, label);
      args.push({ value: c.visit(part), position, deferred: null });
      label = null;
    }
  }
}

function visitArgument(c: Collector, node: SyntaxNode, args: Argument[]): void {
  const isBareValue = node.type !== 'value_argument';
  const valueNode = isBareValue ? node : node.childForFieldName('value');
  if (valueNode === null) {
    // `f(a:_:)` names a function by its labels.
    for (const part of partsOf(node)) {
      const labelName = part.type === 'value_argument_label' ? textOf(c, part) : '_';
      const position = labelName === '_' ? args.length : uncounted.labelled + c.writer.string(labelName);
      args.push({ value: 0, position, deferred: null });
    }
    return;
  }
  const label = isBareValue ? null : node.childForFieldName('name');
  const name = label === null ? null : partOf(label, 'simple_identifier');
  const position = name === null ? args.length : labelledPosition(c, name);
  const deferred = dependsOnExpectedType(c, valueNode) ? valueNode : null;
  args.push({ value: deferred === null ? c.visit(valueNode) : 0, position, deferred });
}

/** The position of an argument that is identified by its label. */
export function labelledPosition(c: Collector, label: SyntaxNode): number {
  return uncounted.labelled + c.writer.string(textOf(c, label));
}

/** Records the expected type of a closure that is passed as an argument. */
export function setContext(c: Collector, value: number, { call, position }: { call: number; position: number }): void {
  const { writer } = c;
  if (value === 0 || writer.opOf(value) !== ops.entity) return;
  const entity = writer.operand(value, 0);
  const isClosure =
    writer.get(entity, entityFields.kind) === entityKinds.function &&
    writer.get(entity, entityFields.parent) === unnamedParent;
  if (isClosure && writer.get(entity, entityFields.context) === 0)
    writer.set(entity, entityFields.context, writer.node(ops.argument, call, position));
}

function visitCallee(c: Collector, node: SyntaxNode, expected: number): number {
  switch (node.type) {
    case 'prefix_expression':
      if (isImplicitMember(c, node)) return visitImplicitMember(c, node, { expected, site: siteKinds.call });
      return visitLastAsCallee(c, node);
    case 'simple_identifier':
      return visitName(c, node, siteKinds.call);
    case 'navigation_expression':
      return visitMember(c, node, { site: siteKinds.call, expected });
    default:
      // The grammar reads `a + f(x)` as a call of `a + f`.
      return /_expression$/.test(node.type) && node.type !== 'call_expression'
        ? visitLastAsCallee(c, node)
        : visitExpected(c, node, expected);
  }
}

/** Visits an expression whose last part is the callee of a call. */
function visitLastAsCallee(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  let value = 0;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1 && c.depth < maxInnerDepth;
    c.depth++;
    value = isLast ? visitCallee(c, part, 0) : c.visit(part);
    c.depth--;
  }
  return value;
}

export function visitAssignment(c: Collector, node: SyntaxNode): number {
  const [target, ...rest] = partsOf(node);
  const left = target === undefined ? undefined : (partsOf(target)[0] ?? target);
  const sign = node.childForFieldName('operator');
  const text = sign === null ? '=' : textOf(c, sign);
  const site = text === '=' ? siteKinds.write : siteKinds.update;
  let assigned = 0;
  if (left?.type === 'navigation_expression') assigned = visitMember(c, left, { site, expected: 0 });
  else if (left?.type === 'simple_identifier') assigned = visitName(c, left, site);
  else if (left?.type === 'self_expression') assigned = c.visit(left);
  else if (target !== undefined) assigned = c.visit(target);
  let value = 0;
  for (const part of rest) value = visitExpected(c, part, assigned);
  if (text !== '=' && target !== undefined) runsOperator(c, { left: assigned, right: value, sign: text, node: target });
  return 0;
}

/** `as`, `as?`, `as!`. */
export function visitCast(c: Collector, node: SyntaxNode): number {
  let value = 0;
  let type = 0;
  for (const part of partsOf(node)) {
    if (isType(part)) type = typeOf(c, part);
    else if (part.type !== 'as_operator') value = c.visit(part);
  }
  return type === 0 ? value : c.writer.node(ops.cast, type, 0);
}

/** Declares a closure; returns the node of its entity. */
export function visitClosure(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const { returns, closure, result } = c;
  const flags = entityFlags.implemented;
  const entity = writer.entity({
    name: '',
    kind: entityKinds.function,
    flags,
    ...placeOf(node),
    scope: c.scope,
    parent: unnamedParent,
  });
  inBlock(c, () => {
    c.scope = writer.scope(c.scope, scopeKinds.arrow, entity);
    writer.set(entity, entityFields.ownScope, c.scope);
    c.returns = [];
    c.result = writer.node(ops.returned, entity);
    const type = node.childForFieldName('type');
    c.closure = { entity, parameters: [], isNamed: type !== null };
    if (type !== null) declareClosureParameters(c, type, 0);
    let last = 0;
    for (const part of partsOf(node)) {
      if (part.id === type?.id) continue;
      const parts = part.type === 'statements' ? partsOf(part) : [part];
      // A closure with a single expression returns it without `return`.
      for (const statement of parts) last = visitExpected(c, statement, parts.length === 1 ? c.result : 0);
      if (parts.length === 1 && last !== 0) c.returns.push(last);
    }
    writer.set(entity, entityFields.value, writer.either(c.returns));
    writer.set(entity, entityFields.listA, writer.list(c.closure.parameters));
  });
  Object.assign(c, { returns, closure, result });
  return writer.entityNode(entity);
}

function declareClosureParameters(c: Collector, node: SyntaxNode, depth: number): void {
  for (const part of partsOf(node)) {
    if (part.type === 'lambda_parameter') {
      const name = partsOf(part).findLast((child) => child.type === 'simple_identifier') ?? null;
      const type = typeOf(c, partsOf(part).find(isType) ?? null);
      addParameter(c, { text: name === null ? '' : textOf(c, name), place: name ?? part, type });
    } else if (isType(part)) typeOf(c, part);
    else if (depth < 10) declareClosureParameters(c, part, depth + 1);
  }
}

function addParameter(c: Collector, { text, place, type }: { text: string; place: SyntaxNode; type: number }): void {
  if (c.closure === null) return;
  const { entity: parent, parameters } = c.closure;
  const draft = {
    name: text,
    kind: entityKinds.parameter,
    ...placeOf(place),
    scope: c.writer.get(parent, entityFields.ownScope),
  };
  const entity = c.writer.entity({ ...draft, parent, type });
  parameters.push(entity);
  if (c.closure.isNamed) c.locals?.set(text, c.writer.entityNode(entity));
}

/** Real closures have fewer parameters, so a higher number is ignored. */
const maxImplicit = 16;

/** `$0`, `$1`: the parameters of a closure that declares none. */
function implicitParameter(c: Collector, name: string, place: SyntaxNode): number {
  const index = Number(name.slice(1));
  if (c.closure === null || c.closure.isNamed || !(index < maxImplicit)) return 0;
  const { parameters } = c.closure;
  while (parameters.length <= index) addParameter(c, { text: `$${parameters.length}`, place, type: 0 });
  return c.writer.entityNode(parameters[index]!);
}

export function visitBlock(c: Collector, node: SyntaxNode): number {
  inBlock(c, () => {
    for (const part of partsOf(node)) c.visit(part);
  });
  return 0;
}
