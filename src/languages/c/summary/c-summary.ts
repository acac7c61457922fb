/**
 * Makes the file summary of a C or C++ file, in one walk over its syntax tree.
 * How the languages map to the summary, where that is not obvious:
 * - An `#include` is an export of all names (`exportForms.all`), with the opening quote or bracket in the specifier. A file sees
 *   all names that its included files see.
 *   Declarations outside of functions and types are `global`. The linker looks up a name among the declarations that the
 *   including file sees. From a declaration without a body, the linker goes on to the definition, where the program has only
 *   one. `private` marks internal linkage (`static`).
 * - Structs, unions and classes are classes; `struct x;` is a class without a body. Enumerators belong to the scope that
 *   contains their enum.
 * - A pointer, reference, array or smart pointer has the type of what it points to or holds. Containers of the standard library
 *   are lists.
 * - A definition `A::f` outside of A belongs to a stub of A: a class with the flag `extension`, whose members the linker adds to A. No member
 *   is static: `A::f` is a member of A's values.
 * - A qualified name is one string (`a::b::c`), also in types. `using` declarations are imports whose type is the named path.
 * - Macros are functions and variables of the file. Their bodies are not parsed, and conditions of the preprocessor are not
 *   evaluated.
 * - Local variables are looked up during the walk.
 * Invariant: never throws for a file's content; what is nested too deeply is left out.
 */
import { isSourceOfC } from '../../../model/file.ts';
import { boundedVisit } from '../../collecting.ts';
import type { SummaryTree } from '../../language.ts';
import { SummaryWriter } from '../../../model/summary-writer.ts';
import { entityFlags, entityKinds, siteKinds, type FileSummary } from '../../../model/file-summary.ts';
import { maxDepth, partsOf, setPlaces, type Collector } from './collector.ts';
import { typeOf } from './types.ts';
import { visitNode } from './visit.ts';

const visit = boundedVisit(visitNode, maxDepth);

export function collectCSummary(tree: SummaryTree): FileSummary {
  return collect(tree, false);
}

export function collectCppSummary(tree: SummaryTree): FileSummary {
  return collect(tree, true);
}

function collect({ path, text, root, definitions, expanded = null }: SummaryTree, isCpp: boolean): FileSummary {
  const writer = new SummaryWriter();
  // An include exports all names (`*`), and refers to this string by its index 0.
  writer.string('*');
  const collector: Collector = {
    writer,
    source: text,
    isCpp,
    isHeader: !isSourceOfC(path),
    scope: 0,
    outer: 0,
    isHidden: false,
    owner: -1,
    block: null,
    returns: null,
    typeParameters: 0,
    isSpecialised: false,
    isConstrained: false,
    templateNames: [],
    depth: 0,
    tags: new Set(),
    forward: new Map(),
    pointers: new Set(),
    operatorResults: new Set(),
    stubs: new Map(),
    visit: (node) => visit(collector, node),
    typeOf: (node, site) => typeOf(collector, node, site),
  };
  setPlaces(null);
  for (const part of partsOf(root)) collector.visit(part);
  if (expanded !== null) visitExpanded(collector, expanded);
  for (const [key, { name, place, scope, parent }] of collector.forward) {
    if (collector.tags.has(key)) continue;
    const flags = parent === -1 ? entityFlags.global : 0;
    writer.entity({ name, kind: entityKinds.class, flags, ...place, scope, parent });
  }
  return writer.finish(definitions);
}

/** Visits what macros of the file make, and writes the calls of the macros, which the tree of the file does not have. */
function visitExpanded(c: Collector, { expansion, root }: NonNullable<SummaryTree['expanded']>): void {
  const { source, writer } = c;
  let [line, lineStart] = [1, 0];
  for (const start of expansion.calls) {
    for (
      let next = source.indexOf('\n', lineStart);
      next !== -1 && next < start;
      next = source.indexOf('\n', lineStart)
    ) {
      line++;
      lineStart = next + 1;
    }
    const name = /^\w*/.exec(source.slice(start, start + 100))![0];
    writer.site(siteKinds.call, writer.name(name, 0), { line, column: start - lineStart + 1 }, 0);
  }
  c.source = expansion.text;
  setPlaces((at, column) => expansion.placeOf(at, column));
  for (const part of partsOf(root)) c.visit(part);
  setPlaces(null);
  c.source = source;
}
