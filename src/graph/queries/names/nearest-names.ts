/** Suggestions for names that no symbol has. */
import type { SymbolQuery } from '../../../model/graph.ts';
import { qualifiedName } from '../../../model/link.ts';
import { nearestFewInTurns } from '../../../util/turns/each-in-turns.ts';
import { findSymbols, type FoundSymbols } from './find-symbols.ts';
import type { LinkIndex } from '../index/link-index.ts';
import { nearestOf, nearestShown } from './nearest-of.ts';
import { membersOf } from './type-members.ts';
import { formsOf, partsOf } from './written-name.ts';
import { symbolsOfParts } from './written-symbols.ts';

const none: Pick<FoundSymbols, 'symbols' | 'taken'> = { symbols: [], taken: null };

/**
 * Suggestions for a query without a match, the first of these that there are: what the query means without its filters; similar names in the file that
 * it names; files, if it is a path; symbols with the last part of the name; members of the type that it names; symbols whose name is the last part with typing errors; places
 * outside of the graph; similar names in the project.
 */
export async function nearestNames(index: LinkIndex, query: SymbolQuery): Promise<string[]> {
  const parts = partsOf(formsOf(query.symbol.trim()).at(-1) ?? '');
  const name = parts.at(-1) ?? '';
  const elsewhere = (await findSymbols(index, { symbol: query.symbol })).symbols;
  if (elsewhere.length > 0) return elsewhere.slice(0, nearestShown).map(({ node }) => node.id);
  const within = await nearestWithin(index, query.symbol.trim().replace(/^\.\//, ''));
  if (within.length > 0) return within;
  const files = await nearestFiles(index, query.symbol.trim());
  if (files.length > 0) return files;
  if (!/[\p{L}\p{N}]/u.test(name)) return [];
  const named = name === query.symbol ? none : await findSymbols(index, { symbol: name });
  const withLastName = named.symbols.slice(0, nearestShown).map(({ node }) => node.id);
  if (withLastName.length > 0 && named.taken === null) return withLastName;
  const members = await nearestMembers(index, parts);
  if (members.length > 0 || withLastName.length > 0) return members.length > 0 ? members : withLastName;
  const outside = await placesOutsideCode(index, [name]);
  return outside.length > 0 ? outside : nearestOf(name, await index.store.definitionNames());
}

/** Paths like a path: those with its file name in other folders, else those with typing errors. None for what is no path. */
async function nearestFiles(index: LinkIndex, written: string): Promise<string[]> {
  if (!written.includes('/') || /[#:*?]/.test(written)) return [];
  const paths = [...index.paths];
  const name = written.slice(written.lastIndexOf('/'));
  const elsewhere = paths.filter((path) => path.endsWith(name));
  const found = await nearestFewInTurns(written, elsewhere.length > 0 ? elsewhere : paths, nearestShown);
  return found.length > 0 ? found : elsewhere.slice(0, nearestShown);
}

/** Ids of members of a type, for `Type.member` where the type has no such member. */
async function nearestMembers(index: LinkIndex, parts: readonly string[]): Promise<string[]> {
  if (parts.length < 2) return [];
  const members = await membersOf(index, await symbolsOfParts(index, parts.slice(0, -1)));
  const near = await nearestOf(
    parts.at(-1)!,
    members.map(({ name }) => name),
  );
  const nodes = await index.nodes(members.filter(({ name }) => near.includes(name)).map(({ ref }) => ref));
  return nodes
    .values()
    .toSorted((a, b) => near.indexOf(a.name) - near.indexOf(b.name))
    .slice(0, nearestShown)
    .map(({ id }) => id);
}

/** Ids of symbols, in the file that an id names, whose names are similar to the id's name. */
async function nearestWithin(index: LinkIndex, written: string): Promise<string[]> {
  const hash = written.indexOf('#');
  const file = hash === -1 ? undefined : index.idOf(written.slice(0, hash));
  const symbols = file === undefined ? undefined : (await index.symbolsOf([file])).get(file);
  if (symbols === undefined) return [];
  const byName = Map.groupBy(symbols.definitions, ({ name }) => name);
  const near = await nearestOf(partsOf(written.slice(hash + 1)).at(-1) ?? '', [...byName.keys()]);
  const ids = near.flatMap((name) => byName.get(name)!.map((found) => `${symbols.path}#${qualifiedName(found)}`));
  return [...new Set(ids)].slice(0, nearestShown);
}

/**
 * Places of names in files outside of the graph: headings and keys of data, as `docs/a.md:5 (not code)`, and code that is not linked yet (during the
 * first indexing).
 */
export async function placesOutsideCode(index: LinkIndex, names: readonly string[]): Promise<string[]> {
  return (await outsideCode(index, names)).map(({ place }) => place);
}

/** The same with the names and files of the places. */
export async function outsideCode(index: LinkIndex, names: readonly string[]): Promise<OutsidePlace[]> {
  const places = [...(await index.store.definitionsNamed(names)).values()].flat();
  const files = await index.store.files([...new Set(places.map(({ fileId }) => fileId))]);
  const outside = new Map(files.filter(({ path }) => index.idOf(path) === undefined).map((file) => [file.id, file]));
  return places
    .flatMap(({ fileId, definition: { name, line } }): OutsidePlace[] => {
      const file = outside.get(fileId);
      if (file === undefined) return [];
      const isCode = file.referenceCount > 0 || index.linkedLanguages.has(file.language);
      const place = `${file.path}:${line} (${isCode ? 'not linked yet' : 'not code'})`;
      return [{ name, path: file.path, place }];
    })
    .slice(0, nearestShown);
}

interface OutsidePlace {
  name: string;
  path: string;
  place: string;
}

/** The first of the places that several parts have found, in the order of one index. */
export function joinedPlaces(places: readonly OutsidePlace[]): string[] {
  return places
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.path < b.path ? -1 : Number(a.path > b.path)))
    .slice(0, nearestShown)
    .map(({ place }) => place);
}
