/** Operators, conditionals, comprehensions, items, `await` and `yield`. */
import type { SyntaxNode } from '../../language.ts';
import { ops, primitives, scopeKinds } from '../../../model/file-summary.ts';
import { nameText, primitive, finishFrame, declareVariable, type Collector } from './collector.ts';
import { newFrame, type Frame } from './frames.ts';
import { isUnpackingTarget } from './hoisting.ts';
import { keyName, maxKeyLength, plainString, visitParts } from './literals.ts';
import {
  operatorMethod,
  reflectedMethod,
  runs,
  runsComparison,
  runsIteration,
  runsOperator,
  runsTruth,
} from './implicit-calls.ts';
import { enterNarrowed, isAnd, narrowings } from './narrowing.ts';
import { codeOf, codes, lastOf, partsOf, withoutComments } from './node-codes.ts';
import { assignTo } from './targets.ts';

/**
 * `and` and `or`: the right side is evaluated only if the left side is true (`and`) or false (`or`), which may narrow variables.
 */
export function visitBoolean(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  const left = parts[0];
  const right = lastOf(parts);
  if (left === undefined || right === undefined || right === left) return left === undefined ? 0 : c.visit(left);
  const first = c.visit(left);
  const outer = c.scope;
  const isConjunction = isAnd(c, node);
  enterNarrowed(c, narrowings(c, left, isConjunction), right.startIndex, right.endIndex);
  const second = c.visit(right);
  c.scope = outer;
  return isConjunction ? second : c.writer.either([first, second]);
}

/** `a if test else b`: `test` may narrow the variables in `a` and `b`. */
export function visitConditional(c: Collector, node: SyntaxNode): number {
  const parts = withoutComments(partsOf(node));
  const [body, test, alternative] = parts;
  if (body === undefined || test === undefined || alternative === undefined) {
    visitParts(c, node);
    return 0;
  }
  const outer = c.scope;
  enterNarrowed(c, narrowings(c, test, true), body.startIndex, body.endIndex);
  const first = c.visit(body);
  c.scope = outer;
  c.visit(test);
  enterNarrowed(c, narrowings(c, test, false), alternative.startIndex, alternative.endIndex);
  const second = c.visit(alternative);
  c.scope = outer;
  return c.writer.either([first, second]);
}

/** An operator gets no site behind so many equal ones: what they give has the method that the first ones ran. */
const maxEqual = 2;

/** The result of the left operand's operator method. Long sums nest deeply on the left side, so they are walked by a loop. */
export function visitBinary(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  /** Outermost first. */
  const rightOperands: SyntaxNode[] = [];
  let leftmost = node;
  while (codeOf(leftmost) === codes.binary_operator) {
    const parts = partsOf(leftmost);
    const left = parts[0];
    const right = lastOf(parts);
    if (left === undefined || right === undefined || right === left) break;
    rightOperands.push(right);
    leftmost = left;
  }
  let value = codeOf(leftmost) === codes.binary_operator ? 0 : c.visit(leftmost);
  let last: string | undefined;
  let equal = 0;
  for (let index = rightOperands.length - 1; index >= 0; index--) {
    const right = rightOperands[index]!;
    const argument = c.visit(right);
    const op = value === 0 ? ops.none : writer.opOf(value);
    const argumentOp = argument === 0 ? ops.none : writer.opOf(argument);
    if (op === ops.none || op === ops.array) continue;
    if (op === ops.primitive && (argumentOp === ops.none || argumentOp === ops.primitive)) continue;
    const operator = /([-+*/%@&|^<>]{1,2})\s*$/.exec(
      c.source.slice(Math.max(0, right.startIndex - 20), right.startIndex),
    )?.[1];
    equal = operator === last ? equal + 1 : 1;
    last = operator;
    const isFormat = operator === '%' && op === ops.primitive && writer.operand(value, 0) === primitives.string;
    if (operator !== undefined && equal <= maxEqual && !isFormat)
      runsOperator(c, { operator, left: value, right: argument, node: right });
    if (op === ops.primitive) {
      // `2 * vector`
      const isNumber = writer.operand(value, 0) === primitives.number && operator !== undefined;
      const ofRight = isNumber ? reflectedMethod(operator) : undefined;
      if (ofRight !== undefined) value = writer.node(ops.given, argument, writer.string(ofRight));
      continue;
    }
    const method = operator === undefined ? undefined : operatorMethod(operator);
    value = method === undefined ? 0 : writer.node(ops.call, writer.member(value, method), writer.list([argument]), 0);
  }
  return value;
}

/** Whether a name is written like that of a class: it begins with a capital letter and has a small one. */
export function looksLikeClass(name: string): boolean {
  return /^_*\p{Lu}.*\p{Ll}/u.test(name);
}

/** Longer slices are recorded as `[:]`. */
const maxSliceLength = 20;

/** Larger indexes are recorded as unknown keys. */
const maxIndex = 1000;

/** `a[i]`, `d['k']`, `a[1:2]`, `Class[T]`. */
export function visitSubscript(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const parts = withoutComments(partsOf(node));
  const object = parts[0];
  if (object === undefined) return 0;
  const value = c.visit(object);
  const key = parts[1];
  const keyNode = key === undefined ? 0 : c.visit(key);
  for (let at = 2; at < parts.length; at++) c.visit(parts[at]!);
  if (value === 0 || key === undefined) return 0;
  const isClass = codeOf(object) === codes.identifier && looksLikeClass(nameText(c, object));
  if (!isClass) runs(c, key, value, '__getitem__');
  const code = parts.length === 2 ? codeOf(key) : 0;
  if (code === codes.slice) {
    if (writer.opOf(value) === ops.primitive) return value;
    const text = c.source.slice(key.startIndex, key.endIndex);
    return writer.node(ops.given, value, writer.string(text.length > maxSliceLength ? '[:]' : `[${text}]`));
  }
  if (isClass) return value;
  if (code === codes.integer) {
    const index = Number(c.source.slice(key.startIndex, key.endIndex));
    if (Number.isInteger(index) && index < maxIndex) return writer.node(ops.item, value, index);
  }
  const item = writer.node(ops.index, value, keyNode);
  const name = code === codes.string ? plainString(c, key) : null;
  if (name === null || name.text.length > maxKeyLength) return item;
  return writer.either([writer.member(value, keyName(name.text)), item]);
}

/** Comprehensions and generator expressions, whose variables are visible only inside of them. */
export function visitComprehension(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const outer = { frame: c.frame, scope: c.scope };
  const parts = withoutComments(partsOf(node));
  const body = parts[0];
  if (body === undefined) return 0;
  const scope = writer.scope(c.scope, scopeKinds.block, -1);
  const frame = newFrame({ kind: 'comprehension', scope, parent: c.frame, entity: -1 });
  for (const clause of parts.slice(1)) {
    if (codeOf(clause) === codes.for_in_clause) {
      const clauseParts = partsOf(clause);
      const left = clauseParts[0];
      const right = lastOf(clauseParts);
      if (left === undefined || right === undefined || right === left) continue;
      const iterable = c.visit(right);
      c.frame = frame;
      c.scope = c.scope === outer.scope ? scope : c.scope;
      declareTargets(c, frame, left);
      const isAsync = c.source.startsWith('async', clause.startIndex);
      runsIteration(c, iterable, { node: right, target: left, isAsync });
      assignTo(c, left, iterable === 0 ? 0 : writer.node(ops.element, iterable));
    } else {
      c.visit(clause);
      const test = partsOf(clause)[0];
      if (test !== undefined) enterNarrowed(c, narrowings(c, test, true), body.startIndex, body.endIndex);
    }
  }
  const isDictionary = codeOf(body) === codes.pair;
  const value = isDictionary ? (visitParts(c, body), 0) : c.visit(body);
  c.frame = outer.frame;
  c.scope = outer.scope;
  finishFrame(c, frame);
  return value === 0 ? 0 : writer.node(ops.array, writer.list([value]));
}

/** Limit of nested targets. */
const maxDepth = 100;

/** Declares the variables of a `for` clause. */
function declareTargets(c: Collector, frame: Frame, node: SyntaxNode): void {
  const code = codeOf(node);
  if (code === codes.identifier) {
    const name = nameText(c, node);
    if (name !== '') declareVariable(c, frame, name, node);
  } else if (isUnpackingTarget(code) && c.depth < maxDepth) {
    c.depth++;
    for (const part of partsOf(node)) declareTargets(c, frame, part);
    c.depth--;
  }
}

/** `(x := v)`. */
export function visitWalrus(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  const left = parts[0];
  const right = parts.at(-1);
  if (left === undefined || right === undefined || right === left) return 0;
  const value = c.visit(right);
  assignTo(c, left, value);
  return value;
}

export function visitAwait(c: Collector, node: SyntaxNode): number {
  const value = visitLast(c, node);
  runs(c, node, value, '__await__');
  return value === 0 ? 0 : c.writer.node(ops.await, value);
}

/** Records a value that the surrounding generator yields. */
export function visitYield(c: Collector, node: SyntaxNode): number {
  const value = visitLast(c, node);
  let frame: Frame | null = c.frame;
  while (frame !== null && frame.kind === 'comprehension') frame = frame.parent;
  if (frame?.kind !== 'function') return 0;
  frame.isGenerator = true;
  const isFrom = /^yield\s+from\b/.test(c.source.slice(node.startIndex, node.startIndex + 40));
  if (isFrom) runsIteration(c, value, { node, target: null });
  if (value !== 0) frame.yields.push(isFrom ? c.writer.node(ops.element, value) : value);
  return 0;
}

/** `*values` in a list or in arguments. */
export function visitSplat(c: Collector, node: SyntaxNode): number {
  const value = visitLast(c, node);
  runsIteration(c, value, { node, target: null });
  return value === 0 ? 0 : c.writer.node(ops.spread, value);
}

/** Visits all parts; returns the value of the last one. */
function visitLast(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  let value = 0;
  for (let at = 0; at < parts.length; at++) value = c.visit(parts[at]!);
  return value;
}

export function visitNot(c: Collector, node: SyntaxNode): number {
  const value = visitLast(c, node);
  runsTruth(c, node, value);
  return primitive(c, primitives.boolean);
}

/** `a < b`, `a == b`, `a in b`, also several in one expression. */
export function visitComparison(c: Collector, node: SyntaxNode): number {
  let left = -1;
  for (const part of withoutComments(partsOf(node))) {
    const right = c.visit(part);
    if (left > 0 || (left === 0 && right !== 0)) {
      const before = c.source.slice(Math.max(0, part.startIndex - 20), part.startIndex);
      const operator = /([=!<>]=|<|>|\bnot\s+in|\bin)\s*$/.exec(before)?.[1];
      if (operator !== undefined)
        runsComparison(c, { operator: operator.replace(/\s+/, ' '), left, right, node: part });
    }
    left = right;
  }
  return primitive(c, primitives.boolean);
}
