/** Methods that PHP calls by itself: those of items, loops, texts and copies. */
import type { SyntaxNode } from '../../language.ts';
import { ops, siteKinds } from '../../../model/file-summary.ts';
import { partsOf, placeOf, textOf, type Collector } from './collector.ts';
import { methodName } from './declarations.ts';

/** Writes a site for the first of these methods that the value has. */
export function runs(c: Collector, node: SyntaxNode, value: number, ...names: readonly string[]): void {
  const { writer } = c;
  const op = value === 0 ? ops.none : writer.opOf(value);
  if (op === ops.none || op === ops.primitive || op === ops.array) return;
  const members = names.map((name) => writer.member(value, methodName(name)));
  writer.site(siteKinds.implicit, writer.either(members), placeOf(node), c.scope);
}

export function runsToString(c: Collector, node: SyntaxNode, value: number): void {
  runs(c, node, value, '__toString');
}

/** `foreach ($values as $value)`: either an object with an iterator, or one that is an iterator. */
export function runsLoop(c: Collector, node: SyntaxNode, values: number): void {
  runs(c, node, values, 'getIterator', 'rewind');
  for (const name of ['valid', 'current', 'key', 'next']) runs(c, node, values, name);
}

/** The item of an object. @param method what is done with the item: `offsetGet` */
export function visitItem(c: Collector, node: SyntaxNode, method: string): number {
  const [list, ...rest] = partsOf(node);
  const value = list === undefined ? 0 : c.visit(list);
  for (const part of rest) c.visit(part);
  runs(c, node, value, method);
  return value === 0 ? 0 : c.writer.node(ops.index, value, 0);
}

/** `isset($a[k])`, `unset($a[k])`: the items in the list. Returns false for anything else, which is not visited. */
function visitItems(c: Collector, parts: readonly SyntaxNode[], method: string): void {
  for (const part of parts) {
    const inner = part.type === 'argument' ? partsOf(part).at(-1) : part;
    if (inner?.type === 'subscript_expression') visitItem(c, inner, method);
    else if (inner !== undefined) c.visit(inner);
  }
}

export function visitUnset(c: Collector, node: SyntaxNode): number {
  visitItems(c, partsOf(node), 'offsetUnset');
  return 0;
}

/** Whether a call is `isset(…)`, which is then visited. */
export function visitIsset(c: Collector, node: SyntaxNode): boolean {
  const [callee, list] = partsOf(node);
  if (callee?.type !== 'name' || list === undefined || textOf(c, callee).toLowerCase() !== 'isset') return false;
  visitItems(c, partsOf(list), 'offsetExists');
  return true;
}

/** `echo`, and texts with values in them. */
export function visitText(c: Collector, node: SyntaxNode): void {
  for (const part of partsOf(node)) runsToString(c, part, c.visit(part));
}
