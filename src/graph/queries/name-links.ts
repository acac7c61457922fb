/**
 * Links by name alone, which are made at query time: an unresolved site is linked to the only symbol with its name. A site stays unresolved where
 * several symbols have its name, or where a member of a built-in type has it.
 */
import { platformOf, questionRulesOf } from '../languages/question-rules.ts';
import type { Unresolved } from '../../model/graph.ts';
import { isCallLike, qualifiedName, symbolKey, type LinkKind, type UnresolvedSite } from '../../model/link.ts';
import type { LinkedPlace, LinkIndex, UnresolvedPlace } from './index/link-index.ts';
import type { SymbolRef } from './ref-map.ts';

/** Names of members of built-in types. On an unknown receiver, such a name more often means a built-in member than a member of the project. */
const usualMembers: ReadonlySet<string> = new Set(
  (
    'add all any append apply at bind call catch charAt clear close concat constructor copy count decode delete done emit encode end entries ' +
    'error every exec extend filter finally find findIndex first flat flatMap forEach format from get getattr has hasOwnProperty id includes ' +
    'index indexOf insert isArray items iterator join key keys last length log lower map match max message min name next now off on once open ' +
    'parse path pop push put read reduce remove replace resolve reverse run send set setdefault shift size slice some sort splice split start ' +
    'startsWith stop strip test then toJSON toLowerCase toString trim type unshift update upper url value valueOf values write ' +
    'Any FirstOrDefault GroupBy OrderBy Select SelectMany ToArray ToDictionary ToList Where'
  ).split(' '),
);

/** The number of unresolved sites that an answer shows. */
const samplesShown = 5;

export interface NameLinks {
  places: LinkedPlace[];
  unresolved: Unresolved;
}

/** Whether a name is that of a member of built-in types, and therefore never linked by name alone. */
export function isUsualMember(name: string): boolean {
  return usualMembers.has(name);
}

/** The unresolved sites with a symbol's name: as links by name where the name is unique, else as unresolved. */
export async function nameLinks(
  index: LinkIndex,
  target: NamedRef,
  accepts: (kind: LinkKind) => boolean,
): Promise<NameLinks> {
  const none = { places: [], unresolved: { sites: 0, files: 0, samples: [] } };
  const unresolved = (await unresolvedSitesFor(index, [target], accepts)).get(target) ?? [];
  if (unresolved.length === 0) return none;
  if ((await linkableNames(index, [target.name])).size === 0)
    return { places: [], unresolved: await unresolvedOf(index, unresolved, target.name) };
  return { ...none, places: await placesByName(index, target, unresolved) };
}

/** The unresolved places with a function's name, also those without a call: each may hand the function on. */
export async function unresolvedNames(index: LinkIndex, target: NamedRef): Promise<Unresolved> {
  const { language } = index.file(target.ref.file) ?? {};
  const isField = language !== undefined && questionRulesOf(language).membersAreFields === true;
  const accepts = (kind: LinkKind): boolean => isCallLike(kind) || (!isField && (kind === 'pass' || kind === 'read'));
  return unresolvedOf(index, (await unresolvedSitesFor(index, [target], accepts)).get(target) ?? [], target.name);
}

/** The sites that are linked to symbols by name alone. */
export async function linksByName(
  index: LinkIndex,
  targets: readonly NamedRef[],
  accepts: (kind: LinkKind) => boolean,
): Promise<LinkedPlace[]> {
  const names = await linkableNames(index, [...new Set(targets.map(({ name }) => name))]);
  const named = targets.filter(({ name }) => names.has(name));
  const places: LinkedPlace[] = [];
  for (const [target, unresolved] of await unresolvedSitesFor(index, named, accepts))
    for (const place of await placesByName(index, target, unresolved)) places.push(place);
  return places;
}

/** The symbols that are the only ones of their names, of some names at unresolved sites. */
export async function onlySymbols(index: LinkIndex, names: readonly string[]): Promise<NamedRef[]> {
  const linkable = await linkableNames(index, names);
  if (linkable.size === 0) return [];
  const places = await index.store.definitionsNamed([...linkable]);
  const ids = new Set([...places.values()].flatMap((all) => all.map(({ fileId }) => fileId)));
  const paths = new Map((await index.store.files([...ids])).map(({ id, path }) => [id, path]));
  return [...places].flatMap(([name, [first]]) => {
    const file = first === undefined ? undefined : index.idOf(paths.get(first.fileId) ?? '');
    return file === undefined ? [] : [{ name, ref: { file, key: symbolKey(qualifiedName(first!.definition)) } }];
  });
}

/** A symbol with its name. */
export interface NamedRef {
  ref: SymbolRef;
  name: string;
}

/**
 * By symbol: the unresolved sites with the symbol's name, in files whose language can name the symbol. For a symbol that is visible only in its file,
 * these are the sites in that file, or none (`QuestionRules.namesWhatStays`).
 */
async function unresolvedSitesFor(
  index: LinkIndex,
  targets: readonly NamedRef[],
  accepts: (kind: LinkKind) => boolean,
): Promise<Map<NamedRef, UnresolvedPlace[]>> {
  const named = targets.filter(({ ref }) => ref.key !== 0 && index.file(ref.file) !== undefined);
  const open = await index.unresolvedSites([...new Set(named.map(({ name }) => name))]);
  // What one repository leaves open may be known together with another.
  const across = open.length === 0 ? [] : await index.acrossInto(named.map(({ ref }) => ref));
  const known = new Set(across.map(({ from, link }) => `${from} ${link.line} ${link.column}`));
  const sites = Map.groupBy(
    open.filter(({ file, site }) => !known.has(`${file} ${site.line} ${site.column}`)),
    ({ site }) => site.name,
  );
  const found = new Map<NamedRef, UnresolvedPlace[]>();
  const nodes = await index.nodes(named.filter((target) => sites.has(target.name)).map(({ ref }) => ref));
  for (const target of named) {
    const { language } = index.file(target.ref.file)!;
    const rules = questionRulesOf(language);
    const node = nodes.get(target.ref);
    const isPrivate = node !== undefined && !node.exported && rules.staysInFile?.(node) === true;
    const unresolved = (sites.get(target.name) ?? []).filter(
      ({ file, site }) =>
        accepts(site.kind) &&
        // An import names its module, so what another file declares is not meant.
        site.kind !== 'import' &&
        site.kind !== 'reexport' &&
        platformOf(index.file(file)!.language) === platformOf(language) &&
        (!isPrivate || (file === target.ref.file && rules.namesWhatStays?.() !== false)),
    );
    if (unresolved.length > 0) found.set(target, unresolved);
  }
  return found;
}

async function placesByName(
  index: LinkIndex,
  { ref }: NamedRef,
  unresolved: readonly UnresolvedPlace[],
): Promise<LinkedPlace[]> {
  const containers = await index.containersOf(unresolved);
  return unresolved.map(({ site }, at) => placeByName(containers[at]!, site, ref));
}

/** Of these names, those that have unresolved sites, that only one symbol has, and that no member of a built-in type has. */
async function linkableNames(index: LinkIndex, names: readonly string[]): Promise<Set<string>> {
  const asked = names.filter((name) => !usualMembers.has(name));
  return asked.length === 0 ? new Set() : index.uniqueNames(await index.store.unresolvedNames(asked));
}

function placeByName(from: SymbolRef, site: UnresolvedSite, to: SymbolRef): LinkedPlace {
  const kind = site.kind === 'pass' ? 'read' : site.kind;
  return { from, to, site: { line: site.line, column: site.column, kind, resolution: 'name' } };
}

/** Counts unresolved sites and shows some. @param commonName the name that all sites have, which the samples leave out; null for various names */
export async function unresolvedOf(
  index: LinkIndex,
  unresolved: readonly UnresolvedPlace[],
  commonName: string | null,
): Promise<Unresolved> {
  const samples = unresolved.slice(0, samplesShown);
  const refs = await index.containersOf(samples);
  const nodes = await index.nodes(refs);
  return {
    sites: unresolved.length,
    files: new Set(unresolved.map(({ path }) => path)).size,
    samples: samples.map(({ path, site }, at) => ({
      path,
      line: site.line,
      column: site.column,
      caller: refs[at]!.key === 0 ? null : (nodes.get(refs[at]!)?.qualified ?? null),
      kind: site.kind,
      ...(site.name === commonName ? {} : { name: site.name }),
    })),
  };
}
