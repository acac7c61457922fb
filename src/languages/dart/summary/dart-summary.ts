/**
 * Link facts of a Dart file, from its syntax tree in one walk.
 * How Dart maps onto the facts, where that is not plain:
 * - A library that is imported is opened; with a prefix, or cut down to some names, it is imports of these. What it exports, it passes on.
 * - A library passes on what its parts declare, and a part opens its library.
 * - A constructor without a name is the method `constructor`; one with a name is a static method that gives its class.
 * - Mixins and enums are classes; an enum's constants are static properties that hold instances of it.
 * - A getter, a setter and a field are properties; at the top of a file, variables.
 * - What an extension declares are functions and variables of its scope with the flag `extension`, whose receiver is the parameter `assignedTo`.
 * - `values` of an enum and `widget` of a state of Flutter are members that stand at column 0.
 * - A record is an object with properties, `$1` and so on those without a name.
 * - A bare name is a member of `this`, or of the class, where the class around declares it; what it inherits is left to the linker.
 * - A call of what is written as types are constructs it.
 * Invariant: never throws for a file's content; what is nested too deeply is left out.
 */
import type { SyntaxNode } from '../../language.ts';
import type { FileSummary } from '../../../model/file-summary.ts';
import { collectSummary, type SummaryOptions, type Visit } from '../../nominal-summary.ts';
import { visitors, visitRuns } from './visit.ts';

/** Any node holds expressions among its children, unless something else is known of it. */
class RunsElsewhere extends Map<string, Visit> {
  override get(type: string): Visit {
    return super.get(type) ?? visitRuns;
  }
}

const known = new RunsElsewhere(visitors);

export function collectDartSummary(
  root: SyntaxNode,
  source: string,
  definitions: readonly { line: number; column: number }[],
  { everySite = false }: SummaryOptions = {},
): FileSummary {
  return collectSummary({ root, source, definitions, everySite }, known, () => undefined);
}
