/** Maps node types to the functions that visit them. */
import type { SyntaxNode } from '../../language.ts';
import { entityKinds, ops, primitives, siteKinds } from '../../../model/file-summary.ts';
import {
  declareLocal,
  field,
  setContext,
  nameOf,
  partOf,
  partsOf,
  placeOf,
  primitive,
  primitiveValue,
  visitBlock,
  within,
  writeReturn,
  type Collector,
  type Visit,
} from '../../nominal-summary.ts';
import { mayBeObject, runsMember } from '../../implicit-calls.ts';
import { matchGuarded, visitAnd, visitCondition, visitTypeTest, type Subject } from './conditions.ts';
import { visitAlias, visitClass, visitExtension, visitMembers } from './declarations.ts';
import { declareFunction, noOwner, visitAnnotation, visitLambda, visitLocal } from './functions.ts';
import { visitExport, visitImport, visitPart, visitPartOf } from './imports.ts';
import { bareName, isHiddenName, superclassOf } from './names.ts';
import { isPattern, matchIn, visitQualified } from './patterns.ts';
import { visitConstruction, targetIn, valueIn, valueOfGenericCall, valuesIn } from './runs.ts';
import { childrenOf, declareField, typeArgumentsOf, typeIn } from './types.ts';

export const visitors = new Map<string, Visit>();

function register(names: string, visit: Visit): void {
  for (const name of names.split(' ')) visitors.set(name, visit);
}

/** The children before a word or sign, and the children after it. */
function splitAt(node: SyntaxNode, sign: string): [before: readonly SyntaxNode[], after: readonly SyntaxNode[]] {
  const children = childrenOf(node);
  const at = children.findIndex((child) => child.type === sign);
  return at === -1 ? [children, []] : [children.slice(0, at), children.slice(at + 1)];
}

function visitAssignment(c: Collector, node: SyntaxNode): number {
  const left = field(node, 'left');
  const sign = field(node, 'operator');
  const signText = sign === undefined ? '=' : nameOf(c, sign);
  const isUpdate = signText !== '=' && signText !== '??=';
  const target = left === undefined ? 0 : targetIn(c, left, isUpdate);
  const value = valueIn(
    c,
    childrenOf(node).filter((child) => child.startIndex >= (sign ?? node).endIndex),
  );
  setContext(c, value, target);
  if (isUpdate && sign !== undefined) runsMember(c, sign, target, signText.slice(0, -1));
  const { writer } = c;
  // An assignment to a member is not recorded, because the class declares the member.
  if (left !== undefined && value !== 0 && writer.opOf(target) === ops.name)
    writer.assign(target, value, placeOf(left), c.frame.scope);
  return value;
}

/** `if (a) b; else c`, as a statement or among the elements of a collection. */
function visitIf(c: Collector, node: SyntaxNode): number {
  const values: number[] = [];
  const children = childrenOf(node);
  const end = children.findIndex((child) => child.type === ')');
  const otherwise = children.findIndex((child) => child.type === 'else');
  within(c, { kind: 'block' }, () => {
    visitCondition(c, children.slice(0, end));
    values.push(valueIn(c, children.slice(end + 1, otherwise === -1 ? undefined : otherwise)));
  });
  if (otherwise !== -1) values.push(within(c, { kind: 'block' }, () => valueIn(c, children.slice(otherwise + 1))));
  return c.writer.either(values);
}

/** `a ? b : c`. */
function visitConditional(c: Collector, node: SyntaxNode): number {
  const [condition, rest] = splitAt(node, '?');
  const colon = rest.findIndex((child) => child.type === ':');
  const first = within(c, { kind: 'block' }, () => {
    visitCondition(c, condition);
    return valueIn(c, rest.slice(0, colon));
  });
  return c.writer.either([first, valueIn(c, rest.slice(colon + 1))]);
}

/** `in values`: the iterator, and what the loop calls on it. */
function runsLoop(c: Collector, node: SyntaxNode, values: number): void {
  if (!mayBeObject(c, values)) return;
  runsMember(c, node, values, 'iterator');
  const iterator = c.writer.member(values, 'iterator');
  runsMember(c, node, iterator, 'moveNext');
  runsMember(c, node, iterator, 'current');
}

function visitForParts(c: Collector, node: SyntaxNode): void {
  const [before, after] = splitAt(node, 'in');
  if (after.length === 0) {
    valuesIn(c, before);
    return;
  }
  const values = valueIn(c, after);
  const [iterable] = after.filter((part) => part.isNamed);
  if (iterable !== undefined) runsLoop(c, iterable, values);
  const value = values === 0 ? 0 : c.writer.node(ops.element, values);
  const patterns = before.filter(isPattern);
  const name = field(node, 'name');
  if (patterns.length > 0) matchIn(c, patterns, { value, isDeclaring: true });
  else if (name !== undefined) declareLocal(c, { name, type: typeIn(c, before), value });
  else valuesIn(c, before);
}

function visitFor(c: Collector, node: SyntaxNode): number {
  return within(c, { kind: 'block' }, () => {
    const parts = partsOf(node);
    const head = partOf(parts, 'for_loop_parts');
    if (head !== undefined) visitForParts(c, head);
    const value = valueIn(
      c,
      parts.filter((part) => part !== head),
    );
    return node.type === 'for_element' ? value : 0;
  });
}

function visitSwitch(c: Collector, node: SyntaxNode): number {
  const condition = field(node, 'condition');
  const subjectParts = condition === undefined ? [] : partsOf(condition);
  const value = condition === undefined ? 0 : c.visit(condition);
  const subject = { value, node: subjectParts.length === 1 ? subjectParts[0] : undefined };
  const block = partOf(partsOf(node), 'switch_block');
  const cases = partsOf(block ?? node).filter((part) => part.id !== condition?.id);
  const values = cases.map((part) => within(c, { kind: 'block' }, () => visitCase(c, part, subject)));
  return c.writer.either(values);
}

function visitCase(c: Collector, node: SyntaxNode, subject: Subject): number {
  const isValue = node.type === 'switch_expression_case';
  // Object patterns and map patterns contain such signs too, but these are not direct children.
  const [head, body] = splitAt(node, isValue ? '=>' : ':');
  matchGuarded(c, head, subject);
  return valueIn(c, body);
}

function visitTry(c: Collector, node: SyntaxNode): number {
  let typeNodes: SyntaxNode[] = [];
  let catchClause: SyntaxNode | undefined;
  for (const child of childrenOf(node)) {
    if (child.type === 'on') typeNodes = [];
    else if (child.type === 'catch_clause') catchClause = child;
    else if (child.type === 'block') {
      const [types, names] = [typeNodes, catchClause];
      within(c, { kind: 'block' }, () => {
        const type = typeIn(c, types);
        const list = names === undefined ? undefined : partOf(partsOf(names), 'catch_parameters');
        for (const [index, name] of (list === undefined ? [] : partsOf(list)).entries())
          declareLocal(c, { name, type: index === 0 ? type : 0, value: 0 });
        c.visit(child);
      });
      [typeNodes, catchClause] = [[], undefined];
    } else if (child.type === 'finally_clause') valuesIn(c, childrenOf(child));
    else typeNodes.push(child);
  }
  return 0;
}

/** Types of the nodes that the grammar makes of the argument list of a generic call. */
const argumentTypes = /^(?:parenthesized_expression|record_literal)$/;

/** `a.b<T>(c)`, which the grammar reads as two comparisons; null for other nodes. */
function visitGenericCall(c: Collector, node: SyntaxNode): number | null {
  const [comparisonNode, sign, argumentList, ...after] = partsOf(node);
  if (comparisonNode?.type !== 'relational_expression' || sign === undefined || argumentList === undefined) return null;
  const comparedParts = partsOf(comparisonNode);
  const operatorIndex = comparedParts.findIndex((part) => part.type === 'relational_operator');
  const type = operatorIndex === -1 ? [] : namesIn(comparedParts.slice(operatorIndex + 1));
  const isCall =
    argumentTypes.test(argumentList.type) && isSign(c, comparedParts[operatorIndex], '<') && isSign(c, sign, '>');
  if (!isCall || type.length === 0) return null;
  const { callee, isAwaited } = withoutPrefix(comparedParts.slice(0, operatorIndex));
  const value = valueOfGenericCall(c, { callee, type, argumentList, after });
  return isAwaited && value !== 0 ? c.writer.node(ops.await, value) : value;
}

function isSign(c: Collector, node: SyntaxNode | undefined, sign: string): boolean {
  return node !== undefined && c.source.slice(node.startIndex, node.endIndex) === sign;
}

/** The names of `a.B`; empty if the nodes are not a type name. */
function namesIn(nodes: readonly SyntaxNode[]): SyntaxNode[] {
  const names = nodes.map((node) => (node.type === 'identifier' ? node : onlyName(node)));
  return names.every((name) => name !== undefined) ? names : [];
}

/** The name in a selector `.name` without anything else. */
function onlyName(node: SyntaxNode): SyntaxNode | undefined {
  const [selected, ...others] = node.type === 'selector' ? partsOf(node) : [];
  if (selected?.type !== 'unconditional_assignable_selector' || others.length > 0) return undefined;
  return partOf(partsOf(selected), 'identifier');
}

/** The callee without `await` or a unary operator, which the grammar takes for a part of it. */
function withoutPrefix(nodes: readonly SyntaxNode[]): { callee: readonly SyntaxNode[]; isAwaited: boolean } {
  const [only] = nodes;
  if (nodes.length !== 1 || only?.type !== 'unary_expression') return { callee: nodes, isAwaited: false };
  const operands = partsOf(only);
  const awaited = partOf(operands, 'await_expression');
  return awaited === undefined
    ? { callee: operands.filter((part) => part.type !== 'prefix_operator'), isAwaited: false }
    : { callee: partsOf(awaited), isAwaited: true };
}

const comparison = /^(?:relational|equality|logical_or)_expression$/;

function visitBinary(c: Collector, node: SyntaxNode): number {
  const values = valuesIn(c, childrenOf(node));
  const [left = 0, right = 0] = values;
  const sign = partsOf(node).find((part) => part.type.endsWith('operator'));
  if (sign !== undefined && node.type !== 'logical_or_expression') {
    const text = nameOf(c, sign);
    runsMember(c, sign, left, text === '!=' ? '==' : text);
  }
  if (comparison.test(node.type)) return primitiveValue(c, 'bool');
  if (left === 0 || sign === undefined || c.writer.opOf(left) === ops.primitive) return left;
  return c.writer.node(ops.call, c.writer.member(left, nameOf(c, sign)), c.writer.list([right]), 0);
}

/** Further elements of a collection are not considered for the element type. */
const maxElements = 16;

/** A list, set or map literal. Its type arguments decide its type if it has any. */
function visitCollection(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const list = partOf(partsOf(node), 'type_arguments');
  const types = list === undefined ? 0 : typeArgumentsOf(c, list);
  const pairs = partsOf(node).filter((part) => part.type === 'pair');
  const values = valuesIn(c, childrenOf(node));
  const isMap = node.type === 'set_or_map_literal' && (pairs.length > 0 || writer.items(types).length === 2);
  const instanceOf = (name: string, args: number): number =>
    writer.node(ops.cast, writer.node(ops.named, writer.list([writer.string(name)]), 0, args), 0);
  if (isMap) return types === 0 ? 0 : instanceOf('Map', types);
  if (types !== 0) return instanceOf('List', types);
  return writer.node(ops.array, writer.list(values.filter((value) => value !== 0).slice(0, maxElements)));
}

/** `(a, b: c)`. */
function visitRecord(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const record = writer.entity({ name: '', kind: entityKinds.object, ...placeOf(node), scope: c.frame.scope });
  let count = 0;
  for (const part of partsOf(node)) {
    const label = partOf(partsOf(part), 'label');
    const name = label === undefined ? undefined : partOf(partsOf(label), 'identifier');
    const value = valueIn(c, childrenOf(part));
    const text = name === undefined ? `$${(count += 1)}` : nameOf(c, name);
    declareField(c, { record, text, place: name ?? part, type: 0, value });
  }
  return writer.entityNode(record);
}

function visitCast(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  const cast = partOf(parts, 'type_cast');
  const value = valueIn(
    c,
    parts.filter((part) => part !== cast),
  );
  const type = cast === undefined ? 0 : typeIn(c, childrenOf(cast));
  return type === 0 ? value : c.writer.node(ops.cast, type, value);
}

/** `$name` in a string. */
function visitDollar(c: Collector, node: SyntaxNode): number {
  const text = nameOf(c, node);
  if (text === 'this') return c.writer.node(ops.this, c.frame.scope);
  const { node: nameNode, value } = bareName(c, text);
  if (!isHiddenName(c, text)) c.writer.site(siteKinds.read, nameNode, placeOf(node), c.frame.scope);
  return value;
}

function visitLocalFunction(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  const signature = partOf(parts, 'function_signature');
  const name = signature === undefined ? undefined : field(signature, 'name');
  if (signature === undefined || name === undefined) return 0;
  const body = partOf(parts, 'function_body');
  declareFunction(c, { node: signature, name, text: nameOf(c, name), body }, noOwner);
  return 0;
}

function visitPatternVariable(c: Collector, node: SyntaxNode): number {
  const [before, after] = splitAt(node, '=');
  matchIn(c, before.filter(isPattern), { value: valueIn(c, after), isDeclaring: true });
  return 0;
}

register('program', (c, node) => (visitMembers(c, node, noOwner), 0));
register('class_definition mixin_declaration enum_declaration extension_type_declaration', visitClass);
register('extension_declaration', visitExtension);
register('type_alias', visitAlias);
register('library_import', visitImport);
register('library_export', visitExport);
register('part_directive', visitPart);
register('part_of_directive', visitPartOf);
register('annotation', visitAnnotation);
register(
  'library_name comment documentation_comment break_statement continue_statement symbol_literal dot_shorthand_name',
  () => 0,
);

register('block', visitBlock);
register('initialized_variable_definition', visitLocal);
register('pattern_variable_declaration', visitPatternVariable);
register('lambda_expression', visitLocalFunction);
register('function_expression', visitLambda);
register('return_statement', (c, node) => {
  writeReturn(c, valueIn(c, childrenOf(node)));
  return 0;
});
register('if_statement if_element', visitIf);
register('for_statement for_element', visitFor);
register('switch_statement switch_expression', visitSwitch);
register('try_statement', visitTry);

register('identifier type_identifier', (c, node) => valueIn(c, [node]));
register('identifier_dollar_escaped', visitDollar);
register('qualified', visitQualified);
register('this', (c) => c.writer.node(ops.this, c.frame.scope));
register('super', (c) => superclassOf(c).instance);
register('assignment_expression', visitAssignment);
// Of `a++` and `++a`.
register('assignable_expression', (c, node) => targetIn(c, node, true));
register('new_expression const_object_expression constructor_invocation', visitConstruction);
register('conditional_expression', visitConditional);
register('if_null_expression', (c, node) => {
  const [before, after] = splitAt(node, '??');
  return c.writer.either([valueIn(c, before), valueIn(c, after)]);
});
register('await_expression', (c, node) => {
  const value = valueIn(c, childrenOf(node));
  return value === 0 ? 0 : c.writer.node(ops.await, value);
});
register('type_cast_expression', visitCast);
register('type_test_expression', (c, node) => visitTypeTest(c, node));
register('logical_and_expression', visitAnd);
register('relational_expression', (c, node) => visitGenericCall(c, node) ?? visitBinary(c, node));
register(
  'equality_expression logical_or_expression additive_expression multiplicative_expression shift_expression ' +
    'bitwise_and_expression bitwise_or_expression bitwise_xor_expression',
  visitBinary,
);
register('record_literal', visitRecord);
register('list_literal set_or_map_literal', visitCollection);
register('spread_element', (c, node) => {
  const value = valueIn(c, childrenOf(node));
  return value === 0 ? 0 : c.writer.node(ops.spread, value);
});
register('unary_expression', (c, node) => {
  const value = valueIn(c, childrenOf(node));
  const sign = c.source.charAt(node.startIndex);
  if (sign === '-') runsMember(c, node, value, '-');
  if (sign === '~') runsMember(c, node, value, '~');
  return sign === '!' ? primitiveValue(c, 'bool') : value;
});
register('template_substitution', (c, node) => {
  const value = valueIn(c, childrenOf(node));
  runsMember(c, node, value, 'toString');
  return value;
});
register('string_literal', (c, node) => {
  valuesIn(c, childrenOf(node));
  return primitive(c, primitives.string);
});
register('decimal_integer_literal hex_integer_literal', (c) => primitiveValue(c, 'int'));
register('decimal_floating_point_literal', (c) => primitiveValue(c, 'double'));
register('true false', (c) => primitiveValue(c, 'bool'));
register('null_literal', (c) => primitive(c, primitives.nothing));

/** Any other node has expressions among its children. */
export const visitRuns: Visit = (c, node) => valueIn(c, childrenOf(node));
