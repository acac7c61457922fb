/**
 * Makes the file summary of a Dart file, in one walk over its syntax tree.
 * How Dart maps to the summary, where that is not obvious:
 * - An import makes all names of the library visible. With a prefix or `show`, it imports single names instead. A library
 *   re-exports what it exports.
 * - A library also exports the declarations of its parts, and a part sees all names of its library.
 * - An unnamed constructor is the method `constructor`; a named one is a static method that returns its class.
 * - Mixins and enums are classes; an enum's constants are static properties that hold instances of it.
 * - Getters, setters and fields are properties; at the top level they are variables.
 * - Members of an extension are functions and variables of its scope with the flag `extension`; the field
 *   `assignedTo` of each is the entity of a parameter, the receiver.
 * - `values` of an enum and `widget` of a Flutter state are members with column 0.
 * - A record is an object with properties; fields without a name are `$1` and so on.
 * - A bare name is a member of `this` or of the class where the surrounding class declares it; inherited members are left to the
 *   linker.
 * - A call whose callee is written like a type name (`Text(…)`) is a construction.
 * Invariant: never throws for a file's content; what is nested too deeply is left out.
 */
import type { SyntaxNode } from '../../language.ts';
import type { FileSummary } from '../../../model/file-summary.ts';
import { collectSummary, type SummaryOptions, type Visit } from '../../nominal-summary.ts';
import { visitors, visitRuns } from './visit.ts';

/** Node types without a visitor of their own are visited as runs of expressions. */
class RunsByDefault extends Map<string, Visit> {
  override get(type: string): Visit {
    return super.get(type) ?? visitRuns;
  }
}

const known = new RunsByDefault(visitors);

export function collectDartSummary(
  root: SyntaxNode,
  source: string,
  definitions: readonly { line: number; column: number }[],
  { everySite = false }: SummaryOptions = {},
): FileSummary {
  return collectSummary({ root, source, definitions, everySite }, known, () => undefined);
}
