/**
 * Link facts of a Kotlin file, from its syntax tree in one walk.
 * How Kotlin maps onto the facts, where that is not plain:
 * - A package is the unit that Java's files of that package have too.
 * - A call may name a function, a type that is constructed, or a variable that holds a function.
 * - Objects are classes with the flag `constant`; a companion is a member of its class, which mixes it in.
 * - An extension is a function or variable of the file with the flag `extension` whose receiver is the parameter `assignedTo`.
 * - The receiver of a function type is a parameter of it that stands as `assignedTo` too.
 * - A lambda without parameters that says `it` has one, flagged `optional`.
 * Invariant: never throws for a file's content; what is nested too deeply is left out.
 */
import type { SyntaxNode } from '../../language.ts';
import type { FileSummary } from '../../../model/file-summary.ts';
import { collectSummary, nameOf, partOf, partsOf, type SummaryOptions } from '../../nominal-summary.ts';
import { visitors } from './visit.ts';

export function collectKotlinSummary(
  root: SyntaxNode,
  source: string,
  definitions: readonly { line: number; column: number }[],
  { everySite = false, path = '' }: SummaryOptions = {},
): FileSummary {
  return collectSummary({ root, source, definitions, everySite }, visitors, (c) => {
    const header = partOf(partsOf(root), 'package_header');
    const written = header === undefined ? undefined : partOf(partsOf(header), 'qualified_identifier');
    const names = written === undefined ? [] : partsOf(written).map((part) => nameOf(c, part));
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    c.writer.unit = `java:${header === undefined ? folder : names.join('.')}`;
  });
}
