/**
 * Link facts of a Scala file, from its syntax tree in one walk.
 * How Scala maps onto the facts, where that is not plain:
 * - A package is the unit that Java's and Kotlin's files of that package have too; packages that are opened one by one are seen.
 * - Traits are interfaces; objects are classes with the flag `constant`. One beside a class of its name is mixed into that class, and has no
 *   name of its own.
 * - Of several lists of parameters the first is a function's; what the others are called with gives nothing that is known.
 * - A function without a list is called where it is named.
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
    for (const around of opened) c.writer.export('*', exportForms.opens, c.writer.module(around), 0);
  });
}
