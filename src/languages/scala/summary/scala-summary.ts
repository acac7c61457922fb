/**
 * Makes the file summary of a Scala file in one walk over its syntax tree.
 * How Scala maps to the summary, where that is not obvious:
 * - The unit is the package, which Java, Kotlin and Scala files share. If a file has several package clauses, it also sees the names of
 *   the outer packages.
 * - Traits are interfaces; objects are classes with the flag `constant`. A class mixes in its companion object. The
 *   companion has no name in the summary, because the name means the class.
 * - Only the first parameter list of a function counts as its parameters. The result of a call with a further argument list
 *   is unknown.
 * - A function without a parameter list is called by its name alone.
 * Invariant: never throws for a file's content; nodes that are nested too deeply are left out.
 */
import type { SyntaxNode } from '../../language.ts';
import { exportForms, type FileSummary } from '../../../model/file-summary.ts';
import { collectSummary, field, partsOf, type SummaryOptions } from '../../nominal-summary.ts';
import { visitors } from './visit.ts';

export function collectScalaSummary(
  root: SyntaxNode,
  source: string,
  definitions: readonly { line: number; column: number }[],
  { everySite = false, path = '' }: SummaryOptions = {},
): FileSummary {
  return collectSummary({ root, source, definitions, everySite }, visitors, (c) => {
    let unit = '';
    const outerPackages: string[] = [];
    for (const clause of partsOf(root)) {
      const name = clause.type === 'package_clause' ? field(clause, 'name') : undefined;
      if (name === undefined) continue;
      if (unit !== '') outerPackages.push(unit);
      unit += `${unit === '' ? '' : '.'}${source.slice(name.startIndex, name.endIndex).replace(/\s+/g, '')}`;
    }
    c.writer.unit = `java:${unit === '' ? path.slice(0, Math.max(0, path.lastIndexOf('/'))) : unit}`;
    for (const parent of outerPackages) c.writer.export('*', exportForms.opens, c.writer.module(parent), 0);
  });
}
