/** The arguments of calls. Keyword arguments are collected in a list of their own. */
import type { SyntaxNode } from '../../language.ts';
import { ops } from '../../../model/file-summary.ts';
import { nameText, type Collector } from './collector.ts';
import { visitParts } from './literals.ts';
import { codeOf, codes, lastOf, partsOf } from './node-codes.ts';

/** Limit of the recorded arguments of a call; more are dropped. */
export const maxArguments = 16;

/**
 * Returns the nodes of the positional arguments. Those of keyword arguments are added to `keywords`, unless the value is unknown or
 * primitive. `**options` are visited, but not recorded.
 */
export function visitArguments(c: Collector, argumentList: SyntaxNode, keywords: number[] = []): number[] {
  // `f(x for x in y)`: the only argument is a generator without parentheses of its own.
  if (codeOf(argumentList) !== codes.argument_list) return [c.visit(argumentList)];
  const values: number[] = [];
  const parts = partsOf(argumentList);
  for (let at = 0; at < parts.length; at++) {
    const argument = parts[at]!;
    const code = codeOf(argument);
    if (code === codes.keyword_argument) visitKeywordArgument(c, argument, keywords);
    else if (code === codes.dictionary_splat) visitParts(c, argument);
    else if (code !== codes.comment) values.push(c.visit(argument));
  }
  return values;
}

/** Records that values are arguments, for a call that has no node of its own: a function among them is handed on. */
export function recordArguments({ writer }: Collector, values: readonly number[]): void {
  writer.handOn(values.slice(0, maxArguments));
}

function visitKeywordArgument(c: Collector, argument: SyntaxNode, keywords: number[]): void {
  const parts = partsOf(argument);
  const value = lastOf(parts);
  const node = value === undefined ? 0 : c.visit(value);
  const nameNode = parts[0];
  if (node === 0 || nameNode === undefined || c.writer.opOf(node) === ops.primitive) return;
  keywords.push(c.writer.node(ops.keyword, c.writer.string(nameText(c, nameNode)), node));
}
