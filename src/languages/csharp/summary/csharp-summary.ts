/**
 * Makes the file summary of a C# file, in one walk over its syntax tree.
 * How C# maps to the summary, where that is not obvious:
 * - A namespace is the unit of its files. The file sees the members of the parent namespaces, of the namespaces in `using`
 *   directives, and of the global one. A file with several namespaces has their common prefix as its unit; declarations in deeper
 *   ones are exported under their path from there (`Inner.Type`).
 * - The name of a generic type includes the number of its type parameters (`List` with one is `` List`1 ``), because types with
 *   different numbers may share a name.
 * - Parts of a partial class are classes with the flag `extension`; the linker searches all of them.
 * - Enums are classes whose constants are static fields; a delegate is an interface with a call signature.
 * - `global using` imports into its own file, and is also declared for the whole program under the name `openedForAll`; the
 *   import of a global alias has the flag `exported`.
 * - An extension method has the flag `extension`, and its receiver is the parameter `assignedTo`.
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

/**
 * The namespace that contains everything in a node. A namespace that only holds another one counts as that one; several are
 * reduced to their common prefix.
 */
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
    // The siblings of `namespace A;` are its content; those of `namespace A { }` are in no namespace.
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
