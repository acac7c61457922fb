/**
 * Makes the file summary of a Go file in one walk over its syntax tree, after the top-level declarations have been collected.
 * How Go maps to the summary, where that is not obvious:
 * - A file's unit is its package, that is, its folder. The external tests of a folder (`package x_test`) are a unit of their own.
 *   So is each file that builds leave out (`//go:build ignore`).
 * - A struct is a class, and so is any type defined by another type. Methods belong to the class, or to a stub if another file
 *   declares the class.
 * - A struct mixes in the types that it embeds (`mixesIn`); an interface extends them. In `type A B`, A extends B.
 * - The element types of a named slice, map or channel are members `[]`, `[key]` and `[chan]` of the type. The call of a named
 *   function type is a member `()`.
 * - A struct or interface without a name is an interface.
 * - A pointer has the type of its target. Several results are a tuple. A value received from a channel is an awaited value.
 * - In a `range`, the node `element` is the type of the first variable, `index` that of the second.
 * - Names are looked up during the walk, because in Go a name is visible from its declaration on. A use of a local variable is an
 *   `entity` node; any other value is a name of the file's scope. Local types and type parameters are found by their scope.
 * - `T(x)` is a conversion if the file shows that T is a type. Otherwise it is written as a call, and the linker finds out whether
 *   the callee is a class.
 * - A constant without a value has the type of the constant before it.
 * Invariant: never throws for a file's content; nodes that are nested too deeply are left out.
 */
import { boundedVisit } from '../../collecting.ts';
import type { SyntaxNode } from '../../language.ts';
import { SummaryWriter } from '../../../model/summary-writer.ts';
import type { FileSummary } from '../../../model/file-summary.ts';
import type { Collector } from './collector.ts';
import { hoist } from './declarations.ts';
import { correctPackageNames } from './imports.ts';
import { childrenOf, codeOf, codes, forgetNodes, partsOf, startNodes } from './node-codes.ts';
import { typeOf } from './types.ts';
import { visitNode } from './visit.ts';

const visit = boundedVisit(visitNode, 500);

export interface GoFile {
  /** Relative to the project, '/'-separated. */
  path: string;
  /** The source text of the tree. */
  text: string;
  root: SyntaxNode;
  /** Places of the file's definitions (1-based), in order. */
  definitions: readonly { line: number; column: number }[];
}

/** @param everySite also record sites of names that only their own function can see */
export function collectGoSummary(
  { path, text, root, definitions }: GoFile,
  { everySite }: { everySite: boolean } = { everySite: false },
): FileSummary {
  startNodes(text);
  const writer = new SummaryWriter();
  writer.unit = unitOf(path, text, packageOf(root));
  const collector: Collector = {
    writer,
    source: text,
    scope: 0,
    block: null,
    depth: 0,
    top: new Map(),
    declared: new Map(),
    typeParameters: new Map(),
    containerNames: new Set(),
    imports: new Map(),
    qualifiers: new Map(),
    stubs: new Map(),
    primitiveNodes: new Map(),
    nameNodes: new Map(),
    typeNodes: new Map(),
    everySite,
    visit: (node) => visit(collector, node),
    typeOf: (node, site) => typeOf(collector, node, site),
  };
  hoist(collector, root);
  // Types first: a method needs the type parameters of its receiver type.
  const declarations = childrenOf(root);
  for (const node of declarations) if (codeOf(node) === codes.type_declaration) collector.visit(node);
  for (const node of declarations) if (codeOf(node) !== codes.type_declaration) collector.visit(node);
  correctPackageNames(collector);
  forgetNodes();
  return writer.finish(definitions);
}

function packageOf(root: SyntaxNode): string {
  for (const node of partsOf(root)) {
    if (codeOf(node) === codes.package_clause) return partsOf(node)[0]?.text ?? '';
  }
  return '';
}

/** Build constraints are searched in this many characters at the start of a file. */
const constraintLength = 4000;

function unitOf(path: string, text: string, packageName: string): string {
  const slash = path.lastIndexOf('/');
  const unit = `go:${slash === -1 ? '' : path.slice(0, slash)}`;
  if (packageName.endsWith('_test') && path.endsWith('_test.go')) return `${unit}:${packageName}`;
  const isIgnored = /^\/\/(?:go:build|\s*\+build)[ \t]+ignore[ \t]*\r?$/m.test(text.slice(0, constraintLength));
  return isIgnored ? `${unit}:${path.slice(slash + 1)}` : unit;
}
