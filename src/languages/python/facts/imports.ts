/** Import statements: their entities are declared with the scope's other names; here are the sites and the stars. */
import type { SyntaxNode } from '../../language.ts';
import { exportForms, siteKinds } from '../../../model/link-facts.ts';
import { placeOf, type Collector } from './collector.ts';
import { dottedText } from './hoisting.ts';
import { codeOf, codes, partsOf } from './node-codes.ts';

/** `from m import a, b as c`: a site at each name. Modules have no definition, so `import m` has none. */
export function visitImportFrom(c: Collector, node: SyntaxNode): void {
  const { writer } = c;
  const [moduleNode, ...names] = partsOf(node);
  const module = moduleNode === undefined ? '' : dottedText(c, moduleNode);
  for (const part of names) {
    const code = codeOf(part);
    if (code === codes.wildcard_import && module !== '') writer.export('*', exportForms.all, writer.module(module), 0);
    const name = code === codes.aliased_import ? partsOf(part)[0] : part;
    const entity = name === undefined ? undefined : c.declared.get(name.startIndex);
    if (name === undefined || entity === undefined) continue;
    writer.site(siteKinds.import, writer.entityNode(entity), placeOf(name), c.scope);
  }
}
