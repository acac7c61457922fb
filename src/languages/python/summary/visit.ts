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
  visitComprehension,
  visitConditional,
  visitSplat,
  visitSubscript,
  visitTruth,
  visitWalrus,
  visitYield,
} from './expressions.ts';
import { visitFunction, visitLambda } from './functions.ts';
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
import { assignTo, visitAugmented } from './targets.ts';
import { typeOfNode } from './types.ts';

type Visit = (c: Collector, node: SyntaxNode) => number;

const nothing: Visit = () => 0;
const inner: Visit = (c, node) => {
  let value = 0;
  const parts = withoutComments(partsOf(node));
  for (let at = 0; at < parts.length; at++) value = c.visit(parts[at]!);
  return value;
};
const all: Visit = (c, node) => {
  visitParts(c, node);
  return 0;
};
const withoutValue =
  (visit: (c: Collector, node: SyntaxNode) => void): Visit =>
  (c, node) => {
    visit(c, node);
    return 0;
  };
const constant =
  (code: number): Visit =>
  (c) =>
    primitive(c, code);

/** `value as target` of `with`. */
const visitAlias: Visit = (c, node) => {
  const parts = partsOf(node);
  const first = parts[0];
  const last = lastOf(parts);
  const { enters, writer } = c;
  const value = first === undefined ? 0 : c.visit(first);
  if (last !== undefined && last !== first)
    assignTo(c, last, value === 0 ? 0 : writer.node(ops.given, value, writer.string(enters)));
  return value;
};

function visitWith(c: Collector, node: SyntaxNode): void {
  const enters = c.source.startsWith('async', node.startIndex) ? '__aenter__' : '__enter__';
  for (const part of partsOf(node)) {
    c.enters = enters;
    c.visit(part);
  }
}

const visitNumberSign: Visit = (c, node) => {
  visitParts(c, node);
  return primitive(c, primitives.number);
};

const visitKeyword: Visit = (c, node) => {
  const value = lastOf(partsOf(node));
  return value === undefined ? 0 : c.visit(value);
};

const visitors: Visit[] = [];

function on(names: string, visit: Visit): void {
  for (const name of names.split(' ')) visitors[codes[name as keyof typeof codes]] = visit;
}

on('identifier', (c, node) => visitName(c, node, siteKinds.read));
on('attribute', (c, node) => visitAttribute(c, node, siteKinds.read));
on('call', visitCall);
on('subscript', visitSubscript);
on('string', visitString);
on('concatenated_string', (c, node) => {
  visitParts(c, node);
  return primitive(c, primitives.string);
});
on('integer float', constant(primitives.number));
on('true false', constant(primitives.boolean));
on('none', constant(primitives.nothing));
on('tuple list set expression_list pattern_list', visitSequence);
on('dictionary', visitDictionary);
on('list_comprehension set_comprehension dictionary_comprehension generator_expression', visitComprehension);
on('lambda', visitLambda);
on('boolean_operator', visitBoolean);
on('binary_operator', visitBinary);
on('unary_operator', visitNumberSign);
on('not_operator comparison_operator', visitTruth);
on('conditional_expression', visitConditional);
on('parenthesized_expression', inner);
on('named_expression', visitWalrus);
on('await', visitAwait);
on('yield', visitYield);
on('list_splat', visitSplat);
on('keyword_argument', visitKeyword);
on('as_pattern', visitAlias);
on('assignment', visitAssignment);
on('augmented_assignment', visitAugmented);
on('block', withoutValue(visitBlock));
on('if_statement elif_clause while_statement', withoutValue(visitBranch));
on('for_statement', withoutValue(visitFor));
on('with_statement', withoutValue(visitWith));
on('except_clause except_group_clause', withoutValue(visitExcept));
on('match_statement', withoutValue(visitMatch));
on('return_statement', withoutValue(visitReturn));
on('raise_statement', withoutValue(visitRaise));
on('decorated_definition', withoutValue(visitDecorated));
on(
  'function_definition',
  withoutValue((c, node) => visitFunction(c, node, null)),
);
on(
  'class_definition',
  withoutValue((c, node) => visitClass(c, node, null)),
);
on('import_statement', withoutValue(visitImport));
on('import_from_statement', withoutValue(visitImportFrom));
on('type', (c, node) => (typeOfNode(c, node), 0));
on('type_alias_statement', withoutValue(visitTypeAlias));
on(
  'comment string_start string_content string_end ellipsis pass_statement break_statement continue_statement global_statement ' +
    'nonlocal_statement future_import_statement wildcard_import relative_import dotted_name type_parameter',
  nothing,
);

export function visitNode(c: Collector, node: SyntaxNode): number {
  return (visitors[codeOf(node)] ?? all)(c, node);
}
