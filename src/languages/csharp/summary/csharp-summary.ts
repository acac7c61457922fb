/**
 * Makes the file summary of a C# file, in one walk over its syntax tree.
 * How C# maps to the summary, where that is not obvious:
 * - A file's unit is the namespace that it declares: files of one namespace see each other's names without a `using` directive.
 *   A file also sees the members of the parent namespaces, of the global namespace, and of the namespaces in its `using`
 *   directives. Where a file declares several namespaces, its unit is their longest common prefix. A declaration in a namespace
 *   below the unit is exported under its path below the unit (`Inner.Type`).
 * - The name of a generic type includes the number of its type parameters (`List` with one is `` List`1 ``), because types with
 *   different numbers may share a name.
 * - Parts of a partial class are classes with the flag `extension`; the linker searches all of them.
 * - Enums are classes whose constants are static fields; a delegate is an interface with a call signature.
 * - `global using` is written twice: as an import of its own file, and as an entity that the whole program sees. The name of that
 *   entity is the constant `openedForAll`. The import of a global alias has the flag `exported`.
 * - An extension method has the flag `extension`; its field `assignedTo` is the entity of its first parameter, the receiver.
 * Invariant: never throws for a file's content; what is nested too deeply is left out.
 */
import type { SyntaxNode } from '../../language.ts';
import { exportForms, openedForAll, type FileSummary } from '../../../model/file-summary.ts';
import { collectSummary, field, partsOf, type Collector, type SummaryOptions } from '../../nominal-summary.ts';
import { namespaceName } from './names.ts';
import { visitors } from './visit.ts';

/**
 * Whether a node declares no namespace and no type: a directive, an attribute, or the condition of an `#if` (an identifier or an
 * expression).
 */
function isPreamble({ type }: SyntaxNode): boolean {
  return /^(?:preproc|using_directive|global_attribute|attribute_list|extern_alias)|^(?:identifier|\w+_expression)$/.test(
    type,
  );
}

function isType({ type }: SyntaxNode): boolean {
  return /^(?:class|struct|interface|enum|record|record_struct|delegate)_declaration$/.test(type);
}

/**
 * The innermost namespace that contains all declarations of a file; '' for the global namespace. Sibling namespaces give their
 * longest common prefix.
 */
function unitOf(c: Collector, root: SyntaxNode): string {
  let name = '';
  let container: SyntaxNode | undefined = root;
  for (let depth = 0; container !== undefined && depth < 20; depth++) {
    const contents = partsOf(container)
      .flatMap((part) => (part.type.startsWith('preproc_') ? partsOf(part) : [part]))
      .filter((part) => !isPreamble(part));
    const namespaces: readonly SyntaxNode[] = contents.filter((part) => /namespace_declaration$/.test(part.type));
    const [next] = namespaces;
    if (next === undefined || (depth > 0 && contents.length > 1 && namespaces.length < contents.length)) break;
    // The siblings of `namespace A;` are its content; those of `namespace A { }` are in no namespace.
    if (depth === 0 && next.type === 'namespace_declaration' && contents.some(isType)) break;
    const path = namespaces.map((namespace) => namespaceName(c, namespace)).reduce(commonPath);
    name = name === '' ? path : path === '' ? name : `${name}.${path}`;
    if (namespaces.length > 1) break;
    container = field(next, 'body');
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
    for (let parent = unit; parent.includes('.');) {
      parent = parent.slice(0, parent.lastIndexOf('.'));
      c.writer.export('*', exportForms.opens, c.writer.module(parent), 0);
    }
    if (unit !== '') c.writer.export('*', exportForms.opens, c.writer.module(''), 0);
    // A `global using` in another file may change the meaning of any name in this file. The linker finds affected files by this
    // string.
    c.writer.string(openedForAll);
  });
}
