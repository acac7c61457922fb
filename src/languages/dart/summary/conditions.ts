/** Conditions and what they prove: type tests and patterns. */
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
interface Test {
  name: SyntaxNode;
  type: number;
}

export function visitTest(c: Collector, node: SyntaxNode, tests: Test[] = []): number {
  const parts = partsOf(node);
  const test = partOf(parts, 'type_test');
  const tested = parts.filter((part) => part !== test);
  valueIn(c, tested);
  const [name] = tested;
  const type = test === undefined ? 0 : typeIn(c, childrenOf(test));
  const isDenied = test !== undefined && /^is\s*!/.test(c.source.slice(test.startIndex, test.endIndex));
  if (
    name?.type === 'identifier' &&
    tested.length === 1 &&
    type !== 0 &&
    !isDenied &&
    isLocal(c.frame, nameOf(c, name))
  )
    tests.push({ name, type });
  return primitiveValue(c, 'bool');
}

/** Declares the tested variables again in a new scope, with the types of the tests: the code that follows sees these types. */
function declareNarrowed(c: Collector, tests: readonly Test[]): void {
  for (const { name, type } of tests) declareLocal(c, { name, type, value: 0, flags: entityFlags.narrowed });
}

/** The tests that hold where a condition is true. Writes no sites, because the condition itself is visited too. */
function testsIn(c: Collector, nodes: readonly SyntaxNode[], depth = 0): Test[] {
  if (depth > 20) return [];
  return nodes.flatMap((node) => {
    const tests: Test[] = [];
    if (node.type === 'type_test_expression') c.writer.withoutSites(() => visitTest(c, node, tests));
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

/** A condition, with an optional pattern and guard; both see the variables that it binds. */
export function visitCondition(c: Collector, nodes: readonly SyntaxNode[]): void {
  const at = nodes.findIndex((node) => node.type === 'case');
  const subject = at === -1 ? nodes : nodes.slice(0, at);
  const value = valueIn(c, subject);
  if (at !== -1) matchGuarded(c, nodes.slice(at + 1), { value, node: subject.at(-1) });
  declareNarrowed(c, testsIn(c, nodes));
}

/** The value that patterns are matched with. */
export interface Subject {
  value: number;
  node: SyntaxNode | undefined;
}

export function matchGuarded(c: Collector, nodes: readonly SyntaxNode[], { value, node }: Subject): void {
  const at = nodes.findIndex((part) => part.type === 'when');
  const patterns = at === -1 ? nodes : nodes.slice(0, at);
  matchIn(c, patterns, { value, isDeclaring: false });
  // A single variable pattern has the value that it is matched with.
  const matched = patterns.filter(isPattern);
  const [only] = matched;
  const type =
    matched.length === 1 && only?.type === 'object_pattern' && node?.type === 'identifier'
      ? c.writer.withoutSites(() => typeIn(c, childrenOf(only)))
      : 0;
  if (node !== undefined && type !== 0 && isLocal(c.frame, nameOf(c, node))) declareNarrowed(c, [{ name: node, type }]);
  if (at !== -1) valueIn(c, nodes.slice(at + 1));
}
