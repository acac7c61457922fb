/** Answers which symbols the names in some lines of a file mean, and with which other files a file is linked. */
import type {
  FileLinksAnswer,
  LinkedFile,
  NamedPlace,
  NamesAnswer,
  NamesRequest,
} from '../../../model/code-questions.ts';
import type { SymbolNode } from '../../../model/graph.ts';
import { qualifiedName, symbolKey } from '../../../model/link.ts';
import { unpackLinks } from '../../../store/packed/packed-links.ts';
import type { Stateless } from '../calls.ts';
import { compareByRank } from '../likeliest.ts';
import type { LinkIndex } from '../index/link-index.ts';
import { findSymbols } from '../names/find-symbols.ts';
import { nearestOf } from '../names/nearest-of.ts';
import { distinctRefs, RefMap, type SymbolRef } from '../ref-map.ts';

type PlacedRef = Omit<NamedPlace, 'symbol'> & { ref: SymbolRef };

export async function answerNames(index: LinkIndex, request: NamesRequest): Promise<Stateless<NamesAnswer>> {
  const { file: path, startLine, endLine } = request;
  const file = index.idOf(path);
  if (file === undefined) return { path, places: [], symbols: [] };
  const isWanted = ({ line }: { line: number }): boolean => line >= startLine && line <= endLine;
  const placed: PlacedRef[] = [];
  const own = (await index.symbolsOf([file])).get(file);
  for (const [at, definition] of own?.definitions.entries() ?? []) {
    if (!isWanted(definition)) continue;
    const { line, column } = definition;
    placed.push({ line, column, kind: 'definition', resolution: 'scope', ref: { file, key: own!.keys[at]! } });
  }
  for (const { to, data } of await index.store.linksFrom([file])) {
    if (index.file(to) === undefined) continue;
    // The overrides of a member stand at its own name.
    for (const { target, line, column, kind, resolution } of unpackLinks(data, undefined, (one) => one !== 'overrides'))
      if (isWanted({ line })) placed.push({ line, column, kind, resolution, ref: { file: to, key: target } });
  }
  const nodes = await index.nodes(distinctRefs(placed.map(({ ref }) => ref)));
  const numbers = new RefMap<number>();
  const symbols: SymbolNode[] = [];
  const places: NamedPlace[] = [];
  for (const { ref, ...place } of placed.toSorted(byPosition)) {
    const node = nodes.get(ref);
    if (node === undefined) continue;
    let symbol = numbers.get(ref);
    if (symbol === undefined) numbers.set(ref, (symbol = symbols.push(node) - 1));
    places.push({ ...place, symbol });
  }
  return { path, places, symbols };
}

function byPosition(a: PlacedRef, b: PlacedRef): number {
  return a.line - b.line || a.column - b.column || Number(b.kind === 'definition') - Number(a.kind === 'definition');
}

export async function answerFileLinks(index: LinkIndex, path: string): Promise<Stateless<FileLinksAnswer>> {
  const file = index.idOf(path);
  if (file === undefined) return { path, usedBy: [], uses: [] };
  const [into, from] = await Promise.all([index.store.linksInto([file]), index.store.linksFrom([file])]);
  return {
    path,
    usedBy: linkedFiles(
      index,
      into.filter((blob) => blob.from !== file).map((blob) => [blob.from, blob.data]),
    ),
    uses: linkedFiles(
      index,
      from.filter((blob) => blob.to !== file).map((blob) => [blob.to, blob.data]),
    ),
  };
}

function linkedFiles(index: LinkIndex, blobs: readonly (readonly [file: number, data: Uint8Array])[]): LinkedFile[] {
  return blobs
    .flatMap(([file, data]) => {
      const linked = index.file(file);
      if (linked === undefined) return [];
      const links = unpackLinks(data);
      const isImport = links.some(({ kind }) => kind === 'import' || kind === 'reexport');
      return links.length === 0 ? [] : [{ path: linked.path, sites: links.length, isImport, isTest: linked.isTest }];
    })
    .toSorted((a, b) => Number(a.isTest) - Number(b.isTest) || b.sites - a.sites || (a.path < b.path ? -1 : 1));
}

/** The first symbols of some names, or qualified names, in the order of the names; of each name the likeliest first. */
export async function answerNamed(index: LinkIndex, names: readonly string[], limit: number): Promise<SymbolNode[]> {
  const found: SymbolNode[] = [];
  for (const name of names) {
    // The definitions of each name are read from the index: short names have thousands, and nobody asks for the rest.
    if (found.length >= limit) break;
    const places = (await index.store.definitionsNamed([lastPart(name)])).get(lastPart(name)) ?? [];
    const files = await index.store.files([...new Set(places.map(({ fileId }) => fileId))]);
    const paths = new Map(files.map(({ id, path }) => [id, path]));
    const isWanted = (qualified: string): boolean => !name.includes('.') || qualified === name;
    const refs = places.flatMap(({ fileId, definition }) => {
      const file = index.idOf(paths.get(fileId) ?? '');
      const qualified = qualifiedName(definition);
      return file === undefined || !isWanted(qualified) ? [] : [{ file, key: symbolKey(qualified) }];
    });
    const nodes = [...(await index.nodes(distinctRefs(refs))).values()];
    found.push(...nodes.sort((a, b) => compareByRank(index, a, b)));
  }
  return found.slice(0, limit);
}

/** The symbols that the tools would take for a name that no symbol has as it is typed; where several names are equally near, those of all. */
export async function answerMisspelt(index: LinkIndex, typed: string, limit: number): Promise<SymbolNode[]> {
  const { symbols } = await findSymbols(index, { symbol: typed });
  if (symbols.length > 0) return symbols.slice(0, limit).map(({ node }) => node);
  return answerNamed(index, await nearestOf(typed, await index.store.definitionNames()), limit);
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
