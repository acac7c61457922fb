/**
 * Makes the file summary of a Ruby file, in one walk over its syntax tree.
 * How Ruby maps to the summary, where that is not obvious:
 * - Classes and modules are `global` classes; all declarations with one path, in any files, are one class. A declaration that is
 *   named `A::B` is in a namespace scope for `A`. Constants are looked up by the paths of the surrounding scopes, then at
 *   the top level.
 * - A class mixes in (`mixesIn`) what it includes or prepends. With `extend`, it `implements` a module, whose methods become
 *   methods of the class object.
 * - A word that is no local variable, and a call without a receiver, is a `name`: a method of `self` or of the file's top level.
 * - The heritage relation `gives` names what a module adds to the class objects of the classes that include it: its `ClassMethods`,
 *   its `class_methods`, and the modules that its `included` hook extends the classes with.
 * - Instance variables of classes are properties, with the `@` in the name; the methods of `attr_*` are properties that read
 *   them.
 * - Values of variables are tracked during the walk: a variable has its last assigned value, or one value for each branch. Block
 *   parameters are unknown.
 * - In blocks outside of classes, such as tests, instance variables and the names of `let` are tracked like variables.
 * Invariant: never throws for a file's content; what is nested too deeply is left out.
 */
import { boundedVisit } from '../../collecting.ts';
import type { SummaryTree } from '../../language.ts';
import { SummaryWriter } from '../../../model/summary-writer.ts';
import type { FileSummary } from '../../../model/file-summary.ts';
import { mainObject } from '../../../model/languages/ruby-summary.ts';
import type { Collector } from './collector.ts';
import { visitNode } from './visit.ts';

const visit = boundedVisit(visitNode, 400);

export function collectRubySummary({ text, root, definitions }: SummaryTree): FileSummary {
  const writer = new SummaryWriter();
  // The first string is `*`: `require_relative` makes all names of a file available.
  writer.string('*');
  // Modules that another file mixes into every object may affect this file, so its strings contain the name of that class.
  writer.string(mainObject);
  const collector: Collector = {
    writer,
    source: text,
    scope: 0,
    owner: -1,
    isStatic: false,
    method: '',
    selfIsClass: false,
    includer: '',
    isForIncluders: false,
    main: -1,
    exampleGroup: -1,
    isConfiguring: false,
    blockDepth: 0,
    group: { values: new Map(), groupsTests: true, parent: null },
    blockValue: 0,
    locals: new Map(),
    returns: null,
    depth: 0,
    visit: (node) => visit(collector, node),
  };
  collector.visit(root);
  return writer.finish(definitions);
}
