/** Imports. A package may have another name than its folder; where the import does not name it, the last path segment is the guess. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, exportForms, siteKinds } from '../../../model/file-summary.ts';
import { nameText, placeOf, type Collector, type ImportedPackage } from './collector.ts';
import { codeOf, codes, partsOf } from './node-codes.ts';

/** Declares the package that an `import_spec` imports. */
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
  // Two guessed names may be equal. The second import gets a key that no name can equal, so it counts as unused and its name is corrected.
  if (!c.imports.has(name)) c.imports.set(name, imported);
  else c.imports.set(`${name} ${entity}`, imported);
}

/** The last segment of a path that is not a version: `x` of `a/x`, `a/x/v2`, `gopkg.in/x.v1`. */
export function packageName(path: string): string {
  const segments = path.split('/');
  const last = segments.at(-1) ?? '';
  const segment = /^v\d+$/.test(last) && segments.length > 1 ? segments.at(-2)! : last;
  return segment.replace(/\.v\d+$/, '');
}

/**
 * Corrects guessed package names at the end of a file. Go rejects unused imports, so an unused guess is wrong. The right name stands
 * before a dot and is undeclared in the file. If exactly one such name resembles the path, it is taken. If none does, and only one import is
 * unused, the only such name is taken.
 */
export function correctPackageNames(c: Collector): void {
  const { writer } = c;
  const unused = [...c.imports.values()].filter(({ isNamed, isUsed }) => !isNamed && !isUsed);
  for (const { entity, path } of unused) {
    const undeclared = [...c.qualifiers.keys()];
    const similar = undeclared.filter((name) => resembles(path, name));
    const [name] = similar.length === 0 && unused.length === 1 ? undeclared : similar;
    if (name === undefined || (similar.length !== 1 && undeclared.length !== 1)) continue;
    writer.set(entity, entityFields.name, writer.string(name));
    c.qualifiers.delete(name);
  }
  for (const uses of c.qualifiers.values())
    for (const { node, place, scope } of uses) writer.site(siteKinds.read, node, place, scope);
}

/**
 * Whether the name is a part of a path segment, or a whole segment without its punctuation: `go-bar`, `bar-go`, `bar.go`,
 * `foo-bar`.
 */
function resembles(path: string, name: string): boolean {
  const segments = path.toLowerCase().split('/').slice(-2);
  const wanted = name.toLowerCase();
  return segments.some(
    (segment) => segment.split(/[-._]/).includes(wanted) || segment.replace(/[-._]/g, '') === wanted,
  );
}
