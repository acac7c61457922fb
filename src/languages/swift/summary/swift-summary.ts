/**
 * Makes the file summary of a Swift file, in one walk over its syntax tree.
 * How Swift maps to the summary, where that is not obvious:
 * - The unit is the module: the folder under `Sources` or `Tests`, otherwise the first folder. Declarations outside of types are
 *   `global`. The linker looks up a name in the file's module, then in the modules that the file imports.
 * - Classes, structs, enums and actors are classes, protocols are interfaces. An extension is a class with the flag `extension`, whose
 *   members the linker adds to the extended type. Superclasses and protocols have the same syntax, and both are `extends`. No member is
 *   static. Enum cases are properties with the type of the enum.
 * - Closures are functions without a name, function types are shapes. The context of a closure is the parameter for which it is
 *   passed: known by the label, or as the parameter of a trailing closure (`uncounted`).
 * - An optional has the type of its value; arrays, sets and the values of dictionaries are lists.
 * - A name without a receiver in a type's body may be a member; local variables are looked up during the walk. Initialisers are named `constructor`.
 * Invariant: never throws for a file's content; what is nested too deeply is left out.
 */
import { boundedVisit } from '../../collecting.ts';
import type { SummaryTree } from '../../language.ts';
import { SummaryWriter } from '../../../model/summary-writer.ts';
import type { FileSummary } from '../../../model/file-summary.ts';
import { swiftModule } from '../resolution/modules.ts';
import { maxDepth, type Collector } from './collector.ts';
import { visitNode } from './visit.ts';

const visit = boundedVisit(visitNode, maxDepth);

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
