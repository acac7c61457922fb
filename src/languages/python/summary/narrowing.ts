/** Narrowing of variables and attributes by `isinstance`. */
import type { SyntaxNode } from '../../language.ts';
import { entityFlags, entityKinds, ops, primitives, scopeKinds } from '../../../model/file-summary.ts';
import { nameText, placeOf, primitive, type Collector } from './collector.ts';
import { resolveName } from './frames.ts';
import { codeOf, codes, lastOf, partsOf } from './node-codes.ts';

/** A variable or attribute whose value is known better after a test. */
export interface Narrowing {
  /** Name of a variable, or path of an attribute (`self.x`). */
  name: string;
  /** The use of the variable or attribute in the test. */
  node: SyntaxNode;
  /** Node of the narrowed value. */
  value: number;
}

/** Limit of nested conditions. */
const maxDepth = 8;

const none: readonly Narrowing[] = [];

/** What a condition proves when it is true, or when it is false. Writes no sites, because the condition itself is visited too. */
export function narrowings(c: Collector, condition: SyntaxNode, isTrue: boolean): readonly Narrowing[] {
  if (!c.mayNarrow) return none;
  const found: Narrowing[] = [];
  c.writer.withoutSites(() => readCondition(c, condition, { isTrue, found, depth: 0 }));
  return found;
}

interface Reading {
  /** Whether the condition is assumed to be true, not false. */
  isTrue: boolean;
  /** The result, to which the narrowings are added. */
  found: Narrowing[];
  depth: number;
}

function readCondition(c: Collector, node: SyntaxNode, reading: Reading): void {
  if (reading.depth > maxDepth) return;
  const deeper = { ...reading, depth: reading.depth + 1 };
  switch (codeOf(node)) {
    case codes.parenthesized_expression:
      for (const part of partsOf(node)) readCondition(c, part, deeper);
      return;
    case codes.not_operator:
      for (const part of partsOf(node)) readCondition(c, part, { ...deeper, isTrue: !reading.isTrue });
      return;
    case codes.boolean_operator:
      // All parts of a true `and` are true; all parts of a false `or` are false.
      if (isAnd(c, node) === reading.isTrue) for (const part of partsOf(node)) readCondition(c, part, deeper);
      return;
    case codes.call:
      readTest(c, node, reading);
  }
}

/** Whether a character code is a blank, a line feed or a carriage return. */
function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 13;
}

/** The offset at which the blanks and line ends before `end` begin. */
function beforeBlanks(text: string, end: number): number {
  let at = end;
  while (isBlank(text.charCodeAt(at - 1))) at--;
  return at;
}

/** Blanks, joined lines and comments, followed by `and`. */
const andOperator = /^[\s\\]*(?:#[^\r\n]*[\r\n][\s\\]*)*and\b/;

/** Whether a boolean operator is `and`. Mostly it stands right before the right operand, where it is cheap to find. */
export function isAnd(c: Collector, node: SyntaxNode): boolean {
  const parts = partsOf(node);
  const left = parts[0];
  const right = lastOf(parts);
  if (left === undefined || right === undefined) return false;
  const end = beforeBlanks(c.source, right.startIndex);
  if (c.source.startsWith('and', end - 3)) return true;
  return c.source.startsWith('or', end - 2) ? false : andOperator.test(c.source.slice(left.endIndex, right.startIndex));
}

/** `isinstance(x, C)`: adds the narrowing of `x`. */
function readTest(c: Collector, node: SyntaxNode, { isTrue, found }: Reading): void {
  if (!c.source.startsWith('isinstance', node.startIndex)) return;
  const [callee, argumentList] = partsOf(node);
  if (callee === undefined || argumentList === undefined || codeOf(argumentList) !== codes.argument_list) return;
  if (nameText(c, callee) !== 'isinstance' || resolveName(c.frame, 'isinstance') !== null) return;
  const [variable, tested] = partsOf(argumentList);
  if (variable === undefined || tested === undefined) return;
  const name = pathOf(c, variable);
  const binding = resolveName(c.frame, rootOf(name));
  // Only variables are narrowed: no functions, classes and imports, and neither `self` nor `cls`.
  if (name === '' || binding === null || binding.declared.length > 0) return;
  if (binding.receiver !== 0 && !name.includes('.')) return;
  const type = instanceOf(c, tested);
  if (type === 0) return;
  if (isTrue) found.push({ name, node: variable, value: type });
  else {
    const oldValue = found.findLast((earlier) => earlier.name === name)?.value ?? c.visit(variable);
    if (oldValue !== 0) found.push({ name, node: variable, value: c.writer.node(ops.excluded, oldValue, type) });
  }
}

const dottedPath = /^[\p{ID_Continue}.]+$/u;

/** The text of a name or a dotted path; empty for other expressions. */
function pathOf(c: Collector, node: SyntaxNode): string {
  const code = codeOf(node);
  if (code === codes.identifier) return nameText(c, node);
  const text = code === codes.attribute ? c.source.slice(node.startIndex, node.endIndex) : '';
  return dottedPath.test(text) ? text : '';
}

/** The narrowed value of an attribute in the current scope; 0 for none. */
export function narrowedPath(c: Collector, node: SyntaxNode): number {
  if (c.narrowedPaths.size === 0) return 0;
  const { writer } = c;
  const text = c.source.slice(node.startIndex, node.endIndex);
  for (
    let { scope } = c;
    scope > 0 && writer.scopeKind(scope) === scopeKinds.block;
    scope = writer.scopeParent(scope)
  ) {
    const value = c.narrowedPaths.get(scope)?.get(text);
    if (value !== undefined) return value;
  }
  return 0;
}

/**
 * An instance of a class, or of one of several; 0 for other expressions. For a built-in class it is a primitive value, because the
 * project has none of its members.
 */
export function instanceOf(c: Collector, node: SyntaxNode): number {
  switch (codeOf(node)) {
    case codes.identifier:
    case codes.attribute: {
      const value = c.visit(node);
      return value === 0 ? primitive(c, primitives.other) : c.writer.node(ops.instance, value);
    }
    case codes.tuple:
      return c.writer.either(partsOf(node).map((part) => instanceOf(c, part)));
    case codes.parenthesized_expression: {
      const parts = partsOf(node);
      return parts.length === 1 ? instanceOf(c, parts[0]!) : 0;
    }
    default:
      return 0;
  }
}

/** Longer ranges (UTF-16 units) are not searched for assignments, so the variable is not narrowed there. */
const maxRange = 50_000;

/**
 * Opens a block scope in which the tests hold for the code between two offsets. A test is dropped where this code seems to bind its
 * variable again. The caller restores the scope.
 */
export function enterNarrowed(c: Collector, tests: readonly Narrowing[], from: number, to: number): void {
  const { writer } = c;
  if (tests.length === 0 || to - from > maxRange) return;
  const text = c.source.slice(from, to);
  const applicable = tests.filter(
    ({ name }) => text.includes(name) && !bindsAgain(text, name) && !bindsAgain(text, rootOf(name)),
  );
  if (applicable.length === 0) return;
  c.scope = writer.scope(c.scope, scopeKinds.block, -1);
  const paths = applicable.filter(({ name }) => name.includes('.'));
  if (paths.length > 0) c.narrowedPaths.set(c.scope, new Map(paths.map(({ name, value }) => [name, value])));
  for (const { name, node, value } of applicable) {
    if (name.includes('.')) continue;
    const flags = entityFlags.narrowed;
    writer.entity({ name, kind: entityKinds.variable, flags, ...placeOf(node), scope: c.scope, value });
  }
}

/** `a` of `a.b.c`. */
function rootOf(name: string): string {
  const dot = name.indexOf('.');
  return dot === -1 ? name : name.slice(0, dot);
}

/** The text after a name that is bound: an assignment, alone or in a tuple, or an annotation. */
const afterBound = /\s*(?::=|=(?!=)|,[^\n]{0,300}[^=]=[^=]|:)/y;
/** The text before a name that is bound. */
const beforeBound = /\b(?:as|for)\s+$/;
const partOfName = /[.\p{ID_Continue}]/u;
const partOfWord = /\w/;

/** How far before a name `as` or `for` is searched, in UTF-16 units. */
const maxBlanks = 200;

/** Whether a text seems to bind a name: by an assignment, by an annotation, or after `as` or `for`. */
function bindsAgain(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const before = at === 0 ? '' : characterBefore(text, at);
    afterBound.lastIndex = at + name.length;
    if (afterBound.test(text) && !partOfName.test(before)) return true;
    const isAfterBlank = before !== '' && before.trim() === '';
    if (
      isAfterBlank &&
      isWordBoundary(text, at + name.length) &&
      beforeBound.test(text.slice(Math.max(0, at - maxBlanks), at))
    )
      return true;
  }
  return false;
}

/** The character before an offset, which may consist of two UTF-16 units. */
function characterBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff && at > 1 ? text.slice(at - 2, at) : text[at - 1]!;
}

/** Whether a word starts or ends at an offset. */
function isWordBoundary(text: string, at: number): boolean {
  return partOfWord.test(text[at - 1]!) !== partOfWord.test(text[at] ?? '');
}
