/**
 * Link facts of an Elixir file, from its syntax tree in one walk.
 * How Elixir maps onto the facts, where that is not plain:
 * - A module is a class of the whole program by its full name (`Plug.Conn`), as aliases and the modules around say; so is a protocol. An
 *   implementation is one by the protocol's name and that of what it is for, and implements the protocol.
 * - Functions, macros and callbacks are methods whose names have their arity (`get/2`): one with defaults has one for each that it can be called
 *   by. Types are properties (`type t/0`), and so are attributes (`@timeout`).
 * - What a module imports it mixes in; names that are imported alone are written with their module. What stands in `quote` belongs to a class
 *   beside the module (`use Plug.Router`; `use Web controller` of what a function of that name quotes), which whoever uses the module mixes in.
 * - Nothing is inferred: a call on a variable is open.
 * Invariant: never throws for a file's content; what is nested too deeply is left out.
 */
import { boundedVisit } from '../../collecting.ts';
import type { SummaryTree } from '../../language.ts';
import { SummaryWriter } from '../../../model/summary-writer.ts';
import type { FileSummary } from '../../../model/file-summary.ts';
import type { Collector } from './collector.ts';
import { visitNode } from './visit.ts';

const visit = boundedVisit(visitNode, 400);

export function collectElixirSummary({ text, root, definitions }: SummaryTree): FileSummary {
  const writer = new SummaryWriter();
  const collector: Collector = {
    writer,
    source: text,
    scope: 0,
    module: null,
    aliases: new Map(),
    imports: [],
    quoted: false,
    giver: '',
    imported: new Map(),
    inType: false,
    piped: 0,
    depth: 0,
    visit: (node) => visit(collector, node),
  };
  for (const part of root.namedChildren) if (part !== null) collector.visit(part);
  return writer.finish(definitions);
}
