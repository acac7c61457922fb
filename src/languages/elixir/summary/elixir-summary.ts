/**
 * Makes the file summary of an Elixir file, in one walk over its syntax tree.
 * How Elixir maps to the summary, where that is not obvious:
 * - A module is a class that is visible in the whole program under its full name (`Plug.Conn`). Aliases and surrounding modules
 *   give the full name. A protocol is a class too. An implementation is a class named after the protocol and the implementing type,
 *   and it implements the protocol.
 * - Functions, macros and callbacks are methods, and their names include the arity (`get/2`). A function with default arguments
 *   has one method for each possible arity. Types (`type t/0`) and attributes (`@timeout`) are properties.
 * - A module mixes in the modules that it imports completely; a name that is imported by `only:` is written with its module. The
 *   body of a `quote` belongs to a class of its own, named after the `use` that inserts the body: `use Plug.Router`, or `use Web
 *   controller` where the function `controller` contains the `quote`. Modules with that `use` mix the class in.
 * - Nothing is inferred: a call on a variable stays unresolved.
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
    isQuoted: false,
    quoter: '',
    importedNames: new Map(),
    isInType: false,
    piped: 0,
    depth: 0,
    visit: (node) => visit(collector, node),
  };
  for (const part of root.namedChildren) if (part !== null) collector.visit(part);
  return writer.finish(definitions);
}
