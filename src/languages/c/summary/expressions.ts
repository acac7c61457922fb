/** Expressions and statements: their nodes, and the sites that link their names. */
import type { SyntaxNode } from '../../language.ts';
import { ops, primitives, scopeKinds, siteKinds } from '../../../model/file-summary.ts';
import {
  declareVariable,
  inBlock,
  openScope,
  lookUpLocal,
  maxDepth,
  partsOf,
  placeOf,
  textOf,
  unnamedParent,
  type Collector,
} from './collector.ts';
import { declareBinding } from './bindings.ts';
import { declaratorOf } from './declarators.ts';
import { isPointer, runsArrow, runsAssignment, runsConversion, runsRange, runsSubscript } from './operators.ts';
import { declareParameters } from './parameters.ts';
import { pathOf, typeArguments, typeOf, typePart } from './types.ts';
import { typedArgument } from './written-types.ts';

export function visitName(c: Collector, node: SyntaxNode, site: number = siteKinds.read): number {
  const name = textOf(c, node);
  const local = lookUpLocal(c, name);
  if (local !== null) {
    if (site === siteKinds.call) c.writer.site(site, local.node, placeOf(node), c.scope);
    return local.node;
  }
  const result = c.writer.name(name, c.scope);
  c.writer.site(site, result, placeOf(node), c.scope);
  return result;
}

/** `a::b::f`. */
export function visitPath(c: Collector, node: SyntaxNode, site: number = siteKinds.read): number {
  const path = pathOf(c, node);
  if (path === null) return 0;
  if (path.args !== null) typeArguments(c, path.args);
  const text = path.names.join('::');
  if (text === '') return 0;
  const result = c.writer.name(text, c.scope);
  c.writer.site(site, result, placeOf(path.last), c.scope);
  return result;
}

/** `a.b`, `a->b`: a site at `b`. */
export function visitField(c: Collector, node: SyntaxNode, site: number = siteKinds.read): number {
  const object = node.childForFieldName('argument');
  const field = node.childForFieldName('field');
  const receiver = object === null ? 0 : c.visit(object);
  runsArrow(c, node, receiver);
  const path = field === null ? null : pathOf(c, field);
  if (path !== null && path.args !== null) typeArguments(c, path.args);
  const name = path?.names.at(-1) ?? '';
  if (path === null || name === '') return 0;
  const result = c.writer.member(receiver, name);
  c.writer.site(site, result, placeOf(path.last), c.scope);
  return result;
}

const casts: ReadonlySet<string> = new Set(['static_cast', 'dynamic_cast', 'reinterpret_cast', 'const_cast']);
/** Functions that construct an object of their type argument. */
const makers: ReadonlySet<string> = new Set(['make_unique', 'make_shared']);
/** Functions that return their argument. */
const passers: ReadonlySet<string> = new Set(['std::move', 'std::forward', 'std::ref']);

export function visitCall(c: Collector, node: SyntaxNode): number {
  const callee = node.childForFieldName('function');
  const list = node.childForFieldName('arguments');
  if (callee === null) return 0;
  const cast = castOf(c, callee);
  const before = c.writer.siteCount;
  const target = cast === null ? visitCallee(c, callee) : 0;
  // The site of the name is the last one of the callee.
  const site = target !== 0 && c.writer.siteCount > before ? c.writer.siteCount - 1 : -1;
  const args = list === null ? [] : argumentsIn(c, partsOf(list));
  if (cast !== null) {
    c.writer.handOn(args);
    runsConversion(c, castTypeNode(c, callee), args[0] ?? 0);
  }
  if (cast !== null) return cast.type === 0 ? 0 : c.writer.node(ops.cast, cast.type, args[0] ?? 0);
  if (passers.has(textOf(c, callee).split('<', 1)[0]!)) return args[0] ?? 0;
  if (target === 0) return 0;
  const given = c.writer.list(args);
  if (c.isCpp ? isNamed(c, target) : mayBeOfMacro(c, callee, args)) c.writer.chooses(site, given);
  return c.writer.node(ops.call, target, given, templateArguments(c, callee));
}

/** Visits arguments; returns their nodes, with their types where these are written. */
function argumentsIn(c: Collector, parts: readonly SyntaxNode[]): number[] {
  return parts.map((part) => typedArgument(c, part, c.visit(part)));
}

/** Whether a call in C may be that of a macro that makes names of its arguments. */
function mayBeOfMacro(c: Collector, callee: SyntaxNode, args: readonly number[]): boolean {
  return (
    callee.type === 'identifier' &&
    (c.block === null || !/[a-z]/.test(textOf(c, callee))) &&
    args.some((arg) => c.writer.opOf(arg) === ops.name || c.writer.opOf(arg) === ops.entity)
  );
}

function isNamed({ writer }: Collector, callee: number): boolean {
  const op = writer.opOf(callee);
  return op === ops.name || op === ops.member;
}

/** The list node of the type arguments of a call `f<A, B>(…)`; 0 for none. */
function templateArguments(c: Collector, callee: SyntaxNode): number {
  const named = callee.type === 'field_expression' ? callee.childForFieldName('field') : callee;
  if (named === null || !/^(?:template_|qualified_)/.test(named.type)) return 0;
  return c.writer.withoutSites(() => {
    const args = pathOf(c, named)?.args ?? null;
    return args === null ? 0 : c.writer.list(typeArguments(c, args));
  });
}

/** For `static_cast<T *>(x)` and `std::make_unique<T>(x)`: the type argument, which is the type of the result. Null for other calls. */
function castOf(c: Collector, callee: SyntaxNode): { type: number } | null {
  if (callee.type !== 'template_function' && callee.type !== 'qualified_identifier') return null;
  const text = textOf(c, callee);
  const bracket = text.indexOf('<');
  if (bracket === -1) return null;
  const name = text
    .slice(0, bracket)
    .replace(/^std::/, '')
    .trim();
  const isMaker = makers.has(name);
  if (!casts.has(name) && !isMaker) return null;
  const path = pathOf(c, callee);
  const [first] = path === null || path.args === null ? [] : partsOf(path.args);
  return { type: first === undefined ? 0 : typeOf(c, first, isMaker ? siteKinds.construct : siteKinds.type) };
}

/** The written type of a cast `static_cast<T>(x)`. */
function castTypeNode(c: Collector, callee: SyntaxNode): SyntaxNode | null {
  const list = pathOf(c, callee)?.args ?? null;
  return list === null ? null : (partsOf(list)[0] ?? null);
}

/** Visits the callee of a call, with a call site at its last name. */
function visitCallee(c: Collector, node: SyntaxNode): number {
  switch (node.type) {
    case 'identifier':
      return visitName(c, node, siteKinds.call);
    case 'template_function':
    case 'qualified_identifier':
      return visitPath(c, node, siteKinds.call);
    case 'field_expression':
      return visitField(c, node, siteKinds.call);
    case 'parenthesized_expression':
    case 'pointer_expression': {
      const parts = partsOf(node);
      return parts.length === 1 && c.depth < maxDepth
        ? oneLevelDeeper(c, () => visitCallee(c, parts[0]!))
        : c.visit(node);
    }
    default:
      return c.visit(node);
  }
}

function oneLevelDeeper(c: Collector, work: () => number): number {
  c.depth++;
  const value = work();
  c.depth--;
  return value;
}

export function visitNew(c: Collector, node: SyntaxNode): number {
  const written = node.childForFieldName('type');
  const args = node.childForFieldName('arguments');
  const type = typeOf(c, written, siteKinds.construct);
  const site = type === 0 ? -1 : c.writer.siteCount - 1;
  if (args !== null) visitConstructorArguments(c, args, site);
  else if (site !== -1 && c.isCpp) c.writer.chooses(site, c.writer.list([]));
  return type === 0 ? 0 : c.writer.node(ops.cast, type, 0);
}

/** The arguments of a construction, which has no node that holds them. @param site the site of the class; -1 for none */
function visitConstructorArguments(c: Collector, list: SyntaxNode, site = -1): void {
  const args = argumentsIn(c, partsOf(list));
  c.writer.handOn(args);
  if (site !== -1) c.writer.chooses(site, c.writer.list(args));
}

/** `(T){ … }`, `T{ … }`. */
export function visitCompound(c: Collector, node: SyntaxNode): number {
  const type = typeOf(c, node.childForFieldName('type'), siteKinds.construct);
  const site = type === 0 ? -1 : c.writer.siteCount - 1;
  const value = node.childForFieldName('value');
  if (value !== null) visitInitializer(c, value, type, site);
  return type === 0 ? 0 : c.writer.node(ops.cast, type, 0);
}

export function visitCast(c: Collector, node: SyntaxNode): number {
  const type = typeOf(c, node.childForFieldName('type'));
  const value = node.childForFieldName('value');
  const operand = value === null ? 0 : c.visit(value);
  runsConversion(c, node.childForFieldName('type'), operand);
  return type === 0 ? operand : c.writer.node(ops.cast, type, operand);
}

/**
 * Visits the initial value of a variable of `type`: in `{ .f = g }`, `f` is a field of that type.
 * @param site the site of the type, whose constructor the arguments choose; -1 for none
 */
export function visitInitializer(c: Collector, node: SyntaxNode, type: number, site = -1): number {
  if (node.type === 'argument_list') {
    visitConstructorArguments(c, node, site);
    return 0;
  }
  if (node.type !== 'initializer_list') return typedArgument(c, node, c.visit(node));
  if (c.depth > maxDepth) return 0;
  c.depth++;
  const values: number[] = [];
  for (const part of partsOf(node)) {
    if (part.type !== 'initializer_pair') {
      values.push(visitInitializer(c, part, part.type === 'initializer_list' ? type : 0));
      continue;
    }
    for (const item of partsOf(part)) {
      if (item.type !== 'field_designator') {
        values.push(visitInitializer(c, item, 0));
        continue;
      }
      const [field] = partsOf(item);
      if (field === undefined || type === 0) continue;
      const member = c.writer.member(c.writer.node(ops.cast, type, 0), textOf(c, field));
      c.writer.site(siteKinds.write, member, placeOf(field), c.scope);
    }
  }
  c.depth--;
  c.writer.handOn(values);
  if (site !== -1 && c.isCpp) c.writer.chooses(site, c.writer.list(values));
  return 0;
}

/** `: base(x), field(y)`. The grammar takes a base and the class itself, whose constructor the arguments choose, for fields. */
export function visitFieldInitializer(c: Collector, node: SyntaxNode): number {
  const [name, ...rest] = partsOf(node);
  if (name === undefined) return 0;
  const isField = name.type === 'field_identifier';
  if (isField) {
    const result = c.writer.name(textOf(c, name), c.scope);
    c.writer.site(siteKinds.call, result, placeOf(name), c.scope);
  } else visitPath(c, name, siteKinds.call);
  const site = c.writer.siteCount - 1;
  const args = rest.flatMap((part) =>
    part.type === 'argument_list' || part.type === 'initializer_list'
      ? argumentsIn(c, partsOf(part))
      : argumentsIn(c, [part]),
  );
  if (c.isCpp) c.writer.chooses(site, c.writer.list(args));
  return 0;
}

export function visitLambda(c: Collector, node: SyntaxNode): number {
  const { returns } = c;
  inBlock(c, () => {
    c.scope = openScope(c, scopeKinds.block);
    c.returns = null;
    for (const part of partsOf(node)) {
      const list = part.type.endsWith('function_declarator')
        ? partsOf(part).find((child) => child.type === 'parameter_list')
        : undefined;
      if (list !== undefined) declareParameters(c, list, unnamedParent);
      else c.visit(part);
    }
  });
  c.returns = returns;
  return 0;
}

/** Whether a block is the body of a function that a macro declares: `TEST_CASE("adds") { … }`, a macro call without a semicolon. */
function isMacroBody(node: SyntaxNode): boolean {
  const before = node.type === 'compound_statement' ? node.previousNamedSibling : null;
  if (before === null || before.type !== 'expression_statement') return false;
  const last = before.children.at(-1) ?? null;
  return (
    before.firstNamedChild?.type === 'call_expression' &&
    (last === null || last.type !== ';' || last.startIndex === last.endIndex)
  );
}

export function visitBlock(c: Collector, node: SyntaxNode): number {
  // Outside of functions, braces that follow no macro remain of something that could not be parsed.
  if (c.block === null && !isMacroBody(node)) {
    for (const part of partsOf(node)) c.visit(part);
    return 0;
  }
  inBlock(c, () => {
    c.scope = openScope(c);
    for (const part of partsOf(node)) c.visit(part);
  });
  return 0;
}

export function visitRangeLoop(c: Collector, node: SyntaxNode): number {
  inBlock(c, () => {
    const right = node.childForFieldName('right');
    const value = right === null ? 0 : c.visit(right);
    if (right !== null) runsRange(c, right, value);
    const written = node.childForFieldName('declarator');
    const declarator = written === null ? null : declaratorOf(c, written);
    const type = typeOf(c, typePart(node));
    const element = value === 0 ? 0 : c.writer.node(ops.element, value);
    if (declarator !== null)
      declareVariable(c, declarator.name, { type, value: element, isPointer: isPointer(c, declarator.name) });
    else if (written !== null) declareBinding(c, written, element);
    const body = node.childForFieldName('body');
    if (body !== null) c.visit(body);
  });
  return 0;
}

export function visitCatch(c: Collector, node: SyntaxNode): number {
  inBlock(c, () => {
    for (const part of partsOf(node)) {
      if (part.type === 'parameter_list') declareParameters(c, part, unnamedParent);
      else c.visit(part);
    }
  });
  return 0;
}

export function visitReturn(c: Collector, node: SyntaxNode): number {
  for (const part of partsOf(node)) {
    const value = c.visit(part);
    if (value !== 0 && c.returns !== null) c.returns.push(value);
  }
  return 0;
}

export function visitAssignment(c: Collector, node: SyntaxNode): number {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  let target = 0;
  if (left !== null) {
    if (left.type === 'field_expression') target = visitField(c, left, siteKinds.write);
    else target = left.type === 'identifier' ? visitName(c, left, siteKinds.write) : c.visit(left);
  }
  const value = right === null ? 0 : c.visit(right);
  if (left !== null && left.type !== 'identifier') c.writer.handOn([value]);
  runsAssignment(c, node, target);
  return target;
}

export function visitConditional(c: Collector, node: SyntaxNode): number {
  const [condition, ...rest] = partsOf(node);
  if (condition !== undefined) c.visit(condition);
  return c.writer.either(rest.map((part) => c.visit(part)));
}

/** `a[i]`: an element of a pointer or array. */
export function visitSubscript(c: Collector, node: SyntaxNode): number {
  const [object, ...rest] = partsOf(node);
  const value = object === undefined ? 0 : c.visit(object);
  for (const part of rest) c.visit(part);
  runsSubscript(c, node, value);
  return value === 0 ? 0 : c.writer.node(ops.index, value, 0);
}

export function primitive(c: Collector, code: number = primitives.number): number {
  return c.writer.node(ops.primitive, code);
}
