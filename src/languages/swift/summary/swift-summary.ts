/**
 * Link facts of a Swift file, from its syntax tree in one walk.
 * How Swift maps onto the facts, where that is not plain:
 * - The unit is the module: the folder under `Sources` or `Tests`, else the first folder. What a file declares outside of types is
 *   `global`; the linker looks for a name in the file's module, then in those that it imports, which are `modules`.
 * - Classes, structs, enums and actors are classes, protocols interfaces; an extension is a stub (`entityFlags.extension`). What a type
 *   inherits and what it conforms to look alike, and both are `extends`. No member is static. Enum cases are properties that hold the enum.
 * - Closures are functions without a name, function types shapes; a closure's context is its argument, whose position is told by its label, or by
 *   standing behind the call (`uncounted`).
 * - Optionals are what they hold; arrays, sets and the values of dictionaries are lists.
 * - A name in a type's body may be a member; local variables are looked up while walking. Initialisers are named `constructor`.
 * Invariant: never throws for a file's content; what is nested too deeply is left out.
 */
import { boundedVisit } from '../../collecting.ts';
import type { SummaryTree } from '../../language.ts';
import { SummaryWriter } from '../../../model/summary-writer.ts';
import type { FileSummary } from '../../../model/file-summary.ts';
import { swiftModule } from '../resolution/modules.ts';
import type { Collector } from './collector.ts';
import { visitNode } from './visit.ts';

const visit = boundedVisit(visitNode, 400);

export function collectSwiftSummary({ path, text, root, definitions }: SummaryTree): FileSummary {
  const writer = new SummaryWriter();
  writer.unit = `swift:${swiftModule(path)}`;
  const collector: Collector = {
    writer,
    source: text,
    scope: 0,
    owner: -1,
    locals: null,
    returns: null,
    result: 0,
    expected: 0,
    closure: null,
    depth: 0,
    visit: (node) => visit(collector, node),
  };
  for (const part of root.namedChildren) if (part !== null) collector.visit(part);
  return writer.finish(definitions);
}
