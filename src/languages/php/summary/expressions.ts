/** Expressions and statements: their nodes, and the sites that link names. */
import type { SyntaxNode } from '../../language.ts';
import { ops, primitives, siteKinds } from '../../../model/file-summary.ts';
import {
  branch,
  fullName,
  isRelative,
  lastNameNode,
  namedType,
  partOf,
  partsOf,
  placeOf,
  textOf,
  variableName,
  type Collector,
} from './collector.ts';
import { isFirstClass, methodOfPair, writeNamedCallables } from './callables.ts';
import { constantName, methodName, visitClass } from './declarations.ts';
import { runs, runsLoop, runsToString, visitIsset, visitItem } from './implicit-calls.ts';
import { className, tagType, typeOf } from './types.ts';

export function visitVariable(c: Collector, node: SyntaxNode): number {
  const name = variableName(node);
  if (name === null) return 0;
  const text = textOf(c, name);
  return text === 'this' ? c.writer.node(ops.this, c.scope) : (c.locals.get(text) ?? 0);
}

/** A bare name: a constant. */
export function visitConstant(c: Collector, node: SyntaxNode): number {
  const text = textOf(c, node);
  if (/^(?:true|false|null)$/i.test(text)) return 0;
  return writeName(c, node, { path: fullName(c, text, 'constants'), site: siteKinds.read });
}

/**
 * Writes a name with its site.
 * @param path the full name
 */
function writeName(c: Collector, node: SyntaxNode, { path, site }: { path: string; site: number }): number {
  const result = c.writer.name(path, c.scope);
  c.writer.site(site, result, placeOf(lastNameNode(node)), c.scope);
  return result;
}

function isName(node: SyntaxNode): boolean {
  return node.type === 'name' || node.type === 'qualified_name' || node.type === 'relative_name';
}

/** The arguments of a call, as a list node. */
export function visitArguments(c: Collector, node: SyntaxNode | null): number {
  const values: number[] = [];
  for (const part of node === null ? [] : partsOf(node)) {
    if (part.type !== 'argument') continue;
    const value = partsOf(part).at(-1);
    const name = part.childForFieldName('name');
    const argument = value === undefined ? 0 : c.visit(value);
    values.push(name === null ? argument : c.writer.node(ops.keyword, c.writer.string(textOf(c, name)), argument));
  }
  return c.writer.list(values);
}

/** The call of a callee, or the callee itself in `f(...)`. */
function callOf(c: Collector, callee: number, argumentList: SyntaxNode | null): number {
  if (isFirstClass(argumentList)) return callee;
  const args = visitArguments(c, argumentList);
  return callee === 0 ? 0 : c.writer.node(ops.call, callee, args, 0);
}

export function visitCall(c: Collector, node: SyntaxNode): number {
  if (visitIsset(c, node)) return 0;
  const argumentList = node.childForFieldName('arguments');
  const site = isFirstClass(argumentList) ? siteKinds.read : siteKinds.call;
  const calleeNode = node.childForFieldName('function');
  const path = calleeNode !== null && isName(calleeNode) ? fullName(c, textOf(c, calleeNode), 'functions') : '';
  let callee = 0;
  if (calleeNode !== null) callee = path === '' ? c.visit(calleeNode) : writeName(c, calleeNode, { path, site });
  // `$f()` calls the value of the variable.
  if (callee !== 0 && calleeNode?.type === 'variable_name') c.writer.site(site, callee, placeOf(calleeNode), c.scope);
  if (calleeNode?.type === 'name') writeNamedCallables(c, textOf(c, calleeNode), argumentList);
  if (isFirstClass(argumentList)) return callee;
  const args = visitArguments(c, argumentList);
  const [first = 0] = c.writer.items(args);
  if (path === 'count' || path.endsWith('\\count')) runs(c, node, first, 'count');
  return callee === 0 ? 0 : c.writer.node(ops.call, callee, args, 0);
}

/** The member of an object, with a site at its name. A computed name is only visited, and gives 0. */
function writeMember(
  c: Collector,
  {
    object,
    name,
    site,
    isMethod = false,
  }: { object: number; name: SyntaxNode | null; site: number; isMethod?: boolean },
): number {
  if (name === null) return 0;
  if (name.type !== 'name' && name.type !== 'variable_name') {
    c.visit(name);
    return 0;
  }
  const isCall = isMethod || site === siteKinds.call;
  const at = variableName(name) ?? name;
  const text = textOf(c, at);
  if (text === '' || (isCall && name.type === 'variable_name')) return 0;
  const memberName = isCall ? methodName(text) : `$${text}`;
  const result = c.writer.member(object, memberName);
  c.writer.site(site, result, placeOf(at), c.scope);
  return result;
}

/** The call of an object's or a class's method. */
function callMember(c: Collector, object: number, node: SyntaxNode): number {
  const argumentList = node.childForFieldName('arguments');
  const site = isFirstClass(argumentList) ? siteKinds.read : siteKinds.call;
  const callee = writeMember(c, { object, name: node.childForFieldName('name'), site, isMethod: true });
  return callOf(c, callee, argumentList);
}

/** `$a->f()`. */
export function visitMethodCall(c: Collector, node: SyntaxNode): number {
  const objectNode = node.childForFieldName('object');
  const object = objectNode === null ? 0 : c.visit(objectNode);
  return callMember(c, object, node);
}

/** `$a->f`. */
export function visitMember(c: Collector, node: SyntaxNode, site: number = siteKinds.read): number {
  const objectNode = node.childForFieldName('object');
  const object = objectNode === null ? 0 : c.visit(objectNode);
  return writeMember(c, { object, name: node.childForFieldName('name'), site });
}

/** The node of the class or object before `::`. */
function visitScope(c: Collector, node: SyntaxNode | null): number {
  if (node === null) return 0;
  const text = textOf(c, node).toLowerCase();
  if (isRelative(text)) return c.writer.node(text === 'parent' ? ops.super : ops.this, c.scope);
  if (!isName(node)) return c.visit(node);
  return writeName(c, node, { path: fullName(c, textOf(c, node), 'classes'), site: siteKinds.type });
}

/** `A::f()`. */
export function visitStaticCall(c: Collector, node: SyntaxNode): number {
  const object = visitScope(c, node.childForFieldName('scope'));
  const name = node.childForFieldName('name');
  if (name?.type === 'name') writeNamedCallables(c, textOf(c, name), node.childForFieldName('arguments'));
  return callMember(c, object, node);
}

/** `A::$x`. */
export function visitStaticProperty(c: Collector, node: SyntaxNode, site: number = siteKinds.read): number {
  const object = visitScope(c, node.childForFieldName('scope'));
  return writeMember(c, { object, name: node.childForFieldName('name'), site });
}

/** `A::X`, `A::class`. */
export function visitClassConstant(c: Collector, node: SyntaxNode): number {
  const [scope, name] = partsOf(node);
  const object = visitScope(c, scope ?? null);
  if (name === undefined || name.type !== 'name') return 0;
  const text = textOf(c, name);
  if (text === 'class') return c.writer.node(ops.array, c.writer.list([object]));
  const result = c.writer.member(object, constantName(text));
  c.writer.site(siteKinds.read, result, placeOf(name), c.scope);
  return result;
}

export function visitNew(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  const classNode = parts.find((part) => part.type !== 'arguments' && part.type !== 'attribute_list');
  if (classNode?.type === 'anonymous_class') return visitClass(c, classNode);
  const type = classNode === undefined ? 0 : constructedType(c, classNode);
  const args = visitArguments(c, partOf(node, 'arguments'));
  c.writer.handOn(c.writer.items(args));
  return type === 0 ? 0 : c.writer.node(ops.cast, type, 0);
}

/** The type of `new A`; 0 where the class is computed. */
function constructedType(c: Collector, node: SyntaxNode): number {
  const text = textOf(c, node).toLowerCase();
  if (isRelative(text)) {
    const type = c.writer.node(ops.thisType, c.scope);
    if (text === 'parent') return c.writer.node(ops.typeOf, c.writer.node(ops.super, c.scope));
    if (c.ownerName !== '') c.writer.site(siteKinds.construct, namedType(c, c.ownerName), placeOf(node), c.scope);
    return type;
  }
  if (isName(node)) return className(c, node, siteKinds.construct);
  c.visit(node);
  return 0;
}

/** An assignment. A doc comment before it (`/** @var T *\/`) gives the type of the variable. */
export function visitAssignment(c: Collector, node: SyntaxNode): number {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  const assigned = right === null ? 0 : c.visit(right);
  const comment = node.parent?.previousNamedSibling;
  const documented =
    left?.type === 'variable_name' && comment?.type === 'comment' ? documentedValue(c, textOf(c, comment)) : 0;
  const value = documented === 0 ? assigned : documented;
  if (left !== null) assign(c, left, value);
  return value;
}

function documentedValue(c: Collector, comment: string): number {
  const type = comment.startsWith('/**') ? tagType(c, comment.slice(0, 2000), 'var') : 0;
  return type === 0 ? 0 : c.writer.node(ops.cast, type, 0);
}

function assign(c: Collector, target: SyntaxNode, value: number): void {
  switch (target.type) {
    case 'variable_name': {
      const name = variableName(target);
      if (name !== null) c.locals.set(textOf(c, name), value);
      return;
    }
    case 'member_access_expression':
    case 'nullsafe_member_access_expression':
      assignMember(c, visitMember(c, target, siteKinds.write), { target, value });
      return;
    case 'scoped_property_access_expression':
      visitStaticProperty(c, target, siteKinds.write);
      return;
    case 'list_literal':
    case 'array_creation_expression':
      for (const part of partsOf(target)) {
        const variable = part.type === 'array_element_initializer' ? partsOf(part).at(-1) : part;
        if (variable?.type === 'variable_name') assign(c, variable, 0);
        else if (variable !== undefined) c.visit(variable);
      }
      return;
    case 'subscript_expression':
      visitItem(c, target, 'offsetSet');
      return;
    default:
      c.visit(target);
  }
}

/** Records what a method assigns to a property of its own object (`$this->x = …`): it is the type of a property without a declared one. */
function assignMember(c: Collector, node: number, { target, value }: { target: SyntaxNode; value: number }): void {
  if (node === 0 || value === 0) return;
  const { writer } = c;
  if (writer.opOf(writer.operand(node, 0)) === ops.this) writer.assign(node, value, placeOf(target), c.scope);
}

export function visitForeach(c: Collector, node: SyntaxNode): number {
  const body = node.childForFieldName('body');
  const [list, target] = partsOf(node).filter((part) => part.id !== body?.id);
  const value = list === undefined ? 0 : c.visit(list);
  if (list !== undefined) runsLoop(c, list, value);
  branch(c, () => {
    const variable = target?.type === 'pair' ? partsOf(target).at(-1) : target;
    if (target?.type === 'pair') assign(c, partsOf(target)[0]!, 0);
    if (variable !== undefined) {
      const at = variable.type === 'by_ref' ? (partsOf(variable)[0] ?? variable) : variable;
      assign(c, at, value === 0 ? 0 : c.writer.node(ops.element, value));
    }
    if (body !== null) c.visit(body);
  });
  return 0;
}

/** Limit of nested conditions that are searched for `instanceof`. */
const maxConditionDepth = 20;

/** Narrows the variables whose class a true condition proves (`$a instanceof B`), for the current branch. */
function narrow(c: Collector, condition: SyntaxNode, depth = 0): void {
  if (depth > maxConditionDepth) return;
  if (condition.type === 'parenthesized_expression') {
    for (const part of partsOf(condition)) narrow(c, part, depth + 1);
    return;
  }
  if (condition.type !== 'binary_expression') return;
  const left = condition.childForFieldName('left');
  const right = condition.childForFieldName('right');
  if (left === null || right === null) return;
  const operator = c.source.slice(left.endIndex, right.startIndex).trim().toLowerCase();
  if (operator === '&&' || operator === 'and') {
    narrow(c, left, depth + 1);
    narrow(c, right, depth + 1);
  } else if (operator === 'instanceof' && left.type === 'variable_name' && isName(right)) {
    const name = variableName(left);
    const type = c.writer.withoutSites(() => typeOf(c, right));
    if (name !== null) c.locals.set(textOf(c, name), c.writer.node(ops.cast, type, 0));
  }
}

export function visitIf(c: Collector, node: SyntaxNode): number {
  const condition = node.childForFieldName('condition');
  if (condition !== null) c.visit(condition);
  for (const part of partsOf(node)) {
    if (part.id === condition?.id) continue;
    const oldValues = new Map(c.locals);
    const isBody = part.type !== 'else_clause' && part.type !== 'else_if_clause';
    branch(c, () => {
      if (isBody && condition !== null) narrow(c, condition);
      c.visit(part);
    });
    // After the body, a narrowed variable has its old value again.
    if (isBody) for (const [name, value] of oldValues) if (isNarrowed(c, name, value)) c.locals.set(name, value);
  }
  return 0;
}

/** Whether a variable that held a parameter got a second possible value. That is taken for narrowing, although it may be an assignment. */
function isNarrowed({ locals, writer }: Collector, name: string, oldValue: number): boolean {
  const value = locals.get(name) ?? 0;
  return value !== oldValue && writer.opOf(value) === ops.either && writer.opOf(oldValue) === ops.entity;
}

export function visitBranch(c: Collector, node: SyntaxNode): number {
  branch(c, () => {
    for (const part of partsOf(node)) c.visit(part);
  });
  return 0;
}

export function visitCatch(c: Collector, node: SyntaxNode): number {
  branch(c, () => {
    const type = typeOf(c, node.childForFieldName('type'));
    const variable = node.childForFieldName('name');
    const name = variable === null ? null : variableName(variable);
    if (name !== null) c.locals.set(textOf(c, name), type === 0 ? 0 : c.writer.node(ops.cast, type, 0));
    const body = node.childForFieldName('body');
    if (body !== null) c.visit(body);
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

export function visitBinary(c: Collector, node: SyntaxNode): number {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  const leftValue = left === null ? 0 : c.visit(left);
  if (left === null || right === null) return leftValue;
  const operator = c.source.slice(left.endIndex, right.startIndex).trim().toLowerCase();
  if (operator === 'instanceof' && isName(right)) {
    typeOf(c, right);
    return c.writer.node(ops.primitive, primitives.boolean);
  }
  const rightValue = c.visit(right);
  if (operator === '.') {
    runsToString(c, left, leftValue);
    runsToString(c, right, rightValue);
  }
  if (operator === '??') return c.writer.either([leftValue, rightValue]);
  return operator === '.' ? c.writer.node(ops.primitive, primitives.string) : 0;
}

/** `a ? b : c`; in `a ?: c`, the condition is also the first result. */
export function visitConditional(c: Collector, node: SyntaxNode): number {
  const condition = node.childForFieldName('condition');
  const body = node.childForFieldName('body');
  const alternative = node.childForFieldName('alternative');
  const conditionValue = condition === null ? 0 : c.visit(condition);
  const bodyValue = body === null ? conditionValue : c.visit(body);
  return c.writer.either([bodyValue, alternative === null ? 0 : c.visit(alternative)]);
}

/** Limit of the recorded elements: more of them add nothing about their type. */
const maxElements = 8;

/** An array as a list of its values, without its keys. */
export function visitArray(c: Collector, node: SyntaxNode): number {
  const items: number[] = [];
  for (const part of partsOf(node)) {
    const value =
      partsOf(part)
        .map((child) => c.visit(child))
        .at(-1) ?? 0;
    if (value !== 0 && items.length < maxElements) items.push(value);
  }
  const method = methodOfPair(c, node, items);
  const array = items.length === 0 ? 0 : c.writer.node(ops.array, c.writer.list(items));
  return method === 0 ? array : c.writer.either([method, array]);
}

export function visitAttribute(c: Collector, node: SyntaxNode): number {
  const [name, args] = partsOf(node);
  if (name !== undefined && isName(name)) className(c, name, siteKinds.decorate);
  visitArguments(c, args ?? null);
  return 0;
}
