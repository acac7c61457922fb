/**
 * Makes the file summary of a Lua file, in one walk over its syntax tree.
 * How Lua maps to the summary, where that is not obvious:
 * - A table is an object, and the fields that are assigned to it are its members. The value that a file returns is its default
 *   export.
 * - The `__index` of a metatable is an object's prototype. So is the metatable itself, unless it is an object literal.
 * - A table that a class library makes (`class('Dog', Animal)`, `Animal:extend()`) is an object whose prototype is the base.
 * - `self` is `this`, both in methods (`function M:f()`) and in functions of a table whose first parameter is named `self`.
 * Invariant: never throws for a file's content; what is nested too deeply is left out.
 */
import { boundedVisit } from '../../collecting.ts';
import type { SummaryTree } from '../../language.ts';
import { SummaryWriter } from '../../../model/summary-writer.ts';
import { exportForms, ops, type FileSummary } from '../../../model/file-summary.ts';
import type { Collector } from './collector.ts';
import { visitNode } from './visit.ts';

const visit = boundedVisit(visitNode, 400);

export function collectLuaSummary({ text, root, definitions }: SummaryTree): FileSummary {
  const writer = new SummaryWriter();
  writer.nestsMembers = true;
  const collector: Collector = {
    writer,
    source: text,
    scope: 0,
    block: { parent: null, names: new Set(), inFunction: false, hasReceiver: false, redeclarations: 0 },
    returns: [],
    globals: new Set(),
    depth: 0,
    visit: (node) => visit(collector, node),
  };
  for (const part of root.namedChildren) if (part !== null) collector.visit(part);
  for (const value of collector.returns) {
    if (value === 0) continue;
    const isAtTop = writer.opOf(value) === ops.name && writer.operand(value, 1) === 0;
    if (isAtTop) writer.export('=', exportForms.local, writer.operand(value, 0), 0);
    else writer.export('=', exportForms.own, -1, value);
  }
  return writer.finish(definitions);
}
