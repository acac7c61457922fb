/**
 * Finds the symbols that a name, a dotted name or an id means.
 * Invariant: all matching symbols are returned, except those that another of them represents (`one-symbol.ts`, `c-declarations.ts`).
 */
import { AppError } from '../../model/error.ts';
import type { SymbolChoice, SymbolNode, SymbolQuery } from '../../model/graph.ts';
import { qualifiedName, sourceName, symbolKey, withoutOverload } from '../../model/link.ts';
import { editDistance, nearestFew } from '../../util/nearest.ts';
import type { LayoutPlace } from './project-layout.ts';
import { asDefined } from './c-declarations.ts';
import type { FileSymbols } from './index/file-symbols.ts';
import type { FoundSymbol } from './found-symbol.ts';
import { likeliestFirst } from './likeliest.ts';
import type { LinkIndex } from './index/link-index.ts';
import { withoutDuplicates } from './one-symbol.ts';
import { overloadsTogether, withTypes, writtenTypes } from './overload-sets.ts';
import { distinctRefs, type SymbolRef } from './ref-map.ts';
import { formsOf, partsOf, placeIn } from './written-name.ts';

const candidatesShown = 15;
const nearestShown = 3;

/** All matching symbols, the likeliest first. */
export async function findSymbols(index: LinkIndex, query: SymbolQuery): Promise<FoundSymbol[]> {
  const written = query.symbol.trim();
  // The untrimmed text comes first, because a file's name may begin or end with a space.
  const refs =
    (await byPathOrId(index, query.symbol)) ?? (await byPathOrId(index, written)) ?? (await byName(index, written));
  const fitting = (await withNodes(index, refs)).filter(({ node }) => fits(node, query));
  const defined = await asDefined(index, await withoutDuplicates(index, fitting));
  const chosen = withTypes(await withNodes(index, defined), writtenTypes(written));
  return likeliestFirst(index, overloadsTogether(chosen));
}

async function withNodes(index: LinkIndex, refs: readonly SymbolRef[]): Promise<FoundSymbol[]> {
  const nodes = await index.nodes(refs);
  return refs.flatMap((ref) => {
    const node = nodes.get(ref);
    return node === undefined ? [] : [{ ref, refs: [ref], node }];
  });
}

/**
 * The symbol of a path (the file's top level) or of an id (a path, `#`, and a name in the file). A path or name may contain a `#`, so
 * every `#` after the path of an existing file is tried. Also the innermost definition at `path:line`. Null where the text does not begin with the path
 * of a linked file.
 */
async function byPathOrId(index: LinkIndex, given: string): Promise<SymbolRef[] | null> {
  const written = given.replace(/^\.\//, '');
  const named = index.idOf(written);
  if (named !== undefined) return [{ file: named, key: 0 }];
  let isFileNamed = false;
  for (let hash = written.indexOf('#'); hash !== -1; hash = written.indexOf('#', hash + 1)) {
    const file = index.idOf(written.slice(0, hash));
    if (file === undefined) continue;
    isFileNamed = true;
    const key = symbolKey(written.slice(hash + 1));
    const symbols = (await index.symbolsOf([file])).get(file);
    if (symbols === undefined) continue;
    if (symbols.main(key) !== undefined) return [{ file, key }];
    const duplicates = duplicatesOf(symbols, written.slice(hash + 1));
    if (duplicates.length > 0) return [...distinctRefs(duplicates.map((duplicate) => ({ file, key: duplicate })))];
  }
  return isFileNamed ? [] : atLine(index, written);
}

/**
 * The keys of the definitions whose name in the source is that of an id. Marks that distinguish duplicates are ignored, because the id may come from an
 * earlier answer, and the marks may have changed since.
 */
function duplicatesOf({ definitions, keys }: FileSymbols, written: string): number[] {
  const plain = withoutOverload(written);
  const dot = plain.lastIndexOf('.');
  const wanted = sourceName({ name: plain.slice(dot + 1), container: dot === -1 ? null : plain.slice(0, dot) });
  return keys.filter((_, at) => sourceName(definitions[at]!) === wanted);
}

/** The innermost definition at a place in the form of answers (`src/a.ts:12`); null for any other text. */
async function atLine(index: LinkIndex, written: string): Promise<SymbolRef[] | null> {
  const place = placeIn(written);
  const file = place === null ? undefined : index.idOf(place.path);
  if (place === null || file === undefined) return null;
  const symbols = (await index.symbolsOf([file])).get(file);
  let [key, least] = [0, Infinity];
  for (const [at, { startLine, endLine }] of symbols?.definitions.entries() ?? []) {
    if (startLine > place.line || endLine < place.line || endLine - startLine >= least) continue;
    [key, least] = [symbols!.keys[at]!, endLine - startLine];
  }
  return [{ file, key }];
}

/** The symbols of a name: of the first of its possible readings that any symbol has. */
async function byName(index: LinkIndex, written: string): Promise<SymbolRef[]> {
  for (const form of formsOf(written)) {
    const refs = await symbolsOfParts(index, partsOf(form));
    if (refs.length > 0) return refs;
  }
  return [];
}

/** The symbols of `name` or `Outer.name`; where there are none, those of `name` in a module (`module.name`). */
async function symbolsOfParts(index: LinkIndex, parts: readonly string[]): Promise<SymbolRef[]> {
  const name = parts.at(-1) ?? '';
  if (name === '') return [];
  const dotted = parts.join('.');
  const places = (await index.store.definitionsNamed([name])).get(name) ?? [];
  const files = new Map(
    (await index.store.files([...new Set(places.map(({ fileId }) => fileId))])).map((file) => [file.id, file]),
  );
  const refs: SymbolRef[] = [];
  const inModule: SymbolRef[] = [];
  for (const { fileId, definition } of places) {
    const qualified = qualifiedName(definition);
    const written = sourceName(definition);
    const path = files.get(fileId)?.path ?? '';
    const file = index.idOf(path);
    if (file === undefined) continue;
    const ref = { file, key: symbolKey(qualified) };
    if (isNamed(qualified, dotted) || isNamed(written, dotted)) refs.push(ref);
    else if (dotted.endsWith(`.${written}`) && isModule(path, parts.slice(0, -written.split('.').length)))
      inModule.push(ref);
  }
  return [...distinctRefs(refs.length > 0 ? refs : inModule)];
}

function isNamed(qualified: string, dotted: string): boolean {
  return qualified === dotted || qualified.endsWith(`.${dotted}`);
}

/** Whether a file belongs to a module by its folders or its own name, as in `json.dumps` or `http.NewRequest`. */
function isModule(path: string, names: readonly string[]): boolean {
  const folders = path.split('/');
  const file = folders.pop() ?? '';
  const stem = file.replace(/\.[^.]*$/, '');
  return [folders, [...folders, stem]].some((way) => names.every((name, at) => way.at(at - names.length) === name));
}

function fits(node: SymbolNode & LayoutPlace, { file, module, package: wanted }: SymbolQuery): boolean {
  if (file !== undefined) {
    const path = file.replace(/^\.\//, '').replaceAll('\\', '/');
    if (node.path !== path && !node.path.endsWith(`/${path}`) && !node.path.startsWith(`${path.replace(/\/$/, '')}/`))
      return false;
  }
  if (module !== undefined && node.module !== module) return false;
  return wanted === undefined || node.package === wanted;
}

/** The choice for a query that should mean one symbol, and all symbols that were found. */
export async function chooseSymbol(
  index: LinkIndex,
  query: SymbolQuery,
): Promise<{ choice: SymbolChoice; found: FoundSymbol[] }> {
  const found = await findSymbols(index, query);
  if (found.length === 1) return { choice: { kind: 'one', node: found[0]!.node }, found };
  if (found.length > 1) {
    const candidates = found.slice(0, candidatesShown).map(({ node }) => node);
    return { choice: { kind: 'several', total: found.length, candidates }, found };
  }
  return { choice: { kind: 'none', nearest: await nearestNames(index, query) }, found };
}

/**
 * Suggestions for a query without a match, the first of these that there are: what the query means without its filters; similar names in the file that
 * it names; symbols with the last part of the name; places outside of the graph; similar names in the project.
 */
async function nearestNames(index: LinkIndex, query: SymbolQuery): Promise<string[]> {
  const name = partsOf(formsOf(query.symbol.trim()).at(-1) ?? '').at(-1) ?? '';
  const elsewhere = await findSymbols(index, { symbol: query.symbol });
  if (elsewhere.length > 0) return elsewhere.slice(0, nearestShown).map(({ node }) => node.id);
  const within = await nearestWithin(index, query.symbol.trim().replace(/^\.\//, ''));
  if (within.length > 0) return within;
  const withLastName = name === query.symbol ? [] : await findSymbols(index, { symbol: name });
  if (withLastName.length > 0) return withLastName.slice(0, nearestShown).map(({ node }) => node.id);
  const outside = await placesOutsideCode(index, [name]);
  return outside.length > 0 ? outside : nearestOf(name, await index.store.definitionNames());
}

/** Ids of symbols, in the file that an id names, whose names are similar to the id's name. */
async function nearestWithin(index: LinkIndex, written: string): Promise<string[]> {
  const hash = written.indexOf('#');
  const file = hash === -1 ? undefined : index.idOf(written.slice(0, hash));
  const symbols = file === undefined ? undefined : (await index.symbolsOf([file])).get(file);
  if (symbols === undefined) return [];
  const byName = Map.groupBy(symbols.definitions, ({ name }) => name);
  const near = nearestOf(partsOf(written.slice(hash + 1)).at(-1) ?? '', [...byName.keys()]);
  const ids = near.flatMap((name) => byName.get(name)!.map((found) => `${symbols.path}#${qualifiedName(found)}`));
  return [...new Set(ids)].slice(0, nearestShown);
}

/**
 * Places of names in files outside of the graph: headings and keys of data, as `docs/a.md:5 (not code)`, and code that is not linked yet (during the
 * first indexing).
 */
export async function placesOutsideCode(index: LinkIndex, names: readonly string[]): Promise<string[]> {
  const places = [...(await index.store.definitionsNamed(names)).values()].flat();
  const files = await index.store.files([...new Set(places.map(({ fileId }) => fileId))]);
  const outside = new Map(files.filter(({ path }) => index.idOf(path) === undefined).map((file) => [file.id, file]));
  return places
    .flatMap(({ fileId, definition: { line } }) => {
      const file = outside.get(fileId);
      if (file === undefined) return [];
      const isCode = file.referenceCount > 0 || index.linkedLanguages.has(file.language);
      return [`${file.path}:${line} (${isCode ? 'not linked yet' : 'not code'})`];
    })
    .slice(0, nearestShown);
}

/**
 * Names similar to a name: first those one letter away, then those that begin with the name, then other similar ones. Where there are none: names that
 * contain the name.
 */
export function nearestOf(name: string, names: readonly string[]): string[] {
  const lower = name.toLowerCase();
  const near = nearestFew(name, names, nearestShown);
  const corrections = near.filter((one) => editDistance(lower, one.toLowerCase(), 1) <= 1);
  const found = [...new Set([...corrections, ...shortest(lower, names, 'startsWith'), ...near])].slice(0, nearestShown);
  return found.length > 0 ? found : shortest(lower, names, 'includes');
}

/** The names that begin with or contain a text in upper or lower case, the shortest first. None for a text of fewer than three letters. */
function shortest(lower: string, names: readonly string[], test: 'startsWith' | 'includes'): string[] {
  if (lower.length < 3) return [];
  const found = names.filter((one) => one.toLowerCase()[test](lower));
  return found.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).slice(0, nearestShown);
}

/** The only symbol that a query means. @throws AppError with the candidates, or with similar names */
export async function requireSymbol(index: LinkIndex, query: SymbolQuery, field: string): Promise<FoundSymbol> {
  const { choice, found } = await chooseSymbol(index, query);
  if (choice.kind === 'one') return found[0]!;
  if (choice.kind === 'none') {
    const near = choice.nearest.length === 0 ? {} : { hint: `The nearest: ${choice.nearest.join(', ')}.` };
    throw new AppError('NotFoundError', `Symbol not found: ${query.symbol}`, {
      ...near,
      next: { to: 'findNames', pattern: `*${query.symbol.split(/[.#]/).at(-1) ?? ''}*` },
      details: { field, expected: 'a name, Class.method, or an id from an earlier answer', received: query.symbol },
    });
  }
  const listed = choice.candidates.map(({ id, kind, line }) => `  ${id}  ${kind}, line ${line}`);
  const more = choice.total > listed.length ? [`  ... and ${choice.total - listed.length} more`] : [];
  throw new AppError('ValidationError', `"${query.symbol}" means ${choice.total} symbols`, {
    hint: [`Ask again with one of these ids as ${field}:`, ...listed, ...more].join('\n'),
    details: { field, expected: 'one symbol', received: query.symbol },
  });
}
