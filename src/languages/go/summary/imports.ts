/** Imports: names of packages. What a package is called is not in its path; the path's last segment is a good guess. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, exportForms, siteKinds } from '../../../model/file-summary.ts';
import { nameText, placeOf, type Collector, type ImportedPackage } from './collector.ts';
import { codeOf, codes, partsOf } from './node-codes.ts';

/** An `import_spec`. */
export function declareImport(c: Collector, spec: SyntaxNode): void {
  const { writer } = c;
  const parts = partsOf(spec);
  const pathNode = parts.at(-1);
  if (pathNode === undefined) return;
  const text = c.source.slice(pathNode.startIndex, pathNode.endIndex);
  const path = /^["`]([^"`\n]+)["`]$/.exec(text)?.[1];
  if (path === undefined) return;
  const module = writer.module(path);
  const [nameNode] = parts;
  const code = nameNode === undefined || nameNode === pathNode ? 0 : codeOf(nameNode);
  if (code === codes.dot) {
    writer.export('*', exportForms.opens, module, writer.string('*'));
    return;
  }
  if (code === codes.blank_identifier) return;
  const isNamed = code === codes.package_identifier;
  const name = isNamed ? nameText(c, nameNode!) : packageName(path);
  if (name === '' || name === '_') return;
  const place = placeOf(isNamed ? nameNode! : pathNode);
  const entity = writer.entity({ name, kind: entityKinds.import, ...place, scope: 0 });
  writer.set(entity, entityFields.listA, module);
  writer.set(entity, entityFields.listB, writer.string('*'));
  const imported: ImportedPackage = { entity, path, isNamed, isUsed: false };
  const same = c.imports.get(name);
  if (same === undefined) c.imports.set(name, imported);
  else c.imports.set(`${name} ${entity}`, imported);
}

/** The last segment of a path that is no version: `x` of `a/x`, `a/x/v2`, `gopkg.in/x.v1`. */
export function packageName(path: string): string {
  const segments = path.split('/');
  const last = segments.at(-1) ?? '';
  const segment = /^v\d+$/.test(last) && segments.length > 1 ? segments.at(-2)! : last;
  return segment.replace(/\.v\d+$/, '');
}

/**
 * Go refuses a file that does not use an import. So an import whose guessed name nothing uses has another name, which must be one of
 * those that stand before a dot and that nothing in the file declares. It is taken for the one that resembles the path most.
 */
export function settleImports(c: Collector): void {
  const { writer } = c;
  const unused = [...c.imports.values()].filter(({ isNamed, isUsed }) => !isNamed && !isUsed);
  for (const { entity, path } of unused) {
    const open = [...c.qualifiers.keys()];
    const alike = open.filter((name) => resembles(path, name));
    const [name] = alike.length === 0 && unused.length === 1 ? open : alike;
    if (name === undefined || (alike.length !== 1 && open.length !== 1)) continue;
    writer.set(entity, entityFields.name, writer.string(name));
    c.qualifiers.delete(name);
  }
  for (const uses of c.qualifiers.values())
    for (const { node, place, scope } of uses) writer.site(siteKinds.read, node, place, scope);
}

/** Whether a part of the path, or all that its segments say without signs, is the name: `go-bar`, `bar-go`, `bar.go`, `foo-bar`. */
function resembles(path: string, name: string): boolean {
  const segments = path.toLowerCase().split('/').slice(-2);
  const wanted = name.toLowerCase();
  return segments.some(
    (segment) => segment.split(/[-._]/).includes(wanted) || segment.replace(/[-._]/g, '') === wanted,
  );
}
