/**
 * Blocks outside of classes, such as tests of RSpec and Minitest: the values of their instance variables, `let` and `subject`. A
 * test sees the values that the surrounding blocks set before it in the file, whatever the order of execution.
 */
import type { SyntaxNode } from '../../language.ts';
import { ops, scopeKinds } from '../../../model/file-summary.ts';
import { textOf, type BlockGroup, type Collector } from './collector.ts';

/** Calls whose block groups tests. */
const groupCalls: ReadonlySet<string> = new Set(
  'describe context feature shared_examples shared_examples_for shared_context RSpec.describe RSpec.shared_context'.split(
    ' ',
  ),
);
/** Calls whose block gives the value of a name. */
const valueCalls: ReadonlySet<string> = new Set(['let', 'let!', 'subject', 'subject!']);

/**
 * Visits the block of a call outside of classes.
 * @param name the called method, with the receiver if that is a constant
 * @param argumentNodes the syntax nodes of the arguments
 * @param args the arguments' nodes in the summary
 */
export function visitTestBlock(
  c: Collector,
  block: SyntaxNode,
  { name, argumentNodes, args }: { name: string; argumentNodes: readonly SyntaxNode[]; args: readonly number[] },
): void {
  const parent = c.group;
  const group: BlockGroup = { values: new Map(parent.values), groupsTests: groupCalls.has(name), parent };
  const [first] = argumentNodes;
  if (group.groupsTests && (first?.type === 'constant' || first?.type === 'scope_resolution')) {
    group.values.set('let described_class', args[0]!);
    group.values.set('let subject', c.writer.node(ops.instance, args[0]));
  }
  const { scope, blockDepth, isConfiguring } = c;
  c.group = group;
  // A method that is defined in `RSpec.configure` belongs to every test, so it stays global.
  if (name === 'RSpec.configure') c.isConfiguring = true;
  else c.blockDepth++;
  if (group.groupsTests) c.scope = c.writer.scope(scope, scopeKinds.block, -1);
  c.visit(block);
  Object.assign(c, { scope, blockDepth, isConfiguring, group: parent });
  if (!valueCalls.has(name)) return;
  const valueName = first === undefined ? 'subject' : /^:(\w+[?!]?)$/.exec(textOf(c, first))?.[1];
  if (valueName === undefined) return;
  parent.values.set(`let ${valueName}`, c.blockValue);
  if (name.startsWith('subject')) parent.values.set('let subject', c.blockValue);
}

/** The value of a name that `let` or `subject` defines; undefined for other names. */
export function testValue({ owner, group }: Collector, name: string): number | undefined {
  return owner === -1 ? group.values.get(`let ${name}`) : undefined;
}

/** The value of an instance variable outside of classes; undefined where none is set. */
export function testVariable({ owner, group }: Collector, name: string): number | undefined {
  return owner === -1 ? group.values.get(name) : undefined;
}

/**
 * Sets the value of an instance variable in the current block. In the surrounding blocks, up to the first group of tests, the new
 * value is added to the old one.
 */
export function setTestVariable(c: Collector, name: string, value: number): void {
  let group: BlockGroup | null = c.group;
  for (; group !== null; group = group.groupsTests ? null : group.parent) {
    const oldValue = group === c.group ? 0 : (group.values.get(name) ?? 0);
    group.values.set(name, c.writer.either([oldValue, value]));
  }
}
