/**
 * One run of linking: the program of the project's files, what has to be linked again, and its links, batch by batch.
 * Invariants: memory is bounded by `maxFactsBytes` and the packed facts; a file's defect costs that file's links only.
 */
import { AppError } from '../model/error.ts';
import { unitPath } from '../model/link-facts.ts';
import type { LinkHeader } from '../model/link-header.ts';
import type { FileLinks, LinkBatch, LinkedFile } from '../store/link-store.ts';
import { unpackFactsFront } from '../store/packed-facts.ts';
import { dependentsOf } from './dependents.ts';
import { FactsLoader, MissingFacts } from './facts-loader.ts';
import { gainedExports, mentioners } from './gained-exports.ts';
import { linksOfFile } from './file-links.ts';
import { concernedByNames, gainedNames } from './name-changes.ts';
import { definitionOf, packFileLinks } from './packed-file-links.ts';
import { startInference } from './inference.ts';
import { addImplicitLinks, implicitLines, joinResolution, splitResolution } from './implicit-links.ts';
import { interfaceHash } from './interface-hash.ts';
import { noHeader, WrittenRows } from './link-session.ts';
import type { LinkReport, LinkRunOptions } from './link-run-options.ts';
import { leanedOn, readsOf, type LinkPlan } from './link-plan.ts';
import { openByName } from './open-references.ts';
import type { PreciseSources } from './precise-sources.ts';
import { Program } from './program.ts';
import type { ProjectModules } from './project-modules.ts';
import type { Inference } from './questions.ts';
import type { Target } from './values.ts';

/** Facts in memory (bytes); what is worked out from them takes about twice as much. */
const maxFactsBytes = 48 * 1024 * 1024;
/** What is left of it when the oldest facts go. */
const keptShare = 0.6;
/** How often facts go before what was inferred of generic types goes too. */
const shrinksAnInference = 12;
/** Files whose links are written at once. */
const batchFiles = 256;
/** From this share of changed files on all facts are fetched at once. */
const wholeShare = 0.1;

export class LinkRun {
  readonly #options: LinkRunOptions;
  readonly #plan: LinkPlan;
  readonly #modules: ProjectModules;
  readonly #precise: PreciseSources;
  readonly #loader: FactsLoader;
  /** By place in the plan's files: what is known of each. */
  readonly #headers: LinkHeader[];
  readonly #interfaces: string[];
  readonly #resolutions: string[];
  readonly #implicit: string[];
  /** Places in the plan's files of those that have facts. */
  readonly #withFacts = new Set<number>();
  /** The ids of files and, behind them, units. */
  #ids: number[] = [];
  #placeOfId: ReadonlyMap<number, number> = new Map();
  /** The same of the rows of before. */
  #placeOfRow: ReadonlyMap<number, number> | null = null;
  #program: Program = new Program([], () => null);
  #inference: Inference = startInference(this.#program);
  /** Places of files whose content is new, and of those whose interface was named. */
  #isChanged: ReadonlySet<number> = new Set();
  readonly #hashed = new Set<number>();
  #shrinks = 0;
  readonly #failed: string[] = [];
  /** How many reads of each file are written. */
  readonly #readsWritten = new Map<number, number>();
  readonly written = new WrittenRows();
  /** Names that changed modules have gained, where nothing else of them has changed that others see; by place. */
  readonly #gained = new Map<number, ReadonlySet<string>>();

  constructor(options: LinkRunOptions, plan: LinkPlan, modules: ProjectModules, precise: PreciseSources) {
    this.#options = options;
    this.#plan = plan;
    this.#modules = modules;
    this.#precise = precise;
    const { files } = plan;
    this.#loader = new FactsLoader(
      options.store,
      files.map(({ fileId }) => fileId),
    );
    this.#headers = files.map(({ row }) => row?.header ?? noHeader);
    this.#interfaces = files.map(({ row }) => row?.interface ?? '');
    const kept = files.map(({ row }) => splitResolution(row?.resolution ?? ''));
    this.#resolutions = kept.map(({ modules: resolution }) => resolution);
    this.#implicit = kept.map(({ implicit }) => implicit);
    for (const [index, { row }] of files.entries())
      if (row !== null && row.interface !== '') this.#withFacts.add(index);
  }

  async run(configsChanged: boolean): Promise<LinkReport> {
    const { files, changed, removed } = this.#plan;
    const isChanged = new Set(changed);
    const changedPlaces = files.flatMap((file, place) => (isChanged.has(file) ? [place] : []));
    this.#isChanged = new Set(changedPlaces);
    const pathsChanged = removed.length > 0 || changed.some(({ row }) => row === null);
    await this.#fetchFor(changedPlaces);
    this.#readFronts(changedPlaces);
    const moved = pathsChanged || configsChanged ? await this.#resolveAgain(new Set(changedPlaces)) : [];
    await this.#open();
    // In a new index everything is linked anyway.
    if (changed.length === files.length) {
      await this.#implementAgain(changedPlaces);
      await this.#linkAll(changedPlaces, new Set(changedPlaces));
      return { linked: changed.length, dependents: 0, failed: this.#failed };
    }
    const known = { headers: this.#headers, resolutions: this.#resolutions, loader: this.#loader };
    const concerned = await concernedByNames({ plan: this.#plan, ...known }, this.#isChanged);
    moved.push(...concerned.visible);
    const seeds = await this.#seeds(changedPlaces, moved);
    const mentioning = { plan: this.#plan, ids: this.#ids, loader: this.#loader, known: this.#options.mentions };
    for (const place of await mentioners(mentioning, this.#gained)) {
      moved.push(place);
      seeds.add(this.#ids[place]!);
    }
    if (seeds.size > 0) moved.push(...(await this.#implementAgain(changedPlaces)));
    const dependents = seeds.size === 0 ? new Set<number>() : this.#places(dependentsOf(seeds, readsOf(this.#plan)));
    for (const place of [...moved, ...concerned.places]) dependents.add(place);
    const dirty = [...new Set([...changedPlaces, ...dependents])].sort((a, b) => a - b);
    await this.#fetchFor(dirty);
    await this.#linkAll(dirty, dependents);
    return { linked: dirty.length, dependents: dirty.length - changedPlaces.length, failed: this.#failed };
  }

  /** Fetches the facts of files and of what their answers leaned on last time; of all, when there is much to do. */
  async #fetchFor(places: readonly number[]): Promise<void> {
    const { files } = this.#plan;
    const whole = places.length > files.length * wholeShare;
    if (whole) return this.#loader.fetch(files.keys());
    this.#placeOfRow ??= new Map(files.flatMap(({ row }, place) => (row === null ? [] : [[row.id, place]])));
    const known = { headers: this.#headers, byId: this.#placeOfRow };
    await this.#loader.fetch(leanedOn(this.#plan, known, places));
  }

  #readFronts(places: readonly number[]): void {
    for (const place of places) {
      this.#withFacts.delete(place);
      this.#headers[place] = noHeader;
      this.#resolutions[place] = '';
      const bytes = this.#loader.packed(place);
      if (bytes === null) continue;
      const { header, modules } = unpackFactsFront(bytes);
      this.#withFacts.add(place);
      this.#headers[place] = header;
      this.#resolutions[place] = this.#modules.resolution(this.#plan.files[place]!, modules);
    }
  }

  /** Resolves the modules of unchanged files again; gives the files, changed ones too, for which they mean something else now. */
  async #resolveAgain(changed: ReadonlySet<number>): Promise<number[]> {
    const moved = [...changed].filter((place) => {
      const { row } = this.#plan.files[place]!;
      return row !== null && splitResolution(row.resolution).modules !== this.#resolutions[place];
    });
    const unchanged = [...this.#withFacts].filter((place) => !changed.has(place));
    await this.#loader.fetch(unchanged);
    for (const place of unchanged) {
      const bytes = this.#loader.packed(place);
      if (bytes === null) continue;
      const { modules } = unpackFactsFront(bytes);
      const resolution = this.#modules.resolution(this.#plan.files[place]!, modules);
      if (resolution === this.#resolutions[place]) continue;
      this.#resolutions[place] = resolution;
      moved.push(place);
    }
    return moved;
  }

  /** Works out again what implements what without saying so, if there can be such; gives the files for which that has changed. */
  async #implementAgain(changed: readonly number[]): Promise<number[]> {
    const { files, removed } = this.#plan;
    const isImplicit = (language: string): boolean => language === 'go';
    const concerned = [...changed.map((place) => files[place]!), ...removed];
    if (!concerned.some(({ language }) => isImplicit(language))) return [];
    const places = files.flatMap(({ language }, place) => (isImplicit(language) ? [place] : []));
    await this.#loader.fetch(places);
    const lines = await this.#retrying(
      places[0] ?? 0,
      () => implicitLines(this.#program, (target) => this.#keyOf(target)),
      () => new Map<number, string>(),
    );
    const moved = places.filter((place) => (lines.get(place) ?? '') !== this.#implicit[place]);
    for (const place of moved) this.#implicit[place] = lines.get(place) ?? '';
    this.#bound();
    return moved;
  }

  /** Makes the program and gives every file and unit its id. */
  async #open(): Promise<void> {
    const { files } = this.#plan;
    const program = new Program(
      files.map(({ path, language }, index) => ({
        path,
        language,
        header: this.#headers[index]!,
        load: () => this.#loader.load(index),
      })),
      (from, specifier, required) => this.#modules.resolve(from, specifier, required),
    );
    this.#program = program;
    this.#inference = startInference(program);
    const paths = [...files.map(({ path }) => path), ...program.units.map(({ path }) => path)];
    const known = paths.map((path, place) => (files[place]?.row ?? this.#plan.units.get(path))?.id);
    const given = await this.#options.store.linkIds(paths.filter((_, place) => known[place] === undefined));
    this.written.addUnits(given);
    this.#ids = known.map((id, place) => id ?? given.get(paths[place]!)!);
    this.#placeOfId = new Map(this.#ids.map((id, index) => [id, index]));
  }

  /** Ids of what other files can see changed of. */
  async #seeds(changed: readonly number[], moved: readonly number[]): Promise<Set<number>> {
    const seeds = new Set<number>();
    const addUnit = (unit: string): void => {
      const file = unit === '' ? undefined : this.#program.file(unitPath(unit));
      if (file !== undefined) seeds.add(this.#ids[file.index]!);
      const row = this.#plan.units.get(unitPath(unit));
      if (row !== undefined) seeds.add(row.id);
    };
    const addGone = (path: string): void => {
      // What an `import a.b` of Python means may lie beside a package.
      const beside = this.#program.file(`${path.slice(0, path.lastIndexOf('/') + 1)}__init__.py`);
      if (beside !== undefined) seeds.add(this.#ids[beside.index]!);
    };
    for (const place of changed) {
      const file = this.#plan.files[place]!;
      const shape = await this.#named(place);
      this.#bound();
      this.#hashed.add(place);
      this.#interfaces[place] = shape;
      if (file.row !== null && (await this.#isAsBefore(place, shape))) continue;
      seeds.add(this.#ids[place]!);
      addUnit(this.#headers[place]!.unit);
      if (file.row === null) addGone(file.path);
      else addUnit(file.row.header.unit);
    }
    for (const row of this.#plan.removed) {
      seeds.add(row.id);
      addUnit(row.header.unit);
      addGone(row.path);
    }
    for (const place of moved) seeds.add(this.#ids[place]!);
    return seeds;
  }

  /** Names a file's interface, without some names; one that cannot be named is another each time. */
  #named(place: number, without?: ReadonlySet<string>): Promise<string> {
    const { fileId } = this.#plan.files[place]!;
    return this.#retrying(
      place,
      () => this.#interface(place, without),
      () => `failed ${fileId}`,
    );
  }

  #interface(place: number, without?: ReadonlySet<string>): string {
    if (!this.#withFacts.has(place)) return '';
    return interfaceHash(this.#program.at(place), () => this.#loader.keys(place), without);
  }

  /** Whether others see of a file what they saw, but for names that are looked for by whoever mentions them. */
  async #isAsBefore(place: number, shape: string): Promise<boolean> {
    const file = this.#plan.files[place]!;
    if (shape === file.row?.interface) return true;
    const shared = gainedNames(file, this.#headers[place]!);
    if (shared.size > 0) return (await this.#named(place, shared)) === file.row?.interface;
    const gained = gainedExports(file, this.#program.at(place), this.#options.before?.get(file.path));
    if (gained.size === 0 || (await this.#named(place, gained)) !== file.row?.interface) return false;
    this.#gained.set(place, gained);
    return true;
  }

  #places(ids: ReadonlySet<number>): Set<number> {
    const places = new Set<number>();
    for (let place = 0; place < this.#plan.files.length; place++) if (ids.has(this.#ids[place]!)) places.add(place);
    return places;
  }

  async #linkAll(dirty: readonly number[], dependents: ReadonlySet<number>): Promise<void> {
    const { store, onProgress, check } = this.#options;
    let rows: LinkBatch['files'][number][] = [];
    await store.writeLinks({ files: [], removed: this.#plan.removed.map(({ id }) => id) });
    for (const [done, place] of dirty.entries()) {
      check?.();
      if (!this.#hashed.has(place) && this.#isChanged.has(place)) this.#interfaces[place] = await this.#named(place);
      const content = await this.#retrying(
        place,
        () => this.#link(place),
        () => this.#linkByName(place),
      );
      const row = this.#plan.files[place]!.row;
      // Others that leaned on what this file's answers leaned on are not asked again.
      if (row !== null && !dependents.has(place)) this.#addReads(place, row.reads);
      rows.push({ ...this.#rowOf(place), content });
      if (rows.length >= batchFiles) {
        await store.writeLinks({ files: rows, removed: [] });
        rows = [];
        onProgress?.(done + 1, dirty.length);
      }
      this.#bound();
    }
    await store.writeLinks({ files: [...rows, ...this.#lateReads()], removed: [] });
    onProgress?.(dirty.length, dirty.length);
  }

  /** Rows of files that were asked something after they were written, or that were not linked at all. */
  #lateReads(): LinkBatch['files'] {
    const late: LinkBatch['files'][number][] = [];
    for (const { index: place, reads } of this.#program.asked()) {
      const row = this.#plan.files[place]?.row;
      // Of units nothing is kept but their ids.
      if (row === undefined) continue;
      const written = this.#readsWritten.get(place);
      if (written === undefined && row !== null && reads.size > 0) this.#addReads(place, row.reads);
      if (reads.size > (written ?? row?.reads.length ?? 0)) late.push({ ...this.#rowOf(place), content: null });
    }
    return late;
  }

  #addReads(place: number, ids: readonly number[]): void {
    const { reads } = this.#program.at(place);
    for (const id of ids) {
      const index = this.#placeOfId.get(id);
      if (index !== undefined) reads.add(index);
    }
  }

  #rowOf(place: number): LinkedFile {
    const { path, language, fileId } = this.#plan.files[place]!;
    const { reads } = this.#program.at(place);
    this.#readsWritten.set(place, reads.size);
    return this.written.add({
      id: this.#ids[place]!,
      path,
      fileId,
      language,
      header: this.#headers[place]!,
      interface: this.#interfaces[place]!,
      resolution: joinResolution(this.#resolutions[place]!, this.#implicit[place]!),
      reads: [...reads].map((index) => this.#ids[index]!).sort((a, b) => a - b),
    });
  }

  async #link(place: number): Promise<FileLinks> {
    const file = this.#program.at(place);
    let made = this.#withFacts.has(place)
      ? linksOfFile(this.#inference, file, (target) => this.#keyOf(target))
      : await openByName(this.#options.store, this.#plan.files[place]!.fileId);
    const { links } = made;
    addImplicitLinks(links, file, {
      implicit: this.#implicit[place]!,
      keys: this.#loader.keys(place),
      program: this.#program,
    });
    if (this.#precise.has(place)) made = await this.#precise.replace(place, made, file.reads);
    return packFileLinks(new Map([...made.links].map(([index, list]) => [this.#ids[index]!, list])), made.open);
  }

  async #linkByName(place: number): Promise<FileLinks> {
    return packFileLinks(new Map(), (await openByName(this.#options.store, this.#plan.files[place]!.fileId)).open);
  }

  #keyOf({ file, entity }: Target): number | null {
    const definition = definitionOf(file, entity);
    return definition === -1 ? null : (this.#loader.keys(file.index)[definition] ?? null);
  }

  /** Runs `work`, fetching what it misses; work that is broken off leaves nothing behind. */
  async #retrying<T>(place: number, work: () => T | Promise<T>, otherwise: () => T | Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof MissingFacts)) return this.#failure(place, error, otherwise);
        await this.#fetchFor([place, error.index]);
        await this.#loader.fetch([error.index]);
        this.#release();
      }
    }
  }

  /** One file's defect is not the project's; what the index or the disk refuses is. */
  #failure<T>(place: number, error: unknown, otherwise: () => T | Promise<T>): T | Promise<T> {
    if (error instanceof AppError) throw error;
    const { path } = this.#plan.files[place]!;
    if (!this.#failed.includes(path)) this.#failed.push(path);
    this.#release();
    return otherwise();
  }

  /** Keeps memory within its bound: the oldest facts go first, and now and then all that was inferred. */
  #bound(): void {
    if (this.#program.bytes <= maxFactsBytes) return;
    this.#program.shrink(maxFactsBytes * keptShare);
    if (++this.#shrinks % shrinksAnInference === 0) this.#release();
  }

  #release(): void {
    this.#program.release();
    this.#inference = startInference(this.#program);
  }
}
