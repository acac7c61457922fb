/**
 * Stubs of classes. A definition `A::f` or `struct A::B` belongs to A, which this file or another one has declared before. The stub is a class
 * entity with the flag `extension`, whose members the linker adds to A.
 */
import type { SyntaxNode } from '../../language.ts';
import { entityFlags, entityKinds, siteKinds } from '../../../model/file-summary.ts';
import { namedType, placeOf, type Collector } from './collector.ts';
import type { Declarator } from './declarators.ts';

/** The stub of the class that qualifies a declared name. Writes a site for each name before the last `::`. */
export function stubOf(c: Collector, { scopes, scopeNodes, name }: Declarator): number {
  for (const [index, node] of scopeNodes.entries()) writeScopeSite(c, scopes.slice(0, index + 1), node);
  const path = scopes.join('::');
  const key = `${c.outer} ${path}`;
  let stub = c.stubs.get(key);
  if (stub === undefined) {
    const type = namedType(c, path, c.outer);
    const draft = { name: scopes.at(-1)!, kind: entityKinds.class, flags: entityFlags.extension, scope: c.outer };
    stub = c.writer.entity({ ...draft, ...placeOf(name), type });
    c.stubs.set(key, stub);
  }
  return stub;
}

/** Writes a site for the class or namespace that qualifies a name; the standard library gets none. */
export function writeScopeSite(c: Collector, names: readonly string[], node: SyntaxNode): void {
  const path = names.join('::');
  if (path === 'std' || path === '' || path.startsWith('std::') || path.length > 300) return;
  c.writer.site(siteKinds.type, c.writer.name(path, c.scope), placeOf(node), c.scope);
}
