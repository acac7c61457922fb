/**
 * Link facts of a PHP file, from its syntax tree in one walk.
 * How PHP maps onto the facts, where that is not plain:
 * - Names of classes, functions and constants are written in full (`App\Models\User`), as the file's `use` clauses say. What a file declares
 *   is `global`, in a scope of its namespace; the linker compares full names. A function or constant that its own namespace does not have is
 *   the global one.
 * - Classes, traits and enums are classes; traits that a class uses it `mixesIn`; an enum's cases are properties that hold it.
 * - Properties have names with their `$` and constants with a dot, so that methods of that name are told apart. No member is static: `A::f` is a member
 *   of A's values; `self` and `static` are `this`.
 * - Variables are followed while walking: what was assigned last, or on each of several ways, is what a variable holds.
 * - Types that comments declare count where nothing else is written, if they are one class or a list of it.
 * Invariant: never throws for a file's content; what is nested too deeply is left out.
 */
import { boundedVisit } from '../../collecting.ts';
import type { SummaryTree } from '../../language.ts';
import { SummaryWriter } from '../../../model/summary-writer.ts';
import type { FileSummary } from '../../../model/file-summary.ts';
import type { Collector } from './collector.ts';
import { noAliases } from './declarations.ts';
import { visitNode } from './visit.ts';

const visit = boundedVisit(visitNode, 400);

export function collectPhpSummary({ text, root, definitions }: SummaryTree): FileSummary {
  const writer = new SummaryWriter();
  const collector: Collector = {
    writer,
    source: text,
    scope: 0,
    outer: 0,
    namespace: '',
    aliases: noAliases(),
    owner: -1,
    ownerName: '',
    locals: new Map(),
    returns: null,
    depth: 0,
    visit: (node) => visit(collector, node),
  };
  for (const part of root.namedChildren) if (part !== null) collector.visit(part);
  return writer.finish(definitions);
}
