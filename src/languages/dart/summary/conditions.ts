/** Conditions: type tests and patterns, and the types that they prove. */
import type { SyntaxNode } from '../../language.ts';
import { entityFlags } from '../../../model/file-summary.ts';
import {
  declareLocal,
  isLocal,
  nameOf,
  partOf,
  partsOf,
  primitiveValue,
  within,
  type Collector,
} from '../../nominal-summary.ts';
import { isPattern, matchIn } from './patterns.ts';
import { valueIn } from './runs.ts';
import { childrenOf, typeIn } from './types.ts';

/** A type test of a local variable. */
interface TypeTest {
  name: SyntaxNode;
  type: number;
}

/** @param tests collects the test if it is one of a local variable (`a is T`, not `a is! T`) */
export function visitTypeTest(c: Collector, node: SyntaxNode, tests: TypeTest[] = []): number {
  const parts = partsOf(node);
  const test = partOf(parts, 'type_test');
  const tested = parts.filter((part) => part !== test);
  valueIn(c, tested);
  const [name] = tested;
  const type = test === undefined ? 0 : typeIn(c, childrenOf(test));
  const isNegated = test !== undefined && /^is\s*!/.test(c.source.slice(test.startIndex, test.endIndex));
  if (
    name?.type === 'identifier' &&
    tested.length === 1 &&
    type !== 0 &&
    !isNegated &&
    isLocal(c.frame, nameOf(c, name))
  )
    tests.push({ name, type });
  return primitiveValue(c, 'bool');
}

/** Declares the tested variables again with the types of the tests, so that the code that follows sees these types. */
function declareNarrowed(c: Collector, tests: readonly TypeTest[]): void {
  for (const { name, type } of tests) declareLocal(c, { name, type, value: 0, flags: entityFlags.narrowed });
}

/** Limit of nested `&&` and parentheses. */
const maxDepth = 20;

/** The tests that hold if a condition is true. Writes no sites, because the condition is visited elsewhere. */
function testsIn(c: Collector, nodes: readonly SyntaxNode[], depth = 0): TypeTest[] {
  if (depth > maxDepth) return [];
  return nodes.flatMap((node) => {
    const tests: TypeTest[] = [];
    if (node.type === 'type_test_expression') c.writer.withoutSites(() => visitTypeTest(c, node, tests));
    else if (node.type === 'logical_and_expression' || node.type === 'parenthesized_expression')
      return testsIn(c, partsOf(node), depth + 1);
    return tests;
  });
}

/** The right side of `&&` sees the tests of the left side. */
export function visitAnd(c: Collector, node: SyntaxNode): number {
  within(c, { kind: 'block' }, () => {
    let run: SyntaxNode[] = [];
    for (const child of childrenOf(node)) {
      if (child.type !== 'logical_and_operator') {
        run.push(child);
        continue;
      }
      valueIn(c, run);
      declareNarrowed(c, testsIn(c, run));
      run = [];
    }
    valueIn(c, run);
  });
  return primitiveValue(c, 'bool');
}

/** Visits a condition: `a`, or `a case PATTERN when GUARD`. */
export function visitCondition(c: Collector, nodes: readonly SyntaxNode[]): void {
  const caseIndex = nodes.findIndex((node) => node.type === 'case');
  const subject = caseIndex === -1 ? nodes : nodes.slice(0, caseIndex);
  const value = valueIn(c, subject);
  if (caseIndex !== -1) matchGuarded(c, nodes.slice(caseIndex + 1), { value, node: subject.at(-1) });
  declareNarrowed(c, testsIn(c, nodes));
}

/** The value that patterns are matched with. */
export interface Subject {
  value: number;
  node: SyntaxNode | undefined;
}

/** Visits patterns and the guard after `when`, which sees the variables of the patterns. */
export function matchGuarded(c: Collector, nodes: readonly SyntaxNode[], { value, node }: Subject): void {
  const whenIndex = nodes.findIndex((part) => part.type === 'when');
  const patterns = whenIndex === -1 ? nodes : nodes.slice(0, whenIndex);
  matchIn(c, patterns, { value, isDeclaring: false });
  // `case A(…)` proves that the matched variable is an A.
  const matched = patterns.filter(isPattern);
  const [only] = matched;
  const type =
    matched.length === 1 && only?.type === 'object_pattern' && node?.type === 'identifier'
      ? c.writer.withoutSites(() => typeIn(c, childrenOf(only)))
      : 0;
  if (node !== undefined && type !== 0 && isLocal(c.frame, nameOf(c, node))) declareNarrowed(c, [{ name: node, type }]);
  if (whenIndex !== -1) valueIn(c, nodes.slice(whenIndex + 1));
}
