/**
 * Link facts of a Ruby file, from its syntax tree in one walk.
 * How Ruby maps onto the facts, where that is not plain:
 * - Classes and modules are `global` classes; all declarations of one path are one, whichever files they are in. `A::B` in a declaration's
 *   name is a namespace's scope around it. Constants are looked up by the paths of the scopes around, then at the top.
 * - What a class includes or prepends it `mixesIn`; what it is extended by it `implements`: its methods are the class's own.
 * - A word that is no local variable, and a call without a receiver, is a `name`: a method of `self`, or of the file's top level.
 * - What a module's `included` extends classes by, its `ClassMethods` and `class_methods` it `gives`.
 * - Instance variables of classes are properties with their `@`; what `attr_*` declares are properties that read them.
 * - Variables are followed while walking: what was assigned last, or on each of several ways. Parameters of blocks are unknown.
 * - In blocks outside of classes, as tests are, instance variables and what `let` names are followed like variables.
 * Invariant: never throws for a file's content; what is nested too deeply is left out.
 */
import { boundedVisit } from '../../collecting.ts';
import type { SummaryTree } from '../../language.ts';
import { SummaryWriter } from '../../../model/summary-writer.ts';
import type { FileSummary } from '../../../model/file-summary.ts';
import { mainObject } from '../../../model/ruby-summary.ts';
import type { Collector } from './collector.ts';
import { visitNode } from './visit.ts';

const visit = boundedVisit(visitNode, 400);

export function collectRubySummary({ text, root, definitions }: SummaryTree): FileSummary {
  const writer = new SummaryWriter();
  writer.string('*');
  writer.string(mainObject);
  const collector: Collector = {
    writer,
    source: text,
    scope: 0,
    owner: -1,
    isStatic: false,
    method: '',
    isOfClass: false,
    includer: '',
    isForIncluders: false,
    main: -1,
    examples: -1,
    isConfiguring: false,
    blocks: 0,
    group: { values: new Map(), hasTests: true, around: null },
    blockValue: 0,
    locals: new Map(),
    returns: null,
    depth: 0,
    visit: (node) => visit(collector, node),
  };
  collector.visit(root);
  return writer.finish(definitions);
}
