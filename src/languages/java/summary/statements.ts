/** Statements: their scopes, and the variables that they declare. */
import type { SyntaxNode } from '../../language.ts';
import { ops, siteKinds } from '../../../model/file-summary.ts';
import { placeOf, nameText, within, type Collector } from './collector.ts';
import { frameOf, enclosingFunction } from './frames.ts';
import { returnValue } from './functions.ts';
import { visitName } from './names.ts';
import { code, codeOf, codeSet, partOf, partsOf } from './node-codes.ts';
import { isClassTest, narrow, type Test, visitClassTest, visitInstanceOf, visitPattern } from './patterns.ts';
import { arrayOf, dimensionsIn, typeOf, typePart } from './types.ts';
import { declareLocal, modifiersOf } from './variables.ts';

const identifierCode = code('identifier');
const underscore = code('underscore_pattern');
const instanceOf = code('instanceof_expression');
const parenthesized = code('parenthesized_expression');
const binaryCode = code('binary_expression');
const catchParameter = code('catch_formal_parameter');
const catchTypeCode = code('catch_type');
const switchBlock = code('switch_block');
const switchLabel = code('switch_label');
const patternCode = code('pattern');
const guardCode = code('guard');
const bodies = codeSet('block expression_statement throw_statement');

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
  if (frame !== null && frame.entity !== -1) returnValue(c, value, frame);
  return 0;
}

/** Negation, but not `!=`: the tests in the condition hold where the condition is false. */
const denial = /!(?!=)/;

/** A condition. From here on, tested variables have the types that its tests prove. */
function visitCondition(c: Collector, node: SyntaxNode): void {
  const text = c.source.slice(node.startIndex, node.endIndex);
  if (!/instanceof|class\b/.test(text) || denial.test(text) || text.includes('||')) c.visit(node);
  else visitTests(c, node);
}

function visitTests(c: Collector, node: SyntaxNode): void {
  const at = codeOf(node);
  const tests: Test[] = [];
  if (at === instanceOf) visitInstanceOf(c, node, tests);
  else if (isClassTest(c, node)) visitClassTest(c, node, tests);
  else if ((at === parenthesized || at === binaryCode) && c.depth < 500) {
    c.depth++;
    for (const part of partsOf(node)) visitTests(c, part);
    c.depth--;
  } else c.visit(node);
  narrow(c, tests);
}

/**
 * Bindings of the condition are visible in the first branch. Where the condition is negated, they are also visible in the other
 * branch and after the statement.
 */
export function visitBranch(c: Collector, node: SyntaxNode): number {
  const outer = c.frame;
  const [condition, ...rest] = partsOf(node);
  if (condition === undefined) return 0;
  visitCondition(c, condition);
  const bound = c.frame;
  const isDenied = denial.test(c.source.slice(condition.startIndex, condition.endIndex));
  for (const part of rest) {
    c.visit(part);
    c.frame = isDenied ? bound : outer;
  }
  c.frame = isDenied ? bound : outer;
  return 0;
}

export function visitFor(c: Collector, node: SyntaxNode): number {
  return visitBlock(c, node);
}

export function visitForEach(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  modifiersOf(c, parts);
  const typeNode = typePart(parts);
  const names = parts.filter((part) => codeOf(part) === identifierCode || codeOf(part) === underscore);
  const [name] = names;
  const body = parts.at(-1);
  const from = name === undefined ? -1 : parts.indexOf(name) + 1 + (dimensionsIn(c, parts) > 0 ? 1 : 0);
  const iterable = parts[from];
  within(c, { kind: 'block' }, () => {
    const type = typeNode === undefined ? 0 : arrayOf(c, typeOf(c, typeNode), dimensionsIn(c, parts));
    const values = iterable === undefined || iterable === body ? 0 : c.visit(iterable);
    const value = values === 0 ? 0 : c.writer.node(ops.element, values);
    if (name !== undefined) declareLocal(c, { name, type, value });
    if (body !== undefined && body !== name && body !== typeNode) c.visit(body);
  });
  return 0;
}

/** `try (A a = f(); b)`: the block sees the declarations in the parentheses, the other clauses do not. */
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

function visitResource(c: Collector, node: SyntaxNode): void {
  const parts = partsOf(node);
  const typeNode = typePart(parts);
  if (typeNode === undefined) {
    for (const part of parts) c.visit(part);
    return;
  }
  modifiersOf(c, parts);
  const type = typeOf(c, typeNode);
  const rest = parts.slice(parts.indexOf(typeNode) + 1);
  const [name] = rest;
  const last = rest.at(-1);
  const value = last === undefined || last === name ? 0 : c.visit(last);
  if (name !== undefined) declareLocal(c, { name, type, value });
}

export function visitCatch(c: Collector, node: SyntaxNode): number {
  within(c, { kind: 'block' }, () => {
    for (const part of partsOf(node)) {
      if (codeOf(part) !== catchParameter) {
        c.visit(part);
        continue;
      }
      const parts = partsOf(part);
      modifiersOf(c, parts);
      const types = partOf(parts, catchTypeCode);
      const name = parts.find((one) => codeOf(one) === identifierCode || codeOf(one) === underscore);
      const type = types === undefined ? 0 : typeOf(c, types);
      if (name !== undefined) declareLocal(c, { name, type, value: 0 });
    }
  });
  return 0;
}

/** Returns the values of its rules. */
export function visitSwitch(c: Collector, node: SyntaxNode): number {
  const outer = c.frame;
  let subject = 0;
  const values: number[] = [];
  for (const part of partsOf(node)) {
    if (codeOf(part) !== switchBlock) {
      subject = c.visit(part);
      continue;
    }
    within(c, { kind: 'block' }, (frame) => {
      for (const group of partsOf(part)) {
        // A declaration in one group of statements is visible in the next.
        const value = visitGroup(c, group, subject);
        if (value !== 0) values.push(value);
        c.frame = frame;
      }
    });
  }
  c.frame = outer;
  return c.writer.either(values);
}

function visitGroup(c: Collector, node: SyntaxNode, subject: number): number {
  let value = 0;
  for (const part of partsOf(node)) {
    if (codeOf(part) === switchLabel) visitLabel(c, part, subject);
    else if (bodies.has(codeOf(part)) && codeOf(part) === code('expression_statement')) {
      const [inner] = partsOf(part);
      value = inner === undefined ? 0 : c.visit(inner);
    } else c.visit(part);
  }
  return value;
}

/** `case A`: a constant of the enum in the switch, unless a variable has that name. */
function visitLabel(c: Collector, node: SyntaxNode, subject: number): void {
  const { writer, frame } = c;
  for (const part of partsOf(node)) {
    const at = codeOf(part);
    if (at === patternCode) visitPattern(c, part);
    else if (at === guardCode) for (const inner of partsOf(part)) c.visit(inner);
    else if (at === identifierCode && subject !== 0 && frameOf(frame, nameText(c, part)) === null) {
      const constant = writer.member(subject, nameText(c, part));
      writer.site(siteKinds.read, constant, placeOf(part), frame.scope);
    } else if (at === identifierCode) visitName(c, part);
    else c.visit(part);
  }
}

/** `label: statement`. */
export function visitLabeled(c: Collector, node: SyntaxNode): number {
  const statement = partsOf(node).at(-1);
  if (statement !== undefined && codeOf(statement) !== identifierCode) c.visit(statement);
  return 0;
}

/** The type of `yield`'s value is unknown here; the only loss is the expected type of a lambda. */
export function visitYield(c: Collector, node: SyntaxNode): number {
  const [part] = partsOf(node);
  if (part !== undefined) c.visit(part);
  return 0;
}
