/**
 * Makes the file summary of a Kotlin file in one walk over its syntax tree.
 * How Kotlin maps to the summary, where that is not obvious:
 * - The unit is the package, which Kotlin and Java files share.
 * - A call may mean a function, a type that is constructed, or a variable that holds a function.
 * - Objects are classes with the flag `constant`; a companion is a member of its class, and the class mixes in the companion.
 * - An extension is a function or variable of the file with the flag `extension`. Its field `assignedTo` is
 *   the entity of a parameter that stands for the receiver.
 * - The receiver of a function type is a parameter of this kind too.
 * - A lambda without parameters that uses `it` has one parameter, with the flag `optional`.
 * Invariant: never throws for a file's content; nodes that are nested too deeply are left out.
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
    const nameNode = header === undefined ? undefined : partOf(partsOf(header), 'qualified_identifier');
    const names = nameNode === undefined ? [] : partsOf(nameNode).map((part) => nameOf(c, part));
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    c.writer.unit = `java:${header === undefined ? folder : names.join('.')}`;
  });
}
