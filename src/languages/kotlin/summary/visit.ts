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
  visitLambda,
  visitProperty,
} from './functions.ts';
import { isType, qualifiedNames, typeOf } from './types.ts';

export const visitors = new Map<string, Visit>();

function on(names: string, visit: Visit): void {
  for (const name of names.split(' ')) visitors.set(name, visit);
}

function visitImport(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  const written = partOf(parts, 'qualified_identifier');
  const path = written === undefined ? null : qualifiedNames(c, written);
  if (path === null || written === undefined) return 0;
  const alias = parts.find((part) => part.type === 'identifier' && part.startIndex >= written.endIndex);
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
  // `this@A`: where A is no type, it is a function with a receiver.
  const name = nameOf(c, label).replace(/^@/, '');
  if (!/^\p{Lu}/u.test(name)) return 0;
  return ofType(c, writer.node(ops.named, writer.list([writer.string(name)]), scope, 0));
}

function visitAssignment(c: Collector, node: SyntaxNode): number {
  const [left, right] = [field(node, 'left'), field(node, 'right')];
  let target = 0;
  if (left?.type === 'identifier') target = useName(c, left, siteKinds.write);
  else if (left?.type === 'navigation_expression') target = visitNavigation(c, left, siteKinds.write);
  else if (left !== undefined) target = c.visit(left);
  const value = right === undefined ? 0 : c.visit(right);
  setContext(c, value, target);
  return 0;
}

function visitCast(c: Collector, node: SyntaxNode): number {
  const [left, right] = [field(node, 'left'), field(node, 'right')];
  const value = left === undefined ? 0 : c.visit(left);
  const type = right === undefined ? 0 : typeOf(c, right);
  return type === 0 ? value : c.writer.node(ops.cast, type, value);
}

/** A type test of a local variable. */
interface Test {
  name: SyntaxNode;
  type: number;
}

function visitTest(c: Collector, node: SyntaxNode, tests: Test[] = []): number {
  const [left, right] = [field(node, 'left'), field(node, 'right')];
  if (left !== undefined) c.visit(left);
  const type = right === undefined ? 0 : typeOf(c, right);
  const isDenied = left !== undefined && /!\s*is\b/.test(c.source.slice(left.endIndex, right?.startIndex));
  if (left?.type === 'identifier' && type !== 0 && !isDenied && isLocal(c.frame, nameOf(c, left)))
    tests.push({ name: left, type });
  return primitiveValue(c, 'Boolean');
}

const comparing = /^(?:[=!]==?|<=?|>=?|&&|\|\||!?in|!?is)$/;

/** Long sums nest to the left: a loop walks them, not recursion. */
function visitBinary(c: Collector, node: SyntaxNode): number {
  const spine: { right: SyntaxNode; sign: string }[] = [];
  let at = node;
  while (at.type === 'binary_expression') {
    const [left, right] = [field(at, 'left'), field(at, 'right')];
    if (left === undefined || right === undefined) break;
    spine.push({ right, sign: c.source.slice(left.endIndex, Math.min(right.startIndex, left.endIndex + 100)).trim() });
    at = left;
  }
  const { frame } = c;
  const tests: Test[] = [];
  let value = at.type === 'is_expression' ? visitTest(c, at, tests) : c.visit(at);
  for (let index = spine.length - 1; index >= 0; index--) {
    const { right, sign } = spine[index]!;
    // The right side of `&&` sees the tests of the left side.
    if (sign === '&&' && tests.length > 0) enterNarrowed(c, tests.splice(0));
    const other = right.type === 'is_expression' ? visitTest(c, right, tests) : c.visit(right);
    if (sign === '?:') value = c.writer.either([value, other]);
    else if (comparing.test(sign)) value = primitiveValue(c, 'Boolean');
    else if (value === 0) value = other;
  }
  c.frame = frame;
  return value;
}

/** Declares the tested variables again in a new scope, with the types of the tests: the code that follows sees these types. */
function enterNarrowed(c: Collector, tests: readonly Test[]): void {
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

/** The tests that hold where a condition is true. Writes no sites, because the condition itself is visited too. */
function testsOf(c: Collector, node: SyntaxNode, depth = 0): Test[] {
  if (depth > 20) return [];
  if (node.type === 'is_expression') {
    const tests: Test[] = [];
    c.writer.withoutSites(() => visitTest(c, node, tests));
    return tests;
  }
  const isAll = node.type === 'binary_expression' && c.source.slice(node.startIndex, node.endIndex).includes('&&');
  if (!isAll || c.source.slice(node.startIndex, node.endIndex).includes('||')) return [];
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
        if (values.length === 0) enterNarrowed(c, tests);
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
            .filter((one) => one !== variable)
            .map((one) => c.visit(one))
            .at(-1) ?? 0;
        const name = variable === undefined ? undefined : partOf(partsOf(variable), 'identifier');
        if (name !== undefined) declareLocal(c, { name, type: 0, value });
        subject = name ?? parts.at(-1);
      } else values.push(within(c, { kind: 'block' }, () => visitEntry(c, part, subject)));
    }
    return c.writer.either(values);
  });
}

/** `is A -> b`: inside the branch, the subject variable has type A. */
function visitEntry(c: Collector, node: SyntaxNode, subject: SyntaxNode | undefined): number {
  const parts = partsOf(node);
  const body = parts.at(-1);
  const tests: Test[] = [];
  for (const part of parts.slice(0, -1)) {
    if (part.type !== 'type_test') {
      c.visit(part);
      if (subject === undefined) tests.push(...testsOf(c, part));
      continue;
    }
    const written = partsOf(part).find(isType);
    const type = written === undefined ? 0 : typeOf(c, written);
    if (subject?.type === 'identifier' && type !== 0 && isLocal(c.frame, nameOf(c, subject)))
      tests.push({ name: subject, type });
  }
  if (parts.length === 2) enterNarrowed(c, tests);
  return body === undefined ? 0 : c.visit(body);
}

function visitFor(c: Collector, node: SyntaxNode): number {
  within(c, { kind: 'block' }, () => {
    const [variable, iterable, ...rest] = partsOf(node);
    const values = iterable === undefined ? 0 : c.visit(iterable);
    const value = values === 0 ? 0 : c.writer.node(ops.element, values);
    if (variable?.type === 'multi_variable_declaration') declareDestructured(c, variable, value);
    else if (variable !== undefined) {
      const parts = partsOf(variable);
      const name = partOf(parts, 'identifier');
      const written = parts.find(isType);
      const type = written === undefined ? 0 : typeOf(c, written);
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
    const written = parts.find(isType);
    const type = written === undefined ? 0 : typeOf(c, written);
    if (name !== undefined) declareLocal(c, { name, type, value: 0 });
    for (const part of parts) if (part !== name && part !== written) c.visit(part);
  });
  return 0;
}

// The grammar reads some literals as names.
const literals: ReadonlyMap<string, Visit> = new Map<string, Visit>([
  ['null', (c) => primitive(c, primitives.nothing)],
  ['true', (c) => primitiveValue(c, 'Boolean')],
  ['false', (c) => primitiveValue(c, 'Boolean')],
]);

on('identifier', (c, node) => {
  const literal = node.endIndex - node.startIndex > 5 ? undefined : literals.get(nameOf(c, node));
  return literal === undefined ? useName(c, node) : literal(c, node);
});
on('navigation_expression', (c, node) => visitNavigation(c, node));
on('this_expression super_expression', visitThis);
on('call_expression', visitCall);
on('callable_reference', visitReference);
on('infix_expression', visitInfix);
on('lambda_literal', visitLambda);
on('anonymous_function', visitAnonymousFunction);
on('object_literal', visitObjectLiteral);
on('assignment', visitAssignment);
on('as_expression', visitCast);
on('is_expression', (c, node) => visitTest(c, node));
on('binary_expression', visitBinary);
on('unary_expression', (c, node) => visitParts(c, node));
on('index_expression', (c, node) => {
  const [object, ...keys] = partsOf(node).map((part) => c.visit(part));
  return object === undefined || object === 0 ? 0 : c.writer.node(ops.index, object, keys[0] ?? 0);
});
on('if_expression', visitIf);
on('when_expression', visitWhen);
on('for_statement', visitFor);
on('catch_block', visitCatch);
on('block', visitBlock);
on('return_expression', (c, node) => {
  writeReturn(c, visitParts(c, node));
  return 0;
});
on('throw_expression jump_expression', (c, node) => (visitParts(c, node), 0));
on('spread_expression', (c, node) => {
  const value = visitParts(c, node);
  return value === 0 ? 0 : c.writer.node(ops.spread, value);
});
on('value_arguments', (c, node) => (visitArguments(c, node), 0));
on('string_literal multiline_string_literal', (c, node) => {
  visitParts(c, node);
  return primitive(c, primitives.string);
});
on('number_literal', (c) => primitiveValue(c, 'Int'));
on('long_literal', (c) => primitiveValue(c, 'Long'));
on('float_literal real_literal', (c) => primitiveValue(c, 'Double'));
on('character_literal', (c) => primitiveValue(c, 'Char'));
on('boolean_literal true false', (c) => primitiveValue(c, 'Boolean'));
on('null_literal null', (c) => primitive(c, primitives.nothing));
on('class_declaration object_declaration companion_object', (c, node) => (visitClass(c, node), 0));
on('type_alias', visitAlias);
on('function_declaration', (c, node) => (visitFunction(c, node), 0));
on('property_declaration', visitProperty);
on('annotation file_annotation', visitAnnotation);
on('import', visitImport);
on('package_header modifiers label shebang', () => 0);
on('user_type nullable_type function_type parenthesized_type', (c, node) => (typeOf(c, node), 0));
