/** Import statements: their sites, and star imports. `hoist` declares the entities, together with the other names of the scope. */
import type { SyntaxNode } from '../../language.ts';
import { exportForms, ops, siteKinds } from '../../../model/file-summary.ts';
import { nameText, placeOf, type Collector } from './collector.ts';
import { dottedText } from './hoisting.ts';
import { codeOf, codes, partsOf } from './node-codes.ts';

/** `import a.b, c as d`: writes sites only if `everySite` is set, because modules have no definition. */
export function visitImport(c: Collector, node: SyntaxNode): void {
  for (const part of partsOf(node)) {
    const dotted = codeOf(part) === codes.aliased_import ? partsOf(part)[0] : part;
    if (dotted !== undefined && codeOf(dotted) === codes.dotted_name) writeModuleSites(c, dotted);
  }
}

/** Writes the sites of `a.b.c`, where each name means a module, if `everySite` is set. */
function writeModuleSites(c: Collector, node: SyntaxNode): void {
  if (!c.everySite) return;
  const { writer } = c;
  for (const part of partsOf(node)) {
    const path = c.source.slice(node.startIndex, part.endIndex).replace(/[\s\\]+/g, '');
    writer.site(siteKinds.import, writer.node(ops.module, writer.module(path)), placeOf(part), c.scope);
  }
}

/** `from m import a, b as c`: writes a site at each imported name. */
export function visitImportFrom(c: Collector, node: SyntaxNode): void {
  const { writer } = c;
  const [moduleNode, ...names] = partsOf(node);
  const module = moduleNode === undefined ? '' : dottedText(c, moduleNode);
  if (moduleNode !== undefined && codeOf(moduleNode) === codes.dotted_name) writeModuleSites(c, moduleNode);
  for (const part of names) {
    const code = codeOf(part);
    if (code === codes.wildcard_import && module !== '') {
      writer.export('*', exportForms.all, writer.module(module), Number(c.starsInBranches.has(node.startIndex)));
      c.hasStarImports = true;
    }
    const parts = code === codes.aliased_import ? partsOf(part) : [part, part];
    const [name, alias] = parts;
    const entity = name === undefined ? undefined : c.declared.get(name.startIndex);
    if (name === undefined || entity === undefined) continue;
    const isReexport = c.frame.kind === 'file' && isReexported(c, { module, name, alias });
    const kind = isReexport ? siteKinds.reexport : siteKinds.import;
    writer.site(kind, writer.entityNode(entity), placeOf(name), c.scope);
  }
}

interface ImportedName {
  module: string;
  name: SyntaxNode;
  /** Equal to `name` where there is no `as`; undefined in broken code. */
  alias: SyntaxNode | undefined;
}

/**
 * Whether an imported name is a re-export: by `as` with the same name (PEP 484), by `__all__`, or, in a package whose `__all__`
 * is missing or incomplete, because the name comes from a module of the package.
 */
function isReexported(c: Collector, { module, name, alias = name }: ImportedName): boolean {
  const localName = nameText(c, alias);
  if (alias !== name && localName === nameText(c, name)) return true;
  if (c.listed?.names.has(localName) === true) return true;
  const isListComplete = c.listed !== null && !c.listed.isIncomplete && c.listed.modules.size === 0;
  if (isListComplete || c.packagePath === null || localName.startsWith('_')) return false;
  return module.startsWith('.') ? !module.startsWith('..') : belongsTo(module, c.packagePath);
}

/** Whether a module belongs to a package. The path of the package may begin with folders that are no packages (`src.pkg`). */
function belongsTo(module: string, packagePath: string): boolean {
  for (let at = 0; at !== -1; at = packagePath.indexOf('.', at + 1)) {
    const path = packagePath.slice(at === 0 ? 0 : at + 1);
    if (path !== '' && module.startsWith(`${path}.`)) return true;
  }
  return false;
}
