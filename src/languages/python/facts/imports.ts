/** Import statements: their entities are declared with the scope's other names; here are the sites and the stars. */
import type { SyntaxNode } from '../../language.ts';
import { exportForms, ops, siteKinds } from '../../../model/link-facts.ts';
import { placeOf, type Collector } from './collector.ts';
import { dottedText } from './hoisting.ts';
import { codeOf, codes, partsOf } from './node-codes.ts';

/** `import a.b, c as d`: sites are for those who ask for every one. */
export function visitImport(c: Collector, node: SyntaxNode): void {
  for (const part of partsOf(node)) {
    const dotted = codeOf(part) === codes.aliased_import ? partsOf(part)[0] : part;
    if (dotted !== undefined && codeOf(dotted) === codes.dotted_name) moduleSites(c, dotted);
  }
}

/** The modules of `a.b.c`: each name means one. */
function moduleSites(c: Collector, node: SyntaxNode): void {
  if (!c.everySite) return;
  const { writer } = c;
  for (const part of partsOf(node)) {
    const path = c.source.slice(node.startIndex, part.endIndex).replace(/[\s\\]+/g, '');
    writer.site(siteKinds.import, writer.node(ops.module, writer.module(path)), placeOf(part), c.scope);
  }
}

/** `from m import a, b as c`: a site at each name. Modules have no definition, so `import m` has none. */
export function visitImportFrom(c: Collector, node: SyntaxNode): void {
  const { writer } = c;
  const [moduleNode, ...names] = partsOf(node);
  const module = moduleNode === undefined ? '' : dottedText(c, moduleNode);
  if (moduleNode !== undefined && codeOf(moduleNode) === codes.dotted_name) moduleSites(c, moduleNode);
  for (const part of names) {
    const code = codeOf(part);
    if (code === codes.wildcard_import && module !== '') writer.export('*', exportForms.all, writer.module(module), 0);
    const name = code === codes.aliased_import ? partsOf(part)[0] : part;
    const entity = name === undefined ? undefined : c.declared.get(name.startIndex);
    if (name === undefined || entity === undefined) continue;
    writer.site(siteKinds.import, writer.entityNode(entity), placeOf(name), c.scope);
  }
}
