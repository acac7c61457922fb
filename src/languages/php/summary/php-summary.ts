/**
 * Makes the file summary of a PHP file, in one walk over its syntax tree.
 * How PHP maps to the summary, where that is not obvious:
 * - Names of classes, functions and constants are written with their full names (`App\Models\User`), resolved by the file's `use`
 *   clauses. Declarations are `global`, in the scope of their namespace; the linker compares full names. A function or constant
 *   that is missing in the namespace is looked up in the global one.
 * - Classes, traits and enums are classes. A class mixes in the traits that it uses (`mixesIn`). The cases of an enum are
 *   properties that hold an instance of the enum.
 * - Names of properties include the `$` and names of constants begin with a dot, to keep them apart from methods. No member is
 *   static: `A::f` is a member of A's values; `self` and `static` are `this`.
 * - Values of variables are tracked during the walk: a variable has its last assigned value, or one value for each branch.
 * - Where no type is declared, the type in the doc comment is used, if it is one class or a list of one.
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
    namespaceScope: 0,
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
