/**
 * Reads links and definitions for queries: the files, the symbols of a file, the links into and out of symbols.
 * `LinkIndex` owns caches. When the index has changed, `refresh` drops the caches that depend on its state.
 * This folder only reads the index. Of the linker it uses only `resolve/` (the form of names) and the languages' question rules.
 */
import type { GraphSite, ImportedPackage, SymbolNode } from '../../../model/graph.ts';
import { qualifiedName, withoutOverload, type Link, type LinkKind, type UnresolvedSite } from '../../../model/link.ts';
import {
  kindCodes,
  kindLimit,
  linkKindOf,
  linkResolutionOf,
  linkSignaturesOf,
  linkWidth,
  unpackLinks,
} from '../../../store/packed/packed-links.ts';
import type { OutlineEntry } from '../../../store/outline.ts';
import type { DocumentTable, Store, StoreState } from '../../../store/store.ts';
import { symbolsOfFile, type FileSymbols } from './file-symbols.ts';
import { inOrder, IncomingLinks, type Run } from './incoming-links.ts';
import { isDeclarationFile } from '../../resolve/declaration-files.ts';
import { QuestionTurns } from '../../../util/turns/question.ts';
import { LinkedPaths, type LinkedPath } from './linked-paths.ts';
import { namesIn } from './names-in-file.ts';
import { Presences, type Presence } from './presences.ts';
import { ProjectLayout } from '../project-layout.ts';
import { distinctRefs, RefMap, type SymbolRef } from '../ref-map.ts';
import { inTestModule } from '../test-modules.ts';

/** Files whose outlines are read at once. */
const filesAtOnce = 32;

/** A site at which the symbol `from` links to the symbol `to`. */
export interface LinkedPlace {
  from: SymbolRef;
  to: SymbolRef;
  site: GraphSite;
}

/** An unresolved site, with its file. */
export interface UnresolvedPlace {
  file: number;
  path: string;
  site: UnresolvedSite;
}

/** The number of files whose unpacked definitions are cached. */
const maxCachedFiles = 4_000;
/** The number of files whose unresolved sites are cached. */
const maxCachedUnresolved = 500;
/** The number of names for which it is cached whether only one symbol has them. */
const maxCachedNames = 50_000;

/** Returns whether a symbol is wanted. */
export type SymbolFilter = (file: number, key: number) => boolean;

const isOverride = (kind: LinkKind): boolean => kind === 'overrides';

/** A link from a file of one repository to a symbol of another. */
export interface LinkAcross {
  /** The ids of the linked files. */
  from: number;
  to: number;
  link: Link;
  package: ImportedPackage;
}

/** The links between several repositories, which no index stores: they are made when they are asked for. */
export interface LinksAcross {
  /** Takes the present state of the repositories. */
  refresh(): Promise<void>;
  /** Links from other repositories to these symbols. */
  into(targets: readonly SymbolRef[]): Promise<readonly LinkAcross[]>;
  /** Links from these files into other repositories. */
  outOf(files: readonly number[]): Promise<readonly LinkAcross[]>;
  /** All of them, from files that import packages of other repositories. */
  all(): Promise<readonly LinkAcross[]>;
}

export class LinkIndex {
  readonly store: Store;
  readonly #readText: (path: string) => string | null;
  /** Ids of the languages that have a collector. */
  readonly linkedLanguages: ReadonlySet<string>;
  #generation = -1;
  #documents: DocumentTable | null = null;
  readonly #files = new LinkedPaths();
  #layout: ProjectLayout;
  /** The overrides of a file's members, by file. */
  readonly #overrides = new Map<number, LinkedPlace[]>();
  /** Symbols by file id, the oldest first. They stay valid, because the content of a file id never changes. */
  readonly #symbols = new Map<number, FileSymbols>();
  /** The unresolved sites of a file, by file. */
  readonly #unresolved = new Map<number, readonly UnresolvedPlace[]>();
  readonly #incoming: IncomingLinks;
  readonly #presences: Presences;
  /** By name: whether only one symbol has the name. */
  readonly #uniqueByName = new Map<string, boolean>();

  readonly #across: LinksAcross | null;
  #acrossInto = new RefMap<readonly LinkAcross[]>();

  /**
   * @param readText returns the text of a small file of the project (a manifest); null when it cannot be read
   * @param across the links between the repositories of a store that has several
   */
  constructor(
    store: Store,
    readText: (path: string) => string | null,
    linkedLanguages: ReadonlySet<string>,
    across: LinksAcross | null = null,
  ) {
    this.store = store;
    this.#across = across;
    this.#readText = readText;
    this.linkedLanguages = linkedLanguages;
    this.#layout = new ProjectLayout([], readText);
    this.#incoming = new IncomingLinks(store, this.#pathOf);
    this.#presences = new Presences(store);
  }

  /** Brings the caches up to date with a state of the index; called before each answer. */
  async refresh(state: StoreState): Promise<void> {
    const { documents } = state;
    if (documents.generation === this.#generation) return;
    await this.#files.refresh(this.store, state);
    await this.#across?.refresh();
    this.#documents = documents;
    this.#layout = new ProjectLayout(documents.paths, this.#readText);
    this.#overrides.clear();
    this.#unresolved.clear();
    this.#incoming.clear();
    this.#uniqueByName.clear();
    this.#acrossInto = new RefMap();
    this.#generation = documents.generation;
  }

  /** The generation of the state of the last `refresh`. */
  get generation(): number {
    return this.#generation;
  }

  /** The documents of the state of the last `refresh`. */
  get documents(): DocumentTable {
    if (this.#documents === null) throw new Error('The links are used before `refresh`.');
    return this.#documents;
  }

  readonly #pathOf = (id: number): string => this.#files.file(id)?.path ?? '';

  get layout(): ProjectLayout {
    return this.#layout;
  }

  /** The id of a linked file by its path. */
  idOf(path: string): number | undefined {
    return this.#files.idOf(path);
  }

  /** The id of a linked file by the id of its content (`LinkedPath.fileId`). */
  idOfFile(fileId: number): number | undefined {
    return this.#files.idOfFile(fileId);
  }

  file(id: number): LinkedPath | undefined {
    return this.#files.file(id);
  }

  /** Whether a file is a declaration file (`.d.ts`). */
  isDeclarationFile(id: number): boolean {
    const file = this.#files.file(id);
    return file !== undefined && isDeclarationFile(file);
  }

  /** Whether the project has declaration files (`.d.ts`), which code may implement. */
  get hasDeclarationFiles(): boolean {
    return this.#files.hasDeclarationFiles;
  }

  get paths(): IterableIterator<string> {
    return this.#files.paths;
  }

  /** The symbols of linked files; removed files are left out. */
  async symbolsOf(ids: Iterable<number>): Promise<Map<number, FileSymbols>> {
    const found = new Map<number, FileSymbols>();
    const missing: [id: number, fileId: number][] = [];
    for (const id of new Set(ids)) {
      const file = this.#files.file(id);
      if (file === undefined) continue;
      const cached = this.#symbols.get(file.fileId);
      if (cached === undefined) missing.push([id, file.fileId]);
      else found.set(id, cached);
    }
    if (missing.length === 0) return found;
    const turns = new QuestionTurns();
    for (let at = 0; at < missing.length; at += filesAtOnce) {
      const turn = turns.take();
      if (turn !== null) await turn;
      const batch = missing.slice(at, at + filesAtOnce);
      const read = await this.store.outlines(batch.map(([, fileId]) => fileId));
      for (const [id, fileId] of batch) {
        const definitions = read.get(fileId);
        const file = this.#files.file(id);
        if (definitions === undefined || file === undefined) continue;
        const symbols = symbolsOfFile(file.path, definitions);
        found.set(id, symbols);
        this.#symbols.set(fileId, symbols);
      }
    }
    for (const fileId of this.#symbols.keys()) {
      if (this.#symbols.size <= maxCachedFiles) break;
      this.#symbols.delete(fileId);
    }
    return found;
  }

  /** Whether a symbol is defined in its file or only declared; null where that is unknown. */
  async presence({ file, key }: SymbolRef): Promise<Presence | null> {
    const linked = this.#files.file(file);
    return linked === undefined ? null : ((await this.#presences.of(linked.fileId)).get(key) ?? null);
  }

  /**
   * All places that link to the target symbols, also those in the targets' own files.
   * @param from returns whether the places in a symbol are wanted; absent: all are
   */
  async into(
    targets: readonly SymbolRef[],
    accepts: (kind: LinkKind) => boolean,
    from?: SymbolFilter,
  ): Promise<LinkedPlace[]> {
    const wanted = Map.groupBy(distinctRefs(targets), ({ file }) => file);
    const incoming = await this.#incoming.of([...wanted.keys()]);
    const runs = [...wanted].map(([file, refs]) => ({ file, runs: incoming.get(file)!.runsTo(refs) }));
    const symbols = await this.symbolsOf(new Set(runs.flatMap((one) => one.runs.map((run) => run.from))));
    const places: LinkedPlace[] = [];
    const accepted = kindCodes(accepts);
    for (const one of runs) {
      const { links } = incoming.get(one.file)!;
      for (const run of one.runs) addPlaces(places, run, { links, symbols: symbols.get(run.from), accepted, from });
    }
    // Who overrides a symbol is not searched in other repositories: a popular interface would have all of their files linked.
    if (this.#across === null || !accepts('call')) return places;
    const across = (await this.acrossInto(targets)).filter(({ link }) => accepts(link.kind));
    return [...places, ...(await this.#placesAcross(across, from))];
  }

  /** The links from other repositories to these symbols, of any kind. */
  async acrossInto(targets: readonly SymbolRef[]): Promise<readonly LinkAcross[]> {
    if (this.#across === null) return [];
    const generation = this.#generation;
    const wanted = distinctRefs(targets);
    const missing = wanted.filter((ref) => !this.#acrossInto.has(ref));
    const asked = new RefMap<LinkAcross[]>();
    for (const ref of missing) asked.set(ref, []);
    if (missing.length > 0)
      for (const one of await this.#across.into(missing)) asked.get({ file: one.to, key: one.link.target })?.push(one);
    if (generation === this.#generation) for (const ref of missing) this.#acrossInto.set(ref, asked.get(ref)!);
    return wanted.flatMap((ref) => this.#acrossInto.get(ref) ?? asked.get(ref) ?? []);
  }

  async #placesAcross(links: readonly LinkAcross[], isWanted?: SymbolFilter): Promise<LinkedPlace[]> {
    const symbols = await this.symbolsOf(new Set(links.map(({ from }) => from)));
    return links.flatMap((one) =>
      placesOf(symbols, one.from, one.to, one.link)
        .filter(({ from }) => isWanted?.(from.file, from.key) !== false)
        .map((place) => ({ ...place, site: { ...place.site, package: one.package } })),
    );
  }

  /** The links from a file to symbols of other repositories. */
  async across(file: number): Promise<readonly LinkAcross[]> {
    return this.#across === null ? [] : this.#across.outOf([file]);
  }

  /** All links between repositories, from files that import packages of others; none in an index of one. */
  async allAcross(): Promise<readonly LinkAcross[]> {
    return this.#across === null ? [] : this.#across.all();
  }

  /** All places in the source symbols that link to a symbol. `withInner`: whether places in definitions inside of the sources count too. */
  async outOf(
    sources: readonly SymbolRef[],
    { accepts, withInner }: { accepts: (kind: LinkKind) => boolean; withInner: boolean },
  ): Promise<LinkedPlace[]> {
    const wanted = Map.groupBy(sources, ({ file }) => file);
    const symbols = await this.symbolsOf(wanted.keys());
    const owners = new Map<number, Map<number, number>>();
    for (const [file, refs] of wanted) owners.set(file, containersOf(symbols.get(file), refs, withInner));
    const refs = new RefMap<SymbolRef>();
    for (const ref of sources) refs.set(ref, ref);
    const isWanted = (file: number, key: number): boolean => refs.hasAt(file, key);
    const places: LinkedPlace[] = [];
    const stored = inOrder(await this.store.linksFrom([...wanted.keys()]), this.#pathOf, 'to').map(
      ({ from, to, data }) => ({ from, to, links: unpackLinks(data, undefined, accepts), about: {} }), // prettier-ignore
    );
    const across = ((await this.#across?.outOf([...wanted.keys()])) ?? []).filter(({ link }) => accepts(link.kind));
    const made = across.map(({ from, to, link, package: about }) => ({
      from,
      to,
      links: [link],
      about: { package: about },
    }));
    for (const { from, to, links, about } of [...stored, ...made]) {
      const owner = owners.get(from)!;
      if (this.#files.file(to) === undefined) continue;
      for (const link of links) {
        const site = { line: link.line, column: link.column, kind: link.kind, resolution: link.resolution, ...about };
        const key = owner.get(link.container);
        const keys = key === undefined ? [] : [key];
        if (link.container === -1)
          for (const part of symbols.get(from)?.partOf(link.line) ?? []) if (isWanted(from, part)) keys.push(part);
        for (const source of keys)
          places.push({ from: { file: from, key: source }, to: { file: to, key: link.target }, site });
      }
    }
    return places;
  }

  /** The overrides of members of files, by source file. */
  async overridesFrom(files: readonly number[]): Promise<ReadonlyMap<number, readonly LinkedPlace[]>> {
    const generation = this.#generation;
    const found = new Map<number, LinkedPlace[]>();
    const missing = new Set<number>();
    for (const file of files) {
      const cached = this.#overrides.get(file);
      if (cached === undefined) missing.add(file);
      found.set(file, cached ?? []);
    }
    if (missing.size === 0) return found;
    const symbols = await this.symbolsOf(missing);
    for (const { from, to, data } of inOrder(await this.store.overridesFrom([...missing]), this.#pathOf, 'to')) {
      if (this.#files.file(to) === undefined) continue;
      for (const link of unpackLinks(data, undefined, isOverride))
        found.get(from)!.push(...placesOf(symbols, from, to, link));
    }
    const across = ((await this.#across?.outOf([...missing])) ?? []).filter(({ link }) => isOverride(link.kind));
    for (const place of await this.#placesAcross(across)) found.get(place.from.file)!.push(place);
    if (generation === this.#generation) for (const file of missing) this.#overrides.set(file, found.get(file)!);
    return found;
  }

  /** Of these names, those that only one symbol has. Overloads of one function count as one symbol. */
  async uniqueNames(names: readonly string[]): Promise<Set<string>> {
    const generation = this.#generation;
    const unique = new Set(names.filter((name) => this.#uniqueByName.get(name) === true));
    const missing = names.filter((name) => !this.#uniqueByName.has(name));
    if (missing.length === 0) return unique;
    const files = await this.store.definingFiles(missing);
    const places = await this.store.definitionsNamed(missing.filter((_, at) => files[at]!.length === 1));
    for (const name of missing) {
      const symbols = new Set(places.get(name)?.map(({ definition }) => withoutOverload(qualifiedName(definition))));
      if (symbols.size === 1) unique.add(name);
    }
    if (generation !== this.#generation) return unique;
    if (this.#uniqueByName.size > maxCachedNames) this.#uniqueByName.clear();
    for (const name of missing) this.#uniqueByName.set(name, unique.has(name));
    return unique;
  }

  /** The unresolved sites of names. @param file the only file to search; absent: all */
  async unresolvedSites(names: readonly string[], file?: number): Promise<UnresolvedPlace[]> {
    if (names.length === 0) return [];
    const unresolved = (await this.store.unresolvedSites(names, file)).filter(
      (one) => this.#files.file(one.file) !== undefined,
    );
    const found = unresolved.map((one) => ({ ...one, path: this.#pathOf(one.file) }));
    const places = new Map(names.map((name, at) => [name, at]));
    found.sort((a, b) => places.get(a.name)! - places.get(b.name)! || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
    return found.flatMap(({ file, path, sites }) => sites.map((site) => ({ file, path, site })));
  }

  /** All unresolved sites of a file. */
  async unresolvedSitesOf(file: number): Promise<readonly UnresolvedPlace[]> {
    const linked = this.#files.file(file);
    if (linked === undefined) return [];
    const kept = this.#unresolved.get(file);
    if (kept !== undefined) return kept;
    const generation = this.#generation;
    const hasSites = (await this.store.unresolvedPlaces([file])).has(file);
    const sites = hasSites ? await this.unresolvedSites(await namesIn(this.store, linked.fileId), file) : [];
    if (generation !== this.#generation) return sites;
    if (this.#unresolved.size > maxCachedUnresolved) this.#unresolved.clear();
    this.#unresolved.set(file, sites);
    return sites;
  }

  /** For each unresolved site, in order, the symbol that contains the site. */
  async containersOf(unresolved: readonly UnresolvedPlace[]): Promise<SymbolRef[]> {
    const symbols = await this.symbolsOf(unresolved.map(({ file }) => file));
    return unresolved.map(({ file, site }) => {
      const ofFile = symbols.get(file);
      return { file, key: ofFile === undefined ? 0 : keysOf(ofFile, site)[0]! };
    });
  }

  /** The declarations of symbols; files and removed symbols have none. */
  async declarations(refs: readonly SymbolRef[]): Promise<RefMap<OutlineEntry>> {
    const symbols = await this.symbolsOf(refs.map(({ file }) => file));
    const found = new RefMap<OutlineEntry>();
    for (const ref of refs) {
      const definition = ref.key === 0 ? undefined : symbols.get(ref.file)?.main(ref.key);
      if (definition !== undefined) found.set(ref, definition);
    }
    return found;
  }

  /** Symbols in the form of answers; removed symbols are left out. */
  async nodes(refs: readonly SymbolRef[]): Promise<RefMap<SymbolNode>> {
    const symbols = await this.symbolsOf(refs.map(({ file }) => file));
    const nodes = new RefMap<SymbolNode>();
    const turns = new QuestionTurns();
    for (const ref of refs) {
      const turn = turns.take();
      if (turn !== null) await turn;
      if (nodes.has(ref)) continue;
      const node = this.#node(ref, symbols.get(ref.file));
      if (node !== null) nodes.set(ref, node);
    }
    return nodes;
  }

  #node({ file, key }: SymbolRef, symbols: FileSymbols | undefined): SymbolNode | null {
    const linked = this.#files.file(file);
    if (linked === undefined) return null;
    const { path, isTest, isVendored } = linked;
    const vendored = isVendored ? { isVendored } : {};
    const place = { path, isTest, ...vendored, ...this.#layout.placeOf(path) };
    if (key === 0) {
      const none = { line: 0, startLine: 0, endLine: 0, exported: false, signature: null };
      return { id: path, name: path, qualified: path, kind: 'file', ...none, ...place };
    }
    const definition = symbols?.main(key);
    if (definition === undefined) return null;
    const { name, kind, line, startLine, endLine, exported, signature } = definition;
    const qualified = qualifiedName(definition);
    return {
      id: `${path}#${qualified}`,
      name,
      qualified,
      kind,
      line,
      startLine,
      endLine,
      exported,
      signature,
      ...place,
      isTest: isTest || inTestModule(path, definition, symbols?.definitions ?? []),
    };
  }
}

interface PlaceSource {
  links: Int32Array;
  /** Symbols of the file that contains the places; undefined for a removed file. */
  symbols: FileSymbols | undefined;
  /** Whether a kind of link is accepted, by the kind's code. */
  accepted: readonly boolean[];
  from: SymbolFilter | undefined;
}

/** Adds the places of a run of links. */
function addPlaces(places: LinkedPlace[], run: Run, { links, symbols, accepted, from }: PlaceSource): void {
  if (symbols === undefined) return;
  const { to, from: file } = run;
  for (let at = run.first * linkWidth; at < run.end * linkWidth; at += linkWidth) {
    const code = links[at + 3]!;
    if (accepted[code % kindLimit] !== true) continue;
    const line = links[at]!;
    for (const key of keysOf(symbols, { container: links[at + 2]!, line })) {
      if (from?.(file, key) === false) continue;
      const site: GraphSite = {
        line,
        column: links[at + 1]!,
        kind: linkKindOf(code),
        resolution: linkResolutionOf(code),
      };
      const signatures = linkSignaturesOf(code);
      if (signatures !== 0) site.signatures = signatures;
      places.push({ from: { file, key }, to, site });
    }
  }
}

/** The places of a link: one for each symbol that contains its site. */
function placesOf(symbols: ReadonlyMap<number, FileSymbols>, from: number, to: number, link: Link): LinkedPlace[] {
  const ofFile = symbols.get(from);
  if (ofFile === undefined) return [];
  const site = { line: link.line, column: link.column, kind: link.kind, resolution: link.resolution };
  return keysOf(ofFile, link).map((key) => ({ from: { file: from, key }, to: { file: to, key: link.target }, site }));
}

/** The places without repeated sites: one site may be in several symbols (the names of a pattern) and link to several. */
export function distinctPlaces(places: readonly LinkedPlace[]): LinkedPlace[] {
  return [...new Map(places.map((place) => [placeKey(place), place])).values()];
}

/** The same for two links of one place. */
export function placeKey({ from, site }: LinkedPlace): string {
  return `${from.file} ${site.line} ${site.column}`;
}

const topLevel: readonly [number] = [0];

/**
 * The keys of the symbols that contain a place. At the top of the file (container -1) these are the symbols whose declaration contains the line, or
 * else the file itself (key 0).
 */
export function keysOf(
  symbols: FileSymbols,
  { container, line }: { container: number; line: number },
): readonly number[] {
  if (container !== -1) return [symbols.keys[container] ?? 0];
  const parts = symbols.partOf(line);
  return parts.length === 0 ? topLevel : parts;
}

/**
 * By index of a definition (-1 for the top of the file): the key of the symbol among `refs` to which the definition belongs.
 * @param withInner whether definitions inside of the symbols belong to them too
 */
function containersOf(
  symbols: FileSymbols | undefined,
  refs: readonly SymbolRef[],
  withInner: boolean,
): Map<number, number> {
  const containers = new Map<number, number>();
  const wanted = new Set(refs.map(({ key }) => key));
  if (wanted.has(0)) containers.set(-1, 0);
  for (const [index, key] of symbols?.keys.entries() ?? []) if (wanted.has(key)) containers.set(index, key);
  if (!withInner || symbols === undefined) return containers;
  const names = new Map<string, number>();
  for (const key of wanted) {
    const definition = symbols.main(key);
    if (definition !== undefined) names.set(qualifiedName(definition), key);
  }
  for (const [index, { container }] of symbols.definitions.entries()) {
    for (
      let outer = container;
      outer !== null;
      outer = outer.includes('.') ? outer.slice(0, outer.lastIndexOf('.')) : null
    ) {
      const key = names.get(outer);
      if (key !== undefined && !containers.has(index)) containers.set(index, key);
    }
  }
  return containers;
}
