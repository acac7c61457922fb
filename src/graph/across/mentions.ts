/** How code in other files may write the name of a symbol: files that write none of these names need not be linked. */
import { exportForms, exportWidth, entityFields, entityWidth } from '../../model/file-summary.ts';
import type { OutlineEntry } from '../../store/outline.ts';
import type { Repository } from './repository.ts';

export interface Mentions {
  /** Null where the symbol may be used without any name of its own. */
  names: ReadonlySet<string> | null;
  /** Whether who imports the module as one value, or its default export, may give the symbol any name. */
  isWhole: boolean;
}

/** Members that run where nobody writes their name: constructors, calls of objects, operators, iteration. */
const implicit =
  /^(?:constructor|__\w+__|__construct|__invoke|initialize|init|invoke|call|apply|next|iterator|drop|deref|fmt|from|into|operator.*|\W.*)$/;

/** @param definitions of the symbols that are asked for, in the file at `place` */
export function mentionsOf(repository: Repository, place: number, definitions: readonly OutlineEntry[]): Mentions {
  const names = new Set<string>();
  let isAnyName = false;
  for (const { name, container } of definitions) {
    for (const form of formsOf(name)) names.add(form);
    if (!implicit.test(name)) continue;
    const type = container?.split(/[.:#]+/).at(-1);
    if (type === undefined || type === '') isAnyName = true;
    else names.add(type);
    // An instance may come from a function of the library, so that the user writes no name at all.
    if (name !== 'constructor' && name !== '__init__' && name !== '__construct' && name !== 'initialize')
      isAnyName = true;
  }
  const isWhole = addExported(repository, place, names);
  for (const name of [...names]) for (const alias of repository.aliases.get(name) ?? []) names.add(alias);
  return { names: isAnyName ? null : names, isWhole };
}

/** `Attribute` of C# and the `get` of a Java property seen from Kotlin are left out; Ruby writes `name = value` for `name=`. */
function formsOf(name: string): string[] {
  const forms = [name, name.replace(/Attribute$/, ''), name.replace(/=$/, '')];
  const property = /^(?:get|set|is)(\p{Lu}.*)$/u.exec(name)?.[1];
  if (property !== undefined) forms.push(property[0]!.toLowerCase() + property.slice(1));
  return forms;
}

/** Adds the names under which the file itself exports one of the names. Returns whether it exports one as the whole module. */
function addExported(repository: Repository, place: number, names: Set<string>): boolean {
  const { exports, entities, strings } = repository.loader.load(place);
  const nameOf = (form: number, a: number, b: number): string | null | undefined => {
    if (form === exportForms.local) return strings[a];
    if (form === exportForms.from) return strings[b];
    if (form !== exportForms.own) return undefined;
    return a === -1 ? null : strings[entities[a * entityWidth + entityFields.name]!];
  };
  let isWhole = false;
  for (let at = 0; at < exports.length; at += exportWidth) {
    const exported = strings[exports[at]!]!;
    const own = nameOf(exports[at + 1]!, exports[at + 2]!, exports[at + 3]!);
    // An expression that is exported as a whole (`module.exports = { … }`) may hold any of the file's names.
    if (own === undefined || (own !== null && !names.has(own))) continue;
    if (exported === 'default' || exported === '=') isWhole = true;
    else if (own !== null) names.add(exported);
  }
  return isWhole;
}
