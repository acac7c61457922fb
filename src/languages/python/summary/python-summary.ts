/**
 * Makes the file summary of a Python file, in one walk over its syntax tree. The names that each scope binds are collected
 * beforehand.
 * How Python maps to the summary, where that is not obvious:
 * - The first parameter of a method is `this` of its scope; that of a class method is the class itself. Uses of the parameter are
 *   written as these nodes, without sites unless `everySite` is set.
 * - A name that the body of a class binds and uses is a `member` of the class's entity, because members are not found by scope.
 * - Every call is a `call`; the callee decides whether the call constructs an object. Constructors keep their name, `__init__`.
 * - The flag `static` says how the first parameter is bound; members can be reached through the class and through its instances.
 * - `d['k']` is an item of `d`, or the member `'k'`, whose name includes the quotes; dictionaries with such keys are objects with
 *   such properties.
 * - `with f() as x`: x is what the method `__enter__` of the value of f() returns. A function decorated as a context manager has
 *   the value and the type that it yields.
 * - The value of a generator is an array of the values that it yields.
 * - A type variable is a type parameter of the file. The type variables that annotations or bases name are type parameters of
 *   the function or class, and so are imported names that look like type variables.
 * - A variable that is narrowed in a part of a block is a narrowed variable of a new scope for that part. A narrowed attribute is
 *   replaced by the node of its narrowed value.
 * Invariant: never throws for a file's content; what is nested too deeply is left out.
 */
import type { SummaryTree, SyntaxNode } from '../../language.ts';
import { SummaryWriter } from '../../../model/summary-writer.ts';
import { exportForms, primitives, type FileSummary } from '../../../model/file-summary.ts';
import { finishFrame, type Collector } from './collector.ts';
import { newFrame } from './frames.ts';
import { hoist } from './hoisting.ts';
import { exportListedNames, readListedNames } from './listed-names.ts';
import { importReplacement } from './names.ts';
import { forgetNode } from './node-codes.ts';
import { visitBlock } from './statements.ts';
import { finishAttributes } from './targets.ts';
import { mayHaveTypeComments } from './type-comments.ts';
import { visitNode } from './visit.ts';

/** Limit of nested nodes; real code nests less than a hundred levels. */
const maxDepth = 500;

/** Visits a node; returns 0 for one that is nested too deeply. */
function visitWithin(c: Collector, node: SyntaxNode): number {
  if (c.depth > maxDepth) return 0;
  c.depth++;
  const value = visitNode(c, node);
  c.depth--;
  return value;
}

/** `a.b` for `a/b/__init__.py`; null for any other file. */
function packagePath(path: string): string | null {
  return /(?:^|\/)__init__\.pyi?$/.test(path) ? path.split('/').slice(0, -1).join('.') : null;
}

export function collectPythonSummary({
  path,
  text: source,
  root,
  definitions,
  everySite = false,
}: SummaryTree): FileSummary {
  const writer = new SummaryWriter();
  const frame = newFrame({ kind: 'file', scope: 0, parent: null, entity: -1 });
  const collector: Collector = {
    writer,
    source,
    frame,
    scope: 0,
    depth: 0,
    primitiveNodes: new Array<number>(Object.keys(primitives).length).fill(0),
    declared: new Map(),
    attributeWrites: [],
    dottedImports: new Set(),
    starsInBranches: new Set(),
    everySite,
    packagePath: packagePath(path),
    listed: null,
    hasStarImports: false,
    typeVariables: null,
    narrowedPaths: new Map(),
    importedFrom: new Map(),
    enterMethod: '__enter__',
    hasTypeComments: mayHaveTypeComments(source),
    mayNarrow: source.includes('isinstance'),
    visit: (node) => visitWithin(collector, node),
  };
  hoist(collector, frame, root);
  nameConftests(writer, path, source);
  collector.listed = readListedNames(collector, root);
  visitBlock(collector, root);
  finishFrame(collector, frame);
  finishAttributes(collector);
  for (const [name, binding] of frame.names) {
    const replacement = binding.variable === -1 ? importReplacement(writer, binding) : -1;
    if (replacement === -1) writer.export(name, exportForms.local, writer.string(name), 0);
    else writer.export(name, exportForms.own, replacement, 0);
  }
  if (collector.listed !== null) exportListedNames(collector, collector.listed);
  forgetNode();
  return writer.finish(definitions);
}

/** Code that may use fixtures of pytest: the word `fixture`, or a test function with a parameter. */
const usesFixtures = /\bfixture\b|\bdef[ \t]+test\w*\((?:self[ \t]*,[ \t]*)?(?!self\b)\w/;

/** How many parent folders of a test file are searched for a `conftest.py` with fixtures. */
const maxConftests = 8;

/** Declares the `conftest` modules that pytest loads before a test file, nearest first. */
function nameConftests(writer: SummaryWriter, path: string, source: string): void {
  if (!usesFixtures.test(source)) return;
  const levels = Math.min(maxConftests, path.split('/').length);
  for (let level = 1; level <= levels; level++) writer.module(`${'.'.repeat(level)}conftest`);
}
