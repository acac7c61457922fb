/**
 * Link facts of a Lua file, from its syntax tree in one walk.
 * How Lua maps onto the facts, where that is not plain:
 * - A table is an object, and what is assigned to its fields are its members. What a file returns is what it exports as a whole.
 * - What a metatable has under `__index` is an object's prototype; where the metatable is a table of the program, that table too.
 * - A table that a library of classes makes (`class('Dog', Animal)`, `Animal:extend()`) is an object whose prototype is the base.
 * - `self` is `this`, in methods (`function M:f()`) and in functions of a table that take it by that name.
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
    block: { around: null, names: new Set(), inFunction: false, isThis: false, again: 0 },
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
