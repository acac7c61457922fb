/**
 * Makes the file summary of a Scala file, in one walk over its syntax tree.
 * How Scala maps to the summary, where that is not obvious:
 * - A package is the same unit as for Java and Kotlin files of that package. With several nested package clauses, the outer
 *   packages are visible too.
 * - Traits are interfaces; objects are classes with the flag `constant`. A companion object is mixed into the class with its
 *   name, and has no name of its own.
 * - Only the first parameter list of a function counts as its parameters. A call with the arguments of a further list has an
 *   unknown result.
 * - A function without a parameter list is called by its name alone.
 * Invariant: never throws for a file's content; what is nested too deeply is left out.
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
    const opened: string[] = [];
    for (const clause of partsOf(root)) {
      const name = clause.type === 'package_clause' ? field(clause, 'name') : undefined;
      if (name === undefined) continue;
      if (unit !== '') opened.push(unit);
      unit += `${unit === '' ? '' : '.'}${source.slice(name.startIndex, name.endIndex).replace(/\s+/g, '')}`;
    }
    c.writer.unit = `java:${unit === '' ? path.slice(0, Math.max(0, path.lastIndexOf('/'))) : unit}`;
    for (const parent of opened) c.writer.export('*', exportForms.opens, c.writer.module(parent), 0);
  });
}
