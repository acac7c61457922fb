/** Types and imports of languages in which package names are lower case and type names are capitalised: Kotlin and Scala. */
import { entityFields, entityKinds, exportForms, ops, siteKinds } from '../model/file-summary.ts';
import { placeOf, writeNamedType, type Collector, type Place, type TypePath } from './nominal-summary.ts';

/** The number of package names at the start: those before the first capitalised name. 0 where no name is capitalised. */
export function packageLength(names: readonly string[]): number {
  const first = names.findIndex((name) => /^\p{Lu}/u.test(name));
  return first === -1 ? 0 : first;
}

/** Writes a named type. Lower-case names before the first capitalised one are its package; without a capitalised name it has none. */
export function writePackagedType(c: Collector, path: TypePath): number {
  const { writer } = c;
  const { names, nodes, args, site } = path;
  const packageCount = packageLength(names);
  if (packageCount === 0) return writeNamedType(c, path);
  let value = writer.node(ops.module, writer.module(names.slice(0, packageCount).join('.')));
  for (let index = packageCount; index < names.length; index++) {
    value = writer.member(value, names[index]!);
    writer.site(index === names.length - 1 ? site : siteKinds.type, value, placeOf(nodes[index]!), c.frame.scope);
  }
  return writer.node(ops.cast, writer.node(ops.typeOf, value), args);
}

export interface ImportDraft {
  /** Names from left to right, those of the package included. */
  names: readonly string[];
  /** Place of the last name. */
  place: Place;
  /** The name in this file; null: the last of `names`. */
  alias: { name: string; place: Place } | null;
  /** A wildcard import: all members of the last name. */
  isWildcard: boolean;
}

/** Writes an import of one name from a package or type, or of all names in it. */
export function writeImport({ writer }: Collector, { names, place, alias, isWildcard }: ImportDraft): void {
  const last = names.at(-1);
  if (last === undefined || names.includes('')) return;
  const hasType = names.some((name) => /^\p{Lu}/u.test(name));
  // Without a type, all names of a wildcard import are packages; otherwise the last name is a function or value in a package.
  const packageCount = hasType ? packageLength(names) : names.length - (isWildcard ? 0 : 1);
  const module = writer.module(names.slice(0, packageCount).join('.'));
  let value = writer.node(ops.module, module);
  for (let index = packageCount; index < names.length; index++) value = writer.member(value, names[index]!);
  if (packageCount < names.length) writer.site(siteKinds.import, value, place, 0);
  const path = names.slice(packageCount).join('.');
  if (isWildcard) {
    writer.export('*', exportForms.opens, module, path === '' ? 0 : writer.string(path));
    return;
  }
  const target = alias ?? { name: last, place };
  const entity = writer.entity({ name: target.name, kind: entityKinds.import, ...target.place, scope: 0 });
  writer.set(entity, entityFields.listA, module);
  writer.set(entity, entityFields.listB, writer.string(path));
}
