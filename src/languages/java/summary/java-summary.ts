/**
 * Makes the file summary of a Java file in one walk over its syntax tree.
 * How Java maps to the summary, where that is not obvious:
 * - A file's unit is its package, and imports name packages as modules. The unit of a file without a package is its folder.
 * - A simple name is a `name` node; the linker also searches the members of the surrounding classes, inherited ones included.
 * - The callee of a call is an `overload` node, because methods share names with one another and with fields.
 * - Enums and records are classes. The constants of an enum are static fields whose values are instances of it. The
 *   components of a record are fields, each with an accessor method.
 * - Interfaces and annotation types are `interface`; a functional interface has the call signature `()`.
 * - Nested types are members of the surrounding type; local and anonymous types belong to the surrounding scope.
 * - `A.this`, `A.super` and `A.class` are casts to A. The cast of `A.class` is wrapped in an array, whose elements are instances of A.
 * - The variables of a pattern are visible from the pattern on, in a scope of their own.
 * Invariant: never throws for a file's content; nodes that are nested too deeply are left out.
 */
import { boundedVisit } from '../../collecting.ts';
import type { SyntaxNode } from '../../language.ts';
import { SummaryWriter } from '../../../model/summary-writer.ts';
import type { FileSummary } from '../../../model/file-summary.ts';
import { isAnnotation } from './annotations.ts';
import type { Collector } from './collector.ts';
import { newFrame } from './frames.ts';
import { packageName } from './imports.ts';
import { code, forgetNode, partOf, partsOf } from './node-codes.ts';
import { visitNode } from './visit.ts';

const visit = boundedVisit(visitNode, 500);

export interface JavaSummaryOptions {
  /** Also record sites of names that only their own function can see. */
  everySite?: boolean;
  /** Path of the file. If the file has no package, its folder is its unit. */
  path?: string;
}

/**
 * @param source the source text of the tree
 * @param definitions places of the file's definitions (1-based), in order
 */
export function collectJavaSummary(
  root: SyntaxNode,
  source: string,
  definitions: readonly { line: number; column: number }[],
  { everySite = false, path = '' }: JavaSummaryOptions = {},
): FileSummary {
  const writer = new SummaryWriter();
  // The first string is `*`: it stands for the module itself in a wildcard import.
  writer.string('*');
  const frame = newFrame('file', 0, null);
  const collector: Collector = {
    writer,
    source,
    frame,
    depth: 0,
    everySite,
    shared: new Map(),
    visit: (node) => visit(collector, node),
  };
  const parts = partsOf(root);
  const clause = partOf(parts, code('package_declaration'));
  const name = clause === undefined ? null : packageName(collector, clause);
  writer.unit = `java:${name ?? path.slice(0, Math.max(0, path.lastIndexOf('/')))}`;
  if (clause !== undefined) for (const part of partsOf(clause)) if (isAnnotation(part)) collector.visit(part);
  for (const part of parts) {
    collector.visit(part);
    collector.frame = frame;
  }
  forgetNode();
  return writer.finish(definitions);
}
