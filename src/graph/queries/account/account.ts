/**
 * The account of a list of callers, uses or implementers: every place at which the texts of the project have the symbol's name, by what it is.
 * Invariants: the classes add up to the places; a place of which nothing is known is counted as such; the work is bounded by sizes, never by a clock,
 * and what the bounds leave out is counted.
 */
import { accountClasses, type AccountClass, type AccountPlace, type NameAccount } from '../../../model/graph.ts';
import { containerOf, isCallLike, type LinkKind } from '../../../model/link.ts';
import type { DocumentTable } from '../../../store/store.ts';
import { unpackSummary, unpackSummaryPositions } from '../../../store/packed/packed-summary.ts';
import { platformOf, questionRulesOf, regionRulesOf } from '../../languages/question-rules.ts';
import type { FoundSymbol } from '../found-symbol.ts';
import type { LinkedPlace, LinkIndex, UnresolvedPlace } from '../index/link-index.ts';
import { packageOf } from '../names/package-name.ts';
import { RefMap, type SymbolRef } from '../ref-map.ts';
import { isUse, usersStep } from '../steps.ts';
import { unexpandedCalls } from './macro-calls.ts';
import type { FilesNaming, NamedFile } from './named-files.ts';
import { foreignMembers, knownPlaces, positionKey } from './summary-places.ts';
import { isMemberAt, isModuleName, textRole } from './text-roles.ts';
import { textRegions } from './text-regions.ts';

/** Limit on the number of files whose summaries are read. */
const maxSummaries = 400;
/** Limit on the number of files in which the receivers of calls on values from outside are looked at. */
const maxReceivers = 200;
/** The number of places that an account names in each class, and of other symbols. */
const maxSamples = 5;
const maxOthers = 3;

/** A name that a text search finds as a word. */
const wordName = /^[\p{L}_$][\p{L}\p{N}_$]*[?!]?$/u;

export interface AccountedName {
  account: NameAccount;
  /** The calls in the class `outside`. */
  outsideCalls: UnresolvedPlace[];
}

/** A place of the name; `is` is null while nothing is known of it. */
interface Place {
  line: number;
  column: number;
  at: number;
  is: AccountClass | null;
}

interface FilePlaces extends Omit<NamedFile, 'places'> {
  /** Undefined for a file without links. */
  id: number | undefined;
  places: Place[];
  byPosition: ReadonlyMap<number, Place>;
  /** By line: whether it has the name. Most links of a file are on other lines. */
  lines: Uint8Array;
}

/** Another symbol, and the number of places that declare it or are linked to it. */
interface OtherSymbol {
  ref: SymbolRef;
  places: number;
}

/** The class of a use of the symbol. Of several links at one place, the first class in this order counts. */
const useClasses = ['calls', 'handedOn', 'uses', 'imports'] as const;

function useClass(kind: LinkKind): (typeof useClasses)[number] {
  if (isCallLike(kind)) return 'calls';
  if (kind === 'pass') return 'handedOn';
  return kind === 'import' || kind === 'reexport' ? 'imports' : 'uses';
}

/** The word that a text search looks for; null for a file, an operator and the like. */
export function accountWord({ node }: FoundSymbol): string | null {
  if (node.kind === 'file') return null;
  const word = node.name.replace(/^[#@$~]+/, '').replace(/=$/, '');
  return wordName.test(word) ? word : null;
}

/** All places of a symbol's name, each with its class. */
export interface ClassifiedName {
  name: string;
  files: { path: string; places: { line: number; column: number; is: AccountClass }[] }[];
  others: readonly OtherSymbol[];
  /** As in the account. */
  unnamed: number;
  unreadFiles: number;
  /** The calls in the class `outside`. */
  outsideCalls: UnresolvedPlace[];
}

/** The account of a symbol; null where its name is no word. @param isUncalled whether nothing is known to call it: then `outsideCalls` are looked at */
export async function nameAccount(
  index: LinkIndex,
  found: FoundSymbol,
  { filesNaming, isUncalled = false }: { filesNaming: FilesNaming; isUncalled?: boolean },
): Promise<AccountedName | null> {
  const classified = await classifiedPlaces(index, found, { filesNaming, isUncalled });
  if (classified === null) return null;
  const { name, files, others, unnamed, unreadFiles, outsideCalls } = classified;
  const unexpanded = await unexpandedCalls(index, found);
  const account = { name, ...sumOf(files), others: await shownOthers(index, others), unnamed, unexpanded, unreadFiles };
  return { account, outsideCalls };
}

/** The places of a symbol's name; null where that is no word. */
export async function classifiedPlaces(
  index: LinkIndex,
  found: FoundSymbol,
  { filesNaming, isUncalled }: { filesNaming: FilesNaming; isUncalled: boolean },
): Promise<ClassifiedName | null> {
  const name = accountWord(found);
  const { language } = index.file(found.ref.file) ?? {};
  if (name === null || language === undefined) return null;
  const platform = platformOf(language);
  const named = await filesNaming(name, (one) => platformOf(one) === platform);
  const files = named.files.map((file) => filePlaces(index, file));
  const context: Context = { index, found, name, platform };
  const unnamed = await addUses(context, files);
  const others = await addOthers(context, files);
  await addUnresolved(context, files);
  addTexts(context, files);
  const calls = await addKnown(context, files);
  const outsideCalls = isUncalled ? await possibleCalls(context, calls) : [];
  const classified = files.map(({ path, places }) => ({
    path,
    places: places.map(({ line, column, is }) => ({ line, column, is: is ?? ('unclassified' as const) })),
  }));
  return { name, files: classified, others, unnamed, unreadFiles: named.unread, outsideCalls };
}

interface Context {
  index: LinkIndex;
  found: FoundSymbol;
  name: string;
  platform: string;
}

function filePlaces(index: LinkIndex, { places, ...file }: NamedFile): FilePlaces {
  const own = places.map((place): Place => ({ ...place, is: null }));
  const byPosition = new Map(own.map((place) => [positionKey(place.line, place.column), place]));
  const lines = new Uint8Array((own.at(-1)?.line ?? 0) + 1);
  for (const { line } of own) lines[line] = 1;
  return { ...file, id: index.idOf(file.path), places: own, byPosition, lines };
}

/** The marks that languages write before a name, as part of it (`#name`, `$name`, `r#name`): a link may begin there. */
const marks = [0, 1, 2];

/** The place of the name at a position of the index; undefined if the name is not there. */
function placeAt({ byPosition, text, lines }: FilePlaces, line: number, column: number): Place | undefined {
  if (lines[line] !== 1) return undefined;
  for (const mark of marks) {
    const place = byPosition.get(positionKey(line, column + mark));
    if (place !== undefined && (mark === 0 || /^[#@$~&r]+$/.test(text.slice(place.at - mark, place.at)))) return place;
  }
  return undefined;
}

/** Marks the uses of the symbol, and its declarations. Returns how many uses are at places without the name. */
async function addUses({ index, found: { refs } }: Context, files: readonly FilePlaces[]): Promise<number> {
  const byId = new Map(files.flatMap((file) => (file.id === undefined ? [] : [[file.id, file] as const])));
  const symbols = await index.symbolsOf(refs.map(({ file }) => file));
  for (const { file, key } of refs) {
    const named = byId.get(file);
    for (const at of symbols.get(file)?.byKey.get(key) ?? []) {
      const { line, column } = symbols.get(file)!.definitions[at]!;
      const place = named === undefined ? undefined : placeAt(named, line, column);
      if (place !== undefined) place.is = 'declarations';
    }
  }
  const unnamed = new Set<string>();
  const uses: LinkedPlace[] = [...(await usersStep(index, refs)), ...(await index.into(refs, (kind) => !isUse(kind)))];
  for (const { from, site } of uses) {
    if (site.kind === 'overrides') continue;
    const named = byId.get(from.file);
    const place = named === undefined ? undefined : placeAt(named, site.line, site.column);
    const of = useClass(site.kind);
    if (place === undefined) {
      if (of !== 'imports') unnamed.add(`${from.file} ${site.line} ${site.column}`);
    } else if (place.is === null || useClasses.indexOf(of) < useClasses.indexOf(place.is as typeof of)) place.is = of;
  }
  return unnamed.size;
}

/** The names of symbols that a text has as one word: that of the symbol, and the word with the marks of languages. */
function writtenForms(word: string, name: string): ReadonlySet<string> {
  return new Set([name, word, `#${word}`, `$${word}`, `@${word}`]);
}

function openPlaces({ places }: FilePlaces): Place[] {
  return places.filter(({ is }) => is === null);
}

/** Marks the places that declare, or are linked to, other symbols of the name. Returns how many places lead to each of these. */
async function addOthers(
  { index, name, found }: Context,
  files: readonly FilePlaces[],
): Promise<readonly OtherSymbol[]> {
  const names = writtenForms(name, found.node.name);
  const defining = (await index.store.definingFiles([...names])).flatMap((fileIds) => [...fileIds]);
  const symbols = await index.symbolsOf(defining.flatMap((fileId) => index.idOfFile(fileId) ?? []));
  const own = new RefMap<true>();
  for (const ref of found.refs) own.set(ref, true);
  const byId = new Map(files.flatMap((file) => (file.id === undefined ? [] : [[file.id, file] as const])));
  const others = new RefMap<OtherSymbol>();
  const mark = (ref: SymbolRef, place: Place | undefined): void => {
    if (place?.is !== null) return;
    place.is = 'others';
    const known = others.get(ref);
    if (known === undefined) others.set(ref, { ref, places: 1 });
    else known.places++;
  };
  const refs: SymbolRef[] = [];
  const ranks = new RefMap<number>();
  // By path: the order of `symbols` depends on what is kept of earlier questions, and a place may lead to several of them.
  const pathOf = (file: number): string => index.file(file)?.path ?? '';
  const byPath = [...symbols].sort(([one], [other]) => (pathOf(one) < pathOf(other) ? -1 : 1));
  for (const [file, { definitions, keys }] of byPath) {
    const named = byId.get(file);
    for (const [at, definition] of definitions.entries()) {
      const ref = { file, key: keys[at]! };
      if (!names.has(definition.name) || own.has(ref)) continue;
      ranks.set(ref, refs.push(ref));
      if (named !== undefined) mark(ref, placeAt(named, definition.line, definition.column));
    }
  }
  const rank = (ref: SymbolRef): number => ranks.get(ref) ?? 0;
  const links = [...(await index.into(refs, () => true))].sort((a, b) => rank(a.to) - rank(b.to));
  for (const { from, to, site } of links) {
    const named = byId.get(from.file);
    if (named !== undefined) mark(to, placeAt(named, site.line, site.column));
  }
  return others.values();
}

async function shownOthers(index: LinkIndex, others: readonly OtherSymbol[]): Promise<NameAccount['others']> {
  const most = others.toSorted((a, b) => b.places - a.places).slice(0, maxOthers);
  const nodes = await index.nodes(most.map(({ ref }) => ref));
  return most.flatMap(({ ref, places }) => {
    const node = nodes.get(ref);
    if (node === undefined) return [];
    // All of these have the same name.
    const of = packageOf(index, node.path);
    return [{ symbol: of === null ? node.qualified : `${of}.${node.qualified}`, places }];
  });
}

async function addUnresolved({ index, name, found: { node } }: Context, files: readonly FilePlaces[]): Promise<void> {
  const byId = new Map(files.flatMap((file) => (file.id === undefined ? [] : [[file.id, file] as const])));
  for (const { file, site } of await index.unresolvedSites([...writtenForms(name, node.name)])) {
    const named = byId.get(file);
    const place = named === undefined ? undefined : placeAt(named, site.line, site.column);
    if (place?.is === null) place.is = 'unresolved';
  }
}

/** Marks the places in files that are not linked with the symbol, in comments and in strings. */
function addTexts({ index, platform, name, found: { ref, node } }: Context, files: readonly FilePlaces[]): void {
  // Then a name without a dot before it is none of a member.
  const isNeverBare =
    (node.kind === 'method' || node.kind === 'property') &&
    questionRulesOf(index.file(ref.file)!.language).membersNeedReceiver === true;
  for (const { id, language, text, isProse, places } of files) {
    const open = places.filter(({ is }) => is === null);
    if (open.length === 0) continue;
    const isLinked = id !== undefined && index.linkedLanguages.has(language);
    if (!isLinked || platformOf(language) !== platform) {
      for (const place of open) place.is = isProse && !isLinked ? 'comments' : 'unlinked';
      continue;
    }
    const regions = textRegions(
      regionRulesOf(language),
      text,
      open.map(({ at }) => at),
    );
    for (const [position, place] of open.entries()) {
      const { at } = place;
      if (regions[position] === 'comment') place.is = 'comments';
      else if (regions[position] === 'string') place.is = isModuleName(text, at) ? 'foreign' : 'strings';
      else {
        const role = textRole(text, at, at + name.length);
        if (role === 'foreign') place.is = role;
        else if (isNeverBare && !isMemberAt(text, at)) place.is = role === 'label' ? 'labels' : 'foreign';
      }
    }
  }
}

/** A call of the name on a value from outside, in a file. */
interface OutsideCall {
  file: FilePlaces;
  place: Place;
  kind: LinkKind;
}

/** Marks what the linker knows of the places that it does not link. Returns the calls on values from outside. */
async function addKnown(context: Context, files: readonly FilePlaces[]): Promise<OutsideCall[]> {
  const { index, found } = context;
  const open = files.filter((file) => openPlaces(file).length > 0 && index.file(file.id ?? -1) !== undefined);
  if (open.length === 0) return [];
  const read = open.slice(0, maxSummaries);
  const packed = await index.store.summaries(read.map(({ id }) => index.file(id!)!.fileId));
  const symbols = await index.symbolsOf(read.map(({ id }) => id!));
  const isMember = containerOf(found.node) !== null;
  const calls: OutsideCall[] = [];
  for (const file of read) {
    const bytes = packed.get(index.file(file.id!)!.fileId);
    if (bytes === undefined) continue;
    const positions = unpackSummaryPositions(bytes);
    const known = knownPlaces(positions, file.lines, (position) => file.byPosition.has(position));
    const locals: number[] = [];
    for (const [position, one] of known) {
      const place = file.byPosition.get(position)!;
      if (one.is === 'declared' && one.isLocal) locals.push(place.line);
      if (place.is !== null) continue;
      place.is = one.is === 'used' && isMember && isMemberAt(file.text, place.at) ? 'outside' : 'foreign';
      if (place.is === 'outside' && one.is === 'used' && one.kind !== null) calls.push({ file, place, kind: one.kind });
    }
    const functions = symbols.get(file.id!)?.definitions.filter(isFunction) ?? [];
    const { text } = file;
    for (const place of openPlaces(file))
      if (textRole(text, place.at, place.at + context.name.length) === 'label') place.is = 'labels';
      else if (!isMemberAt(text, place.at) && isLocal(functions, locals, place.line)) place.is = 'foreign';
  }
  return calls;
}

/** Whether a function contains a line and one of the lines at which a local name is declared: in some languages its uses have no sites. */
function isLocal(
  functions: readonly { startLine: number; endLine: number }[],
  locals: readonly number[],
  line: number,
): boolean {
  if (locals.length === 0) return false;
  return functions.some(
    ({ startLine, endLine }) =>
      startLine <= line && line <= endLine && locals.some((local) => startLine <= local && local <= endLine),
  );
}

/** The calls without those of `super` and of what files import from outside, whose class becomes `foreign`. */
async function possibleCalls({ index, name }: Context, calls: readonly OutsideCall[]): Promise<UnresolvedPlace[]> {
  const byFile = [...Map.groupBy(calls, ({ file }) => file)];
  const read = byFile.slice(0, maxReceivers);
  const packed = await index.store.summaries(read.map(([{ id }]) => index.file(id!)!.fileId));
  const modules = read.length === 0 ? new Map<number, string>() : await modulesOf(index);
  for (const [file, own] of read) {
    const bytes = packed.get(index.file(file.id!)!.fileId);
    if (bytes === undefined) continue;
    const paths = modules.get(file.id!)?.split('\n') ?? [];
    const foreign = foreignMembers(unpackSummary(bytes).summary, (module) => (paths[module] ?? '') === '');
    for (const { place } of own) if (foreign.has(positionKey(place.line, place.column))) place.is = 'foreign';
  }
  const left = calls.filter(({ place }) => place.is === 'outside');
  const symbols = await index.symbolsOf(left.map(({ file }) => file.id!));
  return left.map(({ file: { id, path }, place: { line, column }, kind }) => {
    const container = innermost(symbols.get(id!)?.definitions ?? [], line);
    return { file: id!, path, site: { name, kind, line, column, container } };
  });
}

function isFunction({ kind }: { kind: string }): boolean {
  return kind === 'function' || kind === 'method';
}

/** By document table, which is another one after each change of the index: the results of `modulesOf`. */
const modulesByTable = new WeakMap<DocumentTable, ReadonlyMap<number, string>>();

/** By file: the paths that its modules mean, a line each; an empty line for a module outside. */
async function modulesOf({ store, documents: table }: LinkIndex): Promise<ReadonlyMap<number, string>> {
  let modules = modulesByTable.get(table);
  if (modules === undefined) {
    modules = new Map((await store.linkedFiles()).map(({ id, resolution }) => [id, resolution]));
    modulesByTable.set(table, modules);
  }
  return modules;
}

/** The index of the last function that begins before a line and ends behind it; -1 for none. */
function innermost(definitions: readonly { kind: string; startLine: number; endLine: number }[], line: number): number {
  return definitions.findLastIndex((one) => isFunction(one) && one.startLine <= line && line <= one.endLine);
}

function sumOf(files: ClassifiedName['files']): Pick<NameAccount, 'places' | 'files' | 'byClass' | 'samples'> {
  const byClass = Object.fromEntries(accountClasses.map((name) => [name, 0])) as NameAccount['byClass'];
  const samples: NameAccount['samples'] = { unresolved: [], outside: [], unclassified: [] };
  let places = 0;
  for (const { path, places: own } of files)
    for (const { is, line } of own) {
      byClass[is]++;
      places++;
      const list: AccountPlace[] | undefined = samples[is as keyof typeof samples];
      if (list !== undefined && list.length < maxSamples) list.push({ path, line });
    }
  return { places, files: files.length, byClass, samples };
}
