/**
 * Calls with type arguments that the grammar reads as comparisons: `f<A>(b)` as `(f < A) > (b)`, and `f<A>(b).c` as `(f < A) > (b).c`. A boolean has no
 * order of its own beside a parenthesis or a lambda, so such a chain is always a call.
 */
import type { SyntaxNode } from '../../language.ts';
import { partsOf, visitParts, writeCall, type Collector } from '../../nominal-summary.ts';
import { calleeOf, type Callee } from './calls.ts';
import { visitLambda } from './functions.ts';
import { typeOfExpression } from './types.ts';

interface TypedCallee extends Callee {
  /** The list of the type arguments. */
  types: number;
}

/** The callees of the parentheses and lambdas that are arguments, by the node of these. */
const callees = new WeakMap<Collector, Map<number, TypedCallee>>();

const maxDepth = 100;

/** The parenthesis or the lambda with which an expression begins; null for none. */
function firstArgument(node: SyntaxNode): SyntaxNode | null {
  let first: SyntaxNode | undefined = node;
  for (let depth = 0; depth < maxDepth && first !== undefined; depth++) {
    if (first.type === 'parenthesized_expression' || first.type === 'lambda_literal') return first;
    if (!first.type.endsWith('_expression')) return null;
    const [next]: readonly SyntaxNode[] = partsOf(first);
    // What stands before the first part is an operator: `!(a)`.
    first = next?.startIndex === first.startIndex ? next : undefined;
  }
  return null;
}

const isSign = (node: SyntaxNode | null, sign: string): boolean => node?.type === sign;

/** The value of a comparison that is a call with a type argument; null for other operations. */
export function visitTypedCall(c: Collector, node: SyntaxNode): number | null {
  const [comparison, right] = [node.childForFieldName('left'), node.childForFieldName('right')];
  if (comparison?.type !== 'binary_expression' || right === null) return null;
  if (!isSign(node.childForFieldName('operator'), '>')) return null;
  if (!isSign(comparison.childForFieldName('operator'), '<')) return null;
  const [callee, type] = [comparison.childForFieldName('left'), comparison.childForFieldName('right')];
  const argument = firstArgument(right);
  if (argument === null || callee === null || type === null) return null;
  if (
    !/^(?:identifier|navigation_expression)$/.test(callee.type) ||
    !/^(?:identifier|navigation_expression)$/.test(type.type)
  )
    return null;
  const { node: called, place } = calleeOf(c, callee);
  const types = c.writer.list([typeOfExpression(c, type)]);
  let known = callees.get(c);
  if (known === undefined) callees.set(c, (known = new Map<number, TypedCallee>()));
  known.set(argument.id, { node: called, place, types });
  return c.visit(right);
}

/** Visits a parenthesis or a lambda, which may be the argument of a call with type arguments. */
export function visitFirstArgument(c: Collector, node: SyntaxNode): number {
  const typed = callees.get(c)?.get(node.id);
  const isLambda = node.type === 'lambda_literal';
  const value = isLambda ? visitLambda(c, node) : visitParts(c, node);
  if (typed === undefined) return value;
  const { node: callee, place, types } = typed;
  return writeCall(c, { callee, args: [value], types, place, trailing: isLambda });
}
