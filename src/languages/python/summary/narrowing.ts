/** Narrowing by `isinstance` and similar tests. */
import type { SyntaxNode } from '../../language.ts';
import { entityFlags, entityKinds, ops, primitives, scopeKinds } from '../../../model/file-summary.ts';
import { nameText, placeOf, primitive, type Collector } from './collector.ts';
import { resolveName } from './frames.ts';
import { codeOf, codes, lastOf, partsOf } from './node-codes.ts';

export interface Narrowing {
  /** Name of a variable, or path of an attribute (`self.x`). */
  name: string;
  node: SyntaxNode;
  value: number;
}

const maxDepth = 8;
const none: readonly Narrowing[] = [];

/**
 * The tests that hold when `condition` is true, or when it is false. They are written without sites, because the condition itself
 * is visited too.
 */
export function narrowings(c: Collector, condition: SyntaxNode, isTrue: boolean): readonly Narrowing[] {
  if (!c.mayNarrow) return none;
  const found: Narrowing[] = [];
  c.writer.withoutSites(() => read(c, condition, { isTrue, found, depth: 0 }));
  return found;
}

interface Reading {
  isTrue: boolean;
  found: Narrowing[];
  depth: number;
}

function read(c: Collector, node: SyntaxNode, reading: Reading): void {
  if (reading.depth > maxDepth) return;
  const deeper = { ...reading, depth: reading.depth + 1 };
  switch (codeOf(node)) {
    case codes.parenthesized_expression:
      for (const part of partsOf(node)) read(c, part, deeper);
      return;
    case codes.not_operator:
      for (const part of partsOf(node)) read(c, part, { ...deeper, isTrue: !reading.isTrue });
      return;
    case codes.boolean_operator:
      // All parts of a true `and` are true; all parts of a false `or` are false.
      if (isAnd(c, node) === reading.isTrue) for (const part of partsOf(node)) read(c, part, deeper);
      return;
    case codes.call:
      readTest(c, node, reading);
  }
}

/** The offset after blanks and line ends. */
function skipBlanks(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at - 1); code === 32 || code === 10 || code === 13; code = text.charCodeAt(at - 1))
    at--;
  return at;
}

/** Blanks, joined lines and comments, followed by the operator. */
const operator = /^(?:[\s\\]|#.*)*and\b/;

export function isAnd(c: Collector, node: SyntaxNode): boolean {
  const parts = partsOf(node);
  const left = parts[0];
  const right = lastOf(parts);
  if (left === undefined || right === undefined) return false;
  const end = skipBlanks(c.source, right.startIndex);
  if (c.source.startsWith('and', end - 3)) return true;
  return c.source.startsWith('or', end - 2) ? false : operator.test(c.source.slice(left.endIndex, right.startIndex));
}

function readTest(c: Collector, node: SyntaxNode, { isTrue, found }: Reading): void {
  if (!c.source.startsWith('isinstance', node.startIndex)) return;
  const [callee, argumentList] = partsOf(node);
  if (callee === undefined || argumentList === undefined || codeOf(argumentList) !== codes.argument_list) return;
  if (nameText(c, callee) !== 'isinstance' || resolveName(c.frame, 'isinstance') !== null) return;
  const [variable, tested] = partsOf(argumentList);
  if (variable === undefined || tested === undefined) return;
  const name = pathOf(c, variable);
  const binding = resolveName(c.frame, rootOf(name));
  if (name === '' || binding === null || binding.declared.length > 0) return;
  if (binding.receiver !== 0 && !name.includes('.')) return;
  const type = instanceOf(c, tested);
  if (type === 0) return;
  if (isTrue) found.push({ name, node: variable, value: type });
  else {
    const before = found.findLast((one) => one.name === name)?.value ?? c.visit(variable);
    if (before !== 0) found.push({ name, node: variable, value: c.writer.node(ops.excluded, before, type) });
  }
}

const path = /^[\p{ID_Continue}.]+$/u;

/** A name or a dotted path, as written; empty for other expressions. */
function pathOf(c: Collector, node: SyntaxNode): string {
  const code = codeOf(node);
  if (code === codes.identifier) return nameText(c, node);
  const text = code === codes.attribute ? c.source.slice(node.startIndex, node.endIndex) : '';
  return path.test(text) ? text : '';
}

/** The narrowed value of an attribute at this place; 0 for none. */
export function narrowedPath(c: Collector, node: SyntaxNode): number {
  if (c.narrowedPaths.size === 0) return 0;
  const { writer } = c;
  const text = c.source.slice(node.startIndex, node.endIndex);
  for (
    let { scope } = c;
    scope > 0 && writer.scopeKind(scope) === scopeKinds.block;
    scope = writer.scopeParent(scope)
  ) {
    const known = c.narrowedPaths.get(scope)?.get(text);
    if (known !== undefined) return known;
  }
  return 0;
}

/** An instance of a class, or of one of several. Built-in classes are left out, because the project has none of their members. */
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

/** Opens a block in which the tests hold, unless code between the offsets binds the variable again. */
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

function rootOf(name: string): string {
  const dot = name.indexOf('.');
  return dot === -1 ? name : name.slice(0, dot);
}

/** The text after a bound name: an assignment, alone or in a tuple, or an annotation. */
const afterBound = /\s*(?::=|=(?!=)|,[^\n]*[^=]=[^=]|:)/y;
const beforeBound = /\b(?:as|for)\s+$/;
const partOfName = /[.\p{ID_Continue}]/u;
const partOfWord = /\w/;

/** Whether a text seems to bind the name: by an assignment, by an annotation, or after `as` or `for`. */
function bindsAgain(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const before = at === 0 ? '' : characterBefore(text, at);
    afterBound.lastIndex = at + name.length;
    if (afterBound.test(text) && !partOfName.test(before)) return true;
    const isAfterBlank = before !== '' && before.trim() === '';
    if (isAfterBlank && endsWord(text, at + name.length) && beforeBound.test(text.slice(Math.max(0, at - 200), at)))
      return true;
  }
  return false;
}

function characterBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff && at > 1 ? text.slice(at - 2, at) : text[at - 1]!;
}

/** Whether a word starts or ends at an offset. */
function endsWord(text: string, at: number): boolean {
  return partOfWord.test(text[at - 1]!) !== partOfWord.test(text[at] ?? '');
}
