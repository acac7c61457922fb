/** Expressions and statements: their nodes, and the sites that link their names. */
import type { SyntaxNode } from '../../language.ts';
import { entityFlags, entityKinds, exportForms, ops, siteKinds } from '../../../model/file-summary.ts';
import { branch, methodName, partsOf, placeOf, selfNode, textOf, type Collector } from './collector.ts';
import { visitConstant } from './constants.ts';
import { declareByCall, declareParameters } from './declarations.ts';
import { makeClass, makeNamedClass } from './made-classes.ts';
import { mixIntoIncluders, mixIntoTests, visitForIncluders } from './mixins.ts';
import { declareMethodsByCall, visitCallbacks, visitSent } from './named-methods.ts';
import { declareAssociation, visitFactory } from './records.ts';
import { testValue, setTestVariable, testVariable, visitTestBlock } from './test-blocks.ts';

/** A word. If it is no local variable, it is a method call. */
export function visitIdentifier(c: Collector, node: SyntaxNode): number {
  const name = textOf(c, node);
  const local = c.locals.get(name);
  if (local !== undefined) return local;
  if (declareByCall(c, name, [])) return 0;
  const callee = writeSelfCallee(c, name, node);
  const valueInTests = testValue(c, name);
  if (valueInTests !== undefined) return valueInTests;
  if (name === 'new') return c.writer.node(ops.instance, selfNode(c));
  return returnsReceiver.has(name) ? selfNode(c) : c.writer.node(ops.call, callee, 0, 0);
}

/** Methods of every object that return the receiver or a copy of it. */
const returnsReceiver: ReadonlySet<string> = new Set(['dup', 'clone', 'itself', 'tap', 'freeze', 'extend']);

/** The callee of a call without a receiver, with its site: a method of `self` or of the file. */
function writeSelfCallee(c: Collector, name: string, at: SyntaxNode): number {
  const callee = c.writer.name(name, c.scope);
  c.writer.site(siteKinds.call, callee, placeOf(at), c.scope);
  return callee;
}

function visitArguments(c: Collector, argumentNodes: readonly SyntaxNode[]): number {
  return c.writer.list(
    argumentNodes.map((part) => {
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
  return makeClass(c, node) ?? visitOtherCall(c, node);
}

/** A call that creates no class. */
function visitOtherCall(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const receiver = node.childForFieldName('receiver');
  const method = node.childForFieldName('method');
  const argumentList = node.childForFieldName('arguments');
  const block = node.childForFieldName('block');
  const argumentNodes = argumentList === null ? [] : partsOf(argumentList);
  const name = method === null ? '' : textOf(c, method);
  const isConstructing = name === 'new' && method?.type === 'identifier';
  let result = 0;
  let args = 0;
  if (method?.type === 'super') result = visitSuper(c, method, argumentNodes);
  else if (receiver === null && (method === null || (block === null && declareOrRequire(c, name, argumentNodes)))) {
    if (method === null) for (const part of argumentNodes) c.visit(part);
  } else if (isConstructing) {
    const constructed = receiver === null ? selfNode(c) : constructedClass(c, receiver, method);
    args = visitArguments(c, argumentNodes);
    result = constructed === 0 ? 0 : writer.node(ops.instance, constructed);
  } else if (receiver === null && method !== null) {
    const callee = writeSelfCallee(c, name, method);
    args = visitArguments(c, argumentNodes);
    visitCallbacks(c, name, argumentNodes);
    declareAssociation(c, name, argumentNodes);
    declareMethodsByCall(c, name, argumentNodes);
    const record = visitFactory(c, name, argumentNodes);
    const sent = visitSent(c, { receiver: null, name, argumentNodes });
    const call = sent === 0 ? writer.node(ops.call, callee, args, 0) : callSent(c, sent, args);
    result = returnsReceiver.has(name) ? selfNode(c) : writer.either([call, record]);
  } else if (receiver !== null) {
    const object = c.visit(receiver);
    const isNamed = method !== null && /^(?:identifier|constant|operator)$/.test(method.type);
    const callee = isNamed ? writer.member(object, methodName(name)) : 0;
    if (callee !== 0) writer.site(siteKinds.call, callee, placeOf(method!), c.scope);
    args = visitArguments(c, argumentNodes);
    const sent = visitSent(c, { receiver: object, name, argumentNodes });
    const call = sent !== 0 ? callSent(c, sent, args) : callee === 0 ? 0 : writer.node(ops.call, callee, args, 0);
    result = returnsReceiver.has(name) ? object : isClassOfSelf(c, receiver, name) ? writer.entityNode(c.owner) : call;
    mixIntoIncluders(c, receiver, { name, argumentNodes, args: writer.items(args) });
    mixIntoTests(c, { name, argumentNodes, args: writer.items(args) });
  }
  if (block !== null) visitBlockOf(c, block, { receiver, name, argumentNodes, args: writer.items(args) });
  return result;
}

/** The call that `send(:name, …)` makes: its arguments are those after the name. */
function callSent({ writer }: Collector, callee: number, args: number): number {
  return writer.node(ops.call, callee, writer.list(writer.items(args).slice(1)), 0);
}

/** Whether a call is `self.class` in an instance method. */
function isClassOfSelf({ owner, selfIsClass }: Collector, receiver: SyntaxNode, name: string): boolean {
  return name === 'class' && receiver.type === 'self' && owner !== -1 && !selfIsClass;
}

/** Visits the block of a call. */
function visitBlockOf(
  c: Collector,
  block: SyntaxNode,
  call: { receiver: SyntaxNode | null; name: string; argumentNodes: readonly SyntaxNode[]; args: readonly number[] },
): void {
  const { receiver, name } = call;
  if (receiver === null && visitForIncluders(c, name, block)) return;
  if (c.owner !== -1) return void c.visit(block);
  const callName = receiver?.type === 'constant' ? `${textOf(c, receiver)}.${name}` : name;
  visitTestBlock(c, block, { ...call, name: callName });
}

/** Longer paths of files (UTF-16 units) are not recorded. */
const maxSpecifierLength = 500;

/** Writes what a call declares or requires. Returns false where the call has to be visited as well. */
function declareOrRequire(c: Collector, name: string, argumentNodes: readonly SyntaxNode[]): boolean {
  if (name === 'require_relative' || name === 'load') {
    const [path] = argumentNodes;
    const text = path?.type === 'string' ? textOf(c, path).slice(1, -1) : '';
    if (text === '' || text.includes('#{') || text.length > maxSpecifierLength) return false;
    c.writer.export('*', exportForms.all, c.writer.module(text), 0);
    return true;
  }
  return declareByCall(c, name, argumentNodes);
}

/** The node of the class that `receiver.new` constructs. A constant also gets a `construct` site at `new`. */
function constructedClass(c: Collector, receiver: SyntaxNode, at: SyntaxNode): number {
  if (receiver.type === 'constant' || receiver.type === 'scope_resolution') {
    const constant = visitConstant(c, receiver);
    if (constant !== 0) c.writer.site(siteKinds.construct, constant, placeOf(at), c.scope);
    return constant;
  }
  return c.visit(receiver);
}

/** `super` calls the next method with the name of the current one. */
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
  const namedClass = makeNamedClass(c, left, right);
  if (namedClass !== null) return namedClass;
  const value = right === null ? 0 : c.visit(right);
  if (left !== null) assign(c, left, { value, isUpdate: node.type === 'operator_assignment' });
  return value;
}

function assign(c: Collector, target: SyntaxNode, { value, isUpdate }: { value: number; isUpdate: boolean }): void {
  const { writer } = c;
  switch (target.type) {
    case 'identifier': {
      const name = textOf(c, target);
      const oldValue = isUpdate ? (c.locals.get(name) ?? 0) : 0;
      c.locals.set(name, writer.either([oldValue, value]));
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
      const object = receiver === null ? 0 : c.visit(receiver);
      if (method === null) return;
      const callee = writer.member(object, `${textOf(c, method)}=`);
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

/** An instance variable. */
export function visitVariable(c: Collector, node: SyntaxNode): number {
  return testVariable(c, textOf(c, node)) ?? c.writer.member(c.writer.node(ops.this, c.scope), textOf(c, node));
}

/** A block sees the surrounding variables. Its new variables end with it. The values of its parameters are unknown. */
export function visitBlock(c: Collector, node: SyntaxNode): number {
  const outerLocals = new Map(c.locals);
  const parameters = node.childForFieldName('parameters');
  const parameterNames = new Set(
    parameters === null ? [] : partsOf(parameters).flatMap((part) => parameterName(c, part) ?? []),
  );
  branch(c, () => {
    declareParameters(c, parameters, null);
    const { returns } = c;
    c.returns = null;
    const body = node.childForFieldName('body');
    const value = body === null ? 0 : c.visit(body);
    c.returns = returns;
    c.blockValue = value;
  });
  for (const name of c.locals.keys()) if (!outerLocals.has(name)) c.locals.delete(name);
  // A parameter hides the surrounding variable of its name only inside the block.
  for (const name of parameterNames) if (outerLocals.has(name)) c.locals.set(name, outerLocals.get(name)!);
  return 0;
}

function parameterName(c: Collector, part: SyntaxNode): string | null {
  const name = part.type === 'identifier' ? part : part.childForFieldName('name');
  return name === null ? null : textOf(c, name);
}

/** `if`, `case`, `while` and the like: the value is that of one of the branches. */
export function visitBranch(c: Collector, node: SyntaxNode): number {
  const values: number[] = [];
  const condition = node.childForFieldName('condition');
  for (const part of partsOf(node)) {
    if (part.id === condition?.id) c.visit(part);
    else branch(c, () => void values.push(c.visit(part)));
  }
  return c.writer.either(values);
}

/** A body with `rescue` and `ensure`: its value is that of its last statement or of a `rescue`; that of `ensure` is dropped. */
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

/** Visits all parts; returns the value of the last one. */
export function visitParts(c: Collector, node: SyntaxNode): number {
  let value = 0;
  for (const part of partsOf(node)) value = c.visit(part);
  return value;
}

export function visitReturn(c: Collector, node: SyntaxNode): number {
  const [argumentList] = partsOf(node);
  for (const part of argumentList === undefined ? [] : partsOf(argumentList)) {
    const value = c.visit(part);
    if (value !== 0 && c.returns !== null) c.returns.push(value);
  }
  return 0;
}

export function visitBinary(c: Collector, node: SyntaxNode): number {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  const leftValue = left === null ? 0 : c.visit(left);
  const rightValue = right === null ? 0 : c.visit(right);
  const operator = left === null || right === null ? '' : c.source.slice(left.endIndex, right.startIndex).trim();
  if (operator === '||' || operator === 'or') return c.writer.either([leftValue, rightValue]);
  return operator === '&&' ? rightValue : 0;
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
