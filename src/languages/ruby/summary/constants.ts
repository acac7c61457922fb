/** Reads of constants, which include the names of classes and modules. */
import type { SyntaxNode } from '../../language.ts';
import { siteKinds } from '../../../model/file-summary.ts';
import { constantPath, placeOf, textOf, type Collector } from './collector.ts';

/**
 * The node of a constant, with a site at each name in its path.
 * @param site the kind of the site at the last name
 */
export function visitConstant(c: Collector, node: SyntaxNode, site: number = siteKinds.type): number {
  if (node.type === 'scope_resolution') {
    const path = constantPath(c, node);
    const scope = node.childForFieldName('scope');
    const name = node.childForFieldName('name');
    if (path === null || name === null) {
      if (scope !== null) c.visit(scope);
      return 0;
    }
    if (scope !== null) visitConstant(c, scope);
    return writeName(c, { path, at: name, site });
  }
  return node.type === 'constant' ? writeName(c, { path: textOf(c, node), at: node, site }) : c.visit(node);
}

function writeName(c: Collector, { path, at, site }: { path: string; at: SyntaxNode; site: number }): number {
  const result = c.writer.name(path, c.scope);
  c.writer.site(site, result, placeOf(at), c.scope);
  return result;
}
