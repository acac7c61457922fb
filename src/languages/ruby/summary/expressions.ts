/** Expressions and statements: their nodes, and the sites that link their names. */
import type { SyntaxNode } from '../../language.ts';
import { entityFlags, entityKinds, exportForms, ops, siteKinds } from '../../../model/file-summary.ts';
import { branch, methodName, partsOf, placeOf, selfNode, textOf, type Collector } from './collector.ts';
import { visitConstant } from './constants.ts';
import { declareByCall, declareParameters } from './declarations.ts';
import { makeClass, makeNamedClass } from './made-classes.ts';
import { mixIntoIncluders, mixIntoTests, visitForIncluders } from './mixins.ts';
import { declareDefined, visitCallbacks, visitSent } from './named-methods.ts';
import { declareAssociation, visitFactory } from './records.ts';
import { namedByTest, setTestVariable, testVariable, visitTestBlock } from './test-blocks.ts';

/** A word that is no local variable is a method call. */
export function visitIdentifier(c: Collector, node: SyntaxNode): number {
  const name = textOf(c, node);
  const local = c.locals.get(name);
  if (local !== undefined) return local;
  if (declareByCall(c, name, [])) return 0;
  const callee = ownCall(c, name, node);
  const named = namedByTest(c, name);
  if (named !== undefined) return named;
  if (name === 'new') return c.writer.node(ops.instance, selfNode(c));
  return returnsReceiver.has(name) ? selfNode(c) : c.writer.node(ops.call, callee, 0, 0);
}

/** Methods of every object that return the receiver or a copy of it. */
const returnsReceiver: ReadonlySet<string> = new Set(['dup', 'clone', 'itself', 'tap', 'freeze', 'extend']);

/** A call without a receiver: of a method of `self` or of the file. */
function ownCall(c: Collector, name: string, at: SyntaxNode): number {
  const callee = c.writer.name(name, c.scope);
  c.writer.site(siteKinds.call, callee, placeOf(at), c.scope);
  return callee;
}

function visitArguments(c: Collector, list: readonly SyntaxNode[]): number {
  return c.writer.list(
    list.map((part) => {
      if (part.type !== 'pair') return c.visit(part);
      const key = part.childForFieldName('key');
      const value = part.childForFieldName('value');
      const argument = value === null ? 0 : c.visit(value);
      if (key?.type !== 'hash_key_symbol') return argument;
      return c.writer.node(ops.keyword, c.writer.string(textOf(c, key)), argument);
    }),
  );
}

export function visitCall(c: Collector, node: SyntaxNode): number {
  const made = makeClass(c, node);
  return made ?? visitOtherCall(c, node);
}

function visitOtherCall(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const receiver = node.childForFieldName('receiver');
  const method = node.childForFieldName('method');
  const argumentList = node.childForFieldName('arguments');
  const block = node.childForFieldName('block');
  const list = argumentList === null ? [] : partsOf(argumentList);
  const name = method === null ? '' : textOf(c, method);
  const isConstructing = name === 'new' && method?.type === 'identifier';
  let result = 0;
  let args = 0;
  if (method?.type === 'super') result = visitSuper(c, method, list);
  else if (receiver === null && (method === null || (block === null && declares(c, name, list)))) {
    if (method === null) for (const part of list) c.visit(part);
  } else if (isConstructing) {
    const made = receiver === null ? selfNode(c) : construct(c, receiver, method);
    args = visitArguments(c, list);
    result = made === 0 ? 0 : writer.node(ops.instance, made);
  } else if (receiver === null && method !== null) {
    const callee = ownCall(c, name, method);
    args = visitArguments(c, list);
    visitCallbacks(c, name, list);
    declareAssociation(c, name, list);
    declareDefined(c, name, list);
    const made = visitFactory(c, name, list);
    const sent = visitSent({ on: null, name, list }, c);
    const call = sent === 0 ? writer.node(ops.call, callee, args, 0) : callSent(c, sent, args);
    result = returnsReceiver.has(name) ? selfNode(c) : writer.either([call, made]);
  } else if (receiver !== null) {
    const on = c.visit(receiver);
    const isNamed = method !== null && /^(?:identifier|constant|operator)$/.test(method.type);
    const callee = isNamed ? writer.member(on, methodName(name)) : 0;
    if (callee !== 0) writer.site(siteKinds.call, callee, placeOf(method!), c.scope);
    args = visitArguments(c, list);
    const sent = visitSent({ on, name, list }, c);
    const call = sent !== 0 ? callSent(c, sent, args) : callee === 0 ? 0 : writer.node(ops.call, callee, args, 0);
    result = returnsReceiver.has(name) ? on : isClassOfSelf(c, receiver, name) ? writer.entityNode(c.owner) : call;
    mixIntoIncluders(c, receiver, { name, list, args: writer.items(args) });
    mixIntoTests(c, { name, list, args: writer.items(args) });
  }
  if (block !== null) visitBlockOf(c, block, { receiver, name, list, args: writer.items(args) });
  return result;
}

/** The called method gets the arguments after its name. */
function callSent({ writer }: Collector, callee: number, args: number): number {
  return writer.node(ops.call, callee, writer.list(writer.items(args).slice(1)), 0);
}

/** `self.class` in an instance method. */
function isClassOfSelf({ owner, isOfClass }: Collector, receiver: SyntaxNode, name: string): boolean {
  return name === 'class' && receiver.type === 'self' && owner !== -1 && !isOfClass;
}

function visitBlockOf(
  c: Collector,
  block: SyntaxNode,
  call: { receiver: SyntaxNode | null; name: string; list: readonly SyntaxNode[]; args: readonly number[] },
): void {
  const { receiver, name } = call;
  if (receiver === null && visitForIncluders(c, name, block)) return;
  if (c.owner !== -1) return void c.visit(block);
  const written = receiver?.type === 'constant' ? `${textOf(c, receiver)}.${name}` : name;
  visitTestBlock(c, block, { ...call, name: receiver === null ? name : written });
}

/** Calls that declare or require something. */
function declares(c: Collector, name: string, list: readonly SyntaxNode[]): boolean {
  if (name === 'require_relative' || name === 'load') {
    const [path] = list;
    const text = path?.type === 'string' ? textOf(c, path).slice(1, -1) : '';
    if (text === '' || text.includes('#{') || text.length > 500) return false;
    c.writer.export('*', exportForms.all, c.writer.module(text), 0);
    return true;
  }
  return declareByCall(c, name, list);
}

/** `A.new` constructs the class; for another receiver, its value. */
function construct(c: Collector, receiver: SyntaxNode, at: SyntaxNode): number {
  if (receiver.type === 'constant' || receiver.type === 'scope_resolution') {
    const made = visitConstant(c, receiver);
    if (made !== 0) c.writer.site(siteKinds.construct, made, placeOf(at), c.scope);
    return made;
  }
  return c.visit(receiver);
}

/** `super`: the next method with the same name. */
export function visitSuper(c: Collector, node: SyntaxNode, args: readonly SyntaxNode[] = []): number {
  const argumentList = visitArguments(c, args);
  if (c.method === '') return 0;
  const callee = c.writer.member(c.writer.node(ops.super, c.scope), methodName(c.method));
  c.writer.site(siteKinds.call, callee, placeOf(node), c.scope);
  return c.writer.node(ops.call, callee, argumentList, 0);
}

export function visitAssignment(c: Collector, node: SyntaxNode): number {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  const made = makeNamedClass(c, left, right);
  if (made !== null) return made;
  const value = right === null ? 0 : c.visit(right);
  if (left !== null) assign(c, left, { value, isUpdate: node.type === 'operator_assignment' });
  return value;
}

function assign(c: Collector, target: SyntaxNode, { value, isUpdate }: { value: number; isUpdate: boolean }): void {
  const { writer } = c;
  switch (target.type) {
    case 'identifier': {
      const name = textOf(c, target);
      const before = isUpdate ? (c.locals.get(name) ?? 0) : 0;
      c.locals.set(name, writer.either([before, value]));
      return;
    }
    case 'instance_variable': {
      if (c.owner === -1) setTestVariable(c, textOf(c, target), value);
      const node = writer.member(writer.node(ops.this, c.scope), textOf(c, target));
      if (value !== 0) writer.assign(node, value, placeOf(target), c.scope);
      return;
    }
    case 'constant': {
      const flags = entityFlags.implemented | entityFlags.global | entityFlags.constant;
      const draft = { name: textOf(c, target), kind: entityKinds.variable, flags, ...placeOf(target) };
      if (c.method === '') writer.entity({ ...draft, scope: c.scope, value });
      return;
    }
    case 'call': {
      const receiver = target.childForFieldName('receiver');
      const method = target.childForFieldName('method');
      const on = receiver === null ? 0 : c.visit(receiver);
      if (method === null) return;
      const callee = writer.member(on, `${textOf(c, method)}=`);
      writer.site(siteKinds.call, callee, placeOf(method), c.scope);
      return;
    }
    case 'left_assignment_list':
      for (const part of partsOf(target)) assign(c, part, { value: 0, isUpdate: false });
      return;
    default:
      c.visit(target);
  }
}

export function visitVariable(c: Collector, node: SyntaxNode): number {
  return testVariable(c, textOf(c, node)) ?? c.writer.member(c.writer.node(ops.this, c.scope), textOf(c, node));
}

/** A block sees the surrounding variables, and its own ones end with it. Its arguments are unknown. */
export function visitBlock(c: Collector, node: SyntaxNode): number {
  const outer = new Map(c.locals);
  const parameters = node.childForFieldName('parameters');
  const own = new Set(parameters === null ? [] : partsOf(parameters).flatMap((part) => parameterName(c, part) ?? []));
  branch(c, () => {
    declareParameters(c, parameters, -2);
    const { returns } = c;
    c.returns = null;
    const body = node.childForFieldName('body');
    const value = body === null ? 0 : c.visit(body);
    c.returns = returns;
    c.blockValue = value;
  });
  for (const name of c.locals.keys()) if (!outer.has(name)) c.locals.delete(name);
  for (const name of own) if (outer.has(name)) c.locals.set(name, outer.get(name)!);
  return 0;
}

function parameterName(c: Collector, part: SyntaxNode): string | null {
  const name = part.type === 'identifier' ? part : part.childForFieldName('name');
  return name === null ? null : textOf(c, name);
}

export function visitBranch(c: Collector, node: SyntaxNode): number {
  const values: number[] = [];
  const condition = node.childForFieldName('condition');
  for (const part of partsOf(node)) {
    if (part.id === condition?.id) c.visit(part);
    else branch(c, () => void values.push(c.visit(part)));
  }
  return c.writer.either(values);
}

/** The value of the last part that is no `rescue`, or of one of the `rescue` parts; `ensure` gives none. */
export function visitBody(c: Collector, node: SyntaxNode): number {
  let value = 0;
  const rescued: number[] = [];
  for (const part of partsOf(node)) {
    if (part.type === 'rescue') rescued.push(visitRescue(c, part));
    else if (part.type === 'ensure') visitParts(c, part);
    else value = c.visit(part);
  }
  return c.writer.either([value, ...rescued]);
}

/** Returns the value of the last part. */
export function visitParts(c: Collector, node: SyntaxNode): number {
  let value = 0;
  for (const part of partsOf(node)) value = c.visit(part);
  return value;
}

export function visitReturn(c: Collector, node: SyntaxNode): number {
  const [list] = partsOf(node);
  for (const part of list === undefined ? [] : partsOf(list)) {
    const value = c.visit(part);
    if (value !== 0 && c.returns !== null) c.returns.push(value);
  }
  return 0;
}

export function visitBinary(c: Collector, node: SyntaxNode): number {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  const a = left === null ? 0 : c.visit(left);
  const b = right === null ? 0 : c.visit(right);
  const operator = left === null || right === null ? '' : c.source.slice(left.endIndex, right.startIndex).trim();
  return operator === '||' || operator === 'or' ? c.writer.either([a, b]) : operator === '&&' ? b : 0;
}

export function visitRescue(c: Collector, node: SyntaxNode): number {
  let value = 0;
  branch(c, () => {
    const variable = node.childForFieldName('variable');
    const body = node.childForFieldName('body');
    const [name] = variable === null ? [] : partsOf(variable);
    if (name?.type === 'identifier') c.locals.set(textOf(c, name), 0);
    for (const part of partsOf(node)) {
      if (part.id === variable?.id) continue;
      const result = c.visit(part);
      if (part.id === body?.id) value = result;
    }
  });
  return value;
}
