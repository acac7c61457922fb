/**
 * Link facts of a C or C++ file, from its syntax tree in one walk.
 * How the languages map onto the facts, where that is not plain:
 * - A file includes others (`exportForms.all`, the specifier with its opening quote or bracket): it sees what they see. What a file declares
 *   outside of functions and types is `global`; the linker looks for a name among the declarations of that name that the including file
 *   sees, and behind a declaration without a body for the only definition of the program. `private`: internal linkage (`static`).
 * - Structs, unions and classes are classes; `struct x;` is one without a body. Enumerators belong to the scope around their enum.
 * - Pointers, references, arrays and smart pointers are what they hold; the library's containers are lists of it.
 * - `A::f` outside of A belongs to a stub of A (`entityFlags.extension`). No member is static: `A::f` is a member of A's values.
 * - Qualified names are one string (`a::b::c`), in types too. `using` declarations are imports whose type is the path they name.
 * - Macros are functions and variables of the file; their bodies are not read, nor which branch of a condition holds.
 * - Local variables are looked up while walking.
 * Invariant: never throws for a file's content; what is nested too deeply is left out.
 */
import { isSourceOfC } from '../../../model/c-files.ts';
import { boundedVisit } from '../../collecting.ts';
import type { SummaryTree } from '../../language.ts';
import { SummaryWriter } from '../../../model/summary-writer.ts';
import { entityFlags, entityKinds, type FileSummary } from '../../../model/file-summary.ts';
import { partsOf, type Collector } from './collector.ts';
import { typeOf } from './types.ts';
import { visitNode } from './visit.ts';

const visit = boundedVisit(visitNode, 400);

export function collectCSummary(tree: SummaryTree): FileSummary {
  return collect(tree, false);
}

export function collectCppSummary(tree: SummaryTree): FileSummary {
  return collect(tree, true);
}

function collect({ path, text, root, definitions }: SummaryTree, isCpp: boolean): FileSummary {
  const writer = new SummaryWriter();
  // The string 0 is what an include opens.
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
    parameters: 0,
    isSpecialised: false,
    depth: 0,
    tags: new Set(),
    forward: new Map(),
    stubs: new Map(),
    visit: (node) => visit(collector, node),
    typeOf: (node, site) => typeOf(collector, node, site),
  };
  for (const part of partsOf(root)) collector.visit(part);
  for (const [key, { name, place, scope, parent }] of collector.forward) {
    if (collector.tags.has(key)) continue;
    const flags = parent === -1 ? entityFlags.global : 0;
    writer.entity({ name, kind: entityKinds.class, flags, ...place, scope, parent });
  }
  return writer.finish(definitions);
}
