/** Statements: their scopes, and the variables that they declare. */
import type { SyntaxNode } from '../../language.ts';
import { ops, siteKinds } from '../../../model/file-summary.ts';
import { runsFirst, runsLoop } from '../../implicit-calls.ts';
import { placeOf, nameText, within, type Collector } from './collector.ts';
import { frameOf, enclosingFunction } from './frames.ts';
import { recordReturn } from './functions.ts';
import { visitName } from './names.ts';
import { code, codeOf, partOf, partsOf } from './node-codes.ts';
import { isClassTest, narrow, type TypeTest, visitClassTest, visitInstanceOf, visitPattern } from './patterns.ts';
import { arrayOf, dimensionsIn, typeOf, typePart } from './types.ts';
import { declareLocal, visitModifiers } from './variables.ts';

const identifierCode = code('identifier');
const underscoreCode = code('underscore_pattern');
const instanceOfCode = code('instanceof_expression');
const parenthesizedCode = code('parenthesized_expression');
const binaryCode = code('binary_expression');
const catchParameterCode = code('catch_formal_parameter');
const catchTypeCode = code('catch_type');
const switchBlockCode = code('switch_block');
const switchLabelCode = code('switch_label');
const patternCode = code('pattern');
const guardCode = code('guard');
const expressionStatementCode = code('expression_statement');

const maxDepth = 500;

export function visitBlock(c: Collector, node: SyntaxNode): number {
  within(c, { kind: 'block' }, () => {
    for (const part of partsOf(node)) c.visit(part);
  });
  return 0;
}

export function visitReturn(c: Collector, node: SyntaxNode): number {
  const [part] = partsOf(node);
  if (part === undefined) return 0;
  const value = c.visit(part);
  const frame = enclosingFunction(c.frame);
  if (frame !== null && frame.entity !== -1) recordReturn(c, value, frame);
  return 0;
}

/** A `!` that is not part of `!=`. The tests in a negated condition hold if the condition is false. */
const negation = /!(?!=)/;

/** Visits a condition. After it, each tested variable has the type that the condition proves. */
function visitCondition(c: Collector, node: SyntaxNode): void {
  const text = c.source.slice(node.startIndex, node.endIndex);
  // With `!` or `||`, a test proves nothing about the code after the condition.
  if (!/instanceof|class\b/.test(text) || negation.test(text) || text.includes('||')) c.visit(node);
  else visitTests(c, node);
}

/** Visits a condition and its operands. Opens a scope after each test. */
function visitTests(c: Collector, node: SyntaxNode): void {
  const nodeCode = codeOf(node);
  const tests: TypeTest[] = [];
  if (nodeCode === instanceOfCode) visitInstanceOf(c, node, tests);
  else if (isClassTest(c, node)) visitClassTest(c, node, tests);
  else if ((nodeCode === parenthesizedCode || nodeCode === binaryCode) && c.depth < maxDepth) {
    c.depth++;
    for (const part of partsOf(node)) visitTests(c, part);
    c.depth--;
  } else c.visit(node);
  narrow(c, tests);
}

/**
 * `if` and `while`. Bindings of the condition are visible in the first branch. If the condition is negated, they are also visible in
 * the other branch and after the statement.
 */
export function visitBranch(c: Collector, node: SyntaxNode): number {
  const outer = c.frame;
  const [condition, ...rest] = partsOf(node);
  if (condition === undefined) return 0;
  visitCondition(c, condition);
  const frameAfterCondition = c.frame;
  const isNegated = negation.test(c.source.slice(condition.startIndex, condition.endIndex));
  for (const part of rest) {
    c.visit(part);
    c.frame = isNegated ? frameAfterCondition : outer;
  }
  c.frame = isNegated ? frameAfterCondition : outer;
  return 0;
}

export function visitFor(c: Collector, node: SyntaxNode): number {
  return visitBlock(c, node);
}

export function visitForEach(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  visitModifiers(c, parts);
  const typeNode = typePart(parts);
  const names = parts.filter((part) => codeOf(part) === identifierCode || codeOf(part) === underscoreCode);
  const [name] = names;
  const body = parts.at(-1);
  const iterableIndex = name === undefined ? -1 : parts.indexOf(name) + 1 + (dimensionsIn(c, parts) > 0 ? 1 : 0);
  const iterable = parts[iterableIndex];
  within(c, { kind: 'block' }, () => {
    const type = typeNode === undefined ? 0 : arrayOf(c, typeOf(c, typeNode), dimensionsIn(c, parts));
    const values = iterable === undefined || iterable === body ? 0 : c.visit(iterable);
    const value = values === 0 ? 0 : c.writer.node(ops.element, values);
    if (name !== undefined && iterable !== undefined)
      runsLoop(c, { values, node: iterable, target: name }, ['iterator', 'hasNext', 'next']);
    if (name !== undefined) declareLocal(c, { name, type, value });
    if (body !== undefined && body !== name && body !== typeNode) c.visit(body);
  });
  return 0;
}

/** In `try (A a = f(); b)`, only the block sees the declarations in the parentheses. The other clauses do not. */
export function visitTry(c: Collector, node: SyntaxNode): number {
  const outer = c.frame;
  for (const part of partsOf(node)) {
    if (codeOf(part) === code('resource_specification')) {
      within(c, { kind: 'block' }, () => {
        for (const resource of partsOf(part)) visitResource(c, resource);
        const body = partOf(partsOf(node), code('block'));
        if (body !== undefined) c.visit(body);
      });
    } else if (codeOf(part) !== code('block') || partOf(partsOf(node), code('resource_specification')) === undefined)
      c.visit(part);
    c.frame = outer;
  }
  return 0;
}

/** `A a = f()`, or the name of a variable. */
function visitResource(c: Collector, node: SyntaxNode): void {
  const parts = partsOf(node);
  const typeNode = typePart(parts);
  if (typeNode === undefined) {
    for (const part of parts) runsFirst(c, placeOf(part), [{ receiver: c.visit(part), name: 'close' }]);
    return;
  }
  visitModifiers(c, parts);
  const type = typeOf(c, typeNode);
  const rest = parts.slice(parts.indexOf(typeNode) + 1);
  const [name] = rest;
  const last = rest.at(-1);
  const value = last === undefined || last === name ? 0 : c.visit(last);
  if (name === undefined) return;
  declareLocal(c, { name, type, value });
  const receiver = c.writer.name(nameText(c, name), c.frame.scope);
  runsFirst(c, placeOf(name), [{ receiver, name: 'close' }]);
}

export function visitCatch(c: Collector, node: SyntaxNode): number {
  within(c, { kind: 'block' }, () => {
    for (const part of partsOf(node)) {
      if (codeOf(part) !== catchParameterCode) {
        c.visit(part);
        continue;
      }
      const parts = partsOf(part);
      visitModifiers(c, parts);
      const types = partOf(parts, catchTypeCode);
      const name = parts.find((child) => codeOf(child) === identifierCode || codeOf(child) === underscoreCode);
      const type = types === undefined ? 0 : typeOf(c, types);
      if (name !== undefined) declareLocal(c, { name, type, value: 0 });
    }
  });
  return 0;
}

/** The value is that of one of the rules. */
export function visitSwitch(c: Collector, node: SyntaxNode): number {
  const outer = c.frame;
  let subject = 0;
  const values: number[] = [];
  for (const part of partsOf(node)) {
    if (codeOf(part) !== switchBlockCode) {
      subject = c.visit(part);
      continue;
    }
    within(c, { kind: 'block' }, (frame) => {
      for (const group of partsOf(part)) {
        // All groups share one scope, because a declaration in one group is visible in the next.
        const value = visitCaseGroup(c, group, subject);
        if (value !== 0) values.push(value);
        c.frame = frame;
      }
    });
  }
  c.frame = outer;
  return c.writer.either(values);
}

/** Visits a `case` with its statements. The value is that of the last expression among them. */
function visitCaseGroup(c: Collector, node: SyntaxNode, subject: number): number {
  let value = 0;
  for (const part of partsOf(node)) {
    if (codeOf(part) === switchLabelCode) visitCaseLabel(c, part, subject);
    else if (codeOf(part) === expressionStatementCode) {
      const [expression] = partsOf(part);
      value = expression === undefined ? 0 : c.visit(expression);
    } else c.visit(part);
  }
  return value;
}

/** In `case A`, A is a constant of the enum that `switch` tests, unless a variable has that name. */
function visitCaseLabel(c: Collector, node: SyntaxNode, subject: number): void {
  const { writer, frame } = c;
  for (const part of partsOf(node)) {
    const nodeCode = codeOf(part);
    if (nodeCode === patternCode) visitPattern(c, part);
    else if (nodeCode === guardCode) for (const child of partsOf(part)) c.visit(child);
    else if (nodeCode === identifierCode && subject !== 0 && frameOf(frame, nameText(c, part)) === null) {
      const constant = writer.member(subject, nameText(c, part));
      writer.site(siteKinds.read, constant, placeOf(part), frame.scope);
    } else if (nodeCode === identifierCode) visitName(c, part);
    else c.visit(part);
  }
}

export function visitLabeled(c: Collector, node: SyntaxNode): number {
  const statement = partsOf(node).at(-1);
  if (statement !== undefined && codeOf(statement) !== identifierCode) c.visit(statement);
  return 0;
}

/** The value of `yield` is visited, but does not count as a value of its `switch`. */
export function visitYield(c: Collector, node: SyntaxNode): number {
  const [part] = partsOf(node);
  if (part !== undefined) c.visit(part);
  return 0;
}
