/** Statements that declare, branch or assign. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, ops, primitives, siteKinds } from '../../../model/file-summary.ts';
import { declareVariable, inBlock, nameText, placeOf, primitive, type Collector } from './collector.ts';
import { namesOf, specsOf } from './declarations.ts';
import { visitFunctionLiteral } from './functions.ts';
import { visitCallee } from './names.ts';
import { childrenOf, codeOf, codes, isType, partsOf } from './node-codes.ts';
import { typeOf } from './types.ts';

/** A statement with declarations that are visible only inside it. */
export function visitScoped(c: Collector, node: SyntaxNode): number {
  inBlock(c, () => {
    for (const child of childrenOf(node)) c.visit(child);
  });
  return 0;
}

/**
 * Visits the right side of a declaration and returns a value for each of the `count` names on the left side.
 * @param right the expressions of the right side
 */
function valuesFor(c: Collector, count: number, right: readonly SyntaxNode[]): number[] {
  const { writer } = c;
  const [only] = right;
  if (count < 2 || right.length !== 1 || only === undefined) return right.map((part) => c.visit(part));
  const value = c.visit(only);
  let unwrapped: SyntaxNode | undefined = only;
  while (unwrapped !== undefined && codeOf(unwrapped) === codes.parenthesized_expression)
    unwrapped = partsOf(unwrapped)[0];
  const code = unwrapped === undefined ? 0 : codeOf(unwrapped);
  if (code !== codes.call_expression && code !== codes.type_conversion_expression)
    // `v, ok := m[k]`, `x.(T)` or `<-ch`.
    return [value, primitive(c, primitives.boolean)];
  return Array.from({ length: count }, (_, index) => (value === 0 ? 0 : writer.node(ops.item, value, index)));
}

function listOf(node: SyntaxNode): readonly SyntaxNode[] {
  return codeOf(node) === codes.expression_list ? partsOf(node) : [node];
}

export function visitShortDeclaration(c: Collector, node: SyntaxNode): number {
  const [left, right] = partsOf(node);
  if (left === undefined) return 0;
  const targets = listOf(left);
  const values = right === undefined ? [] : valuesFor(c, targets.length, listOf(right));
  declareAll(c, targets, values);
  return 0;
}

/** The left side of `:=`. A name that this block has declared before is assigned to, not declared. */
function declareAll(c: Collector, targets: readonly SyntaxNode[], values: readonly number[]): void {
  for (const [index, target] of targets.entries()) {
    if (codeOf(target) !== codes.identifier) {
      c.visit(target);
      continue;
    }
    const declared = c.block?.names?.get(nameText(c, target));
    if (declared !== undefined && declared.node !== 0) assignTo(c, target);
    else declareVariable(c, target, { type: 0, value: values[index] ?? 0 });
  }
}

/** Writes the site at the target of an assignment. */
function assignTo(c: Collector, target: SyntaxNode): void {
  visitCallee(c, target, siteKinds.write);
}

export function visitAssignment(c: Collector, node: SyntaxNode): number {
  const [left, right] = partsOf(node);
  if (left === undefined) return 0;
  const targets = listOf(left);
  const values = right === undefined ? [] : listOf(right).map((part) => c.visit(part));
  c.writer.handOn(values.filter((_, at) => targets[at] !== undefined && codeOf(targets[at]) !== codes.identifier));
  for (const target of targets) assignTo(c, target);
  return 0;
}

export function visitReturn(c: Collector, node: SyntaxNode): number {
  c.writer.handOn(
    partsOf(node)
      .flatMap(listOf)
      .map((part) => c.visit(part)),
  );
  return 0;
}

/** `x++` and `x--`. */
export function visitStep(c: Collector, node: SyntaxNode): number {
  for (const part of partsOf(node)) assignTo(c, part);
  return 0;
}

/** `for k, v := range x`, `for x = range …`, `for range x`. */
export function visitRange(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  const right = parts.at(-1);
  const left = parts.length > 1 ? parts[0] : undefined;
  if (right === undefined) return 0;
  const iterable = c.visit(right);
  if (left === undefined) return 0;
  const targets = listOf(left);
  const { writer } = c;
  const values =
    iterable === 0
      ? []
      : [writer.node(ops.element, iterable), writer.node(ops.index, iterable, 0)].slice(0, targets.length);
  if (isDeclaring(c, left, right)) declareAll(c, targets, values);
  else for (const target of targets) assignTo(c, target);
  return 0;
}

function isDeclaring(c: Collector, left: SyntaxNode, right: SyntaxNode): boolean {
  return c.source.slice(left.endIndex, right.startIndex).includes(':=');
}

/** `v, ok := <-ch` of a `select`. */
export function visitReceive(c: Collector, node: SyntaxNode): number {
  const [left, right] = partsOf(node);
  if (left === undefined) return 0;
  if (right === undefined) return c.visit(left);
  const value = c.visit(right);
  const targets = listOf(left);
  if (isDeclaring(c, left, right)) declareAll(c, targets, [value, primitive(c, primitives.boolean)]);
  else for (const target of targets) assignTo(c, target);
  return 0;
}

/** `switch v := x.(type)`. In a case with a single type, v has that type. */
export function visitTypeSwitch(c: Collector, node: SyntaxNode): number {
  const aliasList = node.childForFieldName('alias');
  const valueNode = node.childForFieldName('value');
  const alias = aliasList === null ? undefined : listOf(aliasList)[0];
  inBlock(c, () => {
    let value = 0;
    for (const part of partsOf(node)) {
      const code = codeOf(part);
      // Nodes are compared by their offsets, because each access makes a new object.
      if (part.startIndex === aliasList?.startIndex && code === codes.expression_list) continue;
      if (part.startIndex === valueNode?.startIndex && part.endIndex === valueNode.endIndex) value = c.visit(part);
      else if (code === codes.type_case || code === codes.default_case) visitTypeCase(c, part, { alias, value });
      else c.visit(part);
    }
  });
  return 0;
}

function visitTypeCase(
  c: Collector,
  node: SyntaxNode,
  { alias, value }: { alias: SyntaxNode | undefined; value: number },
): void {
  inBlock(c, () => {
    const types: number[] = [];
    /** Types of this case, including nil, which is not in `types`. */
    let count = 0;
    const parts = partsOf(node);
    const isNil = (part: SyntaxNode): boolean => codeOf(part) === codes.type_identifier && nameText(c, part) === 'nil';
    for (const part of parts) {
      if (!isType(codeOf(part))) continue;
      count++;
      if (!isNil(part)) types.push(typeOf(c, part));
    }
    if (alias !== undefined) {
      const [type] = types;
      if (count === 1 && type !== undefined) declareVariable(c, alias, { type, value: 0 });
      else declareVariable(c, alias, { type: 0, value });
    }
    for (const part of parts) if (!isType(codeOf(part))) c.visit(part);
  });
}

/** `var a, b T = 1, 2`, at the top level or in a block. */
export function visitVariables(c: Collector, node: SyntaxNode): number {
  for (const spec of specsOf(node)) {
    if (codeOf(spec) === codes.var_spec) visitSpec(c, spec, null);
    else c.visit(spec);
  }
  return 0;
}

/** A constant without a type and value repeats those of the constant before it. */
export function visitConstants(c: Collector, node: SyntaxNode): number {
  let previous: ConstantContent = { type: 0, values: [] };
  for (const spec of partsOf(node)) {
    if (codeOf(spec) === codes.const_spec) previous = visitSpec(c, spec, previous);
    else c.visit(spec);
  }
  return 0;
}

/** The type and values of a constant declaration, which the next one may repeat. */
interface ConstantContent {
  type: number;
  values: readonly number[];
}

function visitSpec(c: Collector, spec: SyntaxNode, previous: ConstantContent | null): ConstantContent {
  const names = namesOf(spec);
  const parts = partsOf(spec);
  const typeNode = parts.find((part) => isType(codeOf(part)));
  const list = parts.find((part) => codeOf(part) === codes.expression_list);
  let type = typeNode === undefined ? 0 : typeOf(c, typeNode);
  let values: readonly number[] = [];
  if (list !== undefined) values = specValues(c, names, listOf(list));
  else if (typeNode === undefined && previous !== null) ({ type, values } = previous);
  for (const [index, node] of names.entries()) {
    const value = values[index] ?? 0;
    if (c.block !== null) declareVariable(c, node, { type, value });
    else setVariable(c, node, { type, value });
  }
  return { type, values };
}

/** Like `valuesFor`; but a function literal in a top-level variable gets the name of the variable. */
function specValues(c: Collector, names: readonly SyntaxNode[], right: readonly SyntaxNode[]): number[] {
  const [name] = names;
  const [only] = right;
  if (c.block !== null || name === undefined || only === undefined || names.length !== 1 || right.length !== 1)
    return valuesFor(c, names.length, right);
  if (codeOf(only) !== codes.func_literal) return valuesFor(c, 1, right);
  return [visitFunctionLiteral(c, only, { name: nameText(c, name), place: placeOf(name) })];
}

/** Completes a top-level variable, which `hoist` has declared. */
function setVariable(c: Collector, node: SyntaxNode, { type, value }: { type: number; value: number }): void {
  const entity = c.declared.get(node.startIndex);
  if (entity === undefined) return;
  c.writer.set(entity, entityFields.type, type);
  c.writer.set(entity, entityFields.value, value);
  if (value !== 0) c.writer.addFlags(entity, entityFlags.implemented);
}
