/**
 * Link facts of a C# file, from its syntax tree in one walk.
 * How C# maps onto the facts, where that is not plain:
 * - A namespace is the unit of its files. The namespaces around it, those that are used, and the one without a name are opened. Of a file
 *   with several the unit is what they have in common; what stands deeper is exported under its path from there (`Inner.Type`).
 * - A generic type's name has the number of its parameters behind it (`List` with one is `` List`1 ``), since types share names.
 * - Parts of a class are classes with the flag `extension`; the linker looks through all of them.
 * - Enums are classes whose constants are static fields; a delegate is an interface that has a call signature.
 * - What `global using` opens is opened for its own file, and declared for the program under the name `openedForAll`; of an alias the import is
 *   flagged as `exported`.
 * - A method that extends a type has the flag `extension` and the parameter that is extended as `assignedTo`.
 * Invariant: never throws for a file's content; what is nested too deeply is left out.
 */
import type { SyntaxNode } from '../../language.ts';
import { exportForms, openedForAll, type FileSummary } from '../../../model/file-summary.ts';
import { collectSummary, field, partsOf, type Collector, type SummaryOptions } from '../../nominal-summary.ts';
import { namespaceName } from './names.ts';
import { visitors } from './visit.ts';

function isPreamble({ type }: SyntaxNode): boolean {
  return /^(?:preproc|using_directive|global_attribute|attribute_list|extern_alias)|^(?:identifier|\w+_expression)$/.test(
    type,
  );
}

function isType({ type }: SyntaxNode): boolean {
  return /^(?:class|struct|interface|enum|record|record_struct|delegate)_declaration$/.test(type);
}

/** The namespace that all in a node stands in: one that holds nothing but another is that other; of several what they have in common. */
function unitOf(c: Collector, root: SyntaxNode): string {
  let name = '';
  let at: SyntaxNode | undefined = root;
  for (let depth = 0; at !== undefined && depth < 20; depth++) {
    const inner = partsOf(at)
      .flatMap((part) => (part.type.startsWith('preproc_') ? partsOf(part) : [part]))
      .filter((part) => !isPreamble(part));
    const spaces: readonly SyntaxNode[] = inner.filter((part) => /namespace_declaration$/.test(part.type));
    const [next] = spaces;
    if (next === undefined || (depth > 0 && inner.length > 1 && spaces.length < inner.length)) break;
    // Beside `namespace A;` stands what is in it, beside `namespace A { }` what is in none.
    if (depth === 0 && next.type === 'namespace_declaration' && inner.some(isType)) break;
    const own = spaces.map((one) => namespaceName(c, one)).reduce(commonPath);
    name = name === '' ? own : own === '' ? name : `${name}.${own}`;
    if (spaces.length > 1) break;
    at = field(next, 'body');
  }
  return name;
}

function commonPath(a: string, b: string): string {
  const [left, right] = [a.split('.'), b.split('.')];
  const end = left.findIndex((name, at) => name !== right[at]);
  return (end === -1 ? left : left.slice(0, end)).join('.');
}

export function collectCsharpSummary(
  root: SyntaxNode,
  source: string,
  definitions: readonly { line: number; column: number }[],
  { everySite = false }: SummaryOptions = {},
): FileSummary {
  return collectSummary({ root, source, definitions, everySite }, visitors, (c) => {
    const unit = unitOf(c, root);
    c.writer.unit = `csharp:${unit}`;
    for (let around = unit; around.includes('.');) {
      around = around.slice(0, around.lastIndexOf('.'));
      c.writer.export('*', exportForms.opens, c.writer.module(around), 0);
    }
    if (unit !== '') c.writer.export('*', exportForms.opens, c.writer.module(''), 0);
    c.writer.string(openedForAll);
  });
}
