/**
 * One run of linking: the program of the project's files, what has to be linked again, and its links, batch by batch.
 * Invariants: memory is limited by `maxSummaryBytes` and `maxRetainedBytes`; a defect in one file costs only that file's links.
 */
import { AppError } from '../../model/error.ts';
import { unitPath } from '../../model/file-summary.ts';
import type { FileLinks, LinkBatch, LinkedFile } from '../../store/link-store.ts';
import { unpackSummaryFront } from '../../store/packed/packed-summary.ts';
import { changedNames, mentioningFiles, seenBefore } from '../incremental/changed-names.ts';
import { dependentsOf } from '../incremental/dependents.ts';
import { SummaryLoader } from '../program/summary-loader.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { linksOfFile, type LinksOfFile } from '../links/file-links.ts';
import { FileStates } from '../incremental/file-states.ts';
import { addImplicitLinks, joinResolution } from '../links/implicit-links.ts';
import { Implications } from './implications.ts';
import { startInference } from '../infer/inference.ts';
import { interfaceHash } from '../incremental/interface-hash.ts';
import { PreviousInterfaces } from '../incremental/previous-interfaces.ts';
import type { LinkReport, LinkRunOptions } from './link-run-options.ts';
import { noHeader, type LinkedProject } from '../incremental/linked-project.ts';
import { affectedByNames, reportedNames } from '../incremental/name-changes.ts';
import { unresolvedByName } from '../links/unresolved-references.ts';
import { definitionOf, packFileLinks } from './packed-file-links.ts';
import type { PreciseSources } from './precise-sources.ts';
import { Program } from '../program/program.ts';
import type { ProjectModules } from '../program/project-modules.ts';
import type { Inference } from '../questions/questions.ts';
import type { Target } from '../program/targets.ts';
import { WrittenRows } from './written-rows.ts';
import { dialectNamed } from '../languages/registry.ts';

/** Summaries in use (bytes); derived results take about twice as much. */
const maxSummaryBytes = 48 * 1024 * 1024;
/** Summaries in memory (bytes): those of five million lines. Reading one again takes longer than most questions about it. */
const maxRetainedBytes = 256 * 1024 * 1024;
/** The share of it that stays when the oldest summaries are dropped. */
const retainedShare = 0.6;
/** How often summaries are dropped before the inference of generic types is dropped too. */
const shrinksAnInference = 12;
/** How many files' links are written at once. */
const batchFiles = 256;

export class LinkRun {
  readonly #options: LinkRunOptions;
  readonly #project: LinkedProject;
  readonly #modules: ProjectModules;
  readonly #precise: PreciseSources;
  readonly #loader: SummaryLoader;
  readonly #states: FileStates;
  #program: Program = Program.of([], { resolve: () => null }, dialectNamed);
  #inference: Inference = startInference(this.#program);
  #shrinks = 0;
  readonly #failed: string[] = [];
  /** How many reads of each file were written. */
  readonly #readsWritten = new Map<number, number>();
  readonly written = new WrittenRows();
  /** By place: names by which dependents find the changes, for files where others see no other change. */
  readonly #changed = new Map<number, ReadonlySet<string>>();
  readonly #implications: Implications;

  constructor(options: LinkRunOptions, project: LinkedProject, modules: ProjectModules, precise: PreciseSources) {
    this.#options = options;
    this.#project = project;
    this.#modules = modules;
    this.#precise = precise;
    this.#loader = new SummaryLoader(options.store, project.files, options.loadedSummaries);
    this.#states = new FileStates(project);
    this.#implications = new Implications({
      project,
      states: this.#states,
      program: () => this.#program,
      inference: () => this.#inference,
      keys: (place) => this.#loader.keys(place),
      keyOf: (target) => this.#keyOf(target),
      guarded: (...asked) => this.#guarded(...asked),
      bound: () => {
        this.#bound();
      },
    });
  }

  async run(configsChanged: boolean): Promise<LinkReport> {
    const { files, changed, pathsChanged } = this.#project;
    await this.#readFronts(changed);
    const moved = pathsChanged || configsChanged ? this.#resolveAgain(new Set(changed)) : [];
    await this.#open();
    // In a new index everything is linked anyway.
    if (changed.length === files.length) {
      for (const place of changed) {
        this.#states.deferInterface(place);
        this.#states.deferMethods(place);
      }
      this.#implications.again({ methods: true, declarations: true });
      await this.#linkAll(changed, new Set(changed));
      return { linked: changed.length, dependents: 0, failed: this.#failed, places: changed };
    }
    const known = { project: this.#project, loader: this.#loader };
    const affected = affectedByNames({
      ...known,
      headerOf: (place) => this.#states.header(place),
      modulesOf: (place) => this.#states.modules(place),
    });
    moved.push(...affected.visible);
    const before = await PreviousInterfaces.read(this.#options.store, this.#project);
    const seeds = this.#seeds(moved, before);
    const affectedImplications = this.#implications.affected(moved, before);
    const mentioning = mentioningFiles({ ...known, known: this.#options.mentions }, this.#changed);
    for (const place of mentioning.visible) seeds.add(this.#project.idOf(place));
    moved.push(...mentioning.places);
    moved.push(...this.#implications.again(affectedImplications));
    const dependents = seeds.size === 0 ? new Set<number>() : this.#dependents(seeds);
    for (const place of [...moved, ...affected.places]) dependents.add(place);
    const dirty = [...new Set([...changed, ...dependents])].sort((a, b) => a - b);
    await this.#linkAll(dirty, dependents);
    return { linked: dirty.length, dependents: dirty.length - changed.length, failed: this.#failed, places: dirty };
  }

  async #readFronts(places: readonly number[]): Promise<void> {
    await this.#loader.eachFront(places, (place, front) => {
      const { header, modules } = front ?? { header: noHeader, modules: null };
      this.#states.setFront(place, { header, modules: modules === null ? null : this.#resolution(place, modules) });
    });
  }

  #resolution(place: number, modules: readonly string[]): string {
    const file = this.#project.files[place]!;
    const opened = this.#modules.opened(file).map(({ module, path }) => `\n${module} ${path}`);
    return this.#states.resolved(place, this.#modules.resolveAll(file, modules)) + opened.join('');
  }

  /** Resolves the modules of unchanged files again; returns the files, changed ones too, whose modules mean something else now. */
  #resolveAgain(changed: ReadonlySet<number>): number[] {
    const states = this.#states;
    const moved = [...changed].filter(
      (place) => this.#project.files[place]!.row !== null && states.modulesBefore(place) !== states.modules(place),
    );
    for (const place of this.#project.files.keys()) {
      const bytes = changed.has(place) || !states.hasSummary(place) ? null : this.#loader.packed(place);
      if (bytes === null) continue;
      const resolution = this.#resolution(place, unpackSummaryFront(bytes).modules);
      if (resolution === states.modules(place)) continue;
      states.setModules(place, resolution);
      moved.push(place);
    }
    return moved;
  }

  /** Makes the program, in which every file and unit has its id. */
  async #open(): Promise<void> {
    const project = this.#project;
    this.written.addUnits(await project.open(this.#options.store, (place) => this.#states.header(place), dialectNamed));
    this.#program = new Program({
      rules: dialectNamed,
      files: project.files,
      names: project.names,
      load: (place) => this.#loader.load(place),
      resolve: (place, modules) =>
        this.#states.takeResolved(place) ?? this.#modules.resolveAll(project.files[place]!, modules),
      opened: (place) => this.#modules.opened(project.files[place]!),
    });
    this.#inference = startInference(this.#program);
  }

  /** Ids of files and units of which other files see a change. */
  #seeds(moved: readonly number[], before: PreviousInterfaces): Set<number> {
    const project = this.#project;
    const seeds = new Set<number>();
    const addUnit = (unit: string): void => {
      const file = unit === '' ? undefined : this.#program.file(unitPath(unit));
      if (file !== undefined) seeds.add(project.idOf(file.index));
      const row = project.unit(unitPath(unit));
      if (row !== undefined) seeds.add(row.id);
    };
    const addGone = (path: string): void => {
      // An `import a.b` of Python may mean a module inside a package.
      const beside = this.#program.file(`${path.slice(0, path.lastIndexOf('/') + 1)}__init__.py`);
      if (beside !== undefined) seeds.add(project.idOf(beside.index));
    };
    for (const place of project.changed) {
      const file = project.files[place]!;
      const isAsBefore = this.#isAsBefore(place, before);
      this.#bound();
      if (isAsBefore) continue;
      seeds.add(project.idOf(place));
      addUnit(this.#states.header(place).unit);
      if (file.row === null) addGone(file.path);
      else addUnit(file.row.header.unit);
    }
    for (const row of project.removed) {
      seeds.add(row.id);
      addUnit(row.header.unit);
      addGone(row.path);
    }
    for (const place of moved) seeds.add(project.idOf(place));
    return seeds;
  }

  /** The hash of a file's interface; where it cannot be computed, a new text each time. */
  #interfaceOrFailure(place: number): string {
    const { fileId } = this.#project.files[place]!;
    return this.#guarded(
      place,
      () => this.#interface(place),
      () => `failed ${fileId}`,
    );
  }

  #interface(place: number): string {
    if (!this.#states.hasSummary(place)) return '';
    return interfaceHash(this.#program.at(place), () => this.#loader.keys(place));
  }

  /** Records a changed file's interface. True where others see no change, except for names that the files mentioning them look up. */
  #isAsBefore(place: number, before: PreviousInterfaces): boolean {
    const file = this.#project.files[place]!;
    const seen = file.row === null ? null : before.of(file.row);
    if (seen === null || (seen.hash === null && seen.content !== file.fileId)) {
      this.#states.deferInterface(place);
      return false;
    }
    const { hash, text } = seen;
    const shape = seen.content === file.fileId ? null : this.#interfaceOrFailure(place);
    this.#states.setInterface(place, shape === null || shape === hash ? text : shape);
    if (shape === null || shape === hash) return true;
    const changed = this.#changedNames(place);
    if (changed === null) return false;
    this.#changed.set(place, changed);
    return true;
  }

  /** See `changedNames`; null also where the previous summary is not known. */
  #changedNames(place: number): ReadonlySet<string> | null {
    const { path, language, row } = this.#project.files[place]!;
    const before = this.#options.before?.get(path);
    if (row === null || before?.fileId !== row.fileId) return null;
    return this.#guarded(
      place,
      () => {
        const file = this.#program.at(place);
        const header = this.#states.header(place);
        const old = seenBefore(before, file);
        if (old === null) return null;
        return changedNames(
          { ...old, reported: reportedNames(language, row.header, header) },
          { file, keys: this.#loader.keys(place), reported: reportedNames(language, header, row.header) },
        );
      },
      () => null,
    );
  }

  /** Places of the files that depend on these. */
  #dependents(seeds: ReadonlySet<number>): Set<number> {
    const places = new Set<number>();
    for (const id of dependentsOf(seeds, this.#project.readers)) {
      const place = this.#project.placeOfId(id);
      if (place !== undefined && place < this.#project.files.length) places.add(place);
    }
    return places;
  }

  async #linkAll(dirty: readonly number[], dependents: ReadonlySet<number>): Promise<void> {
    const { store, onProgress, check } = this.#options;
    let rows: LinkBatch['files'][number][] = [];
    const { files, removed } = this.#project;
    await store.writeLinks({ files: [], removed: removed.map(({ id }) => id) });
    for (const [done, place] of dirty.entries()) {
      check?.();
      const content = await this.#linksOf(place);
      const { row } = files[place]!;
      // Other files that depended on this one's reads are not linked again, so the old reads stay recorded.
      if (row !== null && !dependents.has(place)) this.#addReads(place, row.reads);
      rows.push({ ...this.#rowOf(place), content });
      if (rows.length >= batchFiles) {
        await store.writeLinks({ files: rows, removed: [] });
        rows = [];
        onProgress?.(done + 1, dirty.length);
      }
      this.#bound();
    }
    await store.writeLinks({ files: [...rows, ...this.#lazyReads()], removed: [] });
    onProgress?.(dirty.length, dirty.length);
  }

  /** Rows of files that were asked something after they were written, or that were not linked at all. */
  #lazyReads(): LinkBatch['files'] {
    const rows: LinkBatch['files'][number][] = [];
    for (const { index: place, reads } of this.#program.asked()) {
      const row = this.#project.files[place]?.row;
      // For units only their ids are stored.
      if (row === undefined) continue;
      const written = this.#readsWritten.get(place);
      if (written === undefined && row !== null && reads.size > 0) this.#addReads(place, row.reads);
      if (reads.size > (written ?? row?.reads.length ?? 0)) rows.push({ ...this.#rowOf(place), content: null });
    }
    return rows;
  }

  #addReads(place: number, ids: readonly number[]): void {
    const { reads } = this.#program.at(place);
    for (const id of ids) {
      const index = this.#project.placeOfId(id);
      if (index !== undefined) reads.add(index);
    }
  }

  #rowOf(place: number): LinkedFile {
    const { path, language, fileId } = this.#project.files[place]!;
    const { reads } = this.#program.at(place);
    this.#readsWritten.set(place, reads.size);
    return this.written.add({
      id: this.#project.idOf(place),
      path,
      fileId,
      language,
      header: this.#states.header(place),
      interface: this.#states.interface(place),
      resolution: joinResolution({
        modules: this.#states.modules(place),
        methods: this.#states.methods(place),
        implicit: this.#states.implicit(place),
      }),
      reads: [...reads].map((index) => this.#project.idOf(index)).sort((a, b) => a - b),
    });
  }

  async #linksOf(place: number): Promise<FileLinks> {
    const file = this.#program.at(place);
    const made = this.#states.hasSummary(place)
      ? this.#guarded(
          place,
          () => this.#inferred(file),
          () => null,
        )
      : null;
    let links = made ?? (await unresolvedByName(this.#options.store, this.#project.files[place]!.fileId, place));
    if (this.#precise.has(place)) links = await this.#precise.replace(place, links, file.reads);
    return packFileLinks(
      new Map([...links.links].map(([index, list]) => [this.#project.idOf(index), list])),
      links.unresolved,
    );
  }

  /** The links that inference finds, and the implicit ones. */
  #inferred(file: ProgramFile): LinksOfFile {
    const made = linksOfFile(this.#inference, file, (target) => this.#keyOf(target));
    addImplicitLinks(made.links, file, {
      implicit: this.#states.implicit(file.index),
      keys: this.#loader.keys(file.index),
      program: this.#program,
    });
    return made;
  }

  #keyOf({ file, entity }: Target): number | null {
    const definition = definitionOf(file, entity);
    return definition === -1 ? null : (this.#loader.keys(file.index)[definition] ?? null);
  }

  /** Runs `work`, and `otherwise` where that fails: a defect in one file does not stop the project; an error of the index or the disk does. */
  #guarded<T>(place: number, work: () => T, otherwise: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof AppError) throw error;
      const { path } = this.#project.files[place]!;
      if (!this.#failed.includes(path)) this.#failed.push(path);
      this.#forget();
      return otherwise();
    }
  }

  /** Keeps memory within its limit: the oldest summaries are dropped first, and from time to time everything inferred. */
  #bound(): void {
    if (this.#program.bytes <= maxSummaryBytes) return;
    this.#program.shrink(maxSummaryBytes * retainedShare, maxRetainedBytes);
    if (++this.#shrinks % shrinksAnInference === 0) this.#forget();
  }

  #forget(): void {
    this.#program.dropDerived();
    this.#inference = startInference(this.#program);
  }
}
