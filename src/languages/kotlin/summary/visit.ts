/** Maps node types to the functions that visit them. */
import type { SyntaxNode } from '../../language.ts';
import { entityFlags, ops, primitives, scopeKinds, siteKinds } from '../../../model/file-summary.ts';
import {
  declareLocal,
  field,
  setContext,
  isLocal,
  nameOf,
  ofType,
  partOf,
  partsOf,
  placeOf,
  primitive,
  primitiveValue,
  useName,
  visitBlock,
  visitParts,
  within,
  writeReturn,
  type Collector,
  type Visit,
} from '../../nominal-summary.ts';
import { writeImport } from '../../packaged-names.ts';
import { visitArguments, visitCall, visitInfix, visitNavigation, visitReference } from './calls.ts';
import { visitAlias, visitClass, visitObjectLiteral } from './declarations.ts';
import {
  declareDestructured,
  visitAnnotation,
  visitAnonymousFunction,
  visitFunction,
  visitProperty,
} from './functions.ts';
import {
  runsBinary,
  runsFor,
  runsItem,
  runsToString,
  runsUpdate,
  isUpdated,
  signed,
  visitIn,
  visitRange,
  visitUnary,
} from './operators.ts';
import { visitFirstArgument, visitTypedCall } from './typed-calls.ts';
import { isType, qualifiedNames, typeOf } from './types.ts';

export const visitors = new Map<string, Visit>();

function register(names: string, visit: Visit): void {
  for (const name of names.split(' ')) visitors.set(name, visit);
}

function visitImport(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  const typeNode = partOf(parts, 'qualified_identifier');
  const path = typeNode === undefined ? null : qualifiedNames(c, typeNode);
  if (path === null || typeNode === undefined) return 0;
  const alias = parts.find((part) => part.type === 'identifier' && part.startIndex >= typeNode.endIndex);
  writeImport(c, {
    names: path.names,
    place: placeOf(path.last),
    alias: alias === undefined ? null : { name: nameOf(c, alias), place: placeOf(alias) },
    isWildcard: c.source.slice(node.startIndex, node.endIndex).trimEnd().endsWith('*'),
  });
  return 0;
}

function visitThis(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const { scope } = c.frame;
  const [label] = partsOf(node);
  if (label === undefined) return writer.node(node.type === 'this_expression' ? ops.this : ops.super, scope);
  if (isType(label)) return ofType(c, typeOf(c, label));
  // `this@a`: a lower-case label is the name of a function with a receiver, whose type is not known here.
  const name = nameOf(c, label).replace(/^@/, '');
  if (!/^\p{Lu}/u.test(name)) return 0;
  return ofType(c, writer.node(ops.named, writer.list([writer.string(name)]), scope, 0));
}

/** Visits the left side of an assignment, or the operand of `++`. @param site the kind of its site */
function visitTarget(c: Collector, node: SyntaxNode, site: number): number {
  if (node.type === 'identifier') return useName(c, node, site);
  return node.type === 'navigation_expression' ? visitNavigation(c, node, site) : c.visit(node);
}

function visitAssignment(c: Collector, node: SyntaxNode): number {
  const [left, right] = [field(node, 'left'), field(node, 'right')];
  const sign = field(node, 'operator')?.type ?? '=';
  const isUpdate = sign !== '=';
  if (left?.type === 'index_expression') return visitItemAssignment(c, { left, right, isUpdate });
  const target = left === undefined ? 0 : visitTarget(c, left, isUpdate ? siteKinds.update : siteKinds.write);
  const value = right === undefined ? 0 : c.visit(right);
  setContext(c, value, target);
  if (sign !== '=' && left !== undefined && right !== undefined)
    runsUpdate(c, { left: target, right: value, sign, node: right });
  return 0;
}

/** `a[k] = b`, `a[k] += b`. */
function visitItemAssignment(
  c: Collector,
  { left, right, isUpdate }: { left: SyntaxNode; right: SyntaxNode | undefined; isUpdate: boolean },
): number {
  const [object = 0, ...keys] = partsOf(left).map((part) => c.visit(part));
  const value = right === undefined ? 0 : c.visit(right);
  runsItem(c, { object, keys, node: left }, { value, isUpdate });
  return 0;
}

function visitCast(c: Collector, node: SyntaxNode): number {
  const [left, right] = [field(node, 'left'), field(node, 'right')];
  const value = left === undefined ? 0 : c.visit(left);
  const type = right === undefined ? 0 : typeOf(c, right);
  return type === 0 ? value : c.writer.node(ops.cast, type, value);
}

/** A type test of a local variable. */
interface TypeTest {
  name: SyntaxNode;
  type: number;
}

function visitTypeTest(c: Collector, node: SyntaxNode, tests: TypeTest[] = []): number {
  const [left, right] = [field(node, 'left'), field(node, 'right')];
  if (left !== undefined) c.visit(left);
  const type = right === undefined ? 0 : typeOf(c, right);
  const isNegated = left !== undefined && /!\s*is\b/.test(c.source.slice(left.endIndex, right?.startIndex));
  if (left?.type === 'identifier' && type !== 0 && !isNegated && isLocal(c.frame, nameOf(c, left)))
    tests.push({ name: left, type });
  return primitiveValue(c, 'Boolean');
}

const comparison = /^(?:[=!]==?|<=?|>=?|&&|\|\||!?in|!?is)$/;

/** The operator is expected in this many characters between its sides. */
const maxOperatorText = 100;

/** A binary operation. Long sums nest deeply on the left side, so a loop walks them instead of recursion. */
function visitBinary(c: Collector, node: SyntaxNode): number {
  const rightSides: { right: SyntaxNode; sign: string }[] = [];
  let leftmost = node;
  while (leftmost.type === 'binary_expression') {
    const [left, right] = [field(leftmost, 'left'), field(leftmost, 'right')];
    if (left === undefined || right === undefined) break;
    rightSides.push({
      right,
      sign: c.source.slice(left.endIndex, Math.min(right.startIndex, left.endIndex + maxOperatorText)).trim(),
    });
    leftmost = left;
  }
  const { frame } = c;
  const tests: TypeTest[] = [];
  let value = leftmost.type === 'is_expression' ? visitTypeTest(c, leftmost, tests) : c.visit(leftmost);
  for (let index = rightSides.length - 1; index >= 0; index--) {
    const { right, sign } = rightSides[index]!;
    // The right side of `&&` sees the tests of the left side.
    if (sign === '&&' && tests.length > 0) narrow(c, tests.splice(0));
    const other = right.type === 'is_expression' ? visitTypeTest(c, right, tests) : c.visit(right);
    const result = runsBinary(c, { left: value, right: other, sign, node: right });
    if (sign === '?:') value = c.writer.either([value, other]);
    else if (result !== 0) value = result;
    else if (comparison.test(sign)) value = primitiveValue(c, 'Boolean');
    else if (value === 0) value = other;
  }
  c.frame = frame;
  return value;
}

/** Declares the tested variables again in a new scope with the types of the tests, so that the code that follows sees these types. */
function narrow(c: Collector, tests: readonly TypeTest[]): void {
  if (tests.length === 0) return;
  const { frame } = c;
  c.frame = {
    ...frame,
    kind: 'block',
    scope: c.writer.scope(frame.scope, scopeKinds.block, -1),
    parent: frame,
    names: null,
  };
  for (const { name, type } of tests) declareLocal(c, { name, type, value: 0, flags: entityFlags.narrowed });
}

/** Limit of nested `&&`. */
const maxDepth = 20;

/** The tests that hold if a condition is true. Writes no sites, because the condition is visited elsewhere. */
function testsOf(c: Collector, node: SyntaxNode, depth = 0): TypeTest[] {
  if (depth > maxDepth) return [];
  if (node.type === 'is_expression') {
    const tests: TypeTest[] = [];
    c.writer.withoutSites(() => visitTypeTest(c, node, tests));
    return tests;
  }
  // With `||`, no single test is certain.
  const isConjunction =
    node.type === 'binary_expression' && c.source.slice(node.startIndex, node.endIndex).includes('&&');
  if (!isConjunction || c.source.slice(node.startIndex, node.endIndex).includes('||')) return [];
  return partsOf(node).flatMap((part) => testsOf(c, part, depth + 1));
}

function visitIf(c: Collector, node: SyntaxNode): number {
  const condition = field(node, 'condition');
  if (condition !== undefined) c.visit(condition);
  const tests = condition === undefined ? [] : testsOf(c, condition);
  const values: number[] = [];
  for (const part of partsOf(node)) {
    if (part.id === condition?.id) continue;
    values.push(
      within(c, { kind: 'block' }, () => {
        // The tests hold in the first branch only.
        if (values.length === 0) narrow(c, tests);
        return c.visit(part);
      }),
    );
  }
  return c.writer.either(values);
}

function visitWhen(c: Collector, node: SyntaxNode): number {
  return within(c, { kind: 'block' }, () => {
    let subject: SyntaxNode | undefined;
    const values: number[] = [];
    for (const part of partsOf(node)) {
      if (part.type === 'when_subject') {
        const parts = partsOf(part);
        const variable = partOf(parts, 'variable_declaration');
        const value =
          parts
            .filter((child) => child !== variable)
            .map((child) => c.visit(child))
            .at(-1) ?? 0;
        const name = variable === undefined ? undefined : partOf(partsOf(variable), 'identifier');
        if (name !== undefined) declareLocal(c, { name, type: 0, value });
        subject = name ?? parts.at(-1);
      } else values.push(within(c, { kind: 'block' }, () => visitWhenEntry(c, part, subject)));
    }
    return c.writer.either(values);
  });
}

/** An entry of a `when`. In `is A -> b`, the variable that `when` tests has type A inside b. */
function visitWhenEntry(c: Collector, node: SyntaxNode, subject: SyntaxNode | undefined): number {
  const parts = partsOf(node);
  const body = parts.at(-1);
  const tests: TypeTest[] = [];
  for (const part of parts.slice(0, -1)) {
    if (part.type !== 'type_test') {
      c.visit(part);
      if (subject === undefined) tests.push(...testsOf(c, part));
      continue;
    }
    const typeNode = partsOf(part).find(isType);
    const type = typeNode === undefined ? 0 : typeOf(c, typeNode);
    if (subject?.type === 'identifier' && type !== 0 && isLocal(c.frame, nameOf(c, subject)))
      tests.push({ name: subject, type });
  }
  // An entry with several conditions (`is A, is B ->`) proves none of them.
  if (parts.length === 2) narrow(c, tests);
  return body === undefined ? 0 : c.visit(body);
}

function visitFor(c: Collector, node: SyntaxNode): number {
  within(c, { kind: 'block' }, () => {
    const [variable, iterable, ...rest] = partsOf(node);
    const values = iterable === undefined ? 0 : c.visit(iterable);
    const value = values === 0 ? 0 : c.writer.node(ops.element, values);
    if (iterable !== undefined && variable !== undefined) runsFor(c, { values, node: iterable, target: variable });
    if (variable?.type === 'multi_variable_declaration') declareDestructured(c, variable, value);
    else if (variable !== undefined) {
      const parts = partsOf(variable);
      const name = partOf(parts, 'identifier');
      const typeNode = parts.find(isType);
      const type = typeNode === undefined ? 0 : typeOf(c, typeNode);
      if (name !== undefined) declareLocal(c, { name, type, value });
    }
    for (const part of rest) c.visit(part);
  });
  return 0;
}

function visitCatch(c: Collector, node: SyntaxNode): number {
  within(c, { kind: 'block' }, () => {
    const parts = partsOf(node);
    const name = partOf(parts, 'identifier');
    const typeNode = parts.find(isType);
    const type = typeNode === undefined ? 0 : typeOf(c, typeNode);
    if (name !== undefined) declareLocal(c, { name, type, value: 0 });
    for (const part of parts) if (part !== name && part !== typeNode) c.visit(part);
  });
  return 0;
}

/** A name behind `$` in a text. The grammar has no node for it. */
const shortName = /^[\p{L}_][\p{L}\p{N}_]*/u;

/** A text with values in it: `${a.b}`, `$a`. */
function visitText(c: Collector, node: SyntaxNode): void {
  let isAfterDollar = false;
  for (const part of partsOf(node)) {
    if (part.type === 'interpolation') runsToString(c, part, visitParts(c, part));
    else if (part.type !== 'string_content') c.visit(part);
    const text = part.type === 'string_content' ? c.source.slice(part.startIndex, part.endIndex) : '';
    const name = isAfterDollar ? (shortName.exec(text)?.[0] ?? '') : '';
    if (name === 'this') runsToString(c, part, c.writer.node(ops.this, c.frame.scope));
    else if (name !== '') runsToString(c, part, useName(c, part, siteKinds.read, name));
    isAfterDollar = text === '$';
  }
}

/** Literals that the grammar may read as names. */
const literals: ReadonlyMap<string, Visit> = new Map<string, Visit>([
  ['null', (c) => primitive(c, primitives.nothing)],
  ['true', (c) => primitiveValue(c, 'Boolean')],
  ['false', (c) => primitiveValue(c, 'Boolean')],
]);

register('identifier', (c, node) => {
  const literal = node.endIndex - node.startIndex > 5 ? undefined : literals.get(nameOf(c, node));
  return literal === undefined ? useName(c, node) : literal(c, node);
});
register('navigation_expression', (c, node) => {
  const site = isUpdated(c, node) ? siteKinds.update : siteKinds.read;
  return signed(c, node, visitNavigation(c, node, site));
});
register('this_expression super_expression', visitThis);
register('call_expression', (c, node) => signed(c, node, visitCall(c, node)));
register('callable_reference', visitReference);
register('infix_expression', visitInfix);
register('lambda_literal parenthesized_expression', visitFirstArgument);
register('anonymous_function', visitAnonymousFunction);
register('object_literal', visitObjectLiteral);
register('assignment', visitAssignment);
register('as_expression', visitCast);
register('is_expression', (c, node) => visitTypeTest(c, node));
register('binary_expression', (c, node) => visitTypedCall(c, node) ?? visitBinary(c, node));
register('unary_expression', (c, node) => visitUnary(c, node, visitTarget));
register('in_expression', visitIn);
register('range_expression', visitRange);
register('index_expression', (c, node) => {
  const [object, ...keys] = partsOf(node).map((part) => c.visit(part));
  if (object !== undefined) runsItem(c, { object, keys, node }, null);
  const item = object === undefined || object === 0 ? 0 : c.writer.node(ops.index, object, keys[0] ?? 0);
  return signed(c, node, item);
});
register('if_expression', visitIf);
register('when_expression', visitWhen);
register('for_statement', visitFor);
register('catch_block', visitCatch);
register('block', visitBlock);
register('return_expression', (c, node) => {
  writeReturn(c, visitParts(c, node));
  return 0;
});
register('throw_expression jump_expression', (c, node) => (visitParts(c, node), 0));
register('spread_expression', (c, node) => {
  const value = visitParts(c, node);
  return value === 0 ? 0 : c.writer.node(ops.spread, value);
});
register('value_arguments', (c, node) => (visitArguments(c, node), 0));
register('string_literal multiline_string_literal', (c, node) => {
  visitText(c, node);
  return primitive(c, primitives.string);
});
register('number_literal', (c) => primitiveValue(c, 'Int'));
register('long_literal', (c) => primitiveValue(c, 'Long'));
register('float_literal real_literal', (c) => primitiveValue(c, 'Double'));
register('character_literal', (c) => primitiveValue(c, 'Char'));
register('boolean_literal true false', (c) => primitiveValue(c, 'Boolean'));
register('null_literal null', (c) => primitive(c, primitives.nothing));
register('class_declaration object_declaration companion_object', (c, node) => (visitClass(c, node), 0));
register('type_alias', visitAlias);
register('function_declaration', (c, node) => (visitFunction(c, node), 0));
register('property_declaration', visitProperty);
register('annotation file_annotation', visitAnnotation);
register('import', visitImport);
register('package_header modifiers label shebang', () => 0);
register('user_type nullable_type function_type parenthesized_type', (c, node) => (typeOf(c, node), 0));
