/**
 * Link facts of a Java file, from its syntax tree in one walk.
 * How Java maps onto the facts, where that is not plain:
 * - A package is the unit of its files, and the module that imports name; a file without a package shares its folder's unit.
 * - A simple name is a `name` node; the linker looks for it among the members of the classes around it too, inherited ones included.
 * - The callee of a call is an `overload` node, since methods share names with each other and with fields.
 * - Enums and records are classes; an enum's constants are static fields that hold instances of it; a record's components are fields, each
 *   with a method that reads it unless that is written.
 * - Interfaces and annotation types are `interface`; one with a single method to implement has that as its call signature `()`.
 * - Nested types are members of the type around them; local and anonymous ones stand in the scope around them.
 * - `A.this`, `A.super` and `A.class` are casts to A; the latter in an array, as what has As to give.
 * - What a pattern binds is seen in a scope of its own from there on.
 * Invariant: never throws for a file's content; what is nested too deeply is left out.
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
  /** Also the sites that name what only their own function can see. */
  everySite?: boolean;
  /** Where the file is, for files without a package: their folder is their unit. */
  path?: string;
}

/**
 * @param source the text the tree was parsed from
 * @param definitions places of the file's definitions (1-based), in their order
 */
export function collectJavaSummary(
  root: SyntaxNode,
  source: string,
  definitions: readonly { line: number; column: number }[],
  { everySite = false, path = '' }: JavaSummaryOptions = {},
): FileSummary {
  const writer = new SummaryWriter();
  // The string 0 stands for a module's own names in an import of all.
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
