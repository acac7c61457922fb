/** Types and imports where packages are written in lower case and types are not (Kotlin, Scala): what their collectors share. */
import { entityFields, entityKinds, exportForms, ops, siteKinds } from '../model/file-summary.ts';
import { placeOf, writeNamedType, type Collector, type Place, type TypePath } from './nominal-summary.ts';

/** How many names at the front are a package: lower-case ones before the first that starts as types do. */
export function packageLength(names: readonly string[]): number {
  const first = names.findIndex((name) => /^\p{Lu}/u.test(name));
  return first === -1 ? 0 : first;
}

/** A named type that may have its package before it. */
export function writePackagedType(c: Collector, path: TypePath): number {
  const { writer } = c;
  const { names, nodes, args, site } = path;
  const from = packageLength(names);
  if (from === 0) return writeNamedType(c, path);
  let value = writer.node(ops.module, writer.module(names.slice(0, from).join('.')));
  for (let index = from; index < names.length; index++) {
    value = writer.member(value, names[index]!);
    writer.site(index === names.length - 1 ? site : siteKinds.type, value, placeOf(nodes[index]!), c.frame.scope);
  }
  return writer.node(ops.cast, writer.node(ops.typeOf, value), args);
}

export interface ImportDraft {
  /** Names from the left, the package's among them. */
  names: readonly string[];
  /** Where the last one stands. */
  place: Place;
  /** The name here; null for the last. */
  alias: { name: string; place: Place } | null;
  /** All that it holds. */
  isOpen: boolean;
}

/** An import of a name in a package or in a type of it, or of all that is in one. */
export function writeImport({ writer }: Collector, { names, place, alias, isOpen }: ImportDraft): void {
  const last = names.at(-1);
  if (last === undefined || names.includes('')) return;
  const isTyped = names.some((name) => /^\p{Lu}/u.test(name));
  const from = isTyped ? packageLength(names) : names.length - (isOpen ? 0 : 1);
  const module = writer.module(names.slice(0, from).join('.'));
  let value = writer.node(ops.module, module);
  for (let index = from; index < names.length; index++) value = writer.member(value, names[index]!);
  if (from < names.length) writer.site(siteKinds.import, value, place, 0);
  const path = names.slice(from).join('.');
  if (isOpen) {
    writer.export('*', exportForms.opens, module, path === '' ? 0 : writer.string(path));
    return;
  }
  const own = alias ?? { name: last, place };
  const entity = writer.entity({ name: own.name, kind: entityKinds.import, ...own.place, scope: 0 });
  writer.set(entity, entityFields.listA, module);
  writer.set(entity, entityFields.listB, writer.string(path));
}
