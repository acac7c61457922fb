/** Maps node types to the functions that visit them. */
import type { SyntaxNode } from '../../language.ts';
import { ops, primitives, siteKinds } from '../../../model/file-summary.ts';
import { visitCall } from './calls.ts';
import { visitClass } from './classes.ts';
import { primitive, type Collector } from './collector.ts';
import {
  visitAwait,
  visitBinary,
  visitBoolean,
  visitComparison,
  visitComprehension,
  visitConditional,
  visitNot,
  visitSplat,
  visitSubscript,
  visitWalrus,
  visitYield,
} from './expressions.ts';
import { visitFunction, visitLambda } from './functions.ts';
import { isUnpackingTarget } from './hoisting.ts';
import { runs } from './implicit-calls.ts';
import { visitImport, visitImportFrom } from './imports.ts';
import { visitDictionary, visitParts, visitSequence, visitString } from './literals.ts';
import { visitAttribute, visitName } from './names.ts';
import { codeOf, codes, lastOf, partsOf, withoutComments } from './node-codes.ts';
import { visitMatch } from './patterns.ts';
import {
  visitAssignment,
  visitBlock,
  visitBranch,
  visitDecorated,
  visitExcept,
  visitFor,
  visitRaise,
  visitReturn,
  visitTypeAlias,
} from './statements.ts';
import { assignTo, visitAugmented, visitStoredItem } from './targets.ts';
import { typeOfNode } from './types.ts';

type Visit = (c: Collector, node: SyntaxNode) => number;

const skip: Visit = () => 0;

/** Visits all parts; returns the value of the last one. */
const visitLast: Visit = (c, node) => {
  let value = 0;
  const parts = withoutComments(partsOf(node));
  for (let at = 0; at < parts.length; at++) value = c.visit(parts[at]!);
  return value;
};

/** Visits all parts; the value of the node is unknown. */
const visitOther: Visit = (c, node) => {
  visitParts(c, node);
  return 0;
};

/** The visitor of a statement, which has no value. */
const withoutValue =
  (visit: (c: Collector, node: SyntaxNode) => void): Visit =>
  (c, node) => {
    visit(c, node);
    return 0;
  };

/** The visitor of a literal of a primitive type. */
const literal =
  (code: number): Visit =>
  (c) =>
    primitive(c, code);

/** `value as target` in a `with`. */
const visitAlias: Visit = (c, node) => {
  const parts = partsOf(node);
  const first = parts[0];
  const last = lastOf(parts);
  const { enterMethod, writer } = c;
  const value = first === undefined ? 0 : c.visit(first);
  if (last !== undefined && last !== first)
    assignTo(c, last, value === 0 ? 0 : writer.node(ops.given, value, writer.string(enterMethod)));
  return value;
};

/** An item of a `with`. */
const visitWithItem: Visit = (c, node) => {
  const { enterMethod } = c;
  const value = visitLast(c, node);
  const place = partsOf(node)[0];
  if (place === undefined) return value;
  runs(c, place, value, enterMethod);
  runs(c, place, value, enterMethod === '__enter__' ? '__exit__' : '__aexit__');
  return value;
};

/** `del a[k]`. */
function visitDelete(c: Collector, node: SyntaxNode): void {
  for (const part of partsOf(node)) {
    if (codeOf(part) === codes.subscript) visitStoredItem(c, part, '__delitem__');
    else if (isUnpackingTarget(codeOf(part))) visitDelete(c, part);
    else if (codeOf(part) === codes.attribute) visitAttribute(c, part, siteKinds.write);
    else c.visit(part);
  }
}

function visitWith(c: Collector, node: SyntaxNode): void {
  const enterMethod = c.source.startsWith('async', node.startIndex) ? '__aenter__' : '__enter__';
  for (const part of partsOf(node)) {
    c.enterMethod = enterMethod;
    c.visit(part);
  }
}

const unaryMethods: ReadonlyMap<string, string> = new Map([
  ['-', '__neg__'],
  ['+', '__pos__'],
  ['~', '__invert__'],
]);

/** `-x`, `+x`, `~x`. */
const visitUnary: Visit = (c, node) => {
  const value = visitLast(c, node);
  const method = unaryMethods.get(c.source.charAt(node.startIndex));
  if (value === 0 || method === undefined || c.writer.opOf(value) === ops.primitive)
    return primitive(c, primitives.number);
  runs(c, node, value, method);
  return c.writer.node(ops.given, value, c.writer.string(method));
};

/** `name=value` where no call handles it: only the value is visited. */
const visitKeyword: Visit = (c, node) => {
  const value = lastOf(partsOf(node));
  return value === undefined ? 0 : c.visit(value);
};

/** By code of the node type. */
const visitors: Visit[] = [];

/** Registers the visitor for node types, separated by blanks. */
function register(types: string, visit: Visit): void {
  for (const type of types.split(' ')) visitors[codes[type as keyof typeof codes]] = visit;
}

register('identifier', (c, node) => visitName(c, node, siteKinds.read));
register('attribute', (c, node) => visitAttribute(c, node, siteKinds.read));
register('call', visitCall);
register('subscript', visitSubscript);
register('string', visitString);
register('concatenated_string', (c, node) => {
  visitParts(c, node);
  return primitive(c, primitives.string);
});
register('integer float', literal(primitives.number));
register('true false', literal(primitives.boolean));
register('none', literal(primitives.nothing));
register('tuple list set expression_list pattern_list', visitSequence);
register('dictionary', visitDictionary);
register('list_comprehension set_comprehension dictionary_comprehension generator_expression', visitComprehension);
register('lambda', visitLambda);
register('boolean_operator', visitBoolean);
register('binary_operator', visitBinary);
register('unary_operator', visitUnary);
register('not_operator', visitNot);
register('comparison_operator', visitComparison);
register('conditional_expression', visitConditional);
register('parenthesized_expression', visitLast);
register('named_expression', visitWalrus);
register('await', visitAwait);
register('yield', visitYield);
register('list_splat', visitSplat);
register('keyword_argument', visitKeyword);
register('as_pattern', visitAlias);
register('assignment', visitAssignment);
register('augmented_assignment', visitAugmented);
register('block', withoutValue(visitBlock));
register('if_statement elif_clause while_statement', withoutValue(visitBranch));
register('for_statement', withoutValue(visitFor));
register('with_statement', withoutValue(visitWith));
register('with_item', visitWithItem);
register('delete_statement', withoutValue(visitDelete));
register('except_clause except_group_clause', withoutValue(visitExcept));
register('match_statement', withoutValue(visitMatch));
register('return_statement', withoutValue(visitReturn));
register('raise_statement', withoutValue(visitRaise));
register('decorated_definition', withoutValue(visitDecorated));
register(
  'function_definition',
  withoutValue((c, node) => visitFunction(c, node, null)),
);
register(
  'class_definition',
  withoutValue((c, node) => visitClass(c, node, null)),
);
register('import_statement', withoutValue(visitImport));
register('import_from_statement', withoutValue(visitImportFrom));
register('type', (c, node) => (typeOfNode(c, node), 0));
register('type_alias_statement', withoutValue(visitTypeAlias));
register(
  'comment string_start string_content string_end ellipsis pass_statement break_statement continue_statement global_statement ' +
    'nonlocal_statement future_import_statement wildcard_import relative_import dotted_name type_parameter',
  skip,
);

export function visitNode(c: Collector, node: SyntaxNode): number {
  return (visitors[codeOf(node)] ?? visitOther)(c, node);
}
