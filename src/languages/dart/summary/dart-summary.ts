/**
 * Makes the file summary of a Dart file in one walk over its syntax tree.
 * How Dart maps to the summary, where that is not obvious:
 * - An import makes all names of the library visible. With a prefix, it imports the library under that name instead; with
 *   `show`, it imports single names. An `export` is a re-export.
 * - A library also exports the declarations of its parts, and a part sees all names of its library.
 * - An unnamed constructor is the method `constructor`; a named one is a static method that returns its class.
 * - Mixins and enums are classes; the constants of an enum are static properties whose values are instances of it.
 * - Getters, setters and fields are properties; at the top level they are variables.
 * - Members of an extension are functions and variables in the scope of the extension, with the flag `extension`. The field
 *   `assignedTo` of each is the entity of a parameter that stands for the receiver.
 * - `values` of an enum and `widget` of a Flutter state are members with column 0.
 * - A record is an object with properties; fields without a name are `$1` and so on.
 * - A bare name is a member of `this` or of the class if the surrounding class declares it. Inherited members are left to the
 *   linker.
 * - A call whose callee is written like a type name (`Text(…)`) is a construction.
 * Invariant: never throws for a file's content; nodes that are nested too deeply are left out.
 */
import type { SyntaxNode } from '../../language.ts';
import type { FileSummary } from '../../../model/file-summary.ts';
import { collectSummary, type SummaryOptions, type Visit } from '../../nominal-summary.ts';
import { visitors, visitRuns } from './visit.ts';

/** Gives node types without a visitor the visitor for runs of expressions. */
class RunsByDefault extends Map<string, Visit> {
  override get(type: string): Visit {
    return super.get(type) ?? visitRuns;
  }
}

const visitorByType = new RunsByDefault(visitors);

export function collectDartSummary(
  root: SyntaxNode,
  source: string,
  definitions: readonly { line: number; column: number }[],
  { everySite = false }: SummaryOptions = {},
): FileSummary {
  return collectSummary({ root, source, definitions, everySite }, visitorByType, () => undefined);
}
